/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/file/elf_file.h"

#include <elf.h>
#include <endian.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

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

/* Where a program header says that something is, and of what type.  */
struct segment {
    Elf32_Word type;
    off_t offset, size;
};

static int
read_segment (int file, int bits, off_t at, struct segment *segment)
{
    Elf32_Phdr narrow;
    Elf64_Phdr wide;

    if (bits == 32) {
        if (pread (file, &narrow, sizeof narrow, at) != sizeof narrow)
            return -1;
        *segment = (struct segment){ narrow.p_type, narrow.p_offset,
                                     narrow.p_filesz };
        return 0;
    }
    if (pread (file, &wide, sizeof wide, at) != sizeof wide)
        return -1;
    *segment = (struct segment){ wide.p_type, (off_t)wide.p_offset,
                                 (off_t)wide.p_filesz };
    return 0;
}

/* The end of a path is read: folders may have any length.  */
static void
read_loader (int file, const struct segment *segment, char *loader)
{
    char tail[2 * HPM_ELF_LOADER];
    off_t skipped = segment->size - (off_t)sizeof tail;
    const char *slash, *name;
    ssize_t n;

    if (skipped < 0)
        skipped = 0;
    n = pread (file, tail, (size_t)(segment->size - skipped),
               segment->offset + skipped);
    if (n <= 0)
        return;
    tail[n - 1] = '\0'; /* as it is in a file that is not damaged */
    slash = strrchr (tail, '/');
    name = slash ? slash + 1 : tail;
    hpm_text_show (loader, HPM_ELF_LOADER,
                   (struct hpm_piece){ name, strlen (name) });
}

static void
find_loader (int file, const struct header *header, int bits, char *loader)
{
    struct segment segment;

    for (int i = 0; i < header->count; i++) {
        off_t at = header->offset + (off_t)i * header->size;

        if (read_segment (file, bits, at, &segment))
            return;
        if (segment.type == PT_INTERP) {
            read_loader (file, &segment, loader);
            return;
        }
    }
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
    find_loader (file, &header, elf->bits, elf->loader);
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
