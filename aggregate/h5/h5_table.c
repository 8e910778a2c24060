/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/h5/h5_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
is_text (const struct hpm_h5_member *member)
{
    return hpm_h5_variables[member->variable].type == HPM_TYPE_text;
}

/* A code in the struct has 8 or 32 bits; it has 8 in the file.  */
static void
put_code (void *to, size_t size, uint8_t code)
{
    uint32_t wide = code;

    memcpy (to, size == 1 ? (const void *)&code : (const void *)&wide, size);
}

static uint8_t
get_code (const void *from, size_t size)
{
    uint8_t code = 0;
    uint32_t wide = 0;

    memcpy (size == 1 ? (void *)&code : (void *)&wide, from, size);
    return size == 1 ? code : (uint8_t)wide;
}

void
hpm_h5_gather (const struct hpm_h5_member *member, const void *rows,
               size_t row_size, size_t count, void *elements)
{
    enum hpm_h5_type type = hpm_h5_variables[member->variable].type;
    size_t size = hpm_h5_type_size (type);

    for (size_t i = 0; i < count; i++) {
        const char *from = (const char *)rows + i * row_size + member->offset;

        if (type == HPM_TYPE_u8)
            ((uint8_t *)elements)[i] = get_code (from, member->size);
        else if (size == sizeof (int64_t))
            memcpy ((char *)elements + i * size, from, sizeof (int64_t));
        else
            memcpy ((char *)elements + i * size, from, size);
    }
}

static uint8_t
known_code (const struct hpm_enumeration *enumeration, uint8_t code)
{
    return enumeration && code >= enumeration->count
               ? (uint8_t)enumeration->unknown
               : code;
}

void
hpm_h5_scatter (const struct hpm_h5_member *member, const void *elements,
                size_t step, void *rows, size_t row_size, size_t count)
{
    const struct hpm_h5_variable *it = &hpm_h5_variables[member->variable];
    size_t size = hpm_h5_type_size (it->type);

    for (size_t i = 0; i < count; i++) {
        const char *from = (const char *)elements + i * step * size;
        char *to = (char *)rows + i * row_size + member->offset;

        if (it->type == HPM_TYPE_u8)
            put_code (to, member->size,
                      known_code (it->enumeration, *(const uint8_t *)from));
        else
            memcpy (to, from, size);
    }
}

/* The texts of a member, which stay the struct's; malloc'ed, NULL without
 * memory.  */
static const char **
gather_texts (size_t offset, size_t size, const void *rows, size_t row_size,
              size_t count)
{
    const char **texts = calloc (count + 1, sizeof *texts);

    for (size_t i = 0; texts && i < count; i++) {
        const char *at = (const char *)rows + i * row_size + offset;

        if (size)
            texts[i] = at;
        else
            memcpy (&texts[i], at, sizeof texts[i]);
        if (!texts[i])
            texts[i] = "";
    }
    return texts;
}

/* Copy the texts into the member, or hand them over, and release the rest.  */
static void
scatter_texts (size_t offset, size_t size, char **texts, void *rows,
               size_t row_size, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *at = (char *)rows + i * row_size + offset;

        if (size)
            snprintf (at, size, "%s", texts[i]);
        else {
            memcpy (at, &texts[i], sizeof texts[i]);
            texts[i] = NULL;
        }
    }
    hpm_texts_free (texts, count);
}

int
hpm_h5_member_write (struct hpm_h5_writer *writer,
                     const struct hpm_h5_member *member, const void *rows,
                     size_t row_size, struct hpm_error *error)
{
    size_t count = hpm_h5_elements (writer, member->variable);
    void *elements;
    int failed;

    if (is_text (member))
        elements = gather_texts (member->offset, member->size, rows, row_size,
                                 count);
    else if ((elements = calloc (count + 1, sizeof (int64_t))))
        hpm_h5_gather (member, rows, row_size, count, elements);
    failed = elements ? hpm_h5_write (writer, member->variable, elements, error)
                      : hpm_error_set (error, "out of memory");
    free (elements);
    return failed;
}

int
hpm_h5_member_read (const struct hpm_h5_reader *reader,
                    const struct hpm_h5_member *member, void *rows,
                    size_t row_size, struct hpm_error *error)
{
    size_t count = hpm_h5_elements_stored (reader, member->variable);
    void *elements;
    char **texts;
    int failed;

    if (!count)
        return 0;
    if (is_text (member)) {
        if (hpm_h5_read_texts (reader, member->variable, &texts, error))
            return -1;
        scatter_texts (member->offset, member->size, texts, rows, row_size,
                       count);
        return 0;
    }
    elements = calloc (count + 1, sizeof (int64_t));
    if (!elements)
        return hpm_error_set (error, "out of memory");
    failed = hpm_h5_read (reader, member->variable, elements, error);
    if (!failed)
        hpm_h5_scatter (member, elements, 1, rows, row_size, count);
    free (elements);
    return failed;
}

static int
write_dimension (struct hpm_h5_writer *writer, const struct hpm_h5_table *table,
                 const void *rows, hsize_t count, struct hpm_error *error)
{
    const char **labels;
    int failed;

    if (hpm_h5_dimensions[table->along].labels != HPM_LABELS_text)
        return hpm_h5_dimension (writer, table->along, count, NULL, error);
    labels = gather_texts (table->label_offset, table->label_size, rows,
                           table->row_size, count);
    failed = labels
                 ? hpm_h5_dimension (writer, table->along, count, labels, error)
                 : hpm_error_set (error, "out of memory");
    free (labels);
    return failed;
}

int
hpm_h5_table_write (struct hpm_h5_writer *writer,
                    const struct hpm_h5_table *table, const void *rows,
                    hsize_t count, struct hpm_error *error)
{
    int failed = write_dimension (writer, table, rows, count, error);

    for (int i = 0; !failed && i < table->count; i++)
        failed = hpm_h5_member_write (writer, &table->members[i], rows,
                                      table->row_size, error);
    return failed;
}

int
hpm_h5_table_read (const struct hpm_h5_reader *reader,
                   const struct hpm_h5_table *table, void *rows,
                   struct hpm_error *error)
{
    hsize_t count = reader->length[table->along];
    int failed = 0;
    char **labels;

    if (hpm_h5_dimensions[table->along].labels == HPM_LABELS_text) {
        if (hpm_h5_read_labels (reader, table->along, &labels, error))
            return -1;
        scatter_texts (table->label_offset, table->label_size, labels, rows,
                       table->row_size, count);
    }
    for (int i = 0; !failed && i < table->count; i++)
        failed = hpm_h5_member_read (reader, &table->members[i], rows,
                                     table->row_size, error);
    return failed;
}
