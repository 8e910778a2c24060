/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The field lists of include/hpm_record.h as tables, for code that turns
 * records into columns and columns into records.
 */
#ifndef HPM_AGGREGATE_FIELDS_H
#define HPM_AGGREGATE_FIELDS_H

#include <stddef.h>

#include "hpm_record.h"

/* An enumeration, as the attributes flag_values and flag_meanings tell it. */
struct hpm_enumeration {
    int count;
    int unknown;          /* what a code of a later version is taken for */
    const char *meanings; /* words, a blank behind each */
};

extern const struct hpm_enumeration hpm_qualities, hpm_reasons,
    hpm_event_scopes, hpm_event_kinds, hpm_call_kinds, hpm_bytes_kinds,
    hpm_marks;

/* Where the threads of a rank are along the dimension thread.
 * X(type, field, unit, description)  */
#define HPM_PLACE_FIELDS(X)                                                    \
    X (i64, first_thread, "", "row of its first thread")                       \
    X (i64, threads, "", "rows of its threads")

/* A rank as the file has it.  */
struct hpm_rank_row {
#define HPM_X(type, field, unit, description) hpm_##type field;
    HPM_PLACE_FIELDS (HPM_X)
#undef HPM_X
    struct hpm_rank_record record;
};

/* Numbers of the fields, in the order of the tables.  */
#define HPM_X(type, field, unit, description) HPM_RANK_FIELD_##field,
enum hpm_rank_field {
    HPM_PLACE_FIELDS (HPM_X) HPM_RANK_FIELDS (HPM_X) HPM_RANK_FIELD_COUNT
};
#undef HPM_X
#define HPM_X(type, field, unit, description) HPM_THREAD_FIELD_##field,
enum hpm_thread_field { HPM_THREAD_FIELDS (HPM_X) HPM_THREAD_FIELD_COUNT };
#undef HPM_X

enum hpm_field_kind {
    HPM_FIELD_i32,
    HPM_FIELD_i64,
    HPM_FIELD_text /* an index in the file */
};

struct hpm_field {
    const char *name; /* "pid" */
    enum hpm_field_kind kind;
    size_t offset, bytes;
};

/* Of struct hpm_rank_row and of struct hpm_thread_record.  */
extern const struct hpm_field hpm_rank_fields[HPM_RANK_FIELD_COUNT];
extern const struct hpm_field hpm_thread_fields[HPM_THREAD_FIELD_COUNT];

/* 1 if the text is an index along the dimension host, not text.  */
int hpm_field_is_host (const struct hpm_field *field);

#endif /* HPM_AGGREGATE_FIELDS_H */
