/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/recover/recover_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"

/* The text behind `at` in the RUN payload; NULL at its end.  The payload has a
 * NUL behind it.  */
static const char *
next_text (const struct hpm_recovery *recovery, const char *at)
{
    const char *end = recovery->run + recovery->run_bytes;

    at = at ? at + strlen (at) + 1 : recovery->run;
    return at < end ? at : NULL;
}

const char *
hpm_recovery_run (const struct hpm_recovery *recovery, const char *field)
{
    const char *name = NULL, *value = NULL;

    while ((name = next_text (recovery, value))
           && (value = next_text (recovery, name)))
        if (!strcmp (name, field))
            return value;
    return NULL;
}

static void
put_text (FILE *out, const char *name, const char *value)
{
    fwrite (name, 1, strlen (name) + 1, out);
    fwrite (value, 1, strlen (value) + 1, out);
}

static void
put_inside (const struct hpm_recovery *recovery, FILE *out)
{
    char *text = hpm_recovery_inside (recovery, "; ");

    if (text && *text && hpm_recovery_knows_inside (recovery))
        put_text (out, "inside_mpi", text);
    free (text);
}

char *
hpm_recovery_run_texts (const struct hpm_recovery *recovery, size_t *bytes)
{
    const char *name, *value = NULL;
    char *texts = NULL, time[HPM_TEXT_TIME];
    struct timespec now = { 0, 0 };
    FILE *out = open_memstream (&texts, bytes);

    if (!out)
        return NULL;
    while ((name = next_text (recovery, value))
           && (value = next_text (recovery, name)))
        if (strcmp (name, "end_time") && strcmp (name, "status"))
            put_text (out, name, value);
    put_text (out, "end_time", hpm_text_time (time, recovery->until));
    put_text (out, "status", "complete"); /* unless ranks are not */
    clock_gettime (CLOCK_REALTIME, &now);
    put_text (out, "recovered",
              hpm_text_time (time, (int64_t)now.tv_sec * 1000000000));
    put_inside (recovery, out);
    if (fclose (out)) {
        free (texts);
        return NULL;
    }
    return texts;
}
