/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Events by their names, for whoever asks for every rank again.
 */
#ifndef HPM_AGGREGATE_EVENT_INDEX_H
#define HPM_AGGREGATE_EVENT_INDEX_H

#include "hpm_record.h"

struct hpm_event_index;

/* NULL without memory, which is no error to the others.  */
struct hpm_event_index *hpm_event_index_create (void);
void hpm_event_index_destroy (struct hpm_event_index *index);

/* Place of the first event of this name among `count`, -1 if there is none.
 * The index is made anew when the table is another one, or has grown; names
 * stay as they are.  One thread at a time.  */
int hpm_event_index_find (struct hpm_event_index *index,
                          const struct hpm_event_record *events, int count,
                          const char *name);

/* The same for a literal, or a name that stays where and as it is: known by its
 * address once it was looked up.  */
int hpm_event_index_literal (struct hpm_event_index *index,
                             const struct hpm_event_record *events, int count,
                             const char *name);

#endif /* HPM_AGGREGATE_EVENT_INDEX_H */
