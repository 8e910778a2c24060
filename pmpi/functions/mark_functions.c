/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Functions of programs that are built with -finstrument-functions: the
 * compiler calls these two in each of them.  They are the C library's, too,
 * which do nothing, or another tool's, which we hand on to.
 */
#include "config.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#include "pmpi/guest/dlsym_next.h"
#include "pmpi/guest/export.h"
#include "pmpi/functions/function_stack.h"
#include "pmpi/functions/functions.h"
#include "pmpi/region/regions.h"

typedef void hook_fn (void *function, void *site);

void __cyg_profile_func_enter (void *function, void *site);
void __cyg_profile_func_exit (void *function, void *site);

static struct {
    int chosen;            /* some functions are regions */
    pthread_key_t key;     /* of threads' stacks */
    hook_fn *enter, *exit; /* another tool's, or NULL */
} hooks;

/* Small, since it is taken from the stack of each thread.  */
static _Thread_local __attribute__ ((tls_model ("initial-exec"))) struct {
    struct hpm_function_stack *stack; /* NULL: not needed yet */
    /* The thread is at it: what is called meanwhile, by malloc of the program's
     * own or in a signal handler, is no region.  */
    int busy;
} self;

/* Those of the C library do nothing.  */
static hook_fn *
find_next (const char *name)
{
    void *next = hpm_dlsym_behind (name);
    void *libc = hpm_dlsym_behind ("gnu_get_libc_version");
    Dl_info of_next, of_libc;

    if (!next || !dladdr (next, &of_next))
        return NULL;
    if (libc && dladdr (libc, &of_libc)
        && of_libc.dli_fbase == of_next.dli_fbase)
        return NULL;
    return (hook_fn *)next;
}

static void
end_thread (void *data)
{
    struct hpm_function_stack *stack = data;

    self.stack = NULL;
    free (stack->frames);
    free (stack);
}

__attribute__ ((constructor)) static void
read_list (void)
{
    const char *list = getenv ("HPM_FUNCTIONS");

    hooks.enter = find_next ("__cyg_profile_func_enter");
    hooks.exit = find_next ("__cyg_profile_func_exit");
    if (list && *list && pthread_key_create (&hooks.key, end_thread) == 0)
        hooks.chosen = hpm_functions_choose (list) == 0;
}

static struct hpm_function_stack *
stack_of_thread (void)
{
    if (!self.stack) {
        self.stack = calloc (1, sizeof *self.stack);
        if (self.stack)
            pthread_setspecific (hooks.key, self.stack);
    }
    return self.stack;
}

static void
enter (const struct hpm_function_frame *frame)
{
    struct hpm_function_stack *stack = stack_of_thread ();

    if (!stack)
        return;
    hpm_function_stack_enter (stack, frame, hpm_regions_leave);
    hpm_regions_enter (frame->label);
}

static void
leave (const struct hpm_function_frame *frame)
{
    if (self.stack)
        hpm_function_stack_leave (self.stack, frame, hpm_regions_leave);
}

/* What calls us is not its own code, or unknown.  */
static int
may_be_inlined (uintptr_t function, uintptr_t from)
{
    return from - function >= hpm_function_slot_of (function)->size;
}

static __attribute__ ((noinline)) void
mark (const void *function, struct hpm_function_frame *frame,
      void (*what) (const struct hpm_function_frame *))
{
    if (self.busy)
        return;
    self.busy = 1;
    __atomic_signal_fence (__ATOMIC_SEQ_CST);
    if (!frame->label)
        frame->label = hpm_functions_learn (function);
    if (frame->label != &hpm_functions_dropped) {
        frame->is_inlined = may_be_inlined ((uintptr_t)function, frame->from);
        what (frame);
    }
    __atomic_signal_fence (__ATOMIC_SEQ_CST);
    self.busy = 0;
}

/* Words of a frame that are looked at.  */
#define FRAME_WORDS 32

/* Where a function's frame begins: where its return address is, which the
 * compiler tells; it is above our own frame, as far up as the function has
 * registers and variables.  Frames of functions that are called from the same
 * place begin at the same place then, and end there as well.  Elsewhere, and of
 * large frames, it is where they end: no frame of what it calls begins above.
 */
static __attribute__ ((no_sanitize ("address", "thread"))) uintptr_t
place_of (const uintptr_t *ours, const void *site)
{
#if defined __x86_64__ || defined __i386__
    ours += 2; /* the caller's, and our return address */
    for (int i = -1; site && i < FRAME_WORDS; i++)
        if (ours[i] == (uintptr_t)site)
            return (uintptr_t)&ours[i];
#endif
    (void)site;
    return (uintptr_t)ours;
}

/* Of who calls us.  */
#define FRAME_OF_CALLER(which, site)                                           \
    {                                                                          \
        .label = which, .place = place_of (__builtin_frame_address (0), site), \
        .from = (uintptr_t)__builtin_return_address (0)                        \
    }

HPM_EXPORT void
__cyg_profile_func_enter (void *function, void *site)
{
    if (hooks.enter)
        hooks.enter (function, site);
    if (hooks.chosen) {
        const struct hpm_label *label = hpm_functions_find (function);

        if (label != &hpm_functions_dropped) {
            struct hpm_function_frame frame = FRAME_OF_CALLER (label, site);

            mark (function, &frame, enter);
        }
    }
}

HPM_EXPORT void
__cyg_profile_func_exit (void *function, void *site)
{
    if (hooks.chosen) {
        const struct hpm_label *label = hpm_functions_find (function);

        if (label != &hpm_functions_dropped) {
            struct hpm_function_frame frame = FRAME_OF_CALLER (label, site);

            mark (function, &frame, leave);
        }
    }
    if (hooks.exit)
        hooks.exit (function, site);
}
