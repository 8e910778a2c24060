/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The variables of the result file that tell where memory was: the last of
 * HPM_VARIABLES (hpm_schema.h).
 */
#ifndef HPM_SCHEMA_MEMORY_H
#define HPM_SCHEMA_MEMORY_H

#define HPM_MEMORY_VARIABLES(X)                                                \
    X (LOOK_RANK, "look_rank", i64, HPM_ALONG1 (LOOK), NULL, none,             \
       "rank in MPI_COMM_WORLD")                                               \
    X (LOOK_SINCE, "look_since", i64, HPM_ALONG1 (LOOK), "ns", none,           \
       "from the rank's start to the look")                                    \
    X (LOOK_TOOK, "look_took", i64, HPM_ALONG1 (LOOK), "ns", none,             \
       "the look itself")                                                      \
    X (LOOK_NODES, "look_nodes", i64, HPM_ALONG1 (LOOK), NULL, none,           \
       "NUMA nodes of the host")                                               \
    X (LOOK_MAPPINGS, "look_mappings", i64, HPM_ALONG1 (LOOK), NULL, none,     \
       "mappings that the kernel told of")                                     \
    X (LOOK_EVERY, "look_every", i64, HPM_ALONG1 (LOOK), NULL, none,           \
       "of how many pages one was looked at, at most")                         \
    X (LOOK_UNSEEN, "look_unseen", i64, HPM_ALONG1 (LOOK), "byte", none,       \
       "size of mappings that were not looked at")                             \
    X (LOOK_FAULT_PERIOD, "look_fault_period", i64, HPM_ALONG1 (LOOK), NULL,   \
       none, "page faults that a sample stands for, 0 where none were taken")  \
    X (LOOK_FAULT_GONE, "look_fault_gone", i64, HPM_ALONG1 (LOOK), NULL, none, \
       "samples of faults in what was no mapping any more")                    \
    X (LOOK_USED_FOR, "look_used_for", i64, HPM_ALONG1 (LOOK), "ns", none,     \
       "how long before the look mapping_used began, 0 where it is unknown")   \
    X (MAPPING_RANK, "mapping_rank", i64, HPM_ALONG1 (MAPPING), NULL, none,    \
       "rank in MPI_COMM_WORLD")                                               \
    X (MAPPING_KIND, "mapping_kind", text, HPM_ALONG1 (MAPPING), NULL, none,   \
       "heap, stack, thread-stack, anonymous, huge, file, libraries, shared "  \
       "or others")                                                            \
    X (MAPPING_NAME, "mapping_name", text, HPM_ALONG1 (MAPPING), NULL, none,   \
       "path of the file, empty for none")                                     \
    X (MAPPING_PARTS, "mapping_parts", i32, HPM_ALONG1 (MAPPING), NULL, none,  \
       "mappings of the kernel in it")                                         \
    X (MAPPING_ADDRESS, "mapping_address", i64, HPM_ALONG1 (MAPPING), NULL,    \
       none, "where the first of them starts")                                 \
    X (MAPPING_SIZE, "mapping_size", i64, HPM_ALONG1 (MAPPING), "byte", none,  \
       "address space")                                                        \
    X (MAPPING_TOUCHED, "mapping_touched", i64, HPM_ALONG1 (MAPPING), "byte",  \
       none, "of these in memory")                                             \
    X (MAPPING_HUGE, "mapping_huge", i64, HPM_ALONG1 (MAPPING), "byte", none,  \
       "of these in huge pages, -1 if unknown")                                \
    X (MAPPING_SWAPPED, "mapping_swapped", i64, HPM_ALONG1 (MAPPING), "byte",  \
       none, "swapped out, -1 if unknown")                                     \
    X (MAPPING_FAULTS, "mapping_faults", i64, HPM_ALONG1 (MAPPING), NULL,      \
       none, "samples of page faults in it")                                   \
    X (MAPPING_MAIN_FAULTS, "mapping_main_faults", i64, HPM_ALONG1 (MAPPING),  \
       NULL, none, "of these, of the main thread")                             \
    X (MAPPING_FAULT_THREADS, "mapping_fault_threads", i64,                    \
       HPM_ALONG1 (MAPPING), NULL, none, "threads that these are of")          \
    X (MAPPING_USED, "mapping_used", i64, HPM_ALONG1 (MAPPING), "byte", none,  \
       "of what is in memory, what was used in look_used_for, -1 if unknown")  \
    X (PLACEMENT_RANK, "placement_rank", i64, HPM_ALONG1 (PLACEMENT), NULL,    \
       none, "rank in MPI_COMM_WORLD")                                         \
    X (PLACEMENT_MAPPING, "placement_mapping", i32, HPM_ALONG1 (PLACEMENT),    \
       NULL, none, "place of the mapping, -1 for threads")                     \
    X (PLACEMENT_NODE, "placement_node", i32, HPM_ALONG1 (PLACEMENT), NULL,    \
       none, "NUMA node")                                                      \
    X (PLACEMENT_AMOUNT, "placement_amount", i64, HPM_ALONG1 (PLACEMENT),      \
       NULL, none, "bytes there; of threads, ns of processor time")

#endif /* HPM_SCHEMA_MEMORY_H */
