/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Records of where a rank's memory lay at one moment (--pages).
 */
#ifndef HPM_PAGE_RECORD_H
#define HPM_PAGE_RECORD_H

#include <stdint.h>

#include "hpm_record.h"

/* X(identifier, word, meaning)  */
#define HPM_MAPPING_KINDS(X)                                                   \
    X (HEAP, "heap", "the heap that brk moves")                                \
    X (STACK, "stack", "the stack of the main thread")                         \
    X (THREAD_STACK, "thread-stack",                                           \
       "anonymous memory behind a guard, as stacks of threads have one")       \
    X (ANONYMOUS, "anonymous", "memory of mmap, or large ones of malloc")      \
    X (HUGE, "huge", "anonymous memory of MAP_HUGETLB")                        \
    X (FILE, "file", "a file: the program, data")                              \
    X (LIBRARIES, "libraries", "shared libraries, all of them")                \
    X (SHARED, "shared", "memory that processes share")                        \
    X (OTHERS, "others", "small anonymous ones, and what there was no room for")

enum hpm_mapping_kind {
#define HPM_X(identifier, word, meaning) HPM_MAPPING_##identifier,
    HPM_MAPPING_KINDS (HPM_X)
#undef HPM_X
        HPM_MAPPING_KIND_COUNT
};

/* How a rank's memory was looked at.  X(type, field, unit, description)  */
#define HPM_LOOK_FIELDS(X)                                                     \
    X (i64, rank, "", "rank in MPI_COMM_WORLD")                                \
    X (i64, since, "ns", "from the start of counting to the look")             \
    X (i64, took, "ns", "the look itself")                                     \
    X (i64, nodes, "", "NUMA nodes of the host")                               \
    X (i64, mappings, "", "mappings that the kernel told of")                  \
    X (i64, every, "", "one page in so many was looked at, at most; 1: all")   \
    X (i64, unseen, "byte", "size of mappings that were not looked at")        \
    X (i64, fault_period, "",                                                  \
       "page faults that one of the samples stands for; 0: none were sampled") \
    X (i64, fault_gone, "", "samples of faults in what is no mapping now")     \
    X (i64, used_for, "ns",                                                    \
       "from where the marks of use were cleared to the look; 0: never")

/* Mappings of a rank; -1 where unknown.  */
#define HPM_MAPPING_FIELDS(X)                                                  \
    X (i64, rank, "", "rank in MPI_COMM_WORLD")                                \
    X (i32, kind, "", "enum hpm_mapping_kind")                                 \
    X (i32, parts, "", "mappings of the kernel in it")                         \
    X (i64, address, "", "where the first of them starts")                     \
    X (i64, size, "byte", "address space")                                     \
    X (i64, touched, "byte", "of these in memory")                             \
    X (i64, huge, "byte", "of these in huge pages")                            \
    X (i64, swapped, "byte", "touched once, and swapped out")                  \
    X (i64, faults, "", "samples of page faults in it")                        \
    X (i64, main_faults, "", "of these, of the main thread")                   \
    X (i64, fault_threads, "", "threads that these are of")                    \
    X (i64, used, "byte", "of these used since the marks were cleared")

/* What of a mapping lies on a node, or, with the mapping -1, for how long those
 * threads ran that were on the node in the end.  */
#define HPM_PLACEMENT_FIELDS(X)                                                \
    X (i64, rank, "", "rank in MPI_COMM_WORLD")                                \
    X (i32, mapping, "", "place among the mappings; -1: threads")              \
    X (i32, node, "", "NUMA node")                                             \
    X (i64, amount, "byte", "in memory there; of threads, ns of processor time")

#define HPM_PLACEMENT_THREADS (-1)

#define HPM_X(type, field, unit, description) hpm_##type field;
struct hpm_look_record {
    HPM_LOOK_FIELDS (HPM_X)
};
struct hpm_mapping_record {
    HPM_MAPPING_FIELDS (HPM_X)
};
struct hpm_placement_record {
    HPM_PLACEMENT_FIELDS (HPM_X)
};
#undef HPM_X

#endif /* HPM_PAGE_RECORD_H */
