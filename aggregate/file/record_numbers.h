/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fields of records as 64-bit integers, and back.
 */
#ifndef HPM_AGGREGATE_RECORD_NUMBERS_H
#define HPM_AGGREGATE_RECORD_NUMBERS_H

#include <stdint.h>

#include "aggregate/model/fields.h"
#include "aggregate/places/text_table.h"

/* Texts are places in these tables.  */
struct hpm_record_texts {
    const struct hpm_text_table *hosts, *texts;
};

/* Into numbers[count] ...  */
void hpm_record_pack (const struct hpm_field *fields, int count,
                      const struct hpm_record_texts *texts, const void *record,
                      int64_t *numbers);

/* ... and out of numbers that are `step` apart.  */
void hpm_record_unpack (const struct hpm_field *fields, int count,
                        const struct hpm_record_texts *texts,
                        const int64_t *numbers, size_t step, void *record);

#endif /* HPM_AGGREGATE_RECORD_NUMBERS_H */
