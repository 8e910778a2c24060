/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is said where no memory is left, which may be what is to be said.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "aggregate/console/report.h"
#include "aggregate/console/say.h"
#include "tests/tap.h"

#define LONG 1000000 /* bytes, for which there is no room below a limit */

static char name[LONG + 1], said[LONG + 100];

static void
allow (rlim_t bytes)
{
    struct rlimit limit;

    if (getrlimit (RLIMIT_AS, &limit))
        abort ();
    limit.rlim_cur = bytes;
    if (setrlimit (RLIMIT_AS, &limit))
        abort ();
}

/* The whole of a file, into `said`, without the end of the line.  */
static void
read_back (FILE *file)
{
    size_t n;

    rewind (file);
    n = fread (said, 1, sizeof said - 1, file);
    said[n] = '\0';
    said[strcspn (said, "\n")] = '\0';
    rewind (file);
    if (ftruncate (fileno (file), 0))
        abort ();
}

int
main (void)
{
    FILE *file = tmpfile ();

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
    printf ("1..0 # SKIP a sanitizer ends who gets no memory\n");
    return 0;
#endif
    if (!file)
        return 99;
    setvbuf (file, NULL, _IONBF, 0);
    memset (name, 'a', LONG);
    name[1] = '\033';
    allow (1);
    hpm_report_name (file, name);
    allow (RLIM_INFINITY);
    read_back (file);
    tap_ok (!strncmp (said, "a?aaa", 5) && strlen (said) == LONG,
            "a name is told, but for what a terminal would obey");
    dup2 (fileno (file), STDERR_FILENO);
    allow (1);
    hpm_say ("%s", name);
    allow (RLIM_INFINITY);
    read_back (file);
    tap_ok (strstr (said, ": a\\x1baaa") && strlen (said) > 1000,
            "of what is said as much is told as has room");
    return tap_done ();
}
