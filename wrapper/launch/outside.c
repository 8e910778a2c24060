/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/launch/outside.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "include/hpm_launch.h"
#include "wrapper/launch/program.h"

#define NAME "hpmrun"

/* Whoever executed hpmrun may have set alarms, which exec keeps and fork does
 * not.  */
static const int timers[] = { ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF };

#define TIMERS (sizeof timers / sizeof *timers)

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

/* All that can be caught: what somebody sends to this process, the program is
 * to have.  */
static void
choose_signals (sigset_t *signals)
{
    sigfillset (signals);
    for (int number = 1; number <= SIGRTMAX; number++)
        if (number != SIGCHLD && is_taken (number))
            sigdelset (signals, number);
}

/* What the program is to find as it would without us.  */
struct inherited {
    sigset_t mask;
    struct sigaction child; /* of SIGCHLD */
    struct itimerval times[TIMERS];
};

static void
take_over_timers (struct inherited *inherited)
{
    const struct itimerval none = { { 0, 0 }, { 0, 0 } };

    for (size_t i = 0; i < TIMERS; i++)
        setitimer (timers[i], &none, &inherited->times[i]);
}

/* Where SIGCHLD is ignored, as some supervisors have it, nobody learns of the
 * program's end, nor of its status.  */
static void
take_over_signals (const sigset_t *signals, struct inherited *inherited)
{
    struct sigaction own = { .sa_handler = SIG_DFL };

    sigaction (SIGCHLD, &own, &inherited->child);
    sigprocmask (SIG_BLOCK, signals, &inherited->mask);
    take_over_timers (inherited);
}

/* In the child: become the program, or tell the parent why not.  Whoever kills
 * this process means the program.  */
