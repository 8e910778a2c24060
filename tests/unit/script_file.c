/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Who reads a script, and how a program is found along PATH: what execve and
 * execvp do with the same files is the reference.
 */
#include "base/file/script_file.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/text.h"
#include "tests/tap.h"
#include "tests/unit/made_program.h"

static void
write_text (const char *path, const char *text)
{
    write_file (path, text, strlen (text));
}

#define STATIC_READER "static-reader"
#define MUSL_READER "musl-reader"

/* Scripts, and who reads them, in the current folder.  The first line is taken
 * as the kernel takes it: what execve does with the same file is the reference.
 */
static const struct {
    const char *text;
    const char *reader; /* NULL: it is taken for no script */
    int takes;
} scripts[] = {
    { "#!/bin/sh\n", "/bin/sh", 1 },
    { "#! \t/bin/sh\t-e \n", "/bin/sh", 1 },
    { "#!/bin/sh", "/bin/sh", 1 },
    { "#!" STATIC_READER "\n", STATIC_READER, 0 },
    { "#!./" MUSL_READER " -x\n", "./" MUSL_READER, 0 },
    { "#!\n/bin/sh\n", NULL, 1 },
    { "#", NULL, 1 },
    { "", NULL, 1 },
    { " #!" STATIC_READER "\n", NULL, 1 },
};

/* A case is a line.  */
static void
name_case (const char *text)
{
    char shown[64];

    tap_case ("first line '%s'",
              hpm_text_show (shown, sizeof shown,
                             (struct hpm_piece){ text, strlen (text) }));
}

static void
look_at_script (const char *text, const char *reader, int takes)
{
    write_text (PROGRAM, text);
    name_case (text);
    tap_ok (read_program (PROGRAM) == 0, "it can be executed");
    tap_text (program.path, reader ? reader : PROGRAM, "who reads it is found");
    tap_ok (hpm_program_preloads (&program) == takes,
            takes ? "a library is preloaded into who reads it"
                  : "who reads it takes no library");
}

/* What a function of exec says to the same file; 0 where /bin/true ran.  */
static int
errno_of (int (*execute) (const char *, char *const *), const char *name)
{
    int status, child = fork ();

    if (child == 0) {
        char *words[] = { (char *)name, NULL };

        execute (name, words);
        _exit (errno);
    }
    return waitpid (child, &status, 0) == child && WIFEXITED (status)
               ? WEXITSTATUS (status)
               : -1;
}

static int
errno_of_exec (const char *path)
{
    return errno_of (execv, path);
}

static int
errno_of_search (const char *name)
{
    return errno_of (execvp, name);
}

/* A first line of so many bytes, with what comes behind it: the kernel takes it
 * for one of a script where it sees the end of the path.  */
static void
look_at_long_line (int length, const char *rest)
{
    char text[512];
    int taken;

    snprintf (text, sizeof text, "#!%*s%s", length - 2, "/bin/true", rest);
    write_text (PROGRAM, text);
    tap_case ("%d bytes, %d behind them", length, (int)strlen (rest));
    taken = errno_of_exec (PROGRAM) == 0;
    tap_ok (read_program (PROGRAM) == 0, "it can be executed");
    tap_text (program.path, taken ? "/bin/true" : PROGRAM,
              "it is taken for what the kernel takes it for");
}

static void
look_at_long_lines (void)
{
    static const char *const rests[] = { "", "\n", " \n", "\t-x" };

    for (size_t i = 0; i < sizeof rests / sizeof *rests; i++)
        for (int length = 252; length < 259; length++)
            look_at_long_line (length, rests[i]);
}

static void
refuse (const char *text, int reason)
{
    write_text (PROGRAM, text);
    name_case (text);
    tap_ok (read_program (PROGRAM) == reason, "it is said why it can't run");
    tap_ok (errno_of_exec (PROGRAM) == reason, "the kernel says the same");
}

/* Six scripts deep, and the last reader is missing: that is seen first.  */
static void
look_at_chain (void)
{
    char name[16], text[32];

    for (int i = 1; i <= 5; i++) {
        snprintf (name, sizeof name, "deep%d", i);
        snprintf (text, sizeof text, "#!deep%d\n", i + 1);
        write_text (name, text);
    }
    refuse ("#!deep1\n", ENOENT);
    for (int i = 1; i <= 5; i++) {
        snprintf (name, sizeof name, "deep%d", i);
        unlink (name);
    }
}

static void
look_at_scripts (void)
{
    write_program (STATIC_READER, NULL);
    write_program (MUSL_READER, "/lib/ld-musl-x86_64.so.1");
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        look_at_script (scripts[i].text, scripts[i].reader, scripts[i].takes);
    look_at_long_lines ();
    refuse ("#!/nowhere/reader\n", ENOENT);
    refuse ("#!/bin/sh\r\n", ENOENT);
    refuse ("#!/etc/passwd\n", EACCES);
    refuse ("#!" PROGRAM "\n", ELOOP);
    look_at_chain ();
    unlink (STATIC_READER);
    unlink (MUSL_READER);
}

/* A file of PATH whose reader is missing is passed over, as glibc does.  */
static void
look_along_path (void)
{
    char path[64];

    mkdir ("first", 0700);
    mkdir ("second", 0700);
    setenv ("PATH", "first:second", 1);
    write_text ("first/tool", "#!/nowhere/reader\n");
    tap_case ("PATH");
    tap_ok (hpm_program_search (&program, "tool", path, sizeof path) == ENOENT,
            "what can't be read is not run");
    tap_text (path, "first/tool", "it is told which");
    write_text ("second/tool", "#!/bin/sh\n");
    tap_ok (hpm_program_search (&program, "tool", path, sizeof path) == 0,
            "the next one is found");
    tap_text (path, "second/tool", "it is the one that can be run");
    unlink ("first/tool");
    if (symlink ("tool", "first/tool"))
        exit (99);
    tap_case ("PATH with a link to itself");
    tap_ok (hpm_program_search (&program, "tool", path, sizeof path) == ELOOP,
            "the search ends there");
    tap_ok (errno_of_search ("tool") == ELOOP, "glibc's does, too");
    unlink ("first/tool");
    unlink ("second/tool");
    rmdir ("first");
    rmdir ("second");
}

int
main (void)
{
    char folder[] = "/tmp/script_file.XXXXXX";

    if (!mkdtemp (folder) || chdir (folder))
        return 99;
    look_at_scripts ();
    look_along_path ();
    unlink (PROGRAM);
    rmdir (folder);
    return tap_done ();
}
