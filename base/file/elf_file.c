/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/file/elf_file.h"

#include <elf.h>
#include <endian.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define OWN_ORDER (BYTE_ORDER == LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB)

/* What is needed of either class of header.  */
struct header {
    int machine;
    int count, size;
    off_t offset;
};

static int
read_header (int file, int bits, struct header *header)
{
    Elf32_Ehdr narrow;
    Elf64_Ehdr wide;

    if (bits == 32) {
        if (pread (file, &narrow, sizeof narrow, 0) != sizeof narrow)
            return -1;
        *header = (struct header){ narrow.e_machine, narrow.e_phnum,
                                   narrow.e_phentsize, narrow.e_phoff };
        return 0;
    }
    if (pread (file, &wide, sizeof wide, 0) != sizeof wide)
        return -1;
    *header = (struct header){ wide.e_machine, wide.e_phnum, wide.e_phentsize,
                               (off_t)wide.e_phoff };
    return 0;
}

/* Whether one of the program headers asks for a dynamic loader.  The type is
 * the first word of a program header of either class.  */
static int
asks_interpreter (int file, const struct header *header)
{
    Elf32_Word type;

    for (int i = 0; i < header->count; i++) {
        off_t at = header->offset + (off_t)i * header->size;

        if (pread (file, &type, sizeof type, at) != sizeof type)
            return 0;
        if (type == PT_INTERP)
            return 1;
    }
    return 0;
}

static void
read_open_file (int file, struct hpm_elf *elf)
{
    unsigned char ident[EI_NIDENT];
    struct header header;

    if (pread (file, ident, sizeof ident, 0) != sizeof ident
        || memcmp (ident, ELFMAG, SELFMAG) != 0 || ident[EI_DATA] != OWN_ORDER)
        return;
    elf->bits = ident[EI_CLASS] == ELFCLASS64 ? 64 : 32;
    if (read_header (file, elf->bits, &header))
        return;
    elf->elf = 1;
    elf->machine = header.machine;
    elf->interpreter = asks_interpreter (file, &header);
}

int
hpm_elf_read (const char *path, struct hpm_elf *elf)
{
    int file = open (path, O_RDONLY | O_CLOEXEC);

    memset (elf, 0, sizeof *elf);
    if (file < 0)
        return -1;
    read_open_file (file, elf);
    close (file);
    return 0;
}
