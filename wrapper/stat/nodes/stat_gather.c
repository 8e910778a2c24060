/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/nodes/stat_gather.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "wrapper/stat/nodes/stat_meeting.h"

#define NS_PER_SECOND INT64_C (1000000000)

/* ---- one of the others -------------------------------------------------- */

/* LEFT: it has ended without a count.  OTHER: it counts for another file.  */
enum state { ABSENT, LIVES, LEFT, OTHER, CAME };

/* Another process of the launch, as seen from here.  */
struct other {
    enum state state;
    struct timespec beat; /* by the file system's clock: its sign of life */
    int64_t seen;         /* when that was seen first here */
    struct hpm_meeting_announced *announced; /* owned; NULL until it has */
};

/* Take what it has announced, once.  */
static void
meet (const struct hpm_stat_nodes *nodes, int rank, struct other *other)
{
    struct hpm_meeting_announced announced;

    if (other->announced || hpm_meeting_read (nodes, rank, &announced))
        return;
    other->announced = malloc (sizeof announced);
    if (!other->announced)
        return;
    *other->announced = announced;
    other->state = hpm_meeting_is_ours (nodes, &announced) ? LIVES : OTHER;
}

static void
look (const struct hpm_stat_nodes *nodes, int rank, struct other *other)
{
    char path[PATH_MAX];
    struct stat status;

    meet (nodes, rank, other);
    if (other->state != LIVES)
        return;
    hpm_meeting_path (nodes, rank, HPM_MEETING_STREAM, path);
    if (stat (path, &status) == 0) {
        other->state = CAME;
        return;
    }
    hpm_meeting_path (nodes, rank, HPM_MEETING_HERE, path);
    if (stat (path, &status))
        other->state = LEFT;
    else if (memcmp (&status.st_mtim, &other->beat, sizeof other->beat)) {
        other->beat = status.st_mtim;
        other->seen = hpm_stat_now ();
    }
}

/* Whether there is something to wait for.  */
static int
is_awaited (const struct hpm_stat_nodes *nodes, const struct other *other)
{
    return other->state <= LIVES
           && hpm_stat_now () - other->seen < nodes->patience;
}

/* ---- all of them ---------------------------------------------------- */

static void
wait_for (const struct hpm_stat_nodes *nodes, struct hpm_stat_process *process,
          struct other *others)
{
    int64_t beat = 0;
    int left, asked = 0;

    do {
        left = 0;
        if (hpm_stat_now () >= beat) {
            hpm_stat_nodes_beat (nodes);
            beat = hpm_stat_now () + HPM_STAT_BEAT;
        }
        hpm_meeting_refresh (nodes);
        for (int rank = 0; rank < nodes->count; rank++) {
            look (nodes, rank, &others[rank]);
            left += is_awaited (nodes, &others[rank]);
        }
        if (left)
            asked = hpm_stat_process_pause (process, HPM_STAT_LOOK);
    } while (left && !asked);
}

/* "rank 1 (host n2)", and how many more.  */
static void
tell_missing (const struct other *others, int missing, int64_t patience,
              struct hpm_error *error)
{
    char more[48] = "", host[HOST_NAME_MAX + 16] = "", reason[96];
    const struct hpm_meeting_announced *announced;
    int rank = 0;

    while (others[rank].state == CAME || others[rank].state == OTHER)
        rank++;
    announced = others[rank].announced;
    if (announced)
        snprintf (host, sizeof host, " (host %s)", announced->host);
    snprintf (reason, sizeof reason,
              "no sign of life from there for %.9g s, or a signal ended the "
              "wait",
              (double)patience / (double)NS_PER_SECOND);
    if (missing > 1)
        snprintf (more, sizeof more, " and %d more", missing - 1);
    hpm_error_set (
        error, "the result is without rank %d%s%s: %s", rank, host, more,
        others[rank].state == LEFT ? "it ended without a count" : reason);
}

/* What it left, and what it was to count.  */
static int
take (const struct hpm_stat_nodes *nodes, int rank, const struct other *other,
      struct hpm_stat_input *input)
{
    char path[PATH_MAX];

    if (!other->announced || other->state == OTHER)
        return 0;
    input->rows = strdup (other->announced->rows);
    input->row_count = atoi (other->announced->count);
    if (other->state != CAME)
        return input->rows ? 0 : -1;
    hpm_meeting_path (nodes, rank, HPM_MEETING_STREAM, path);
    input->path = strdup (path);
    return input->rows && input->path ? 0 : -1;
}

int
hpm_stat_gather (struct hpm_stat_nodes *nodes, struct hpm_stat_process *process,
                 struct hpm_stat_input *inputs, struct hpm_error *missing)
{
    struct other *others = calloc ((size_t)nodes->count, sizeof *others);
    int lacks = 0, failed = !others;

    for (int rank = 0; others && rank < nodes->count; rank++)
        others[rank].seen = hpm_stat_now ();
    if (others)
        wait_for (nodes, process, others);
    for (int rank = 0; others && rank < nodes->count; rank++) {
        lacks += others[rank].state < OTHER;
        failed |= take (nodes, rank, &others[rank], &inputs[rank]) != 0;
    }
    if (lacks)
        tell_missing (others, lacks, nodes->patience, missing);
    for (int rank = 0; others && rank < nodes->count; rank++)
        free (others[rank].announced);
    free (others);
    return failed ? -1 : lacks;
}
