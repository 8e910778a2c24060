/* SPDX-License-Identifier: BSD-3-Clause
 *
 * As much of an ELF header as tells whether LD_PRELOAD has an effect.
 */
#ifndef HPM_BASE_ELF_FILE_H
#define HPM_BASE_ELF_FILE_H

/* Names of loaders that are longer are cut.  */
#define HPM_ELF_LOADER 48

struct hpm_elf {
    int elf;     /* 1 if it is an ELF file of this byte order */
    int bits;    /* 32 or 64 */
    int machine; /* EM_... */
    /* The dynamic loader that starts it, without its folders, or "".  */
    char loader[HPM_ELF_LOADER];
};

/* Returns 0, or -1 (errno) when the file can't be read.  A file that is no ELF
 * file, or a damaged one, is not an error: elf is 0.  */
int hpm_elf_read (const char *path, struct hpm_elf *elf);

#endif /* HPM_BASE_ELF_FILE_H */
