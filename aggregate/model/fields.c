/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/fields.h"

#include <string.h>

#include "hpm_mpi_record.h"
#include "hpm_quality.h"
#include "hpm_record.h"

/* clang-format off */
#define WORD(code, identifier, word, meaning) word " "
const struct hpm_enumeration hpm_qualities
    = { HPM_QUALITY_COUNT, HPM_QUALITIES (WORD) };
const struct hpm_enumeration hpm_rank_statuses
    = { HPM_RANK_STATUS_COUNT, HPM_RANK_STATUSES (WORD) };
const struct hpm_enumeration hpm_thread_roles
    = { HPM_THREAD_ROLE_COUNT, HPM_THREAD_ROLES (WORD) };
const struct hpm_enumeration hpm_event_scopes
    = { HPM_EVENT_SCOPE_COUNT, HPM_EVENT_SCOPES (WORD) };
const struct hpm_enumeration hpm_event_kinds
    = { HPM_EVENT_KIND_COUNT, HPM_EVENT_KINDS (WORD) };
const struct hpm_enumeration hpm_bytes_kinds
    = { HPM_BYTES_KIND_COUNT, HPM_BYTES_KINDS (WORD) };
#undef WORD
#define WORD(code, identifier, word, group, meaning) word " "
const struct hpm_enumeration hpm_call_kinds
    = { HPM_CALL_KIND_COUNT, HPM_CALL_KINDS (WORD) };
#undef WORD
#define WORD(code, identifier, because, remedy) #identifier " "
const struct hpm_enumeration hpm_reasons
    = { HPM_REASON_COUNT, HPM_REASONS (WORD) };
#undef WORD

#define HPM_FIELD_text16 HPM_FIELD_text
#define HPM_FIELD_text64 HPM_FIELD_text
#define HPM_FIELD_text128 HPM_FIELD_text

#define SIZE_OF(object, field) sizeof (((struct object *) 0)->field)

#define FIELD(type, field, unit, description)                                 \
    { #field, HPM_FIELD_##type,                               \
      offsetof (struct hpm_rank_record, field),                               \
      SIZE_OF (hpm_rank_record, field), unit, description },
const struct hpm_field hpm_rank_fields[]
    = { HPM_RANK_FIELDS (FIELD) };
const int hpm_rank_field_count
    = sizeof hpm_rank_fields / sizeof *hpm_rank_fields;
#undef FIELD

#define FIELD(type, field, unit, description)                                 \
    { #field, HPM_FIELD_##type,                             \
      offsetof (struct hpm_thread_record, field),                             \
      SIZE_OF (hpm_thread_record, field), unit, description },
const struct hpm_field hpm_thread_fields[]
    = { HPM_THREAD_FIELDS (FIELD) };
const int hpm_thread_field_count
    = sizeof hpm_thread_fields / sizeof *hpm_thread_fields;
#undef FIELD
/* clang-format on */

/* Where the rank's threads are along the dimension thread.  */
const char *const hpm_more_rank_fields[] = { "first_thread", "threads", NULL };

int
hpm_field_is_host (const struct hpm_field *field)
{
    return field->kind == HPM_FIELD_text && !strcmp (field->name, "host");
}
