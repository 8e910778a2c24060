/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where a site preloads the library into every program: its settings, and which
 * programs and jobs are left alone.
 */
#ifndef HPM_PMPI_SITE_H
#define HPM_PMPI_SITE_H

#include "base/option/option.h"

/* Take the site's settings, which all others win over, and be quiet from here
 * on where they, or the environment, say so.  What is wrong in them is one line
 * at most.  */
void hpm_site_read (struct hpm_options *options);

/* Signals and splitting of calls that cannot be as they are set: leave out one
 * line of the site that has to do with them, which is told.  Returns whether
 * there was one.  */
int hpm_site_gives_way (struct hpm_options *options,
                        const struct hpm_error *error);

/* Whether this program, or this job, is to be left alone (--exclude, --one-in),
 * which is told where hpmrun was typed, or --verbose asks.
 * By the id of the job all its ranks come to the same answer; where they do
 * not, those that are left alone still take part in what others wait for.  */
int hpm_site_leaves_alone (const struct hpm_options *options);

#endif /* HPM_PMPI_SITE_H */
