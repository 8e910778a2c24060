/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/picture_command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "aggregate/cmd/browser.h"
#include "aggregate/cmd/text_file.h"
#include "aggregate/console/say.h"
#include "aggregate/console/scratch_folder.h"
#include "aggregate/h5/h5_writer.h"
#include "aggregate/page/page_answer.h"

/* A file that is asked for.  */
struct kind {
    const char *word, *path; /* NULL: it is not */
    struct hpm_text_file file;
};

enum { SVG, PNG, KIND_COUNT };

struct picture {
    const char *name;
    char **paths;
    const struct hpm_show_request *show;
    struct hpm_html_request html; /* its output is in the folder */
    struct hpm_browser browser;
    struct hpm_watch watch;
    char folder[PATH_MAX], page[PATH_MAX + 16];
    struct kind kinds[KIND_COUNT];
};

/* ---- files -------------------------------------------------------------- */

/* Returns 0, or 2 after a message.  With `failed` none is kept.  */
static int
close_files (struct picture *picture, int failed)
{
    for (int i = 0; i < KIND_COUNT; i++) {
        struct kind *kind = &picture->kinds[i];
        struct hpm_error error = { "" };

        if (!kind->file.out)
            continue;
        if (hpm_text_file_close (&kind->file, failed, &error) && !failed) {
            hpm_say ("%s", error.text);
            failed = 2;
        }
    }
    return failed;
}

static int
open_file (struct kind *kind)
{
    struct hpm_error error = { "" };

    if (!kind->path)
        return 0;
    if (hpm_h5_is_file (kind->path))
        hpm_error_set (&error,
                       "--%s=%s is an HDF5 file, not to be replaced by a "
                       "picture: name the picture with --%s=FILE.%s",
                       kind->word, kind->path, kind->word, kind->word);
    else if (!hpm_text_file_open (&kind->file, kind->path, &error))
        return 0;
    kind->file.out = NULL;
    hpm_say ("%s", error.text);
    return 2;
}

static int
open_files (struct picture *picture)
{
    int status = 0;

    for (int i = 0; !status && i < KIND_COUNT; i++)
        status = open_file (&picture->kinds[i]);
    return status;
}

/* ---- what the page answers ---------------------------------------------- */

static int
refuse_too_large (const char *size)
{
    hpm_say ("--png: the picture has %s pixels, more than the browser draws: "
             "--svg takes it",
             size);
    return 2;
}

/* No run has what the picture is drawn by.  */
static int
refuse_lack (const struct picture *picture, const char *lacks, const char *text)
{
    size_t bytes;
    char *has = hpm_page_answer (text, "has", &bytes);
    int several = picture->paths[1] != NULL;

    hpm_say ("--picture=%s: %s%s no %s; pictures there are: %s", picture->name,
             several ? "these runs have" : *picture->paths,
             several ? "" : " has", lacks, has && *has ? has : "none");
    free (has);
    return 2;
}

/* There is no picture: what there is instead.  Snap's Chromium is one that sees
 * another /tmp.  */
static int
refuse (const struct picture *picture, const char *text)
{
    size_t bytes;
    char *lacks = hpm_page_answer (text, "lacks", &bytes);
    char *large = hpm_page_answer (text, "large", &bytes);
    int status = lacks ? refuse_lack (picture, lacks, text)
                 : large
                     ? refuse_too_large (large)
                     : hpm_browser_failed (
                         &picture->browser, picture->folder,
                         "has drawn no picture: is it Chromium, or made of it? "
                         "One that is kept from /tmp, such as a snap, needs "
                         "TMPDIR to name a folder that it may read");

    free (lacks);
    free (large);
    return status;
}

/* To the file, not only up to it: so one that can't be written is known before
 * another gets its name.  */
static int
write_all (const struct kind *kind, const char *data, size_t bytes)
{
    fwrite (data, 1, bytes, kind->file.out);
    if (!hpm_text_file_flush (kind->file.out))
        return 0;
    hpm_say ("cannot write %s: %s", kind->path, strerror (errno));
    return 2;
}

static int
put_answers (struct picture *picture, const char *text)
{
    int status = 0;

    for (int i = 0; !status && i < KIND_COUNT; i++) {
        struct kind *kind = &picture->kinds[i];
        size_t bytes;
        char *data
            = kind->path ? hpm_page_answer (text, kind->word, &bytes) : NULL;

        if (data)
            status = write_all (kind, data, bytes);
        else if (kind->path)
            status = refuse (picture, text);
        free (data);
    }
    return status;
}

/* ---- page and browser --------------------------------------------------- */

static int
write_page (void *data)
{
    const struct picture *picture = data;

    return hpm_html_command (&picture->html, picture->paths, picture->show);
}

static int
make_page (struct picture *picture)
{
    struct hpm_error error = { "" };
    int status = 0;

    if (hpm_watch_run (&picture->watch, write_page, picture, 0, &status, &error)
        == HPM_WATCHED_ENDED)
        return WIFEXITED (status) ? WEXITSTATUS (status) : 2;
    if (error.text[0])
        hpm_say ("%s", error.text);
    return 2;
}

static int
draw (struct picture *picture)
{
    char *address = hpm_page_ask (picture->page, picture->name,
                                  picture->kinds[SVG].path != NULL,
                                  picture->kinds[PNG].path != NULL);
    char *text = NULL;
    int status = 2;

    if (address)
        status = hpm_browser_read (&picture->browser, address, picture->folder,
                                   &picture->watch, &text);
    else
        hpm_say ("out of memory");
    if (!status)
        status = put_answers (picture, text);
    free (text);
    free (address);
    return status;
}

static int
draw_in_folder (struct picture *picture)
{
    struct hpm_error error;
    int status;

    if (hpm_scratch_folder_make (picture->folder, &error)) {
        hpm_say ("%s", error.text);
        return 2;
    }
    snprintf (picture->page, sizeof picture->page, "%s/page.html",
              picture->folder);
    picture->html.output = picture->page;
    status = make_page (picture);
    if (!status)
        status = draw (picture);
    hpm_scratch_folder_remove (picture->folder);
    return status;
}

int
hpm_picture_command (const struct hpm_picture_request *request,
                     const struct hpm_html_request *html, char **paths,
                     const struct hpm_show_request *show)
{
    struct picture picture
        = { .name = request->name ? request->name : "account",
            .paths = paths,
            .show = show,
            .html = *html,
            .kinds = { [SVG] = { .word = "svg", .path = request->svg },
                       [PNG] = { .word = "png", .path = request->png } } };
    int status = hpm_html_check_built (request->svg ? "--svg" : "--png");

    if (!status)
        status = hpm_browser_find (&picture.browser,
                                   request->svg ? "--svg" : "--png");
    if (status)
        return status;
    hpm_h5_begin ();
    hpm_watch_begin (&picture.watch);
    status = open_files (&picture);
    if (!status)
        status = draw_in_folder (&picture);
    status = close_files (&picture, status);
    hpm_watch_end (&picture.watch);
    return status;
}
