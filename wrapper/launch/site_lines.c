/* SPDX-License-Identifier: BSD-3-Clause */
#include "wrapper/launch/site_lines.h"

#include <stdio.h>
#include <string.h>

/* A setting that comes from the site, and its line.  */
struct site_line {
    enum hpm_setting setting;
    int number;
    char name[512]; /* "FILE:LINE: HPM_NAME" */
};

/* Those in force, in their order in the file.  Returns how many.  */
static int
find_lines (const struct hpm_options *options,
            struct site_line lines[HPM_SETTING_COUNT])
{
    int count = 0;

    for (int i = 0; i < HPM_SETTING_COUNT; i++) {
        const struct hpm_setting_source *source = &options->sources[i];
        int at = count;

        if (source->from != HPM_FROM_SITE)
            continue;
        for (; at > 0 && lines[at - 1].number > source->line; at--)
            lines[at] = lines[at - 1];
        lines[at].setting = (enum hpm_setting)i;
        lines[at].number = source->line;
        hpm_options_name (options, lines[at].setting, lines[at].name,
                          sizeof lines[at].name);
        count++;
    }
    return count;
}

/* Errors about a setting begin with its name, others with what they are of.  */
static void
tell (const struct site_line *line, const struct hpm_error *error,
      struct hpm_error *left)
{
    int named = strncmp (error->text, line->name, strlen (line->name)) == 0;

    if (!*left->text)
        hpm_error_set (left, "of the site's settings one is left out: %s%s%s",
                       named ? "" : line->name, named ? "" : ": ", error->text);
}

int
hpm_site_lines_settle (const struct hpm_options *options,
                       const struct hpm_error *error,
                       hpm_site_attempt_fn *attempt, void *data,
                       struct hpm_error *left)
{
    static struct site_line lines[HPM_SETTING_COUNT]; /* much for a stack */
    char left_out[HPM_SETTING_COUNT] = { 0 };
    int count, failed;

    left->text[0] = '\0';
    if (attempt (data, left_out) == 0)
        return 0;
    count = find_lines (options, lines);
    for (int i = 0; i < count; i++)
        left_out[lines[i].setting] = 1;
    if (!count || attempt (data, left_out))
        return -1;
    for (int i = 0; i < count; i++) {
        left_out[lines[i].setting] = 0;
        failed = attempt (data, left_out);
        if (failed)
            tell (&lines[i], error, left);
        left_out[lines[i].setting] = (char)(failed != 0);
    }
    return attempt (data, left_out);
}
