/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counters of one thread, of events that the kernel knows (own_events.h), where
 * hpmrun does not count for the program.
 */
#ifndef HPM_ANCESTORS_OWN_COUNTS_H
#define HPM_ANCESTORS_OWN_COUNTS_H

#define HPM_OWN_COUNTERS 8

struct hpm_own_set {
    int count;                   /* of events */
    int file[HPM_OWN_COUNTERS];  /* -1: not counted */
    int order[HPM_OWN_COUNTERS]; /* of those that are: place in what is read */
    int leader, counted;
};

/* Open counters for events of the calling thread, `count` of them up to
 * HPM_OWN_COUNTERS; one that can't be opened is not counted.  Returns how many
 * are.  */
int hpm_own_set_open (struct hpm_own_set *set, const char *const *names,
                      int count);

/* What each has counted since, -1 where it is not counted, or not all the time:
 * values[count].  Any thread, while it is open; in a signal handler, too.  */
void hpm_own_set_read (const struct hpm_own_set *set, long long *values);
void hpm_own_set_close (struct hpm_own_set *set);

#endif /* HPM_ANCESTORS_OWN_COUNTS_H */
