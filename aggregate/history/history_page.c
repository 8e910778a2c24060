/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/history/history_page.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/page/page.h"
#include "aggregate/show/emit/json.h"

#define HISTORY_RANKS 2 /* the column of texts that is a number */

int
hpm_history_read_runs (struct hpm_history *history, const char *path,
                       struct hpm_error *error)
{
    if (hpm_history_read (history, path, error))
        return -1;
    hpm_history_tell_broken (history, path);
    if (history->lines > 1)
        return 0;
    return hpm_error_set (error,
                          "%s has no run yet: hpmagg --history=%s results.h5 "
                          "appends one",
                          path, path);
}

/* "wall [s]" is named wall, with the unit s.  */
static int
put_column (struct hpm_json *json, const char *heading)
{
    size_t length = strcspn (heading, " ");
    const char *unit = heading + length;
    char *name = strndup (heading, length), *inside = NULL;

    if (unit[0] && unit[1] == '[')
        inside = strndup (unit + 2, strcspn (unit + 2, "]"));
    if (name) {
        hpm_json_open (json, NULL, '{');
        hpm_json_text (json, "name", name);
        hpm_json_text (json, "unit", inside ? inside : "");
        hpm_json_close (json, '}');
    }
    free (inside);
    free (name);
    return name ? 0 : -1;
}

static void
put_run (struct hpm_json *json, const struct hpm_history *history, int line)
{
    hpm_json_open_line (json);
    for (int i = 0; i < history->columns; i++)
        if (i >= HPM_HISTORY_TEXTS)
            hpm_json_real (json, NULL, hpm_history_number (history, line, i));
        else if (i == HISTORY_RANKS)
            hpm_json_whole (json, NULL, hpm_history_number (history, line, i));
        else
            hpm_json_text (json, NULL, hpm_history_field (history, line, i));
    hpm_json_close_line (json);
}

static int
put_all (struct hpm_json *json, const char *path,
         const struct hpm_history *history)
{
    int failed = 0;

    hpm_json_open (json, NULL, '{');
    hpm_json_text (json, "path", path);
    hpm_json_open (json, "columns", '[');
    for (int i = HPM_HISTORY_TEXTS; i < history->columns; i++)
        failed |= put_column (json, hpm_history_field (history, 0, i));
    hpm_json_close (json, ']');
    hpm_json_open (json, "runs", '[');
    for (int line = 1; line < history->lines; line++)
        put_run (json, history, line);
    hpm_json_close (json, ']');
    hpm_json_close (json, '}');
    return failed;
}

int
hpm_history_put_page (FILE *out, const char *path,
                      const struct hpm_history *history)
{
    struct hpm_json *json = calloc (1, sizeof *json);
    FILE *escaped = hpm_page_escape (out);
    int failed = !json || !escaped;

    if (!failed) {
        json->buffer.out = escaped;
        failed = put_all (json, path, history);
    }
    if (escaped && fclose (escaped))
        failed = 1;
    free (json);
    return failed || ferror (out) ? -1 : 0;
}
