/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The settings of include/hpm_option_table.h: from the environment, a
 * configuration file and the command line, in that order, the later wins.
 * Not thread-safe on one struct; no global state.
 */
#ifndef HPM_BASE_OPTION_H
#define HPM_BASE_OPTION_H

#include <stddef.h>

#include "base/error.h"
#include "hpm_option_table.h"

/* The value of every setting as text, owned by the struct; never NULL after
 * hpm_options_init.  */
struct hpm_options {
#define HPM_X(field, letter, variable, kind, argument, initial, choices, help) \
    char *field;
    HPM_OPTIONS (HPM_X)
#undef HPM_X
};

/* Called for each thing worth a warning (an unknown HPM_* name).  */
typedef void hpm_warn_fn (const char *text, void *data);

/* All defaults.  Returns 0, or -1 when out of memory.  */
int hpm_options_init (struct hpm_options *options);
void hpm_options_release (struct hpm_options *options);

/* Take the HPM_* variables of `environment` ("NAME=value", NULL-terminated), or
 * of none.  Unknown HPM_* names are given to `warn` (may be NULL), with the
 * nearest known name; an empty variable is one that is not set.  A bad value is
 * an error that names the variable and the choices; settings before it are
 * kept.  Returns 0 or -1.  */
int hpm_options_from_environment (struct hpm_options *options,
                                  char *const *environment, hpm_warn_fn *warn,
                                  void *data, struct hpm_error *error);

/* Take NAME value lines ("#" starts a comment; the value may be quoted).  An
 * unknown HPM_* name is warned about, any other name is an error; an error
 * names file and line.  Returns 0 or -1.  */
int hpm_options_from_file (struct hpm_options *options, const char *path,
                           hpm_warn_fn *warn, void *data,
                           struct hpm_error *error);

/* Take flags from argv[1] on, up to the first argument that is no flag, or
 * past "--".  `--name=value`, `--name value`, `-n value`, `-nvalue`; a flag of
 * kind "flag" takes a value only as `--name=0` or `--name=1`.  Unambiguous
 * prefixes are NOT accepted.  A flag that the table lacks is offered to `other`
 * (may be NULL), which returns the number of arguments it took, 0 if it does
 * not know it either, or -1 with the error set.  *operand is the index of the
 * first operand (argc if none).  Returns 0, or -1 with an error that names the
 * flag and the nearest one.  */
typedef int hpm_flag_fn (int argc, char **argv, int index, void *data,
                         struct hpm_error *error);
int hpm_options_from_arguments (struct hpm_options *options, int argc,
                                char **argv, hpm_flag_fn *other, void *data,
                                int *operand, struct hpm_error *error);

/* Write the settings that differ from their default as HPM_NAME=value texts:
 * call `each` with name and value.  */
void hpm_options_each (const struct hpm_options *options, int all,
                       void (*each) (const char *variable, const char *value,
                                     const char *initial, void *data),
                       void *data);

/* Number of a `count` or `flag` setting, already checked when it was taken.  */
long hpm_options_number (const char *value);

/* The part of --help that the table yields, into a malloc'ed text (the
 * caller's); NULL when out of memory.  80 columns.  */
char *hpm_options_help (void);

#endif /* HPM_BASE_OPTION_H */
