/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The variables of the result file that tell what was done in regions: a part
 * of HPM_VARIABLES (hpm_schema.h).
 */
#ifndef HPM_SCHEMA_REGION_H
#define HPM_SCHEMA_REGION_H

#define HPM_REGION_VARIABLES(X)                                                \
    X (PATH_LABEL, "path_label", text, HPM_ALONG1 (PATH), NULL, none,          \
       "label of the region")                                                  \
    X (PATH_FILE, "path_file", text, HPM_ALONG1 (PATH), NULL, none,            \
       "source file of its first mark")                                        \
    X (PATH_LINE, "path_line", i32, HPM_ALONG1 (PATH), NULL, none,             \
       "line of its first mark, 0 if unknown")                                 \
    X (PATH_PARENT, "path_parent", i32, HPM_ALONG1 (PATH), NULL, none,         \
       "place of the region around it, -1 for none")                           \
    X (PATH_MARK, "path_mark", u8, HPM_ALONG1 (PATH), NULL, marks,             \
       "by what it was marked first")                                          \
    X (PATH_SQUARES, "path_squares", f64, HPM_ALONG1 (PATH), "ns2", none,      \
       "sum of the squares of the times of all entries")                       \
    X (RANK_REGION, "rank_region", count,                                      \
       HPM_ALONG3 (PATH, REGION_FIELD, RANK), NULL, none, "ranks in regions")  \
    X (RANK_REGION_COUNT, "rank_region_count", count,                          \
       HPM_ALONG3 (PATH, EVENT, RANK), NULL, none,                             \
       "counts of ranks in regions")                                           \
    X (RANK_REGION_MPI_COUNT, "rank_region_mpi_count", count,                  \
       HPM_ALONG3 (PATH, EVENT, RANK), NULL, none,                             \
       "counts of ranks in regions inside MPI")                                \
    X (RANK_REGION_USEFUL_COUNT, "rank_region_useful_count", count,            \
       HPM_ALONG3 (PATH, EVENT, RANK), NULL, none,                             \
       "counts of ranks in regions outside MPI")                               \
    X (JOB_REGION, "job_region", f64,                                          \
       HPM_ALONG3 (PATH, REGION_FIELD, STATISTIC), NULL, none,                 \
       "regions over ranks")                                                   \
    X (JOB_REGION_COUNT, "job_region_count", f64,                              \
       HPM_ALONG3 (PATH, EVENT, STATISTIC), NULL, none,                        \
       "counts in regions over ranks")                                         \
    X (JOB_REGION_MPI_COUNT, "job_region_mpi_count", f64,                      \
       HPM_ALONG3 (PATH, EVENT, STATISTIC), NULL, none,                        \
       "counts in regions inside MPI, over ranks")                             \
    X (JOB_REGION_USEFUL_COUNT, "job_region_useful_count", f64,                \
       HPM_ALONG3 (PATH, EVENT, STATISTIC), NULL, none,                        \
       "counts in regions outside MPI, over ranks")                            \
    X (JOB_REGION_METRIC, "job_region_metric", f64, HPM_ALONG2 (PATH, METRIC), \
       NULL, none, "metrics of regions, of the sums over ranks")

#endif /* HPM_SCHEMA_REGION_H */
