/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where metric definitions come from: the installed folder, then files of the
 * user's.
 */
#ifndef HPM_AGGREGATE_DEFINITIONS_H
#define HPM_AGGREGATE_DEFINITIONS_H

#include "base/event/event_list.h"
#include "aggregate/model/result.h"

/* Read the definitions of `folder` (NULL: of the folders of the installation,
 * the site and the user), then `file` (NULL: none), into an empty set, and
 * check the whole.  Metrics that the site, the user or the file brings are put
 * into the group of one's own (chosen.h).  Returns 0, or -1 with the error and
 * the sources without one.  */
int hpm_definitions_read (struct hpm_metric_set *set, const char *folder,
                          const char *file, struct hpm_error *error);

/* Drop what no rank can have computed, whatever the costs: metrics for which
 * the run has no events.  Those of `file` (NULL: none) stay, and those of
 * groups that were asked for when the program ran.  Returns 0, or -1 without
 * memory and nothing dropped.  */
int hpm_definitions_trim (struct hpm_result *result, const char *file);

/* Put the definitions of files over those that a result file carries: these may
 * use what is installed here.  Returns 0, or -1 with the error.  */
int hpm_definitions_apply (struct hpm_result *result,
                           const struct hpm_event_list *files,
                           struct hpm_error *error);

#endif /* HPM_AGGREGATE_DEFINITIONS_H */
