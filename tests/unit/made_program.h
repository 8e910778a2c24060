/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Made-up files of programs, in the current folder, and what is read of them.
 */
#ifndef MADE_PROGRAM_H
#define MADE_PROGRAM_H

#include "base/file/program_file.h"

#include <elf.h>
#include <endian.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM "program"

static struct hpm_program program;

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

#endif /* MADE_PROGRAM_H */
