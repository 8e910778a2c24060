/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/file/elf_file.h"

#include <elf.h>
#include <endian.h>
#include <string.h>

#include "base/text.h"

#define OWN_ORDER (BYTE_ORDER == LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB)

/* Program headers of other sizes, and more of them, the kernel does not take
 * (load_elf_phdrs); bytes.  */
#define MOST 65536

/* What is needed of either class of header.  */
struct header {
    int machine;
    int count, size;
    off_t offset;
};

static int
read_header (const struct hpm_file_start *start, int bits,
             struct header *header)
{
    Elf32_Ehdr narrow;
    Elf64_Ehdr wide;

    if (bits == 32) {
        if (hpm_file_start_read (start, 0, &narrow, sizeof narrow))
            return -1;
        *header = (struct header){ narrow.e_machine, narrow.e_phnum,
                                   narrow.e_phentsize, narrow.e_phoff };
        return 0;
    }
    if (hpm_file_start_read (start, 0, &wide, sizeof wide))
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
read_segment (const struct hpm_file_start *start, int bits, off_t at,
              struct segment *segment)
{
    Elf32_Phdr narrow;
    Elf64_Phdr wide;

    if (bits == 32) {
        if (hpm_file_start_read (start, at, &narrow, sizeof narrow))
            return -1;
        *segment = (struct segment){ narrow.p_type, narrow.p_offset,
                                     narrow.p_filesz };
        return 0;
    }
    if (hpm_file_start_read (start, at, &wide, sizeof wide))
        return -1;
    *segment = (struct segment){ wide.p_type, (off_t)wide.p_offset,
                                 (off_t)wide.p_filesz };
    return 0;
}

/* The end of a path is read: folders may have any length.  */
static void
read_loader (const struct hpm_file_start *start, const struct segment *segment,
             char *loader)
{
    char tail[2 * HPM_ELF_LOADER];
    off_t length = segment->size, end;
    const char *slash, *name;

    if (length > (off_t)sizeof tail)
        length = sizeof tail;
    if (length <= 0
        || __builtin_add_overflow (segment->offset, segment->size, &end)
        || hpm_file_start_read (start, end - length, tail, (size_t)length))
        return;
    tail[length - 1] = '\0'; /* as it is in a file that is not damaged */
    slash = strrchr (tail, '/');
    name = slash ? slash + 1 : tail;
    hpm_text_show (loader, HPM_ELF_LOADER,
                   (struct hpm_piece){ name, strlen (name) });
}

static void
find_loader (const struct hpm_file_start *start, const struct header *header,
             int bits, char *loader)
{
    struct segment segment;
    size_t each = bits == 32 ? sizeof (Elf32_Phdr) : sizeof (Elf64_Phdr);

    if (header->size != (int)each || header->count * each > MOST)
        return;
    for (int i = 0; i < header->count; i++) {
        off_t at = header->offset + (off_t)i * header->size;

        if (read_segment (start, bits, at, &segment))
            return;
        if (segment.type == PT_INTERP) {
            read_loader (start, &segment, loader);
            return;
        }
    }
}

void
hpm_elf_parse (const struct hpm_file_start *start, struct hpm_elf *elf)
{
    unsigned char ident[EI_NIDENT];
    struct header header;

    memset (elf, 0, sizeof *elf);
    if (hpm_file_start_read (start, 0, ident, sizeof ident)
        || memcmp (ident, ELFMAG, SELFMAG) != 0 || ident[EI_DATA] != OWN_ORDER)
        return;
    elf->bits = ident[EI_CLASS] == ELFCLASS64 ? 64 : 32;
    if (read_header (start, elf->bits, &header))
        return;
    elf->elf = 1;
    elf->machine = header.machine;
    find_loader (start, &header, elf->bits, elf->loader);
}

int
hpm_elf_read (const char *path, struct hpm_elf *elf)
{
    struct hpm_file_start start;

    memset (elf, 0, sizeof *elf);
    if (hpm_file_start_open (&start, path))
        return -1;
    hpm_elf_parse (&start, elf);
    hpm_file_start_close (&start);
    return 0;
}
