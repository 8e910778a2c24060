/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "guard.h"

#include <errno.h>
#include <ftw.h>
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

#include "say.h"

#define MEMORY_FLOOR ((rlim_t)4 << 30)
#define MEMORY_PER_BYTE 256 /* of the file */
#define SECONDS_FLOOR 10
#define BYTES_PER_SECOND 50000 /* the slowest table takes 2,000,000 */
#define FOLDERS_MOST 2         /* one in another */
#define STATUS_MOST 2          /* of our own */

static rlim_t sum; /* nftw has no argument for it */

static int
add_bytes (const char *path, const struct stat *status, int kind,
           struct FTW *where)
{
    (void)path;
    if (kind == FTW_F && S_ISREG (status->st_mode))
        sum += (rlim_t)status->st_size;
    return kind == FTW_D && where->level >= FOLDERS_MOST ? FTW_SKIP_SUBTREE
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

/* Not outliving its parent, no core file, and neither more memory nor more time
 * than a file of that size can need: a damaged length must not take the machine
 * down, and HDF5 has loops that a damaged file can make endless.  A sanitizer
 * needs address space without end.  */
static void
limit (const char *path)
{
    struct rlimit none = { 0, 0 };
    rlim_t bytes = file_bytes (path);
    struct itimerval time
        = { .it_value.tv_sec
            = (time_t)(SECONDS_FLOOR + bytes / BYTES_PER_SECOND) };

    prctl (PR_SET_PDEATHSIG, SIGKILL);
    setrlimit (RLIMIT_CORE, &none);
    setitimer (ITIMER_PROF, &time, NULL);
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
    none.rlim_cur = none.rlim_max = MEMORY_FLOOR + MEMORY_PER_BYTE * bytes;
    setrlimit (RLIMIT_AS, &none);
#endif
}

static void
copy_messages (int messages)
{
    char buffer[4096];
    ssize_t got;

    if (lseek (messages, 0, SEEK_SET) < 0)
        return;
    while ((got = read (messages, buffer, sizeof buffer)) > 0)
        fwrite (buffer, 1, (size_t)got, stderr);
}

static int
run_child (int (*work) (void *data), void *data, const char *path, int messages)
{
    int status;

    if (messages >= 0)
        dup2 (messages, STDERR_FILENO);
    limit (path);
    status = work (data);
    fflush (NULL);
    return status;
}

static int
report (int status, int messages, const char *path)
{
    if (WIFEXITED (status) && WEXITSTATUS (status) <= STATUS_MOST
        && WEXITSTATUS (status) != 1) {
        copy_messages (messages);
        return WEXITSTATUS (status);
    }
    /* The reader of a pipe that went away is no damage.  */
    if (WIFSIGNALED (status) && WTERMSIG (status) == SIGPIPE)
        return 2;
    if (getenv ("HPMAGG_DEBUG"))
        copy_messages (messages);
    hpm_say ("%s is damaged (reading it failed): copy it again, or "
             "repeat the run",
             path);
    return 2;
}

/* `messages` is -1 where stderr is left as it is.  */
static int
run_guarded (int (*work) (void *data), void *data, const char *path,
             int messages)
{
    int status = 0, result;
    pid_t child;

    fflush (NULL);
    child = fork ();
    if (child == 0)
        _exit (run_child (work, data, path, messages));
    if (child < 0) {
        hpm_say ("cannot start a process: %s", strerror (errno));
        result = 2;
    } else {
        while (waitpid (child, &status, 0) < 0 && errno == EINTR)
            continue;
        result = report (status, messages, path);
    }
    return result;
}

int
hpm_guard_run (int (*work) (void *data), void *data, const char *path)
{
    int messages = memfd_create ("messages", MFD_CLOEXEC);
    int result = run_guarded (work, data, path, messages);

    if (messages >= 0)
        close (messages);
    return result;
}

int
hpm_guard_run_aloud (int (*work) (void *data), void *data, const char *path)
{
    return run_guarded (work, data, path, -1);
}
