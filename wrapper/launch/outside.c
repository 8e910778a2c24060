/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/launch/outside.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "include/hpm_launch.h"
#include "wrapper/launch/program.h"

#define NAME "hpmrun"

/* What is passed on to the program, where somebody sends it to this process. */
static const int passed[] = {
    SIGHUP,  SIGINT,  SIGQUIT,  SIGTERM, SIGUSR1,   SIGUSR2,
    SIGALRM, SIGCONT, SIGURG,   SIGIO,   SIGVTALRM, SIGPROF,
    SIGXCPU, SIGPWR,  SIGWINCH, SIGTSTP, SIGTTIN,   SIGTTOU,
};

#define PASSED (sizeof passed / sizeof *passed)

void
hpm_outside_become (char **program, struct hpm_error *error)
{
    char self[PATH_MAX];
    ssize_t length = readlink ("/proc/self/exe", self, sizeof self - 1);
    size_t count = 0;
    char **words;

    self[length > 0 ? length : 0] = '\0';
    while (program[count])
        count++;
    words = calloc (count + 2, sizeof *words);
    if (words) {
        words[0] = (char *)NAME;
        memcpy (words + 1, program, count * sizeof *words);
        execv (self, words);
    }
    hpm_error_set (error, "cannot count '%s' from outside: %s", program[0],
                   strerror (errno));
    free (words);
}

/* ---- the program -------------------------------------------------------- */

/* A signal that something else in this process waits for is its own.  */
static int
is_taken (int number)
{
    struct sigaction action;

    return sigaction (number, NULL, &action) < 0
           || (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

static void
choose_signals (sigset_t *signals)
{
    sigemptyset (signals);
    sigaddset (signals, SIGCHLD);
    for (size_t i = 0; i < PASSED; i++)
        if (!is_taken (passed[i]))
            sigaddset (signals, passed[i]);
}

/* What the program is to find as it would without us.  */
struct inherited {
    sigset_t mask;
    struct sigaction child; /* of SIGCHLD */
};

/* Where SIGCHLD is ignored, as some supervisors have it, nobody learns of the
 * program's end, nor of its status.  */
static void
take_over_signals (const sigset_t *signals, struct inherited *inherited)
{
    struct sigaction own = { .sa_handler = SIG_DFL };

    sigaction (SIGCHLD, &own, &inherited->child);
    sigprocmask (SIG_BLOCK, signals, &inherited->mask);
}

/* In the child: become the program, or tell the parent why not.  Whoever kills
 * this process means the program.  */
static void
execute (char **program, const struct inherited *inherited, int report)
{
    int problem;

    prctl (PR_SET_PDEATHSIG, SIGKILL);
    sigaction (SIGCHLD, &inherited->child, NULL);
    sigprocmask (SIG_SETMASK, &inherited->mask, NULL);
    execvp (program[0], program);
    problem = errno;
    if (write (report, &problem, sizeof problem) < 0)
        _exit (HPM_EXIT_CANNOT_RUN);
    _exit (HPM_EXIT_CANNOT_RUN);
}

/* Returns the program's id once it is executed, or -1 with errno.  */
static pid_t
start (char **program, const struct inherited *inherited)
{
    int ends[2], problem = 0;
    pid_t child;

    if (pipe2 (ends, O_CLOEXEC) < 0)
        return -1;
    child = fork ();
    if (child == 0)
        execute (program, inherited, ends[1]);
    close (ends[1]);
    if (child > 0
        && read (ends[0], &problem, sizeof problem) == sizeof problem) {
        waitpid (child, NULL, 0);
        child = -1;
    }
    close (ends[0]);
    if (problem)
        errno = problem;
    return child;
}

/* ---- while it runs ------------------------------------------------------ */

/* Returns 1 when the program has ended.  When it stops, so does this process:
 * the shell looks at it.  */
static int
look_at_program (pid_t child, int *status)
{
    while (waitpid (child, status, WNOHANG | WUNTRACED) == child) {
        if (!WIFSTOPPED (*status))
            return 1;
        raise (SIGSTOP);
    }
    return 0;
}

/* What the terminal sends, the program gets itself.  */
static void
pass (pid_t child, const siginfo_t *info)
{
    if (info->si_code != SI_KERNEL)
        kill (child, info->si_signo);
}

static int
wait_for_end (pid_t child, const sigset_t *signals)
{
    siginfo_t info;
    int status = 0;

    while (!look_at_program (child, &status))
        if (sigwaitinfo (signals, &info) > 0 && info.si_signo != SIGCHLD)
            pass (child, &info);
    return status;
}

/* ---- its end ------------------------------------------------------------ */

static void
finish_count (void)
{
    void (*finish) (void);

    *(void **)&finish = dlsym (RTLD_DEFAULT, HPM_OUTSIDE_FINISH);
    if (finish)
        finish ();
}

/* The program left its core, if any.  */
static void
die_of (int number)
{
    const struct rlimit none = { 0, 0 };
    sigset_t one;

    setrlimit (RLIMIT_CORE, &none);
    signal (number, SIG_DFL);
    sigemptyset (&one);
    sigaddset (&one, number);
    sigprocmask (SIG_UNBLOCK, &one, NULL);
    raise (number);
}

int
hpm_outside_run (char **program, struct hpm_error *error)
{
    struct inherited inherited;
    sigset_t signals;
    int status;
    pid_t child;

    choose_signals (&signals);
    take_over_signals (&signals, &inherited);
    child = start (program, &inherited);
    if (child < 0) {
        status = errno == ENOENT ? HPM_EXIT_NOT_FOUND : HPM_EXIT_CANNOT_RUN;
        hpm_error_set (error, "cannot run '%s': %s", program[0],
                       strerror (errno));
        return status;
    }
    status = wait_for_end (child, &signals);
    finish_count ();
    if (WIFSIGNALED (status))
        die_of (WTERMSIG (status));
    exit (WIFEXITED (status) ? WEXITSTATUS (status) : HPM_EXIT_CANNOT_RUN);
}
