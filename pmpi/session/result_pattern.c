/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/session/result_pattern.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file/folders.h"
#include "base/file/pattern.h"
#include "pmpi/guest/message.h"
#include "pmpi/record/run_texts.h"

static void
check (struct hpm_options *options, enum hpm_setting setting)
{
    char buffer[HPM_SETTING_TEXT], name[PATH_MAX];
    struct hpm_error error;
    char *none;

    if (hpm_pattern_check (hpm_options_text (options, setting, buffer), &error)
        == 0)
        return;
    hpm_message_once ("%s left out: %s",
                      hpm_options_name (options, setting, name, sizeof name),
                      error.text);
    none = strdup ("");
    if (none)
        hpm_options_replace (options, setting, none);
}

void
hpm_result_pattern_check (struct hpm_options *options)
{
    check (options, HPM_SETTING_output);
    check (options, HPM_SETTING_directory);
}

/* The name of a user is not looked up: that would load libraries into the
 * program.  */
static const char *
user_name (char number[16])
{
    const char *name = getenv ("USER");

    snprintf (number, 16, "%u", (unsigned)geteuid ());
    return name && *name ? name : number;
}

void
hpm_result_pattern_expand (char name[PATH_MAX], const char *pattern,
                           time_t started)
{
    char user[16], job[128], program[NAME_MAX + 1], host[HOST_NAME_MAX + 1];
    struct hpm_pattern_values values
        = { .job = job, .program = program, .host = host };
    struct hpm_error error;

    if (!hpm_pattern_is (pattern)) {
        snprintf (name, PATH_MAX, "%s", pattern);
        return;
    }
    values.user = user_name (user);
    if (hpm_run_batch_id (job, sizeof job))
        snprintf (job, sizeof job, "%d", (int)getpid ());
    hpm_run_program_name (program, sizeof program);
    if (gethostname (host, sizeof host))
        snprintf (host, sizeof host, "host");
    localtime_r (&started, &values.time);
    if (hpm_pattern_expand (name, PATH_MAX, pattern, &values, &error))
        *name = '\0';
}

int
hpm_result_pattern_make_folders (const struct hpm_options *options,
                                 const char *result, struct hpm_error *error)
{
    return hpm_pattern_is (options->output)
                   || hpm_pattern_is (options->directory)
               ? hpm_folders_make (result, error)
               : 0;
}
