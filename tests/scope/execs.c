/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that becomes a shell:
 *
 *     execs FUNCTION HOW [fork|vfork|small|handler]
 *
 * with HOW one of keep, drop, twice, other, script, bad, nowhere, nameless,
 * wild, half and confined,
 * by each function of exec, with its environment, without it, with one that has
 * LD_PRELOAD a second time, empty, a program of another loader, a script of
 * its, or not at all, as the file is no program, its name no address or empty,
 * its environment no address, or half of that none, or where a filter kills who
 * reads its own memory by a system call; itself, or in a child, which may have
 * a small stack, or in a signal handler on an alternate stack.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PROGRAM "/bin/sh"
#define OTHER "./other_loader"
#define SCRIPT "echo \"became $1 $2\"; exit 3"

/* The C library has it since glibc 2.34, the library under test always.  */
int execveat (int folder, const char *name, char *const *words,
              char *const *environment, int flags) __attribute__ ((weak));

static const char *function, *file = PROGRAM;

static int
is (const char *name)
{
    return !strcmp (function, name);
}

static void
become (char *const *environment)
{
    const char *const texts[]
        = { "sh", "-c", SCRIPT, "sh", "one", "two", NULL };
    char *const *words = (char *const *)texts;
    char **before = environ;
    int folder = file && !*file ? open (PROGRAM, O_RDONLY) : AT_FDCWD;

    if (is ("execve"))
        execve (file, words, environment);
    if (is ("execvpe"))
        execvpe (*file == '/' ? file + 5 : file, words, environment);
    if (is ("fexecve"))
        fexecve (open (file, O_RDONLY | O_CLOEXEC), words, environment);
    if (is ("execveat") && execveat)
        execveat (folder, file, words, environment, 0);
    if (is ("execveat") && !execveat)
        syscall (SYS_execveat, folder, file, words, environment, 0);
    if (is ("execle"))
        execle (file, "sh", "-c", SCRIPT, "sh", "one", "two", (char *)NULL,
                environment);
    environ = (char **)environment;
    if (is ("execv"))
        execv (file, words);
    if (is ("execvp"))
        execvp (file, words);
    if (is ("execl"))
        execl (file, "sh", "-c", SCRIPT, "sh", "one", "two", (char *)NULL);
    if (is ("execlp"))
        execlp (file, "sh", "-c", SCRIPT, "sh", "one", "two", (char *)NULL);
    environ = before;
}

static int
become_in_child (void *environment)
{
    become (environment);
    return 99;
}

/* A child as vfork makes one, on two pages with none below.  */
static pid_t
make_small (char *const *environment)
{
    const size_t page = (size_t)sysconf (_SC_PAGESIZE);
    char *room
        = mmap (NULL, 4 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (room == MAP_FAILED
        || mprotect (room + 2 * page, 2 * page, PROT_READ | PROT_WRITE))
        return -1;
    return clone (become_in_child, room + 4 * page,
                  CLONE_VM | CLONE_VFORK | SIGCHLD, (void *)environment);
}

static char variable[] = "A=1";
static char *const nothing[] = { variable, NULL };
static char *half[] = { variable, variable, NULL };
static char *const *given = nothing;

static void
on_signal (int number)
{
    (void)number;
    become (given);
}

/* As large as SIGSTKSZ was before processors got long registers, with a page
 * below it that nobody may touch.  */
static void
become_in_handler (void)
{
    const size_t page = (size_t)sysconf (_SC_PAGESIZE);
    struct sigaction action
        = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK };
    stack_t stack = { .ss_size = 8192 };
    char *room = mmap (NULL, page + stack.ss_size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (room == MAP_FAILED || mprotect (room, page, PROT_NONE))
        return;
    stack.ss_sp = room + page;
    sigaltstack (&stack, NULL);
    sigaction (SIGUSR1, &action, NULL);
    raise (SIGUSR1);
}

static char *const *
preload_twice (void)
{
    static char *entries[1000], empty[] = "LD_PRELOAD=";
    size_t n = 0;

    for (char **entry = environ; *entry && n < 998; entry++)
        entries[n++] = *entry;
    entries[n] = empty;
    return entries;
}

/* As a program does that knows which system calls it needs.  */
static void
confine (void)
{
    struct sock_filter code[] = {
        BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
        BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 0, 1),
        BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = { sizeof code / sizeof *code, code };

    if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
        exit (77);
}

/* What the environment is to be.  */
static void
choose (const char *how)
{
    if (!strcmp (how, "keep") || !strcmp (how, "other")
        || !strcmp (how, "script"))
        given = environ;
    if (!strcmp (how, "twice"))
        given = preload_twice ();
    if (!strcmp (how, "wild"))
        given = (char *const *)1; /* no address of anything */
    if (!strcmp (how, "half")) {
        half[1] = (char *)1;
        given = half;
    }
}

int
main (int argc, char **argv)
{
    const char *how = argc > 2 ? argv[2] : "keep";
    const char *who = argc > 3 ? argv[3] : "";
    int status = 0;
    pid_t child = 0;

    function = argc > 1 ? argv[1] : "";
    if (!strcmp (how, "bad"))
        file = "./no-program";
    if (!strcmp (how, "nowhere"))
        file = NULL;
    if (!strcmp (how, "nameless"))
        file = "";
    if (!strcmp (how, "confined"))
        confine ();
    if (!strcmp (how, "other"))
        file = OTHER;
    if (!strcmp (how, "script"))
        file = "./other_script";
    choose (how);
    if (!strcmp (who, "fork"))
        child = fork ();
    if (!strcmp (who, "vfork"))
        child = vfork ();
    if (!strcmp (who, "small"))
        child = make_small (given);
    if (!strcmp (who, "handler"))
        become_in_handler ();
    else if (child == 0)
        become (given);
    if (child == 0 && *who && strcmp (who, "handler"))
        _exit (99);
    if (child > 0)
        waitpid (child, &status, 0);
    printf ("%s: %d, %s\n", function, status, child ? "" : strerror (errno));
    return 5;
}
