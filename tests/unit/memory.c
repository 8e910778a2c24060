/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the memory of ranks is, over two nodes, and chunks that are damaged.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/memory/memory.h"
#include "hpm_stream.h"

#include "tests/tap.h"

static const struct hpm_look_record look
    = { .nodes = 2, .mappings = 9, .every = 1 };

static const struct hpm_mapping_record mappings[]
    = { { 0, HPM_MAPPING_FILE, 3, 1, 1000, 700, 0, 0, 9, 4, 3, -1 },
        { 0, HPM_MAPPING_ANONYMOUS, 1, 2, 2000, 1600, 0, 0, 0, 0, 0, 1600 },
        { 0, HPM_MAPPING_HEAP, 1, 3, 400, 400, 0, 0, 5, 5, 1, 0 } };

static const char names[] = "/home/x/the_program_of_a_long_name\0\0";

/* All of the threads' time is on node 1; of 2000 bytes 400 are.  */
static const struct hpm_placement_record placements[]
    = { { 0, 0, 0, 700 },
        { 0, 1, 0, 1200 },
        { 0, 1, 1, 400 },
        { 0, 2, 0, 400 },
        { 0, HPM_PLACEMENT_THREADS, 1, 5000 } };

static int
take (struct hpm_rank_pages *pages, enum hpm_chunk_type type,
      const void *payload, size_t bytes)
{
    return hpm_rank_pages_take (pages, type, payload, bytes);
}

static int
take_all (struct hpm_rank_pages *pages)
{
    return take (pages, HPM_CHUNK_LOOK, &look, sizeof look)
           || take (pages, HPM_CHUNK_MAPPINGS, mappings, sizeof mappings)
           || take (pages, HPM_CHUNK_MAPPING_NAMES, names, sizeof names)
           || take (pages, HPM_CHUNK_PLACEMENTS, placements, sizeof placements);
}

static void
check_rank (void)
{
    struct hpm_memory memory = { 0 };
    struct hpm_rank_pages pages = { 0 };
    struct hpm_memory_rank *rank = calloc (1, sizeof *rank);

    tap_ok (!take_all (&pages), "chunks of a rank are taken");
    tap_ok (!hpm_memory_take (&memory, 0, &pages)
                && !hpm_memory_take (&memory, 5, &pages)
                && !hpm_memory_settle (&memory),
            "ranks come one after the other");
    tap_ok (memory.mappings[0].record.touched == 1600
                && memory.mappings[1].record.touched == 700
                && memory.mappings[5].record.touched == 400,
            "what has most in memory comes first");
    tap_ok (!strcmp (memory.mappings[3].bar, "00000011.."),
            "a bar has a part for each node, and one for what is not there");
    tap_ok (!strcmp (memory.mappings[3].nodes, "0:1200 1:400"),
            "what is on nodes is told in bytes");
    tap_ok (!strcmp (memory.mappings[1].label, "..ogram_of_a_long_name"),
            "of a long name the end is shown");
    tap_ok (!strcmp (memory.mappings[1].title, "the_program_of_a_long_name"),
            "all of it is kept beside that");
    tap_near (memory.mappings[0].local, 0.25, 1e-12,
              "a quarter of a mapping is local to the threads");
    hpm_memory_of_rank (&memory, &memory.looks[1], rank);
    tap_near (rank->touched, 2000, 0, "a rank's own memory is without files");
    tap_near (rank->on[0], 1600, 0, "it is told by node");
    tap_near (rank->local, 0.2, 1e-12, "a fifth of it is local");
    tap_near (rank->ran[1], 1, 0, "where threads ran is a share of their time");
    tap_near (hpm_memory_nodes (&memory), 2, 0, "hosts have two nodes");
    hpm_memory_release (&memory);
    hpm_rank_pages_clear (&pages);
    free (rank);
}

/* As of a file that is damaged: they refer to what is not there.  */
static void
check_strays (void)
{
    struct hpm_memory memory = { 0 };
    struct hpm_rank_pages pages = { 0 };

    tap_ok (!take_all (&pages) && !hpm_memory_take (&memory, 0, &pages),
            "a rank is taken before its file is damaged");
    memory.placements[0].mapping = 3;
    memory.placements[1].node = HPM_NODES_MOST;
    memory.placements[2].amount = -1;
    memory.placements[3].rank = 1;
    tap_ok (!hpm_memory_settle (&memory) && memory.placement_count == 1
                && isnan (memory.mappings[0].local),
            "placements that refer to nothing are left out");
    hpm_memory_release (&memory);
    hpm_rank_pages_clear (&pages);
}

