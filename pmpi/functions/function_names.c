/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pmpi/functions/function_names.h"

/* ---- the object --------------------------------------------------------- */

struct search {
    struct hpm_function_object *object;
    uintptr_t function;
};

static int
contains (const struct dl_phdr_info *info, uintptr_t address)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;

        if (segment->p_type == PT_LOAD && address >= start
            && address - start < segment->p_memsz)
            return 1;
    }
    return 0;
}

static int
look_at_object (struct dl_phdr_info *info, size_t size, void *data)
{
    struct search *search = data;

    (void)size;
    if (!contains (info, search->function))
        return 0;
    search->object->bias = info->dlpi_addr;
    snprintf (search->object->path, sizeof search->object->path, "%s",
              *info->dlpi_name ? info->dlpi_name : "/proc/self/exe");
    return 1;
}

int
hpm_function_object_find (struct hpm_function_object *object,
                          uintptr_t function)
{
    struct search search = { object, function };

    return dl_iterate_phdr (look_at_object, &search) ? 0 : -1;
}

/* ---- its file ----------------------------------------------------------- */

/* A file as it is, which may be damaged: nothing of it is read that does not
 * lie within.  */
struct image {
    const char *bytes;
    size_t size;
};

static int
map_file (struct image *image, const char *path)
{
    int file = open (path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    void *bytes = MAP_FAILED;

    if (file < 0)
        return -1;
    if (fstat (file, &status) == 0 && status.st_size > 0)
        bytes = mmap (NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE,
                      file, 0);
    close (file);
    if (bytes == MAP_FAILED)
        return -1;
    image->bytes = bytes;
    image->size = (size_t)status.st_size;
    return 0;
}

/* `count` things of `size` bytes, or NULL.  */
static const void *
part (const struct image *image, size_t offset, size_t count, size_t size)
{
    if (offset > image->size || offset % sizeof (ElfW (Addr)) != 0
        || (image->size - offset) / size < count)
        return NULL;
    return image->bytes + offset;
}

static const ElfW (Shdr)
    * find_sections (const struct image *image, size_t *count)
{
    const ElfW (Ehdr) *head = part (image, 0, 1, sizeof *head);

    if (!head || memcmp (head->e_ident, ELFMAG, SELFMAG) != 0
        || head->e_ident[EI_CLASS]
               != (sizeof (void *) == 8 ? ELFCLASS64 : ELFCLASS32)
        || head->e_shentsize != sizeof (ElfW (Shdr)))
        return NULL;
    *count = head->e_shnum;
    return part (image, head->e_shoff, *count, sizeof (ElfW (Shdr)));
}

/* The name at a place of a table of texts that lies within the file, or NULL.
 */
static const char *
name_at (const struct image *image, const ElfW (Shdr) * texts, size_t place)
{
    const char *all = image->bytes + texts->sh_offset;

    return place < texts->sh_size
                   && memchr (all + place, '\0', texts->sh_size - place)
               ? all + place
               : NULL;
}

static int
each_symbol (const struct image *image, const ElfW (Shdr) * table,
             const ElfW (Shdr) * texts, uintptr_t bias, hpm_function_fn *each,
             void *data)
{
    size_t count = table->sh_size / sizeof (ElfW (Sym));
    const ElfW (Sym) *symbols
        = part (image, table->sh_offset, count, sizeof *symbols);

    if (!symbols || texts->sh_offset >= image->size
        || texts->sh_size > image->size - texts->sh_offset)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const char *name;

        if (ELF64_ST_TYPE (symbols[i].st_info) != STT_FUNC
            || symbols[i].st_shndx == SHN_UNDEF)
            continue;
        name = name_at (image, texts, symbols[i].st_name);
        if (name)
            each (name, bias + symbols[i].st_value, symbols[i].st_size, data);
    }
    return 0;
}

static int
each_of_kind (const struct image *image, ElfW (Word) kind, uintptr_t bias,
              hpm_function_fn *each, void *data)
{
    size_t count = 0;
    const ElfW (Shdr) *sections = find_sections (image, &count);

    for (size_t i = 0; sections && i < count; i++)
        if (sections[i].sh_type == kind && sections[i].sh_link < count)
            return each_symbol (image, &sections[i],
                                &sections[sections[i].sh_link], bias, each,
                                data);
    return -1;
}

int
hpm_function_names_each (const struct hpm_function_object *object,
                         hpm_function_fn *each, void *data)
{
    struct image image;
    int failed;

    if (map_file (&image, object->path) < 0)
        return -1;
    failed = each_of_kind (&image, SHT_SYMTAB, object->bias, each, data) < 0
             && each_of_kind (&image, SHT_DYNSYM, object->bias, each, data) < 0;
    munmap ((void *)(uintptr_t)image.bytes, image.size);
    return failed ? -1 : 0;
}
