/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which programs a library can be preloaded into, by the loader that they ask
 * for.
 */
#include "base/file/program_file.h"

#include <elf.h>
#include <endian.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/tap.h"

#define PROGRAM "program"

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

static void
look (const char *loader, const char *other, int preloads)
{
    char found[HPM_ELF_LOADER] = "";

    write_program (PROGRAM, loader);
    tap_case ("%s", loader ? loader : "none");
    tap_ok (hpm_program_preloads (PROGRAM) == preloads,
            preloads ? "its programs take a library"
                     : "its programs take no library");
    tap_ok (hpm_program_other_loader (PROGRAM, found) == (other != NULL),
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
    char found[HPM_ELF_LOADER] = "";

    tap_case ("far");
    write_segment (PROGRAM, musl, 6000, sizeof musl);
    tap_ok (hpm_program_other_loader (PROGRAM, found)
                && !strcmp (found, "ld-musl-x86_64.so.1"),
            "a path that is far from the start is found");
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        write_segment (PROGRAM, musl, damaged[i].offset, damaged[i].size);
        tap_case ("%s", damaged[i].what);
        tap_ok (!hpm_program_other_loader (PROGRAM, found),
                "no loader is made of it");
    }
}

/* Files that are executed, and are no programs of a loader's.  */
static void
look_at_others (void)
{
    static const char script[] = "#!/bin/sh\n";
    char found[HPM_ELF_LOADER];

    write_file (PROGRAM, script, strlen (script));
    tap_case ("script");
    tap_ok (hpm_program_preloads (PROGRAM)
                && !hpm_program_other_loader (PROGRAM, found),
            "a library is preloaded into who reads it");
    tap_case ("loader");
    write_program ("ld-linux-x86-64.so.2", NULL);
    tap_ok (hpm_program_preloads ("./ld-linux-x86-64.so.2"),
            "that of glibc, given a program, takes a library");
    write_program ("ld-musl-x86_64.so.1", NULL);
    tap_ok (!hpm_program_preloads ("./ld-musl-x86_64.so.1")
                && hpm_program_other_loader ("./ld-musl-x86_64.so.1", found),
            "that of musl, given a program, takes none");
    tap_case ("own");
    tap_ok (hpm_program_preloads ("/proc/self/exe"),
            "who loads this program loads libraries");
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
    look_at_others ();
    unlink (PROGRAM);
    unlink ("ld-linux-x86-64.so.2");
    unlink ("ld-musl-x86_64.so.1");
    rmdir (folder);
    return tap_done ();
}
