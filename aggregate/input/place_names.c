/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Debug information is read in a process of its own: what is damaged there, or
 * takes too long, costs the names that were not told yet, and nothing else.
 */
#include "config.h"

#include "aggregate/input/place_names.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "aggregate/input/place_debug.h"
#include "aggregate/input/place_text.h"

/* For all names: of processor time, and of waiting for what may never come,
 * such as the other end of a pipe.  The program's end waits for the result.  */
#define SECONDS 2
#define SECONDS_WAITING 5
#define TEXT_MAX 1048576 /* bytes of one */

/* ---- what goes from one process to the other ---------------------------- */

/* Of a site; the texts follow, without their ends.  */
struct told {
    int32_t number, line;
    int32_t bytes[3]; /* of place, file, routine; -1: unknown */
};

static void
put_text (FILE *out, const char *text, int32_t bytes)
{
    if (bytes > 0)
        fwrite (text, 1, (size_t)bytes, out);
}

static int32_t
bytes_of (const char *text)
{
    return text && strlen (text) <= TEXT_MAX ? (int32_t)strlen (text) : -1;
}

static void
put_site (int number, const struct hpm_site *site, void *data)
{
    FILE *out = data;
    struct told told = { number,
                         site->line,
                         { bytes_of (site->place), bytes_of (site->file),
                           bytes_of (site->routine) } };

    fwrite (&told, sizeof told, 1, out);
    put_text (out, site->place, told.bytes[0]);
    put_text (out, site->file, told.bytes[1]);
    put_text (out, site->routine, told.bytes[2]);
}

/* Returns 0, or -1 where it is cut.  */
static int
get_text (FILE *in, char **text, int32_t bytes)
{
    if (bytes < 0)
        return 0;
    if (bytes > TEXT_MAX || !(*text = calloc (1, (size_t)bytes + 1)))
        return -1;
    return fread (*text, 1, (size_t)bytes, in) == (size_t)bytes ? 0 : -1;
}

/* Returns 0, or -1 when there is no other whole one.  */
static int
get_site (FILE *in, struct hpm_sites *sites)
{
    struct hpm_site got = { .place = NULL }, *site;
    struct told told;

    if (fread (&told, sizeof told, 1, in) != 1 || told.number < 0
        || told.number >= sites->count)
        return -1;
    site = &sites->list[told.number];
    if (site->place || get_text (in, &got.place, told.bytes[0])
        || get_text (in, &got.file, told.bytes[1])
        || get_text (in, &got.routine, told.bytes[2])) {
        free (got.place);
        free (got.file);
        free (got.routine);
        return -1;
    }
    site->place = got.place;
    site->file = got.file;
    site->routine = got.routine;
    site->line = told.line;
    return 0;
}

/* ---- the two processes -------------------------------------------------- */

/* Not outliving its parent, no core file, and ended by its timers, whatever the
 * program had done with these signals.  */
static void
limit (void)
{
    struct itimerval time = { .it_value.tv_sec = SECONDS };
    struct rlimit none = { 0, 0 };
    sigset_t all;

    prctl (PR_SET_PDEATHSIG, SIGKILL);
    setrlimit (RLIMIT_CORE, &none);
    signal (SIGALRM, SIG_DFL);
    signal (SIGPROF, SIG_DFL);
    sigemptyset (&all);
    sigprocmask (SIG_SETMASK, &all, NULL);
    setitimer (ITIMER_PROF, &time, NULL);
    alarm (SECONDS_WAITING);
}

static void __attribute__ ((noreturn))
look_up (struct hpm_sites *sites, int descriptor)
{
    FILE *out = fdopen (descriptor, "w");

    limit ();
    if (out) {
        hpm_places_look_up (sites, put_site, out);
        fflush (out);
    }
    _exit (0);
}

static void
listen_to (int descriptor, struct hpm_sites *sites)
{
    FILE *in = fdopen (descriptor, "r");

    while (in && get_site (in, sites) == 0)
        continue;
    if (in)
        fclose (in);
    else
        close (descriptor);
}

/* Without a pipe or a process, nothing is looked up.  */
static void
name_all (struct hpm_sites *sites)
{
    int ends[2];
    pid_t child;

    if (!sites->count || pipe (ends))
        return;
    child = fork ();
    if (child == 0) {
        close (ends[0]);
        look_up (sites, ends[1]);
    }
    close (ends[1]);
    listen_to (ends[0], sites);
    if (child > 0)
        while (waitpid (child, NULL, 0) < 0 && errno == EINTR)
            continue;
}

/* ---- what is known without looking at the module ------------------------ */

static char *
plain_place (const struct hpm_sites *sites, const struct hpm_site *site)
{
    switch (site->where) {
    case HPM_SITE_UNKNOWN:
        return strdup (sites->exact ? "[unknown]"
                                    : "(library that was unloaded)");
    case HPM_SITE_OTHERS:
        return strdup (sites->exact ? "[others]" : "(other places)");
    default:
        return hpm_place_text ("%s+0x%llx", hpm_place_base (site->module),
                               (unsigned long long)site->address);
    }
}

int
hpm_sites_name (struct hpm_sites *sites)
{
    name_all (sites);
    for (int i = 0; i < sites->count; i++) {
        struct hpm_site *site = &sites->list[i];

        if (!site->place)
            site->place = plain_place (sites, site);
        if (!site->place)
            return -1;
    }
    return 0;
}
