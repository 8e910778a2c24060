/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A browser without a window, that draws a page of ours: Chromium, or one made
 * of it.
 */
#ifndef HPM_AGGREGATE_BROWSER_H
#define HPM_AGGREGATE_BROWSER_H

#include <limits.h>

#include "aggregate/console/watch.h"

struct hpm_browser {
    char program[PATH_MAX];
    double seconds; /* of the clock, that it may take; 0: any */
};

/* The one that HPMAGG_BROWSER names, or the first that is in PATH.  `wanted` is
 * the flag that needs it.  Returns 0, or 2 after a message.  */
int hpm_browser_find (struct hpm_browser *browser, const char *wanted);

/* What it has of a page when that is loaded and its scripts have run, into
 * *text, malloc'ed.  `folder` is a private one, for what it keeps.  It asks no
 * network, and is ended with all its processes when this returns.  Returns 0,
 * or 2: after a message, or none where watch->told says that we are to end.  */
int hpm_browser_read (const struct hpm_browser *browser, const char *address,
                      const char *folder, struct hpm_watch *watch, char **text);

/* Say that it failed to draw, as the message says, and what its last words in
 * that folder are.  Returns 2.  */
int hpm_browser_failed (const struct hpm_browser *browser, const char *folder,
                        const char *message);

#endif /* HPM_AGGREGATE_BROWSER_H */
