/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which programs a library can be preloaded into, by the loader that they ask
 * for, and who reads a script.
 */
#include "base/file/program_file.h"

#include <elf.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "tests/tap.h"

#define PROGRAM "program"

static struct hpm_program program;

static const struct {
    const char *path;  /* of the loader; NULL without one */
    const char *other; /* its name where it can't load us; NULL where it can */
    int preloads;
} rows[] = {
    { NULL, NULL, 0 },
    { "/lib64/ld-linux-x86-64.so.2", NULL, 1 },
    { "/lib/ld-linux-aarch64.so.1", NULL, 1 },
    { "/lib/ld-linux.so.2", NULL, 1 },
    { "/lib/ld-linux-riscv64-lp64d.so.1", NULL, 1 },
    { "/lib64/ld64.so.2", NULL, 1 },
    { "/lib/ld.so.1", NULL, 1 },
    { "/lib64/ld-lsb-x86-64.so.3", NULL, 1 },
    { "/gnu/store/"
      "a-folder-with-a-hash-as-long-as-those-that-are-used-there-and-"
      "of-a-name-that-is-longer-glibc-2.35/lib/ld-linux-x86-64.so.2",
      NULL, 1 },
    { "ld-linux-x86-64.so.2", NULL, 1 },
    { "/lib/ld-musl-x86_64.so.1", "ld-musl-x86_64.so.1", 0 },
    { "./ld-musl-aarch64.so.1", "ld-musl-aarch64.so.1", 0 },
    { "/lib/ld-uClibc.so.0", "ld-uClibc.so.0", 0 },
    { "/lib/ld64-uClibc.so.0", "ld64-uClibc.so.0", 0 },
    { "/system/bin/linker64", "linker64", 0 },
    { "/a/loader\033[2J", "loader?[2J", 0 },
};

static void
write_file (const char *path, const void *bytes, size_t length)
{
    int file = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755);

    if (file < 0 || write (file, bytes, length) != (ssize_t)length
        || close (file))
        exit (99);
}

/* As much of a program as says who loads it, with the path of the loader at
 * `offset`, and told to have `size` bytes.  */
static void
write_segment (const char *path, const char *loader, uint64_t offset,
               uint64_t size)
{
    struct {
        Elf64_Ehdr header;
        Elf64_Phdr segments[2];
        char rest[8192];
    } file = { .header = { .e_phnum = 2,
                           .e_phentsize = sizeof (Elf64_Phdr),
                           .e_phoff = sizeof (Elf64_Ehdr) },
               .segments = { { .p_type = PT_LOAD }, { .p_type = PT_NOTE } } };

    memcpy (file.header.e_ident, ELFMAG, SELFMAG);
    file.header.e_ident[EI_CLASS] = ELFCLASS64;
    file.header.e_ident[EI_DATA]
        = BYTE_ORDER == LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB;
    if (loader) {
        file.segments[1].p_type = PT_INTERP;
        file.segments[1].p_offset = offset;
        file.segments[1].p_filesz = size;
        if (offset < sizeof file - 256)
            strcpy ((char *)&file + offset, loader);
    }
    write_file (path, &file, sizeof file);
}

#define NEAR 512

static void
write_program (const char *path, const char *loader)
{
    write_segment (path, loader, NEAR, loader ? strlen (loader) + 1 : 0);
}

/* Look at a file.  Returns what hpm_program_read does.  */
static int
read_program (const char *path)
{
    return hpm_program_read (&program, path);
}

static const char *
other_loader (const char *path)
{
    return read_program (path) ? NULL : hpm_program_other_loader (&program);
}

static int
preloads (const char *path)
{
    return !read_program (path) && hpm_program_preloads (&program);
}

static void
look (const char *loader, const char *other, int takes)
{
    const char *found;

    write_program (PROGRAM, loader);
    tap_case ("%s", loader ? loader : "none");
    tap_ok (preloads (PROGRAM) == takes, takes
                                             ? "its programs take a library"
                                             : "its programs take no library");
    found = other_loader (PROGRAM);
    tap_ok (!found == !other,
            other ? "it is another one" : "it is no other one");
    if (other)
        tap_text (found, other, "its name is told");
}

