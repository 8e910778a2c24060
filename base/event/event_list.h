/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lists of event names, and the default one.  Pure; no global state.
 */
#ifndef HPM_BASE_EVENT_LIST_H
#define HPM_BASE_EVENT_LIST_H

#include <stdint.h>

#include "base/error.h"

struct hpm_event_list {
    char **names; /* owned, each malloc'ed */
    int count;
};

/* Parse "a,b , c": names separated by commas, blanks around them dropped.  An
 * empty item, a name over 127 bytes, one with a blank or control character
 * inside, or one given twice is an error that quotes it; a text of blanks alone
 * is a list of none.  Several such lists may be separated by ";": a name may be
 * in several of them, and is taken once.  Returns 0, or -1 with an empty list.
 */
int hpm_event_list_parse (struct hpm_event_list *list, const char *text,
                          struct hpm_error *error);

/* Append a copy of `name` unless it is there.  Returns 0, or -1 without memory.
 */
int hpm_event_list_add (struct hpm_event_list *list, const char *name);

/* Append the names of a text that are not there yet; they are separated by
 * commas, blanks around them and empty ones are dropped.  Returns 0, or -1
 * without memory.  */
int hpm_event_list_add_all (struct hpm_event_list *list, const char *text);

/* Which of the lists in a text, separated by ";", have the name: a bit for
 * each, those from the 32nd on as one.  */
uint32_t hpm_event_list_membership (const char *text, const char *name);

int hpm_event_list_find (const struct hpm_event_list *list, const char *name);
void hpm_event_list_release (struct hpm_event_list *list);

/* The events counted without -e where there is a PMU, most wanted first, NULL
 * at the end: what the installed metrics need, so that as many as possible
 * work when only the first few fit.  */
extern const char *const hpm_default_events[];

/* Names like the one asked for, nearest first (edit distance, case and
 * separators folded), at most `most` and none that is far off.  `nearest` gets
 * pointers into `names`.  Returns how many.  */
int hpm_names_nearest (const char *name, const char *const *names, int count,
                       const char **nearest, int most);

#endif /* HPM_BASE_EVENT_LIST_H */
