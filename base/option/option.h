/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The settings of include/hpm_option_table.h: from the environment, a
 * configuration file and the command line, each read, checked and turned into
 * what it means once.  The stronger source wins, whichever is read first.
 * Not thread-safe on one struct; no global state.
 */
#ifndef HPM_BASE_OPTION_H
#define HPM_BASE_OPTION_H

#include <stddef.h>

#include "base/error.h"
#include "hpm_option_table.h"

enum hpm_setting {
#define HPM_X(field, ...) HPM_SETTING_##field,
    HPM_OPTIONS (HPM_X)
#undef HPM_X
        HPM_SETTING_COUNT
};

/* Where a value comes from, the weakest first.  */
enum hpm_from {
    HPM_FROM_DEFAULT,
    HPM_FROM_SITE,
    HPM_FROM_ENVIRONMENT,
    HPM_FROM_FILE,
    HPM_FROM_ARGUMENT
};

struct hpm_setting_source {
    enum hpm_from from;
    int line;    /* of the file, from 1 */
    char *owned; /* the text, where it is not the default's */
};

/* A flag that may have a text.  */
struct hpm_maybe {
    const char *text; /* NULL: none */
    int wanted;
};

/* A word, or a path.  */
struct hpm_either {
    const char *path; /* NULL: none */
    int choice;       /* HPM_CHOICES_*; with a path, the code behind the last */
};

/* The value of every setting; texts are owned by the struct and never NULL.  */
struct hpm_options {
#define HPM_MEMBER_text(choices) const char *
#define HPM_MEMBER_list(choices) const char *
#define HPM_MEMBER_flag(choices) int
#define HPM_MEMBER_choice(choices) enum hpm_##choices
#define HPM_MEMBER_count(choices) long
#define HPM_MEMBER_seconds(choices) double
#define HPM_MEMBER_either(choices) struct hpm_either
#define HPM_MEMBER_maybe(choices) struct hpm_maybe
#define HPM_X(field, letter, variable, kind, argument, initial, choices, help) \
    HPM_MEMBER_##kind (choices) field;
    HPM_OPTIONS (HPM_X)
#undef HPM_X

    struct hpm_setting_source sources[HPM_SETTING_COUNT];
    char *file;      /* the configuration file that was read; NULL: none */
    char *site_file; /* that of the site */
};

/* Called for each thing worth a warning (an unknown HPM_* name).  */
typedef void hpm_warn_fn (const char *text, void *data);

/* All defaults; takes no memory.  */
void hpm_options_init (struct hpm_options *options);
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

/* The same of the file of a site, whose settings all others win over.  It can
 * stop nothing: of what is wrong in it the first is told to `warn`, and what is
 * right is taken.  With `asked`, because somebody typed hpmrun, what says
 * whether to count a program that nobody asked for, and where to put that
 * (output, directory, exclude, one_in, shortest, largest, quiet), is left out.
 */
void hpm_options_from_site (struct hpm_options *options, const char *path,
                            int asked, hpm_warn_fn *warn, void *data);

/* Put a setting that the site gave back at its default, as if its line were not
 * there; one of another source stays.  */
void hpm_options_leave_out_site (struct hpm_options *options,
                                 enum hpm_setting setting);

/* What stands for no file of a site, as a value of the setting.  */
#define HPM_SITE_NONE "none"

/* Take "NAME=value" lines, as hpm_options_text made them for a result file, in
 * which "\n" and "\\" stand for the end of a line and for a backslash; what is
 * unknown or bad is left out.  */
void hpm_options_from_lines (struct hpm_options *options, const char *lines);

/* Take a flag of the command line; `name` is as the user wrote it.  A value
 * that is NULL is that of a flag without one; an empty one is an error.
 * Returns 0 or -1.  */
int hpm_options_take_flag (struct hpm_options *options,
                           enum hpm_setting setting, const char *value,
                           const char *name, struct hpm_error *error);

/* Put a malloc'ed text, the struct's from then on, in the place of that of a
 * setting: where it comes from stays.  */
void hpm_options_replace (struct hpm_options *options, enum hpm_setting setting,
                          char *text);

/* ---- back into text: what a program that is started finds in its environment,
 * and what stands in the result file */

#define HPM_SETTING_TEXT 40 /* room for a number or a word */

/* The value as it may be given; into the buffer where it is no text.  */
const char *hpm_options_text (const struct hpm_options *options,
                              enum hpm_setting setting,
                              char buffer[HPM_SETTING_TEXT]);

/* Whether it is the default, whoever gave it.  */
int hpm_options_is_default (const struct hpm_options *options,
                            enum hpm_setting setting);

/* "HPM_OUTPUT" */
const char *hpm_setting_variable (enum hpm_setting setting);

/* What to call a setting in a message, by where its value comes from:
 * "--mpi", "HPM_MPI", "FILE:LINE: HPM_MPI".  Returns the buffer.  */
char *hpm_options_name (const struct hpm_options *options,
                        enum hpm_setting setting, char *buffer, size_t size);

/* Where it comes from: "default", "environment", "FILE:LINE" or "flag".
 * Returns the buffer.  */
char *hpm_options_source (const struct hpm_options *options,
                          enum hpm_setting setting, char *buffer, size_t size);

#endif /* HPM_BASE_OPTION_H */