/* The path of a loader that is elsewhere, or said to be where it cannot be.  */
static void
look_at_places (void)
{
    static const char musl[] = "/lib/ld-musl-x86_64.so.1";
    static const struct {
        const char *what;
        uint64_t offset, size;
    } damaged[] = {
        { "no size", NEAR, 0 },
        { "a size below 0", NEAR, UINT64_MAX },
        { "a size beyond all files", NEAR, INT64_MAX },
        { "a place behind the end", 1 << 20, sizeof musl },
        { "a place below 0", UINT64_MAX - 8, sizeof musl },
    };
    const char *found;

    tap_case ("far");
    write_segment (PROGRAM, musl, 6000, sizeof musl);
    found = other_loader (PROGRAM);
    tap_ok (found && !strcmp (found, "ld-musl-x86_64.so.1"),
            "a path that is far from the start is found");
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        write_segment (PROGRAM, musl, damaged[i].offset, damaged[i].size);
        tap_case ("%s", damaged[i].what);
        tap_ok (!other_loader (PROGRAM), "no loader is made of it");
    }
}

static void
write_text (const char *path, const char *text)
{
    write_file (path, text, strlen (text));
}

/* Loaders that are started as programs.  */
static void
look_at_loaders (void)
{
    tap_case ("loader");
    write_program ("ld-linux-x86-64.so.2", NULL);
    tap_ok (preloads ("./ld-linux-x86-64.so.2"),
            "that of glibc, given a program, takes a library");
    write_program ("ld-musl-x86_64.so.1", NULL);
    tap_ok (!preloads ("./ld-musl-x86_64.so.1")
                && other_loader ("./ld-musl-x86_64.so.1"),
            "that of musl, given a program, takes none");
    tap_case ("own");
    tap_ok (preloads ("/proc/self/exe"),
            "who loads this program loads libraries");
    tap_ok (!hpm_program_has_other_words (&program),
            "its words have the size of this one's");
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

/* A group's bit gives its rights where the group may execute.  */
static void
look_at_rights (void)
{
    write_program (PROGRAM, NULL);
    tap_case ("rights");
    if (chown (PROGRAM, (uid_t)-1, getgid () + 1)) {
        tap_ok (1, "of another group # SKIP only root makes such a file");
        return;
    }
    if (chmod (PROGRAM, 02755) || read_program (PROGRAM))
        exit (99);
    tap_ok (hpm_program_gains_rights (&program), "setgid gains rights");
    if (chmod (PROGRAM, 02745) || read_program (PROGRAM))
        exit (99);
    tap_ok (!hpm_program_gains_rights (&program),
            "it does not where the group may not execute");
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

/* 32 bits on 64, or the other way around.  */
static void
look_at_words (void)
{
    unsigned char ident[sizeof (Elf64_Ehdr)] = ELFMAG;

    ident[EI_CLASS] = sizeof (void *) == 8 ? ELFCLASS32 : ELFCLASS64;
    ident[EI_DATA] = BYTE_ORDER == LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB;
    write_file (PROGRAM, ident, sizeof ident);
    tap_case ("words");
    tap_ok (!read_program (PROGRAM) && hpm_program_has_other_words (&program),
            "a program of the other size is known by it");
}

int
main (void)
{
    char folder[] = "/tmp/program_file.XXXXXX";

    if (!mkdtemp (folder) || chdir (folder))
        return 99;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        look (rows[i].path, rows[i].other, rows[i].preloads);
    look_at_places ();
    look_at_loaders ();
    look_at_scripts ();
    look_along_path ();
    look_at_words ();
    look_at_rights ();
    unlink (PROGRAM);
    unlink ("ld-linux-x86-64.so.2");
    unlink ("ld-musl-x86_64.so.1");
    rmdir (folder);
    return tap_done ();
}
