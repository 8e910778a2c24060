/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The account of time: where the lives of threads went, in parts that add up to
 * the whole.  What cannot be told apart stays one part.  hpm-verdict(7)
 * describes it.
 */
#ifndef HPM_AGGREGATE_ACCOUNT_MODEL_H
#define HPM_AGGREGATE_ACCOUNT_MODEL_H

/* Where a part was spent; parts OF another are in the sum already.
 * X(identifier, title) */
#define HPM_ACCOUNT_PLACES(X)                                                  \
    X (OUTSIDE, "outside MPI")                                                 \
    X (INSIDE, "in MPI")                                                       \
    X (ANYWHERE, "in MPI or outside")                                          \
    X (OWN, "measuring")                                                       \
    X (OF_INSIDE, "within the time in MPI")

enum hpm_account_place {
#define HPM_X(identifier, title) HPM_PLACE_##identifier,
    HPM_ACCOUNT_PLACES (HPM_X)
#undef HPM_X
        HPM_ACCOUNT_PLACE_COUNT
};

/* Places along the dimension `part`.  Seconds of threads of the program; a part
 * beside one that is not divided is what it is at least.
 * X(identifier, name, place, title, meaning) */
#define HPM_PARTS(X)                                                           \
    X (USER, "user", OUTSIDE, "user", "computing, in user code")               \
    X (KERNEL, "kernel", OUTSIDE, "system", "computing, in the kernel")        \
    X (COMPUTING, "computing", OUTSIDE, "user or system",                      \
       "computing, in user code or in the kernel")                             \
    X (WAITING, "waiting", OUTSIDE, "waiting for a processor",                 \
       "ready to run, and no processor")                                       \
    X (BLOCKED, "blocked", OUTSIDE, "blocked",                                 \
       "neither on a processor nor ready: files, locks, sleep")                \
    X (OUTSIDE, "outside", OUTSIDE, "not divided", "any of these")             \
    X (MPI_RUNNING, "mpi_running", INSIDE, "on a processor",                   \
       "moving data, or polling for others")                                   \
    X (MPI_WAITING, "mpi_waiting", INSIDE, "waiting for a processor",          \
       "ready to run, and no processor")                                       \
    X (MPI_BLOCKED, "mpi_blocked", INSIDE, "blocked",                          \
       "neither: waiting for others")                                          \
    X (MPI, "mpi", INSIDE, "not divided", "any of these")                      \
    X (RUNNING, "running", ANYWHERE, "on a processor",                         \
       "where time in MPI is not known")                                       \
    X (READY, "ready", ANYWHERE, "waiting for a processor",                    \
       "where time in MPI is not known")                                       \
    X (IDLE, "idle", ANYWHERE, "blocked", "where time in MPI is not known")    \
    X (UNKNOWN, "unknown", ANYWHERE, "not divided", "nothing is known of it")  \
    X (OWN, "own", OWN, "timing calls of MPI",                                 \
       "what this took outside the times of calls, estimated")                 \
    X (ARRIVAL, "mpi_arrival", OF_INSIDE,                                      \
       "in collectives before the last rank came",                             \
       "in collectives, before the last rank had come")

enum hpm_part {
#define HPM_X(identifier, name, place, title, meaning) HPM_PART_##identifier,
    HPM_PARTS (HPM_X)
#undef HPM_X
        HPM_PART_COUNT
};

/* Seconds of a thread, a rank, a host or the job.  */
struct hpm_account {
    double part[HPM_PART_COUNT];
};

/* Parts of accounts are added; so are errors, as if all erred alike.  A part
 * whose error is NAN is what it is at least.  */
void hpm_account_add (struct hpm_account *sum, const struct hpm_account *more);

/* What the parts add up to.  */
double hpm_account_whole (const struct hpm_account *account);

/* The parts that lie in a place together.  */
double hpm_account_at (const struct hpm_account *account,
                       enum hpm_account_place place);

const char *hpm_part_word (int part);
const char *hpm_part_title (int part);
enum hpm_account_place hpm_part_place (int part);
const char *hpm_account_place_title (int place);

#endif /* HPM_AGGREGATE_ACCOUNT_MODEL_H */
