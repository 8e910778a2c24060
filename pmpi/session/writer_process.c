/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/preload.h"
#include "pmpi/guest/clock.h"
#include "pmpi/guest/descriptor_room.h"
#include "pmpi/guest/stderr_file.h"
#include "pmpi/session/writer_process.h"

#define PRELOAD HPM_PRELOAD "="
#define STACK_BYTES (64u << 10)
#define REAP_NS INT64_C (5000000000)

/* What the process in the middle is to do.  It shares our memory, and we are
 * stopped until it is gone (CLONE_VFORK).  */
struct errand {
    const char *path;
    const char *const *arguments;
    char **environment;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error;
    pid_t pid; /* of the writer */
};

static int
spawn_and_leave (void *data)
{
    struct errand *errand = data;

    errand->error = posix_spawn (
        &errand->pid, errand->path, &errand->actions, &errand->attributes,
        (char *const *)errand->arguments, errand->environment);
    /* Under valgrind this is a fork, at whose end what the program has not
     * flushed yet would be written a second time: not without descriptors,
     * which are this process's own.  */
    close_range (0, ~0u, 0);
    return 0;
}

/* The environment without LD_PRELOAD; free the array alone.  */
static char **
writer_environment (void)
{
    size_t n = 0, kept = 0;
    char **environment;

    while (environ && environ[n]) /* NULL: the program has none any more */
        n++;
    environment = calloc (n + 1, sizeof *environment);
    for (size_t i = 0; i < n && environment; i++)
        if (strncmp (environ[i], PRELOAD, strlen (PRELOAD)))
            environment[kept++] = environ[i];
    return environment;
}

/* Run the errand in a process that has no exit signal, so that nobody but us
 * can tell that it was there.  Returns an errno, 0 when the writer runs.  */
static int
run_in_the_middle (struct errand *errand)
{
    char *stack = mmap (NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    sigset_t all, before, its;
    int error = 0;
    pid_t pid;

    if (stack == MAP_FAILED)
        return errno;
    sigfillset (&all); /* no handler of the program runs in there */
    pthread_sigmask (SIG_SETMASK, &all, &before);
    /* In the background of a terminal that stops who writes (stty tostop), the
     * writer, and the program with it, would be stopped.  */
    its = before;
    sigaddset (&its, SIGTTOU);
    posix_spawnattr_setsigmask (&errand->attributes, &its);
    pid = clone (spawn_and_leave, stack + STACK_BYTES, CLONE_VM | CLONE_VFORK,
                 errand);
    if (pid < 0)
        error = errno;
    else
        while (waitpid (pid, NULL, __WCLONE) < 0 && errno == EINTR)
            continue;
    pthread_sigmask (SIG_SETMASK, &before, NULL);
    munmap (stack, STACK_BYTES);
    return error ? error : errand->error;
}

/* Both ends are behind the standard descriptors, which the writer's actions
 * set. Returns 0, or -1 with errno.  */
static int
make_pipe (int ends[2])
{
    int saved;

    if (pipe2 (ends, O_CLOEXEC) < 0)
        return -1;
    for (int i = 0; i < 2; i++)
        ends[i] = hpm_descriptor_raise (ends[i]);
    if (ends[0] >= 0 && ends[1] >= 0)
        return 0;
    saved = errno;
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0)
            close (ends[i]);
    errno = saved;
    return -1;
}

/* The writer's descriptors: nothing of the program's but standard error.  Where
 * that is closed or another file now, or nothing is to be said, no file of the
 * writer's may have its number.  */
static int
prepare_actions (posix_spawn_file_actions_t *actions, int done, int quiet)
{
    int error = posix_spawn_file_actions_init (actions);

    if (error == 0 && (quiet || !hpm_stderr_is (STDERR_FILENO)))
        error = posix_spawn_file_actions_addopen (actions, STDERR_FILENO,
                                                  "/dev/null", O_WRONLY, 0);
    else if (error == 0) /* onto itself: the program may close it on exec */
        error = posix_spawn_file_actions_adddup2 (actions, STDERR_FILENO,
                                                  STDERR_FILENO);
    if (error == 0)
        error = posix_spawn_file_actions_addopen (actions, STDIN_FILENO,
                                                  "/dev/null", O_RDONLY, 0);
    if (error == 0)
        error = posix_spawn_file_actions_addopen (actions, STDOUT_FILENO,
                                                  "/dev/null", O_WRONLY, 0);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2 (actions, done,
                                                  HPM_WRITER_DONE_FD);
    if (error == 0)
        error = posix_spawn_file_actions_addclosefrom_np (
            actions, HPM_WRITER_DONE_FD + 1);
    return error;
}

int
hpm_writer_process_start (struct hpm_writer_process *process, const char *path,
                          const char *const *arguments, int quiet,
                          struct hpm_error *error)
{
    struct errand errand = { .path = path, .arguments = arguments };
    int saved = errno, ends[2], failure;

