/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which programs a library can be preloaded into, by the loader that they ask
 * for, and which gain rights.
 */
#include "base/file/program_file.h"

#include <sys/stat.h>

#include "tests/tap.h"
#include "tests/unit/made_program.h"

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
    look_at_words ();
    look_at_rights ();
    unlink (PROGRAM);
    unlink ("ld-linux-x86-64.so.2");
    unlink ("ld-musl-x86_64.so.1");
    rmdir (folder);
    return tap_done ();
}