static void
refuse (const char *what, int mapping_at, int32_t kind, int64_t touched,
        int32_t place, int32_t node)
{
    struct hpm_mapping_record list[3];
    struct hpm_placement_record places[5];
    struct hpm_rank_pages pages = { 0 };
    int failed;

    memcpy (list, mappings, sizeof list);
    memcpy (places, placements, sizeof places);
    list[mapping_at].kind = kind;
    list[mapping_at].touched = touched;
    places[2].mapping = place;
    places[2].node = node;
    failed = take (&pages, HPM_CHUNK_LOOK, &look, sizeof look)
             || take (&pages, HPM_CHUNK_MAPPINGS, list, sizeof list)
             || take (&pages, HPM_CHUNK_MAPPING_NAMES, names, sizeof names)
             || take (&pages, HPM_CHUNK_PLACEMENTS, places, sizeof places);
    tap_ok (failed, "%s is refused", what);
    hpm_rank_pages_clear (&pages);
}

static void
refuse_faults (const char *what, int64_t faults, int64_t main_faults,
               int64_t threads)
{
    struct hpm_mapping_record list[3];
    struct hpm_rank_pages pages = { 0 };

    memcpy (list, mappings, sizeof list);
    list[2].faults = faults;
    list[2].main_faults = main_faults;
    list[2].fault_threads = threads;
    tap_ok (!take (&pages, HPM_CHUNK_LOOK, &look, sizeof look)
                && take (&pages, HPM_CHUNK_MAPPINGS, list, sizeof list),
            "%s are refused", what);
    hpm_rank_pages_clear (&pages);
}

static void
refuse_use (const char *what, int64_t used)
{
    struct hpm_mapping_record list[3];
    struct hpm_rank_pages pages = { 0 };

    memcpy (list, mappings, sizeof list);
    list[1].used = used;
    tap_ok (!take (&pages, HPM_CHUNK_LOOK, &look, sizeof look)
                && take (&pages, HPM_CHUNK_MAPPINGS, list, sizeof list),
            "%s is refused", what);
    hpm_rank_pages_clear (&pages);
}

static void
check_order (void)
{
    struct hpm_rank_pages pages = { 0 };

    tap_ok (take (&pages, HPM_CHUNK_MAPPINGS, mappings, sizeof mappings),
            "mappings before the look are refused");
    tap_ok (take (&pages, HPM_CHUNK_LOOK, &look, sizeof look - 1),
            "a look that was cut is refused");
    tap_ok (!take (&pages, HPM_CHUNK_LOOK, &look, sizeof look)
                && take (&pages, HPM_CHUNK_LOOK, &look, sizeof look),
            "a second look is refused");
    tap_ok (take (&pages, HPM_CHUNK_MAPPING_NAMES, names, sizeof names),
            "names before the mappings are refused");
    tap_ok (
        !take (&pages, HPM_CHUNK_MAPPINGS, mappings, sizeof mappings)
            && take (&pages, HPM_CHUNK_MAPPING_NAMES, names, sizeof names - 1),
        "a name too few is refused");
    hpm_rank_pages_clear (&pages);
}

int
main (void)
{
    check_rank ();
    check_strays ();
    refuse ("a kind that there is not", 1, HPM_MAPPING_KIND_COUNT, 1, 1, 1);
    refuse ("a negative amount", 1, 1, -2, 1, 1);
    refuse ("an amount beyond all memory", 1, 1, INT64_MAX, 1, 1);
    refuse ("a mapping that there is not", 1, 1, 1, 3, 1);
    refuse ("a negative mapping", 1, 1, 1, -2, 1);
    refuse ("a node that there is not", 1, 1, 1, 1, HPM_NODES_MOST);
    refuse ("a negative node", 1, 1, 1, 1, -1);
    refuse_faults ("a negative number of page faults", -1, -1, 0);
    refuse_faults ("more faults of the main thread than of all", 5, 6, 1);
    refuse_faults ("more threads than faults", 5, 5, 6);
    refuse_use ("more that was used than is in memory", 1601);
    refuse_use ("less use than none", -2);
    check_order ();
    return tap_done ();
}
