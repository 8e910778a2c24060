/* SPDX-License-Identifier: BSD-3-Clause
 *
 * As much of an ELF header as tells whether LD_PRELOAD has an effect.
 */
#ifndef HPM_BASE_ELF_FILE_H
#define HPM_BASE_ELF_FILE_H

#include "base/file/file_start.h"

/* Names of loaders that are longer are cut.  */
#define HPM_ELF_LOADER 48

struct hpm_elf {
    int elf;     /* 1 if it is an ELF file of this byte order */
    int bits;    /* 32 or 64 */
    int machine; /* EM_... */
    /* The dynamic loader that starts it, without its folders, or "".  */
    char loader[HPM_ELF_LOADER];
};

/* What a file says of itself.  A file that is no ELF file, or a damaged one, is
 * not an error: elf is 0.  */
void hpm_elf_parse (const struct hpm_file_start *start, struct hpm_elf *elf);

/* The same of a file by its path.  Returns 0, or -1 (errno) when it can't be
 * read.
 */
int hpm_elf_read (const char *path, struct hpm_elf *elf);

#endif /* HPM_BASE_ELF_FILE_H */
