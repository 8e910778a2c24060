/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run whose every field is drawn from a fixed sequence.
 */
#ifndef MADE_RESULT_H
#define MADE_RESULT_H

#include "aggregate/input/scan.h"
#include "aggregate/model/result.h"

enum { RANKS = 3, THREADS = 2, FUNCTIONS = 3, BUCKETS = 5 };

struct made {
    struct hpm_result result;
    struct hpm_scan scan;
    struct hpm_rank_record ranks[RANKS];
    struct hpm_account accounts[RANKS];
    struct hpm_thread_record threads[RANKS][THREADS];
    struct hpm_cell *cells[RANKS]; /* [thread][region][event] */
    struct hpm_mpi_record mpi[RANKS];
    struct hpm_call_record calls[RANKS][FUNCTIONS];
    struct hpm_size_record sizes[RANKS];
};

/* The next number, and one below a limit.  */
uint64_t draw (void);
int64_t draw_below (uint64_t limit);

void draw_statistics (struct hpm_statistics *statistics, size_t count);

/* 1 if the accounts of job and hosts are the same.  */
int is_same_account (const struct hpm_verdict *made,
                     const struct hpm_verdict *got);

/* Regions that the program marked: a tree, written with rows of all ranks, and
 * whether another is the same.  */
struct hpm_h5_writer;
void make_regions (struct hpm_result *result);
int put_regions (struct made *made, struct hpm_h5_writer *writer,
                 struct hpm_error *error);
int is_same_tree (const struct hpm_result *made, const struct hpm_result *got);

/* Counts over time: written with lines of all ranks, and whether another has
 * the same.  */
int put_timeline (struct made *made, struct hpm_h5_writer *writer,
                  struct hpm_error *error);
int is_same_timeline (const struct hpm_result *made,
                      const struct hpm_result *got);
/* Places that MPI was called from: the same (made_sites.c).  */
void make_sites (struct hpm_result *result);
void make_samples (struct hpm_result *result);
/* Where memory was: the same (made_memory.c).  */
void make_memory (struct hpm_result *result);
int are_same_memory (const struct hpm_memory *made,
                     const struct hpm_memory *got);
int are_merged_sites (const struct hpm_sites *sites);
int are_same_sites (const struct hpm_sites *made, const struct hpm_sites *got);
int are_same_samples (const struct hpm_samples *made,
                      const struct hpm_samples *got);

/* Everything but the aggregates, and these.  */
void make_result (struct made *made);
void make_aggregates (struct made *made);
void release_made (struct made *made);
struct hpm_rank_data rank_of (const struct made *made, int rank);

#endif /* MADE_RESULT_H */
