/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The field lists of include/hpm_record.h as tables, for code that turns
 * records into columns and columns into records.
 */
#ifndef HPM_AGGREGATE_FIELDS_H
#define HPM_AGGREGATE_FIELDS_H

#include <stddef.h>

/* An enumeration, as the attributes flag_values and flag_meanings tell it. */
struct hpm_enumeration {
    int count;
    const char *meanings; /* words separated by one blank */
};

extern const struct hpm_enumeration hpm_qualities, hpm_reasons,
    hpm_rank_statuses, hpm_thread_roles, hpm_event_scopes, hpm_event_kinds,
    hpm_call_kinds, hpm_bytes_kinds;

enum hpm_field_kind {
    HPM_FIELD_i32,
    HPM_FIELD_i64,
    HPM_FIELD_text /* an index in the file */
};

struct hpm_field {
    const char *name; /* "pid" */
    enum hpm_field_kind kind;
    size_t offset, bytes;
    const char *unit;
    const char *description;
};

extern const struct hpm_field hpm_rank_fields[], hpm_thread_fields[];
extern const int hpm_rank_field_count, hpm_thread_field_count;

/* What rank_record says beside the fields: NULL at the end.  */
extern const char *const hpm_more_rank_fields[];

/* 1 if the text is an index along the dimension host, not text.  */
int hpm_field_is_host (const struct hpm_field *field);

#endif /* HPM_AGGREGATE_FIELDS_H */
