/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where a course of several quantities changes its level: it is cut into the
 * segments of which each is one level and noise, by least squares with a price
 * for every cut (B. Jackson et al., An algorithm for optimal partitioning of
 * data on an interval, IEEE Signal Processing Letters 12, 2005).
 */
#ifndef HPM_AGGREGATE_SEGMENTS_H
#define HPM_AGGREGATE_SEGMENTS_H

/* Levels that differ by less in every quantity are the same.  */
#define HPM_SEGMENT_STEP 0.1

/* Courses of `quantities` <= HPM_SEGMENT_QUANTITIES, each of `count` points:
 * x[quantity][point], from 0 to 1.  Points weigh what weights[point] says, > 0.
 */
#define HPM_SEGMENT_QUANTITIES 4

struct hpm_courses {
    int quantities, count;
    const double *x[HPM_SEGMENT_QUANTITIES];
    const double *weights;
};

/* Fill starts[count] with the first points of the segments, of which the first
 * is 0.  Returns how many there are, or -1 without memory.  Time grows with the
 * square of the points.  */
int hpm_segments (const struct hpm_courses *courses, int *starts);

/* Mean of a quantity over the points from `from` up to, but not with, `to`.  */
double hpm_segment_level (const struct hpm_courses *courses, int quantity,
                          int from, int to);

#endif /* HPM_AGGREGATE_SEGMENTS_H */
