/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The option table as data, shared by the files option*.c.
 */
#ifndef HPM_BASE_OPTION_PRIVATE_H
#define HPM_BASE_OPTION_PRIVATE_H

#include "base/option/option.h"

enum hpm_option_kind {
    HPM_OPTION_text,
    HPM_OPTION_list,
    HPM_OPTION_flag,
    HPM_OPTION_choice,
    HPM_OPTION_count,
    HPM_OPTION_seconds,
    HPM_OPTION_maybe
};

struct hpm_option {
    const char *field;    /* "output" */
    char letter;          /* 0 if it has none */
    const char *variable; /* "HPM_OUTPUT" */
    enum hpm_option_kind kind;
    const char *argument; /* "FILE" */
    const char *initial;
    const char *choices; /* "a|b" */
    const char *help;
    size_t offset; /* of the value in struct hpm_options */
};

#define HPM_X(...) +1
enum { HPM_OPTION_COUNT = 0 HPM_OPTIONS (HPM_X) };
#undef HPM_X

extern const struct hpm_option hpm_option_table[HPM_OPTION_COUNT];

char **hpm_option_value (struct hpm_options *options,
                         const struct hpm_option *option);

const struct hpm_option *hpm_option_by_variable (const char *variable);

/* Check a value and store a copy of it, flags as "0" or "1".  `who` is what the
 * user wrote ("HPM_DOMAIN", "--domain") and starts the error.  */
int hpm_option_take (struct hpm_options *options,
                     const struct hpm_option *option, const char *value,
                     const char *who, struct hpm_error *error);

/* The variable most like an unknown one, NULL if none is.  */
const char *hpm_option_nearest_variable (const char *variable);

#endif /* HPM_BASE_OPTION_PRIVATE_H */
