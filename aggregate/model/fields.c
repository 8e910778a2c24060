/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/fields.h"

#include <string.h>

#include "hpm_mpi_record.h"
#include "hpm_quality.h"
#include "hpm_region_record.h"

/* clang-format off */
#define WORD(code, identifier, word, meaning) word " "
const struct hpm_enumeration hpm_qualities
    = { HPM_QUALITY_COUNT, HPM_QUALITY_UNAVAILABLE, HPM_QUALITIES (WORD) };
const struct hpm_enumeration hpm_event_scopes
    = { HPM_EVENT_SCOPE_COUNT, 0, HPM_EVENT_SCOPES (WORD) };
const struct hpm_enumeration hpm_event_kinds
    = { HPM_EVENT_KIND_COUNT, 0, HPM_EVENT_KINDS (WORD) };
const struct hpm_enumeration hpm_bytes_kinds
    = { HPM_BYTES_KIND_COUNT, 0, HPM_BYTES_KINDS (WORD) };
const struct hpm_enumeration hpm_marks
    = { HPM_MARK_COUNT, HPM_MARK_NONE, HPM_MARKS (WORD) };
#undef WORD
#define WORD(code, identifier, word, group, meaning) word " "
const struct hpm_enumeration hpm_call_kinds
    = { HPM_CALL_KIND_COUNT, 0, HPM_CALL_KINDS (WORD) };
#undef WORD
#define WORD(code, identifier, because, remedy) #identifier " "
const struct hpm_enumeration hpm_reasons
    = { HPM_REASON_COUNT, HPM_REASON_NOT_RECORDED, HPM_REASONS (WORD) };
#undef WORD

#define HPM_FIELD_text16 HPM_FIELD_text
#define HPM_FIELD_text64 HPM_FIELD_text
#define HPM_FIELD_text128 HPM_FIELD_text

#define FIELD(object, type, field, path)                                       \
    { #field, HPM_FIELD_##type, offsetof (struct object, path),                \
      sizeof (((struct object *)0)->path) },
#define PLACE(type, field, unit, description)                                  \
    FIELD (hpm_rank_row, type, field, field)
#define RANK(type, field, unit, description)                                   \
    FIELD (hpm_rank_row, type, field, record.field)
#define THREAD(type, field, unit, description)                                 \
    FIELD (hpm_thread_record, type, field, field)

const struct hpm_field hpm_rank_fields[HPM_RANK_FIELD_COUNT]
    = { HPM_PLACE_FIELDS (PLACE) HPM_RANK_FIELDS (RANK) };
const struct hpm_field hpm_thread_fields[HPM_THREAD_FIELD_COUNT]
    = { HPM_THREAD_FIELDS (THREAD) };
/* clang-format on */

int
hpm_field_is_host (const struct hpm_field *field)
{
    return field->kind == HPM_FIELD_text && !strcmp (field->name, "host");
}
