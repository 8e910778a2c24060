/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What libhpmmpi.so offers to our libraries of marks that have a library of
 * their own (libhpm_r.so, libperfex.so).  They refer to it weakly: without
 * hpmrun there is none of it, and they count nothing.
 */
#ifndef HPM_SEAM_H
#define HPM_SEAM_H

struct hpm_label;

/* As hpm_region_make (hpm.h), of a mark of another kind (enum hpm_mark).  */
const struct hpm_label *hpm_mark_label (int mark, const char *label,
                                        const char *file, int line);
void hpm_mark_enter (const struct hpm_label *label);
void hpm_mark_leave (const struct hpm_label *label);

/* A mark was left out, since a signal handler made it within another mark of
 * its thread: it is told how many were.  Any thread, in a signal handler too.
 */
void hpm_mark_dropped (void);

/* What the calling thread has counted so far of each event of the backend, in
 * the order of the events, -1 where an event is not counted thread by thread,
 * and then of the system's that were named and are read at marks:
 * into the first `most` of values.  Returns how many events there are, or -1
 * where the thread is not counted, or not now.  */
int hpm_mark_counts (long long *values, int most);

/* The name of one of them, NULL where it is not counted.  */
const char *hpm_mark_event (int event);

#endif /* HPM_SEAM_H */
