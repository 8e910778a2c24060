/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Regions that a program marks: the records of where they are and of what was
 * counted in them, with the rules of hpm_record.h.
 */
#ifndef HPM_REGION_RECORD_H
#define HPM_REGION_RECORD_H

#include "hpm_record.h"

/* The label of what had no room for its own.  */
#define HPM_REGION_OTHER "(other)"

/* By what a region was marked.  X(code, identifier, word, meaning)  */
#define HPM_MARKS(X)                                                           \
    X (0, HPM_MARK_NONE, "none",                                               \
       "nothing: what did not fit, or named no label")                         \
    X (1, HPM_MARK_HPM, "hpm", "hpm_region_begin (hpm(3))")                    \
    X (2, HPM_MARK_LIBHPM, "libhpm", "hpmStart, hpmTstart (libhpm)")           \
    X (3, HPM_MARK_PCONTROL, "pcontrol", "MPI_Pcontrol")                       \
    X (4, HPM_MARK_PERFEX, "perfex", "start_counters (libperfex)")             \
    X (5, HPM_MARK_FUNCTION, "function",                                       \
       "a function (-finstrument-functions)")                                  \
    X (6, HPM_MARK_LIKWID, "likwid", "markers of LIKWID")                      \
    X (7, HPM_MARK_PAPI, "papi", "high-level regions of PAPI")                 \
    X (8, HPM_MARK_CALIPER, "caliper", "regions of Caliper")                   \
    X (9, HPM_MARK_KOKKOS, "kokkos", "kernels and regions of Kokkos")          \
    X (10, HPM_MARK_NVTX, "nvtx", "ranges of NVTX")                            \
    X (11, HPM_MARK_ITT, "itt", "tasks of ITT")                                \
    X (12, HPM_MARK_OPENMP, "openmp", "parallel regions of OpenMP (OMPT)")

#define HPM_X(code, identifier, word, meaning) identifier = code,
enum hpm_mark { HPM_MARKS (HPM_X) HPM_MARK_COUNT };
#undef HPM_X

/* A region, by the regions around it.  Those around it come before it.  */
#define HPM_PATH_FIELDS(X)                                                     \
    X (i32, parent, "", "the region around it, -1 for none")                   \
    X (i32, label, "byte", "where its label begins in the texts")              \
    X (i32, file, "byte", "where its source file does, -1 for unknown")        \
    X (i32, line, "", "line of its beginning, 0 for unknown")                  \
    X (i32, mark, "", "enum hpm_mark")                                         \
    X (i32, reserved, "", "0")

/* What one thread, or those merged into its row, did in a region, regions
 * inside it included.  */
#define HPM_REGION_FIELDS(X)                                                   \
    X (i32, thread, "", "row of the thread")                                   \
    X (i32, path, "", "place of the region")                                   \
    X (i64, entries, "", "times it was entered")                               \
    X (i64, time, "ns", "time in it")                                          \
    X (i64, min_time, "ns", "time of the shortest entry")                      \
    X (i64, max_time, "ns", "time of the longest entry")                       \
    X (f64, squares, "", "sum of the squares of the entries' times, ns^2")     \
    X (i64, mpi_time, "ns", "time in MPI of it")                               \
    X (i64, unended, "",                                                       \
       "entries that never ended, counted as far as they "                     \
       "got")                                                                  \
    X (i64, stray, "", "ends of it without a beginning")                       \
    X (i64, folded, "",                                                        \
       "entries of regions inside it that are part of it, "                    \
       "since they were nested too deep")                                      \
    X (i64, cost, "ns",                                                        \
       "time of marks: 0, the reader takes it out of the rest")                \
    X (i64, threads, "", "threads that entered it: more than 1 of merged ones")

/* Where counts were split: what of a count in a region was inside MPI, MPI I/O
 * included, and what looking at the calls added, which is in neither part of
 * the program's.  */
enum hpm_region_split {
    HPM_REGION_SPLIT_MPI,
    HPM_REGION_SPLIT_MEASURING,
    HPM_REGION_SPLIT_COUNT
};

#define HPM_X(type, field, unit, description) hpm_##type field;
struct hpm_path_record {
    HPM_PATH_FIELDS (HPM_X)
};
struct hpm_region_record {
    HPM_REGION_FIELDS (HPM_X)
};
#undef HPM_X

#endif /* HPM_REGION_RECORD_H */
