/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#include "pmpi/guest/float_guard.h"
#include "pmpi/guest/stack_room.h"

#define ENOUGH ((size_t)128 << 10)
#define LARGER ((size_t)256 << 10)

/* The first thread's stack begins a little above the frame of a constructor. */
#define ABOVE ((size_t)64 << 10)

static uintptr_t first_frame;

__attribute__ ((constructor)) static void
note_first_frame (void)
{
    first_frame = (uintptr_t)__builtin_frame_address (0);
}

/* What lies below an address of a stack; 0 if that is not on it.  */
static size_t
room_below (uintptr_t here, uintptr_t lowest, size_t bytes)
{
    return here >= lowest && here - lowest < bytes ? here - lowest : 0;
}

/* It grows up to its limit.  */
static size_t
room_of_first (uintptr_t here)
{
    uintptr_t top = first_frame + ABOVE;
    struct rlimit limit;

    if (!first_frame || getrlimit (RLIMIT_STACK, &limit) < 0)
        return 0;
    if (limit.rlim_cur >= top)
        return here < top ? here : 0;
    return room_below (here, top - limit.rlim_cur, limit.rlim_cur);
}

static size_t
room_of_thread (uintptr_t here)
{
    pthread_attr_t attributes;
    size_t bytes = 0;
    void *lowest;

    if (pthread_getattr_np (pthread_self (), &attributes))
        return 0;
    if (pthread_attr_getstack (&attributes, &lowest, &bytes))
        bytes = 0;
    pthread_attr_destroy (&attributes);
    return bytes ? room_below (here, (uintptr_t)lowest, bytes) : 0;
}

static size_t
room (uintptr_t here)
{
    stack_t alternate;

    if (sigaltstack (NULL, &alternate) == 0 && alternate.ss_flags & SS_ONSTACK)
        return room_below (here, (uintptr_t)alternate.ss_sp, alternate.ss_size);
    return gettid () == getpid () ? room_of_first (here)
                                  : room_of_thread (here);
}

int
hpm_stack_is_small (void)
{
    int saved = errno;
    int small = room ((uintptr_t)__builtin_frame_address (0)) < ENOUGH;

    errno = saved;
    return small;
}

/* The stack cannot be given back while we are on it.  */
static void
call_elsewhere (char *stack, void (*function) (void))
{
    ucontext_t here, there;

    if (getcontext (&there) < 0) {
        function ();
        return;
    }
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = LARGER;
    there.uc_link = &here;
    makecontext (&there, function, 0);
    swapcontext (&here, &there);
}

static void
call (void (*function) (void))
{
    char *stack = MAP_FAILED;
    int before;

    if (hpm_stack_is_small ())
        stack = mmap (NULL, LARGER, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) {
        function ();
        return;
    }
    pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &before);
    call_elsewhere (stack, function);
    pthread_setcancelstate (before, NULL);
    munmap (stack, LARGER);
}

void
hpm_stack_call (void (*function) (void))
{
    struct hpm_float_guard guard;

    hpm_float_begin (&guard);
    call (function);
    hpm_float_end (&guard);
}
