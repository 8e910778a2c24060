/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Comparing what is in memory before and after it went through a file.
 */
#ifndef RESULT_FILE_H
#define RESULT_FILE_H

#include <string.h>

#include "aggregate/h5/h5_reader.h"
#include "tests/unit/made_result.h"

/* Note that a member is not the same; and claim that none was since the last
 * claim: returns 1 then.  */
void same (int is_same, const char *member);
int claim (const char *what);

/* Of structs a and b.  */
#define SAME(field) same (a->field == b->field, #field)
#define SAME_TEXT(field) same (!strcmp (a->field, b->field), #field)
#define FIELD_i32(field) SAME (field)
#define FIELD_i64(field) SAME (field)
#define FIELD_text16(field) SAME_TEXT (field)
#define FIELD_text64(field) SAME_TEXT (field)
#define FIELD_text128(field) SAME_TEXT (field)
#define FIELD(type, field, unit, description) FIELD_##type (field);

void check_ranks (const struct made *made, const struct hpm_h5_reader *reader,
                  const struct hpm_result *result);
void check_calls (const struct hpm_calls *made, const struct hpm_calls *got);
void check_call_columns (const struct made *made,
                         const struct hpm_h5_reader *reader);
void check_aggregates (const struct hpm_result *a, const struct hpm_result *b);

/* Statistics over ranks, of integers or of reals.  */
void compare_statistics (const struct hpm_statistics *a,
                         const struct hpm_statistics *b, size_t count,
                         int integers);

#endif /* RESULT_FILE_H */
