/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/wire/objects.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int
hpm_object_has (const struct dl_phdr_info *info, uintptr_t address)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;

        if (segment->p_type == PT_LOAD && address - start < segment->p_memsz)
            return 1;
    }
    return 0;
}

#define BUILD_ID_MOST 64

static void
put_hex (const unsigned char *bytes, size_t count, char *text)
{
    for (size_t i = 0; i < count; i++)
        snprintf (text + 2 * i, 3, "%02x", bytes[i]);
}

/* Of so many bytes of notes the one of the linker that names the build.  The
 * last one may be cut where its padding would be.  */
static void
find_build_id (const unsigned char *notes, size_t bytes, char *text)
{
    size_t at = 0;

    while (bytes > at && bytes - at >= sizeof (ElfW (Nhdr))) {
        const ElfW (Nhdr) *note = (const void *)(notes + at);
        size_t name = at + sizeof *note;
        size_t content = name + (((size_t)note->n_namesz + 3) & ~(size_t)3);
        size_t end = content + note->n_descsz;

        if (end > bytes)
            return;
        if (note->n_type == 3 && note->n_namesz == 4 /* GNU's build id */
            && !memcmp (notes + name, "GNU", 4)
            && note->n_descsz <= BUILD_ID_MOST) {
            put_hex (notes + content, note->n_descsz, text);
            return;
        }
        at = (end + 3) & ~(size_t)3;
    }
}

/* In hex digits, empty where the object has none in its memory.  */
static void
build_id (const struct dl_phdr_info *info, char text[2 * BUILD_ID_MOST + 1])
{
    *text = '\0';
    for (int i = 0; i < info->dlpi_phnum && !*text; i++) {
        const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;

        if (segment->p_type == PT_NOTE && segment->p_align <= 4
            && segment->p_memsz && hpm_object_has (info, start)
            && hpm_object_has (info, start + segment->p_memsz - 1))
            find_build_id ((const unsigned char *)start, segment->p_memsz,
                           text);
    }
}

/* The program itself has no name there.  */
void
hpm_object_append (struct hpm_stream_buffer *objects,
                   const struct dl_phdr_info *info)
{
    char id[2 * BUILD_ID_MOST + 1], own[4096];
    const char *path = info->dlpi_name;

    if (!*path) {
        ssize_t length = readlink ("/proc/self/exe", own, sizeof own - 1);

        own[length > 0 ? length : 0] = '\0';
        path = own;
    }
    build_id (info, id);
    hpm_stream_buffer_append (objects, path, strlen (path) + 1);
    hpm_stream_buffer_append (objects, id, strlen (id) + 1);
}
