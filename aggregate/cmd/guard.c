/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/real_text.h"
#include "aggregate/console/say.h"
#include "aggregate/console/scratch.h"

#define MEMORY_FLOOR ((rlim_t)4 << 30)
#define MEMORY_PER_BYTE 256 /* of the file */
#define SECONDS_FLOOR 10
#define BYTES_PER_SECOND 50000 /* the slowest table takes 2,000,000 */
#define FOLDERS_MAX 2          /* one in another */
#define SECONDS_MAX 1e9
#define STATUS_MAX 2 /* of our own */

/* What surrounds one child.  */
struct guard {
    const char *path;
    double seconds;         /* of processor time, 0: no limit */
    int messages;           /* its stderr, -1: it has ours */
    int output[2];          /* a pipe as its stdout, -1: it has ours */
    struct hpm_spool spool; /* what came out of that */
    struct hpm_error error; /* that kept it from being kept */
};

static rlim_t sum; /* nftw has no argument for it */

static int
add_bytes (const char *path, const struct stat *status, int kind,
           struct FTW *where)
{
    (void)path;
    if (kind == FTW_F && S_ISREG (status->st_mode))
        sum += (rlim_t)status->st_size;
    return kind == FTW_D && where->level >= FOLDERS_MAX ? FTW_SKIP_SUBTREE
                                                        : FTW_CONTINUE;
}

/* Bytes of a file, or of the files of a folder and those of its folders.  */
static rlim_t
file_bytes (const char *path)
{
    struct stat status;

    if (stat (path, &status))
        return 0;
    if (!S_ISDIR (status.st_mode))
        return (rlim_t)status.st_size;
    sum = 0;
    nftw (path, add_bytes, 8, FTW_PHYS | FTW_ACTIONRETVAL);
    return sum;
}

int
hpm_guard_seconds (double usual, double *seconds)
{
    const char *given = getenv ("HPMAGG_SECONDS");
    char *end;

    *seconds = usual;
    if (!given || !*given)
        return 0;
    *seconds = strtod (given, &end);
    if (end != given && !*end && *seconds >= 0 && *seconds <= SECONDS_MAX)
        return 0;
    hpm_say ("HPMAGG_SECONDS=%s: not a number of seconds (0: no "
             "limit)",
             given);
    return -1;
}

/* How long reading may take.  Returns 0, or -1 after a message.  */
static int
find_seconds (struct guard *guard)
{
    double usual
        = SECONDS_FLOOR
          + floor ((double)file_bytes (guard->path) / BYTES_PER_SECOND);

    return hpm_guard_seconds (usual, &guard->seconds);
}

static void
limit_time (double seconds)
{
    struct itimerval time
        = { .it_value.tv_sec = (time_t)seconds,
            .it_value.tv_usec
            = (suseconds_t)(1e6 * (seconds - floor (seconds))) };

    /* Both 0 is no timer.  */
    if (seconds > 0 && !time.it_value.tv_sec && !time.it_value.tv_usec)
        time.it_value.tv_usec = 1;
    signal (SIGPROF, SIG_DFL);
    setitimer (ITIMER_PROF, &time, NULL);
}

/* Not outliving its parent, no core file, and neither more memory nor more time
 * than a file of that size can need: a damaged length must not take the machine
 * down.  A sanitizer needs address space without end.  */
static void
limit (const struct guard *guard)
{
    struct rlimit none = { 0, 0 };

    prctl (PR_SET_PDEATHSIG, SIGKILL);
    setrlimit (RLIMIT_CORE, &none);
    limit_time (guard->seconds);
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
    none.rlim_cur = none.rlim_max
        = MEMORY_FLOOR + MEMORY_PER_BYTE * file_bytes (guard->path);
    setrlimit (RLIMIT_AS, &none);
#endif
}

static void
copy_messages (int messages)
{
    char buffer[4096];
    ssize_t got;

    if (messages < 0 || lseek (messages, 0, SEEK_SET) < 0)
        return;
    while ((got = read (messages, buffer, sizeof buffer)) > 0)
        fwrite (buffer, 1, (size_t)got, stderr);
}

static int
run_child (int (*work) (void *data), void *data, const struct guard *guard)
{
    int status;

    if (guard->messages >= 0)
        dup2 (guard->messages, STDERR_FILENO);
    if (guard->output[1] >= 0) {
        dup2 (guard->output[1], STDOUT_FILENO);
        close (guard->output[0]);
        close (guard->output[1]);
    }
    limit (guard);
    status = work (data);
    fflush (NULL);
    return status;
}

