/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/h5/h5_schema.h"

#include "aggregate/model/calls.h"
#include "aggregate/model/findings.h"
#include "aggregate/places/region_tree.h"

#define HPM_ENUMERATION_none NULL
#define HPM_ENUMERATION_qualities &hpm_qualities
#define HPM_ENUMERATION_reasons &hpm_reasons
#define HPM_ENUMERATION_event_scopes &hpm_event_scopes
#define HPM_ENUMERATION_event_kinds &hpm_event_kinds
#define HPM_ENUMERATION_call_kinds &hpm_call_kinds
#define HPM_ENUMERATION_bytes_kinds &hpm_bytes_kinds
#define HPM_ENUMERATION_marks &hpm_marks

/* clang-format off */
const struct hpm_h5_dimension hpm_h5_dimensions[HPM_DIMENSION_COUNT] = {
#define HPM_X(identifier, name, labels, most, units, meaning)                  \
    { name, HPM_LABELS_##labels, most, units, meaning },
    HPM_DIMENSIONS (HPM_X)
#undef HPM_X
};

const struct hpm_h5_variable hpm_h5_variables[HPM_VARIABLE_END] = {
#define HPM_X(identifier, name, type, along, units, enumeration, long_name)    \
    { name, HPM_TYPE_##type, along, units, HPM_ENUMERATION_##enumeration,      \
      long_name },
    HPM_VARIABLES (HPM_X)
#undef HPM_X
};

const char *const hpm_h5_text_names[HPM_TEXT_COUNT] = {
#define HPM_X(identifier, name, meaning) HPM_SCHEMA_GROUP "/" name,
    HPM_TEXTS (HPM_X)
#undef HPM_X
};

const char *const hpm_h5_text_meanings[HPM_TEXT_COUNT] = {
#define HPM_X(identifier, name, meaning) meaning,
    HPM_TEXTS (HPM_X)
#undef HPM_X
};

#define WORD(identifier, name, ...) name,
static const char *const statistics[] = { HPM_STATISTICS (WORD) };
static const char *const call_sums[] = { HPM_CALL_SUMS (WORD) };
static const char *const efficiencies[] = { HPM_EFFICIENCIES (WORD) };
static const char *const parts[] = { HPM_PARTS (WORD) };
static const char *const region_sums[] = { HPM_REGION_SUMS (WORD) };
#undef WORD
#define WORD(code, identifier, word, meaning) word,
static const char *const size_kinds[] = { HPM_SIZE_KINDS (WORD) };
#undef WORD
static const char *const size_fields[] = { "messages", "bytes" };
#define WORD(type, field, unit, description) #field,
static const char *const mpi_fields[] = { HPM_MPI_FIELDS (WORD) };
static const char *const thread_fields[] = { HPM_THREAD_FIELDS (WORD) };
static const char *const rank_fields[]
    = { HPM_PLACE_FIELDS (WORD) HPM_RANK_FIELDS (WORD) };
#undef WORD

#define WORDS(list) { list, sizeof list / sizeof *list }
static const struct { const char *const *words; hsize_t count; }
vocabularies[HPM_DIMENSION_COUNT] = {
    [HPM_DIMENSION_STATISTIC] = WORDS (statistics),
    [HPM_DIMENSION_RANK_FIELD] = WORDS (rank_fields),
    [HPM_DIMENSION_THREAD_FIELD] = WORDS (thread_fields),
    [HPM_DIMENSION_CALL_FIELD] = WORDS (call_sums),
    [HPM_DIMENSION_MPI_FIELD] = WORDS (mpi_fields),
    [HPM_DIMENSION_SIZE_KIND] = WORDS (size_kinds),
    [HPM_DIMENSION_SIZE_FIELD] = WORDS (size_fields),
    [HPM_DIMENSION_EFFICIENCY] = WORDS (efficiencies),
    [HPM_DIMENSION_PART] = WORDS (parts),
    [HPM_DIMENSION_REGION_FIELD] = WORDS (region_sums),
};
/* clang-format on */

const char *
hpm_h5_units (const struct hpm_h5_variable *variable)
{
    static const struct {
        enum hpm_dimension dimension;
        const char *units;
    } by[] = {
        { HPM_DIMENSION_EVENT, "by event" },
        { HPM_DIMENSION_METRIC, "by metric" },
        { HPM_DIMENSION_RANK_FIELD, "by rank_field" },
        { HPM_DIMENSION_THREAD_FIELD, "by thread_field" },
        { HPM_DIMENSION_CALL_FIELD, "by call_field" },
        { HPM_DIMENSION_MPI_FIELD, "by mpi_field" },
        { HPM_DIMENSION_SIZE_FIELD, "by size_field" },
        { HPM_DIMENSION_EFFICIENCY, "by efficiency" },
        { HPM_DIMENSION_REGION_FIELD, "by region_field" },
    };

    if (variable->units || variable->type == HPM_TYPE_text)
        return variable->units;
    for (size_t i = 0; !variable->enumeration && i < sizeof by / sizeof *by;
         i++)
        for (int k = 0; k < variable->rank; k++)
            if (variable->along[k] == by[i].dimension)
                return by[i].units;
    return "1";
}

const char *const *
hpm_h5_words (enum hpm_dimension dimension, hsize_t *count)
{
    *count = vocabularies[dimension].count;
    return vocabularies[dimension].words;
}

static hid_t
text_type (void)
{
    static hid_t type = -1;

    if (type < 0) {
        type = H5Tcopy (H5T_C_S1);
        H5Tset_size (type, H5T_VARIABLE);
        H5Tset_cset (type, H5T_CSET_UTF8);
    }
    return type;
}

hid_t
hpm_h5_type (enum hpm_h5_type type)
{
    switch (type) {
    case HPM_TYPE_u8:
        return H5T_NATIVE_UINT8;
    case HPM_TYPE_i32:
        return H5T_NATIVE_INT32;
    case HPM_TYPE_u64:
        return H5T_NATIVE_UINT64;
    case HPM_TYPE_f32:
        return H5T_NATIVE_FLOAT;
    case HPM_TYPE_f64:
        return H5T_NATIVE_DOUBLE;
    case HPM_TYPE_text:
        return text_type ();
    default:
        return H5T_NATIVE_INT64;
    }
}

size_t
hpm_h5_type_size (enum hpm_h5_type type)
{
    return type == HPM_TYPE_u8                            ? 1
           : type == HPM_TYPE_i32 || type == HPM_TYPE_f32 ? 4
           : type == HPM_TYPE_text                        ? sizeof (char *)
                                                          : 8;
}
