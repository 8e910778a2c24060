/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/file/record_numbers.h"

#include <string.h>

static const struct hpm_text_table *
table_of (const struct hpm_record_texts *texts, const struct hpm_field *field)
{
    return hpm_field_is_host (field) ? texts->hosts : texts->texts;
}

static int64_t
number_of (const struct hpm_record_texts *texts, const struct hpm_field *field,
           const char *value)
{
    int32_t small;
    int64_t large;

    if (field->kind == HPM_FIELD_text)
        return hpm_text_table_find (table_of (texts, field), value);
    if (field->kind == HPM_FIELD_i32) {
        memcpy (&small, value, sizeof small);
        return small;
    }
    memcpy (&large, value, sizeof large);
    return large;
}

static void
set_number (const struct hpm_record_texts *texts, const struct hpm_field *field,
            int64_t number, char *value)
{
    int32_t small = (int32_t)number;
    const char *text;

    if (field->kind == HPM_FIELD_i64)
        memcpy (value, &number, sizeof number);
    else if (field->kind == HPM_FIELD_i32)
        memcpy (value, &small, sizeof small);
    else {
        text = hpm_text_table_get (table_of (texts, field), (long)number);
        memset (value, 0, field->bytes);
        memcpy (value, text, strnlen (text, field->bytes - 1));
    }
}

void
hpm_record_pack (const struct hpm_field *fields, int count,
                 const struct hpm_record_texts *texts, const void *record,
                 int64_t *numbers)
{
    for (int i = 0; i < count; i++)
        numbers[i] = number_of (texts, &fields[i],
                                (const char *)record + fields[i].offset);
}

void
hpm_record_unpack (const struct hpm_field *fields, int count,
                   const struct hpm_record_texts *texts, const int64_t *numbers,
                   size_t step, void *record)
{
    for (int i = 0; i < count; i++)
        set_number (texts, &fields[i], numbers[(size_t)i * step],
                    (char *)record + fields[i].offset);
}