/* Some of what the child writes, as read(2) says.  */
static ssize_t
collect_some (struct guard *guard)
{
    static char buffer[1 << 16];
    ssize_t got = hpm_spool_splice (&guard->spool, guard->output[0]);

    if (got >= 0)
        return got;
    got = read (guard->output[0], buffer, sizeof buffer);
    return got > 0
                   && hpm_spool_add (&guard->spool, buffer, (size_t)got,
                                     &guard->error)
               ? -1
               : got;
}

/* All that the child writes; when that cannot be kept, the child's next word
 * finds the pipe closed.  */
static void
collect (struct guard *guard)
{
    ssize_t got = 1;

    if (guard->output[1] < 0)
        return;
    close (guard->output[1]);
    while (got > 0) {
        got = collect_some (guard);
        if (got < 0 && errno == EINTR && !guard->error.text[0])
            got = 1;
    }
    close (guard->output[0]);
}

/* A terminal shows what happens, and tables look at what they are written to;
 * what goes to /dev/null need not be kept either.  */
static void
make_pipe (struct guard *guard)
{
    struct stat status;

    guard->output[0] = guard->output[1] = -1;
    if ((!fstat (STDOUT_FILENO, &status) && S_ISCHR (status.st_mode))
        || pipe2 (guard->output, O_CLOEXEC))
        return;
    (void)fcntl (guard->output[1], F_SETPIPE_SZ, 1 << 20);
}

/* The child ended by itself: what it wrote is for our caller.  */
static int
pass_on (struct guard *guard, int status)
{
    struct hpm_error error = { "" };

    copy_messages (guard->messages);
    if (status)
        return status;
    if (!hpm_spool_copy (&guard->spool, stdout, &error) && !fflush (stdout))
        return 0;
    if (!error.text[0])
        hpm_error_set (&error, "cannot write the output: %s", strerror (errno));
    hpm_say ("%s", error.text);
    return 2;
}

/* Where to find the cause, when it is none of ours.  */
static void
tell_signal (const struct guard *guard, int number)
{
    const char *name = strsignal (number);

    if (number == SIGPROF && guard->seconds > 0) {
        char seconds[HPM_REAL_TEXT];

        hpm_real_text (seconds, guard->seconds);
        hpm_say ("reading %s was stopped after %s s of processor time, "
                 "the limit for a file of its size: HPMAGG_SECONDS=N allows N "
                 "s, 0 any time",
                 guard->path, seconds);
    } else if (number == SIGKILL)
        hpm_say ("reading %s was killed (signal 9): by somebody, or by "
                 "the system when memory ran out",
                 guard->path);
    else
        hpm_say ("reading %s ended by signal %d (%s) in hpmagg or a library: "
                 "if the file was copied, copy it again",
                 guard->path, number, name ? name : "?");
}

static int
report (struct guard *guard, int status)
{
    int ended = WIFEXITED (status), code = ended ? WEXITSTATUS (status) : 0;

    if (ended && code <= STATUS_MAX && code != 1)
        return pass_on (guard, code);
    copy_messages (guard->messages);
    /* The reader of a pipe that went away is nothing to talk about.  */
    if (guard->error.text[0])
        hpm_say ("%s", guard->error.text);
    else if (ended)
        hpm_say ("reading %s ended with status %d", guard->path, code);
    else if (WTERMSIG (status) != SIGPIPE)
        tell_signal (guard, WTERMSIG (status));
    return 2;
}

static int
run_guarded (struct guard *guard, int (*work) (void *data), void *data)
{
    pid_t child;
    int status;

    fflush (NULL);
    child = fork ();
    if (child == 0)
        _exit (run_child (work, data, guard));
    if (child < 0) {
        hpm_say ("cannot start a process: %s", strerror (errno));
        return 2;
    }
    collect (guard);
    while (waitpid (child, &status, 0) < 0 && errno == EINTR)
        continue;
    return report (guard, status);
}

/* `messages` is -1 where stderr and stdout are left as they are.  */
static int
run_within (int (*work) (void *data), void *data, const char *path,
            int messages)
{
    struct guard guard
        = { .path = path, .messages = messages, .output = { -1, -1 } };
    int result;

    if (find_seconds (&guard))
        return 2;
    if (messages >= 0)
        make_pipe (&guard);
    result = run_guarded (&guard, work, data);
    hpm_spool_release (&guard.spool);
    return result;
}

int
hpm_guard_run (int (*work) (void *data), void *data, const char *path)
{
    int messages = memfd_create ("messages", MFD_CLOEXEC);
    int result = run_within (work, data, path, messages);

    if (messages >= 0)
        close (messages);
    return result;
}

int
hpm_guard_run_aloud (int (*work) (void *data), void *data, const char *path)
{
    return run_within (work, data, path, -1);
}
