/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/session/site.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/launched.h"
#include "base/text.h"
#include "pmpi/count/backend_load.h"
#include "pmpi/guest/message.h"
#include "pmpi/record/run_texts.h"

/* ---- settings ----------------------------------------------------------- */

/* What there is to say, until it is known whether to say it.  */
static void
keep (const char *text, void *data)
{
    hpm_error_set (data, "%s", text);
}

/* Whether to be quiet, as the environment says before all of it is read, or the
 * site does.  */
static int
wants_quiet (const struct hpm_options *options)
{
    const char *text = getenv ("HPM_QUIET");

    if (!text || !*text)
        return options->quiet;
    return !strcmp (text, "1") || !strcmp (text, "yes");
}

void
hpm_site_read (struct hpm_options *options)
{
    const char *named = getenv ("HPM_SITE");
    char path[PATH_MAX] = "";
    struct hpm_error warning = { "" };

    if (named && *named)
        snprintf (path, sizeof path, "%s", named);
    else if (hpm_installed_path (path, sizeof path, HPM_SITEFILE)
             || access (path, F_OK))
        path[0] = '\0';
    if (*path && strcmp (path, HPM_SITE_NONE) != 0)
        hpm_options_from_site (options, path, 0, keep, &warning);
    hpm_message_set_quiet (wants_quiet (options));
    if (*warning.text)
        hpm_message_once ("of the site's settings one is left out: %s",
                          warning.text);
}

int
hpm_site_gives_way (struct hpm_options *options, const struct hpm_error *error)
{
    static const enum hpm_setting settings[]
        = { HPM_SETTING_signals, HPM_SETTING_start, HPM_SETTING_mpi };

    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        char name[PATH_MAX];

        if (options->sources[settings[i]].from != HPM_FROM_SITE)
            continue;
        hpm_options_name (options, settings[i], name, sizeof name);
        hpm_options_leave_out_site (options, settings[i]);
        hpm_message_once ("of the site's settings one is left out: %s: %s",
                          name, error->text);
        return 1;
    }
    return 0;
}

/* ---- what is left alone ------------------------------------------------- */

/* A pattern with "/" is for the path of the program, another for its name.  */
static int
is_excluded (const struct hpm_options *options, const char *path,
             const char *called)
{
    const char *rest = options->exclude, *slash = strrchr (path, '/');
    const char *name = slash ? slash + 1 : path;
    struct hpm_piece piece;

    while (*options->exclude && hpm_text_part (&rest, ',', &piece)) {
        char pattern[PATH_MAX];
        int found;

        piece = hpm_piece_trim (piece);
        snprintf (pattern, sizeof pattern, "%.*s", (int)piece.length,
                  piece.start);
        found = strchr (pattern, '/') ? hpm_text_match (pattern, path)
                                      : hpm_text_match (pattern, name)
                                            || hpm_text_match (pattern, called);
        if (found)
            return 1;
    }
    return 0;
}

/* A name of the job that all ranks know before they have said a word; "" where
 * there is none.  */
static void
job_name (char *text, size_t size)
{
    const char *name = getenv ("PMIX_NAMESPACE");

    if (hpm_run_batch_id (text, size) < 0)
        snprintf (text, size, "%s", name ? name : "");
}

/* FNV-1a, and a last round that lets ids which differ in their last digit
 * differ in all bits.  */
static uint64_t
hash (const char *text)
{
    uint64_t sum = UINT64_C (0xcbf29ce484222325);

    for (; *text; text++)
        sum = (sum ^ (unsigned char)*text) * UINT64_C (0x100000001b3);
    sum = (sum ^ sum >> 33) * UINT64_C (0xff51afd7ed558ccd);
    return sum ^ sum >> 33;
}

static int
is_chosen (const struct hpm_options *options)
{
    char name[256];

    job_name (name, sizeof name);
    return !*name || hash (name) % (uint64_t)options->one_in == 0;
}

int
hpm_site_leaves_alone (const struct hpm_options *options)
{
    static int told; /* before main: it is asked again in MPI_Init */
    char path[PATH_MAX], called[NAME_MAX + 1];
    ssize_t length = readlink ("/proc/self/exe", path, sizeof path - 1);
    const char *why = NULL;

    path[length < 0 ? 0 : length] = '\0';
    hpm_run_program_name (called, sizeof called);
    if (is_excluded (options, path, called))
        why = "--exclude names the program";
    else if (!is_chosen (options))
        why = "--one-in did not choose the job";
    if (why && !told && (options->verbose || hpm_launched_token ()))
        hpm_message_once ("not counted, because %s", why);
    told |= why != NULL;
    return why != NULL;
}
