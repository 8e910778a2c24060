/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which events are counted together, where not all fit beside one another: the
 * backend is asked for the rest again and again.
 */
#ifndef HPM_BASE_EVENT_SPLIT_H
#define HPM_BASE_EVENT_SPLIT_H

#include "base/event/event_list.h"
#include "hpm_backend.h"

/* Put n events, named in events[].record.name, into groups that the backend can
 * count in one pass each.  The first `common` of them are in every group; where
 * they do not fit themselves, they are like the others.  groups[i] is a number
 * from 0 on, HPM_SPLIT_COMMON, or HPM_SPLIT_NONE for an event that can't be
 * counted even by itself, with the reason in events[i].reason.
 *
 * The backend is open, and nothing is selected; it is so again afterwards.
 * Returns the number of groups, or -1 when the backend can't be opened again or
 * there is no memory.  */
#define HPM_SPLIT_COMMON_NAMES "PAPI_TOT_INS", "PAPI_TOT_CYC"
#define HPM_SPLIT_COMMON_COUNT 2
#define HPM_SPLIT_COMMON (-1)
#define HPM_SPLIT_NONE (-2)
int hpm_event_split (const struct hpm_backend *backend, enum hpm_domain domain,
                     struct hpm_backend_event *events, int n, int common,
                     int *groups);

/* The same for lists of events, each of which is counted as a whole where that
 * can be.  members[i] has a bit for each list that event i is in; 0 is the same
 * as
 * 1.  passes[i] gets a bit for each pass that counts the event: all bits for
 * a common one, none for one that can't be counted.  With one list, that is
 * hpm_event_split.  Returns the number of passes, at most HPM_SPLIT_PASSES_MAX,
 * or -1.  */
#define HPM_SPLIT_PASSES_MAX 64
#define HPM_SPLIT_ALL_PASSES UINT64_MAX
int hpm_event_split_lists (const struct hpm_backend *backend,
                           enum hpm_domain domain,
                           struct hpm_backend_event *events, int n, int common,
                           const uint32_t *members, uint64_t *passes);

/* Put instructions and cycles, by which ranks that count different events are
 * compared, at the head of a list.  Returns HPM_SPLIT_COMMON_COUNT, -1
 * without memory.  */
int hpm_event_split_common (struct hpm_event_list *list);

#endif /* HPM_BASE_EVENT_SPLIT_H */