    process->pipe = -1;
    if (make_pipe (ends) < 0)
        return hpm_error_set (error, "cannot make a pipe: %s",
                              strerror (errno));
    errand.environment = writer_environment ();
    failure = prepare_actions (&errand.actions, ends[1], quiet);
    if (failure == 0)
        failure = posix_spawnattr_init (&errand.attributes);
    if (failure == 0)
        failure = posix_spawnattr_setflags (&errand.attributes,
                                            POSIX_SPAWN_SETSIGMASK);
    if (failure == 0)
        failure = errand.environment ? run_in_the_middle (&errand) : ENOMEM;
    posix_spawn_file_actions_destroy (&errand.actions);
    free (errand.environment);
    close (ends[1]);
    errno = saved;
    if (failure) {
        close (ends[0]);
        return hpm_error_set (error, "cannot start %s: %s", path,
                              strerror (failure));
    }
    process->pipe = ends[0];
    process->pid = errand.pid;
    return 0;
}

/* Where the program has lowered its limit of descriptors to 0, poll refuses to
 * wait for one.  */
static void
wait_readable (int fd, int64_t milliseconds)
{
    const struct timespec moment = { 0, 1000000 };
    struct pollfd ready = { .fd = fd, .events = POLLIN };

    if (poll (&ready, 1, (int)milliseconds) < 0 && errno != EINTR)
        nanosleep (&moment, NULL);
}

/* Read one line, up to the end of the pipe, which does not block, or of the
 * time.  */
static size_t
read_line (int fd, int seconds, char *text, size_t size)
{
    int64_t end = hpm_clock_monotonic () + seconds * INT64_C (1000000000);
    size_t length = 0;

    for (;;) {
        int64_t left = (end - hpm_clock_monotonic ()) / 1000000;
        ssize_t n;

        if (left <= 0 || length == size - 1)
            break;
        wait_readable (fd, left);
        n = read (fd, text + length, size - 1 - length);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n <= 0)
            break;
        length += (size_t)n;
        if (memchr (text, '\n', length))
            break;
    }
    text[length] = '\0';
    text[strcspn (text, "\n")] = '\0';
    return length;
}

/* ---- its end ------------------------------------------------------------ */

static int
inherits_orphans (void)
{
    int is_reaper = 0;

    return getpid () == 1
           || (prctl (PR_GET_CHILD_SUBREAPER, &is_reaper, 0L, 0L, 0L) == 0
               && is_reaper);
}

/* It has said its word, or nothing for long.  */
static void
reap (pid_t writer)
{
    const struct timespec pause = { 0, 1000000 };
    int64_t end = hpm_clock_monotonic () + REAP_NS;

    while (waitpid (writer, NULL, WNOHANG) == 0 && hpm_clock_monotonic () < end)
        nanosleep (&pause, NULL);
}

static size_t
read_word (struct hpm_writer_process *process, int seconds, char *text,
           size_t size)
{
    size_t length;

    fcntl (process->pipe, F_SETFL, O_NONBLOCK);
    length = read_line (process->pipe, seconds, text, size);
    close (process->pipe);
    process->pipe = -1;
    return length;
}

/* Take away the SIGCHLD of the writer, with which one of a child of the
 * program's may have become one: that comes again, if it is there to be waited
 * for.  */
static void
take_its_signal (const sigset_t *child, pid_t writer)
{
    const struct timespec now = { 0, 0 };
    siginfo_t signal, others = { .si_pid = 0 };

    if (sigtimedwait (child, &signal, &now) < 0)
        return;
    if (signal.si_pid != writer
        || (waitid (P_ALL, 0, &others, WEXITED | WNOHANG | WNOWAIT) == 0
            && others.si_pid))
        kill (getpid (), SIGCHLD);
}

/* The same, where the writer is our child: neither a handler of SIGCHLD nor the
 * program's next wait is to learn of it, as long as its other threads do not
 * take the signal.  */
static size_t
read_word_of_child (struct hpm_writer_process *process, int seconds, char *text,
                    size_t size)
{
    sigset_t child, before, pending;
    size_t length;

    sigemptyset (&child);
    sigaddset (&child, SIGCHLD);
    pthread_sigmask (SIG_BLOCK, &child, &before);
    sigpending (&pending);
    length = read_word (process, seconds, text, size);
    reap (process->pid);
    if (!sigismember (&pending, SIGCHLD))
        take_its_signal (&child, process->pid);
    pthread_sigmask (SIG_SETMASK, &before, NULL);
    return length;
}

int
hpm_writer_process_wait (struct hpm_writer_process *process, int seconds,
                         char *text, size_t size, struct hpm_error *error)
{
    int64_t end = hpm_clock_monotonic () + seconds * INT64_C (1000000000);
    int saved = errno;
    size_t length;

    if (process->pipe < 0)
        return hpm_error_set (error, "there is no writer");
    length = inherits_orphans ()
                 ? read_word_of_child (process, seconds, text, size)
                 : read_word (process, seconds, text, size);
    errno = saved;
    if (!strncmp (text, "ok ", 3))
        return 0;
    if (!strncmp (text, "failed ", 7))
        return hpm_error_set (error, "%s", text + 7);
    if (!length && hpm_clock_monotonic () >= end) {
        hpm_error_set (
            error, "its writer has not ended within %d s and goes on", seconds);
        return 1;
    }
    return hpm_error_set (error,
                          length ? "the writer said \"%s\""
                                 : "the writer ended without a word%s",
                          text);
}