static void
execute (char **program, const struct inherited *inherited, int report)
{
    int problem;

    prctl (PR_SET_PDEATHSIG, SIGKILL);
    for (size_t i = 0; i < TIMERS; i++)
        setitimer (timers[i], &inherited->times[i], NULL);
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

#define STOPPED_NS 50000000 /* between looks at a stopped program */

/* Whether it is stopped; "PID (NAME) STATE ...".  */
static int
is_stopped (pid_t process)
{
    char path[64], text[512];
    const char *name_end;
    ssize_t n;
    int fd;

    snprintf (path, sizeof path, "/proc/%d/stat", (int)process);
    fd = open (path, O_RDONLY | O_CLOEXEC);
    n = fd < 0 ? -1 : read (fd, text, sizeof text - 1);
    if (fd >= 0)
        close (fd);
    text[n < 0 ? 0 : n] = '\0';
    name_end = strrchr (text, ')');
    return name_end && name_end[1] && strchr ("Tt", name_end[2]);
}

/* Somebody may continue the program alone, or kill it: while this process is
 * stopped, a child looks, in a session of its own, where it gets no signal of a
 * terminal, and continues this process.  Nobody waits for it, since what it
 * used would then be taken for the program's.  Returns its id, or -1.  */
static pid_t
start_watch (pid_t program)
{
    const struct timespec pause = { 0, STOPPED_NS };
    pid_t parent = getpid (), child = fork ();

    if (child)
        return child;
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    setsid ();
    close_range (0, ~0u, 0);
    while (getppid () == parent
           && (is_stopped (program) || !is_stopped (parent)))
        nanosleep (&pause, NULL);
    if (getppid () == parent)
        kill (parent, SIGCONT);
    syscall (SYS_exit_group, 0);
    return 0;
}

/* The shell that looks at this process sees it stop as the program did.  */
static void
stop_of (int number)
{
    struct sigaction plain = { .sa_handler = SIG_DFL }, before;
    sigset_t one;

    if (number == SIGSTOP || sigaction (number, &plain, &before) < 0) {
        raise (SIGSTOP);
        return;
    }
    sigemptyset (&one);
    sigaddset (&one, number);
    sigprocmask (SIG_UNBLOCK, &one, NULL);
    raise (number);
    sigprocmask (SIG_BLOCK, &one, NULL);
    sigaction (number, &before, NULL);
}

/* What is known of the program.  */
struct watched {
    pid_t id;
    int status; /* once it has ended */
    int stopped;
    int continued; /* by a SIGCONT that was not ours, and ours is to come */
    pid_t watch;   /* the child that continued us, or 0 */
};

/* Until it is continued, or somebody continues this process.  */
static void
stop_with (struct watched *program, int number)
{
    program->watch = start_watch (program->id);
    stop_of (number);
    if (program->watch > 0)
        kill (program->watch, SIGKILL);
}

/* Returns 1 when the program has ended.  When it stops, so does this process.
 */
static int
look_at_program (struct watched *program)
{
    int status;

    while (waitpid (program->id, &status, WNOHANG | WUNTRACED | WCONTINUED)
           == program->id) {
        if (!WIFSTOPPED (status) && !WIFCONTINUED (status)) {
            program->status = status;
            return 1;
        }
        program->continued = program->stopped && WIFCONTINUED (status);
        program->stopped = WIFSTOPPED (status);
        if (program->stopped)
            stop_with (program, WSTOPSIG (status));
    }
    return 0;
}

/* What the terminal sends to a group, the program gets itself; that the
 * terminal is gone is told to the leader of the session alone.  */
static int
has_its_own (const struct watched *program, const siginfo_t *info)
{
    int number = info->si_signo;

    if (number == SIGCONT
        && (program->continued
            || (info->si_code == SI_USER && info->si_pid == program->watch)))
        return 1;
    if (info->si_code == SI_KERNEL)
        return getsid (0) != getpid ()
               || (number != SIGHUP && number != SIGCONT);
    /* The end of a process of ours; and a message of ours that nobody reads. */
    return info->si_code > 0
           || (info->si_code == SI_USER && info->si_pid == getpid ());
}

/* With what came with it, where the kernel permits that.  */
static void
pass (struct watched *program, siginfo_t *info)
{
    int own = has_its_own (program, info);

    if (info->si_signo == SIGCONT)
        program->stopped = program->continued = 0;
    if (!own
        && (info->si_code >= 0
            || syscall (SYS_rt_sigqueueinfo, program->id, info->si_signo, info)
                   < 0))
        kill (program->id, info->si_signo);
}

/* Somebody may wait until nobody has the program's.  */
static void
leave_standard_files (void)
{
    int nothing = open ("/dev/null", O_RDWR | O_CLOEXEC);

    if (nothing < 0)
        return;
    dup2 (nothing, STDIN_FILENO);
    dup2 (nothing, STDOUT_FILENO);
    if (nothing > STDERR_FILENO)
        close (nothing);
}

static int
wait_for_end (pid_t child, const sigset_t *signals)
{
    struct watched program = { .id = child };
    siginfo_t info;

    while (!look_at_program (&program))
        if (sigwaitinfo (signals, &info) > 0)
            pass (&program, &info);
    return program.status;
}

/* ---- its end ------------------------------------------------------------ */

static void
finish_count (int status)
{
    void (*finish) (int);

    *(void **)&finish = dlsym (RTLD_DEFAULT, HPM_OUTSIDE_FINISH);
    if (finish)
        finish (WIFSIGNALED (status) ? 128 + WTERMSIG (status)
                                     : WEXITSTATUS (status));
}

/* The program left its core, if any; a core that goes to a program knows no
 * limit.  */
static void
die_of (int number)
{
    const struct rlimit none = { 0, 0 };
    sigset_t one;

    setrlimit (RLIMIT_CORE, &none);
    prctl (PR_SET_DUMPABLE, 0);
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
    leave_standard_files ();
    status = wait_for_end (child, &signals);
    finish_count (status);
    if (WIFSIGNALED (status))
        die_of (WTERMSIG (status));
    exit (WIFEXITED (status) ? WEXITSTATUS (status) : HPM_EXIT_CANNOT_RUN);
}
