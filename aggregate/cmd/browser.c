/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/browser.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "aggregate/cmd/guard.h"
#include "aggregate/console/say.h"
#include "base/file/program_file.h"
#include "base/real_text.h"

#define SECONDS_USUAL 120
#define WORDS_MAX 10 /* lines */

static const char *const known[]
    = { "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
        "microsoft-edge" };

/* Twice the size, so that strips of colours are sharp in a PNG.  */
static const char *const flags[] = { "--headless",
                                     "--disable-gpu",
                                     "--disable-dev-shm-usage",
                                     "--disable-background-networking",
                                     "--disable-component-update",
                                     "--disable-sync",
                                     "--disable-extensions",
                                     "--host-resolver-rules=MAP * ~NOTFOUND",
                                     "--no-first-run",
                                     "--no-default-browser-check",
                                     "--hide-scrollbars",
                                     "--window-size=1280,900",
                                     "--force-device-scale-factor=2",
                                     "--dump-dom" };
#define FLAG_COUNT (sizeof flags / sizeof *flags)

/* One page that it is to read.  */
struct visit {
    const struct hpm_browser *browser;
    const char *address, *folder;
};

/* Find a program by name or path; from the root, since it is started in another
 * folder.  Links stay: some are known by their name.  Returns 0, or an errno.
 */
static int
find_program (struct hpm_browser *browser, const char *name)
{
    char found[PATH_MAX], here[PATH_MAX] = "";
    struct hpm_program program;
    int failed = hpm_program_search (&program, name, found, sizeof found);

    if (failed)
        return failed;
    if (*found != '/' && !getcwd (here, sizeof here))
        return errno;
    return (size_t)snprintf (browser->program, sizeof browser->program,
                             "%s%s%s", here, *here ? "/" : "", found)
                   < sizeof browser->program
               ? 0
               : ENAMETOOLONG;
}

static int
find_known (struct hpm_browser *browser, const char *wanted)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!find_program (browser, known[i]))
            return 0;
    hpm_say ("%s needs a browser, and there is no chromium, google-chrome or "
             "microsoft-edge in PATH: install chromium, or name one in "
             "HPMAGG_BROWSER; the page of --html saves pictures by buttons, on "
             "any machine",
             wanted);
    return 2;
}

int
hpm_browser_find (struct hpm_browser *browser, const char *wanted)
{
    const char *given = getenv ("HPMAGG_BROWSER");
    int failed;

    if (hpm_guard_seconds (SECONDS_USUAL, &browser->seconds))
        return 2;
    if (!given || !*given)
        return find_known (browser, wanted);
    failed = find_program (browser, given);
    if (!failed)
        return 0;
    hpm_say ("HPMAGG_BROWSER=%s cannot be run: %s: name Chromium, or a browser "
             "made of it",
             given, strerror (failed));
    return 2;
}

static const char *
title (const struct hpm_browser *browser)
{
    return strrchr (browser->program, '/') + 1;
}

/* ---- in its process ----------------------------------------------------- */

static int
put_in_place (const char *name, int flags_of_file, int descriptor)
{
    int file = open (name, flags_of_file, 0600);

    return file < 0 || dup2 (file, descriptor) < 0 ? -1 : 0;
}

/* What it keeps for itself, and for the next time, goes away with the folder,
 * where it is now.  */
static int
settle (const char *folder)
{
    return chdir (folder) || setenv ("TMPDIR", folder, 1)
           || setenv ("XDG_CONFIG_HOME", folder, 1)
           || setenv ("XDG_CACHE_HOME", folder, 1)
           || put_in_place ("/dev/null", O_RDONLY, STDIN_FILENO)
           || put_in_place ("dom", O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO)
           || put_in_place ("words", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND,
                            STDERR_FILENO);
}

/* As root Chromium has no sandbox, and wants to be told.  */
static int
execute (void *data)
{
    const struct visit *visit = data;
    const char *arguments[FLAG_COUNT + 5] = { visit->browser->program };
    char *profile = NULL;
    int count = 1;

    if (settle (visit->folder)
        || asprintf (&profile, "--user-data-dir=%s/profile", visit->folder) < 0)
        return 127;
    for (size_t i = 0; i < FLAG_COUNT; i++)
        arguments[count++] = flags[i];
    arguments[count++] = profile;
    if (!geteuid ())
        arguments[count++] = "--no-sandbox";
    arguments[count] = visit->address;
    execv (*arguments, (char **)arguments);
    fprintf (stderr, "%s\n", strerror (errno));
    free (profile);
    return 127;
}

/* ---- in ours ------------------------------------------------------------ */

/* The whole of a file of the folder, malloc'ed, with a zero behind it; NULL
 * where it can't be had.  */
static char *
read_file (const char *folder, const char *name)
{
    char *path = NULL, *text = NULL;
    size_t size = 0;
    FILE *file;

    if (asprintf (&path, "%s/%s", folder, name) < 0)
        return NULL;
    file = fopen (path, "re");
    free (path);
    if (!file)
        return NULL;
    if (getdelim (&text, &size, '\0', file) < 0) {
        free (text);
        text = NULL;
    }
    fclose (file);
    return text;
}

/* Where the last lines of a text begin.  */
static char *
last_lines (char *text, int count)
{
    char *at = text + strlen (text);

    while (at > text && count >= 0)
        if (*--at == '\n' && at[1] && --count < 1)
            return at + 1;
    return at;
}

int
hpm_browser_failed (const struct hpm_browser *browser, const char *folder,
                    const char *message)
{
    char *words = read_file (folder, "words"), *rest;

    hpm_say ("%s %s", title (browser), message);
    if (!words)
        return 2;
    for (char *line = strtok_r (last_lines (words, WORDS_MAX), "\n", &rest);
         line; line = strtok_r (NULL, "\n", &rest))
        hpm_say ("%s: %s", title (browser), line);
    free (words);
    return 2;
}

static int
tell_late (const struct visit *visit)
{
    char seconds[HPM_REAL_TEXT], message[160];

    hpm_real_text (seconds, visit->browser->seconds);
    snprintf (message, sizeof message,
              "has drawn nothing in %s s, and was ended: HPMAGG_SECONDS=N "
              "allows N s, 0 any time",
              seconds);
    return hpm_browser_failed (visit->browser, visit->folder, message);
}

static int
tell_status (const struct visit *visit, int status)
{
    char message[160];

    if (WIFSIGNALED (status))
        snprintf (message, sizeof message,
                  "has drawn nothing, and ended by signal %d (%s)",
                  WTERMSIG (status), strsignal (WTERMSIG (status)));
    else
        snprintf (message, sizeof message,
                  "has drawn nothing, and ended with status %d",
                  WEXITSTATUS (status));
    return hpm_browser_failed (visit->browser, visit->folder, message);
}

int
hpm_browser_read (const struct hpm_browser *browser, const char *address,
                  const char *folder, struct hpm_watch *watch, char **text)
{
    struct visit visit = { browser, address, folder };
    struct hpm_error error = { "" };
    int status = 0;

    switch (hpm_watch_run (watch, execute, &visit, browser->seconds, &status,
                           &error)) {
    case HPM_WATCHED_FAILED:
        hpm_say ("%s", error.text);
        return 2;
    case HPM_WATCHED_LATE:
        return tell_late (&visit);
    case HPM_WATCHED_TOLD:
        return 2;
    case HPM_WATCHED_ENDED:
        break;
    }
    if (status)
        return tell_status (&visit, status);
    *text = read_file (folder, "dom");
    if (*text)
        return 0;
    return hpm_browser_failed (browser, folder, "has drawn nothing");
}
