/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the files that compare arrivals share.
 */
#ifndef HPM_AGGREGATE_ARRIVALS_PRIVATE_H
#define HPM_AGGREGATE_ARRIVALS_PRIVATE_H

#include <stddef.h>

#include "aggregate/input/arrivals.h"

/* Calls of a rank that were compared, of one class of length, in ticks, each
 * with the others that it stands for.  */
struct hpm_arrival_sums {
    double known;         /* ticks of those that are known one by one */
    double calls, ticks;  /* of those that were drawn ... */
    double others, value; /* ... and of those they stand for */
    double squares, products, value_squares; /* for the spread */
    double trusted, foreign; /* ticks that those drawn stand for, of
                              * communicators that were compared or not */
    double factor;           /* by which the others are more than these */
};

/* A rank.  */
struct hpm_arrival_part {
    int64_t rank;
    struct hpm_arrivals_head head;
    struct hpm_arrival_sums sums[HPM_ARRIVAL_CLASSES];
    double compared; /* calls */
    double drawn;    /* of these, those that stand for others */
    double rest;     /* ticks that they stand for */
    int crossed;     /* a call of its was of ranks of several hosts */
    /* In ns, as estimated.  */
    double whole, value, square, unknown;
    double awaited, awaited_squares;
};

enum hpm_arrival_state {
    HPM_ARRIVAL_UNKNOWN, /* not all ranks of the call told of it, ... */
    HPM_ARRIVAL_EARLY,   /* ... or it was not the same one, for a while */
    HPM_ARRIVAL_KNOWN,   /* one of the longest of all of them */
    HPM_ARRIVAL_SAMPLED  /* it stands for others, too */
};

/* A call on one rank.  */
struct hpm_arrival_item {
    struct hpm_arrival_comm comm;
    uint32_t number; /* in its communicator */
    int flags;       /* enum hpm_arrival_flag */
    int64_t start;
    double ticks;
    size_t part;
    enum hpm_arrival_state state; /* of the call */
    int shift;                    /* of 2^shift calls, of the call */
    int is_last;                  /* the others wait for it */
    double wait;                  /* ticks */
};

struct hpm_arrivals {
    struct hpm_arrival_part *parts;
    size_t part_count;
    struct hpm_arrival_item *items;
    size_t item_count, room;
};

/* Put the items in the order of calls, and find what each call tells.  */
void hpm_arrivals_meet (struct hpm_arrivals *arrivals);

/* Make the estimates.  */
void hpm_arrivals_estimate (struct hpm_arrivals *arrivals);

/* Of its rank and its class.  */
struct hpm_arrival_sums *hpm_arrival_sums (struct hpm_arrivals *arrivals,
                                           const struct hpm_arrival_item *item);

/* Of how many calls it is one, among the calls that are not known by
 * themselves.  */
double hpm_arrival_weight (const struct hpm_arrival_item *item);

enum hpm_arrival_how hpm_arrival_how (const struct hpm_arrival_item *item);

#endif /* HPM_AGGREGATE_ARRIVALS_PRIVATE_H */
