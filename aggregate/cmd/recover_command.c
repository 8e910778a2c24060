/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/recover_command.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file/place_left.h"
#include "base/file/target.h"
#include "base/text.h"
#include "aggregate/cmd/guard.h"
#include "aggregate/input/rank_reader.h"
#include "aggregate/input/rank_list.h"
#include "aggregate/recover/recover_records.h"
#include "aggregate/recover/recover_run.h"
#include "aggregate/model/result.h"

#define MOST_LINES 32 /* one a rank, in a job of at most so many */

/* Tell which ranks below `ranks` ended so; those of which nothing is left are
 * missing.  */
static void
tell_status (const struct hpm_recovery *recovery, int status, int ranks)
{
    struct hpm_rank_list list = { .out = NULL };
    int at = 0;

    if (hpm_rank_list_begin (&list) < 0)
        return;
    for (int rank = 0; rank < ranks; rank++) {
        int found = HPM_RANK_MISSING;

        while (at < recovery->rank_count && recovery->ranks[at].rank < rank)
            at++;
        if (at < recovery->rank_count && recovery->ranks[at].rank == rank)
            found = recovery->ranks[at].status;
        if (found == status)
            hpm_rank_list_add (&list, rank);
    }
    hpm_rank_list_end (&list);
    if (list.count)
        fprintf (stderr, "hpmagg: %s: %d of %d ranks (%s)\n",
                 hpm_rank_status_word (status), list.count, ranks, list.text);
    free (list.text);
}

static void
tell_inside (const struct hpm_recovery *recovery)
{
    char *text = hpm_recovery_inside (recovery, "\nhpmagg: ");

    if (text && *text)
        fprintf (stderr, "hpmagg: %s\n", text);
    free (text);
}

static void
tell_rank (const struct hpm_recovered_rank *rank)
{
    char until[HPM_TEXT_TIME];

    if (rank->status != HPM_RANK_PARTIAL)
        return;
    hpm_text_time (until, rank->until);
    fprintf (stderr, "hpmagg: rank %d: counted until %s\n", rank->rank, until);
}

static void
tell (const struct hpm_recovery *recovery)
{
    const char *text = hpm_recovery_run (recovery, "ranks");
    long ranks = text ? strtol (text, NULL, 10) : 0;

    if (ranks <= 0 || ranks > HPM_RANKS_MAX)
        ranks = recovery->ranks[recovery->rank_count - 1].rank + 1;
    for (int status = 0; status < HPM_RANK_STATUS_COUNT; status++)
        tell_status (recovery, status, (int)ranks);
    if (ranks <= MOST_LINES)
        for (int i = 0; i < recovery->rank_count; i++)
            tell_rank (&recovery->ranks[i]);
    tell_inside (recovery);
}

static int
recover (const struct hpm_recovery *recovery,
         const struct hpm_write_request *request, struct hpm_error *error)
{
    struct hpm_recovered_records recovered;
    int status = hpm_recovered_records_init (&recovered, recovery,
                                             request->stream, error);

    if (status == 0) {
        tell (recovery);
        status = hpm_write_records (request, &recovered.records);
    }
    hpm_recovered_records_release (&recovered);
    return status;
}

/* Said before anything is read: with the writer of a run, what can't go where
 * it is wanted goes elsewhere; here somebody can give another name.  */
static int
cannot_be_written (const char *name)
{
    struct hpm_target target;
    struct hpm_error error;

    if (!hpm_target_of_file (&target, name, &error))
        return 0;
    fprintf (stderr, "hpmagg: %s\n", error.text);
    return 1;
}

static int
work (void *data)
{
    const struct hpm_write_request *request = data;
    struct hpm_recovery recovery;
    struct hpm_error error = { "" };
    int status;

    if (!hpm_recovery_is_checkpoint (request->stream))
        return hpm_write_command (request);
    status = hpm_recovery_find (&recovery, request->stream, request->any_owner,
                                &error);
    if (status == 0)
        status = recover (&recovery, request, &error);
    if (status < 0)
        fprintf (stderr, "hpmagg: no result file: %s\n", error.text);
    hpm_recovery_release (&recovery);
    return status < 0 ? 2 : status;
}

int
hpm_recover_command (const struct hpm_write_request *request)
{
    struct hpm_write_request copy = *request;
    int status;

    if (cannot_be_written (request->output))
        return 2;
    status = hpm_guard_run_aloud (work, &copy, request->stream);
    if (status)
        hpm_place_sweep (request->output); /* where it was killed */
    return status;
}
