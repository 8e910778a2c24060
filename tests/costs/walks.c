/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What calibration walks over: cycles through memory, and the caches of made-up
 * machines.
 */
#include "wrapper/calibrate/calibrate.h"

#include <limits.h>
#include <stdlib.h>

#include "tests/tap.h"

/* ---- walks
 * -------------------------------------------------------------------- */

static void
test_cycles (void)
{
    static const uint32_t sizes[] = { 1, 2, 3, 8, 1000, 65536 };

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint32_t n = sizes[i], at = 0, steps = 0;
        uint32_t *next = malloc (n * sizeof *next);
        char *seen = calloc (n, 1);

        hpm_cycle_fill (next, n);
        do {
            seen[at]++;
            at = next[at];
            steps++;
        } while (at != 0 && steps <= n);
        tap_ok (steps == n && !memchr (seen, 0, n) && !memchr (seen, 2, n),
                "one cycle of %u meets each once", n);
        free (next);
        free (seen);
    }
}

static void
test_random (void)
{
    uint32_t next[4096];
    int near = 0;

    hpm_cycle_fill (next, 4096);
    for (int i = 0; i < 4096; i++)
        near += abs ((int)next[i] - i) < 16;
    tap_ok (near < 4096 / 20,
            "neighbours in the cycle are no neighbours in memory");
}

/* The walk comes back after as many steps as there are places, through as many
 * different lines.  */
static void
test_walk (size_t stride, const char *what)
{
    enum { COUNT = 512, LINE = 64 };
    struct hpm_walk walk;
    char *seen;
    void **start, **second;
    int twice = 0;

    if (!tap_ok (!hpm_walk_create (&walk, COUNT, stride, LINE, HPM_PAGES_SMALL),
                 "a walk over %s is made", what))
        return;
    seen = calloc (walk.bytes / LINE, 1);
    start = walk.at;
    for (int i = 0; i < COUNT; i++) {
        twice += seen[((char *)walk.at - walk.base) / LINE]++;
        hpm_walk_dependent (&walk, 1);
    }
    tap_ok (walk.at == start && !twice,
            "a walk over %s takes each line once, and comes back", what);
    twice = 0;
    for (int k = 0; k < HPM_CHAINS; k++)
        for (int j = 0; j < k; j++)
            twice += walk.chains[k] == walk.chains[j];
    tap_ok (!twice, "chains over %s start apart", what);
    second = walk.chains[1];
    hpm_walk_parallel (&walk, COUNT);
    tap_ok (
        walk.chains[0] == second,
        "over %s a chain is after an eighth of the cycle where the next was",
        what);
    hpm_walk_sweep (&walk, 3 * COUNT + 5);
    if (stride == LINE)
        hpm_walk_store (&walk, 2 * COUNT + 1);
    hpm_walk_dependent (&walk, COUNT);
    tap_ok (walk.at == start, "sweeps and stores leave the walk over %s alone",
            what);
    free (seen);
    hpm_walk_destroy (&walk);
}

static void
test_walks (void)
{
    struct hpm_walk walk;

    tap_ok (hpm_walk_create (&walk, 4, 64, 64, HPM_PAGES_SMALL) == -1
                && !walk.base,
            "too few places are refused");
    tap_ok (hpm_walk_create (&walk, 64, 32, 64, HPM_PAGES_SMALL) == -1,
            "a stride below a line is refused");
    tap_ok (hpm_walk_create (&walk, 64, 192, 64, HPM_PAGES_SMALL) == -1,
            "a stride that is no power of two is refused");
    tap_ok (hpm_walk_create (&walk, 1ul << 31, 1ul << 31, 64, HPM_PAGES_SMALL)
                == -1,
            "more than there is memory is refused");
    test_walk (64, "lines");
    test_walk (4096, "pages");
}

/* ---- caches
 * ------------------------------------------------------------------ */

static void
put_word (const char *root, int index, const char *name, const char *word)
{
    char path[PATH_MAX], folder[PATH_MAX];
    FILE *out;

    snprintf (folder, sizeof folder,
              "mkdir -p %s/sys/devices/system/cpu/cpu3"
              "/cache/index%d",
              root, index);
    if (system (folder))
        return;
    snprintf (path, sizeof path,
              "%s/sys/devices/system/cpu/cpu3/cache/index%d"
              "/%s",
              root, index, name);
    out = fopen (path, "w");
    if (out) {
        fprintf (out, "%s\n", word);
        fclose (out);
    }
}

static void
put_cache (const char *root, int index, const char *level, const char *type,
           const char *size)
{
    put_word (root, index, "level", level);
    put_word (root, index, "type", type);
    put_word (root, index, "size", size);
}

static void
test_caches (void)
{
    char root[] = "/tmp/hpm-caches-XXXXXX", command[64];
    struct hpm_caches caches;

    hpm_caches_read (&caches, "/nowhere", 0);
    tap_ok (!caches.bytes[0] && caches.line == 64 && !caches.line_known,
            "a machine that does not tell");
    if (!mkdtemp (root))
        return;
    put_cache (root, 0, "1", "Instruction", "64K");
    put_cache (root, 1, "1", "Data", "48K");
    put_word (root, 1, "coherency_line_size", "128");
    put_cache (root, 2, "2", "Unified", "2M");
    put_cache (root, 3, "4", "Unified", "9M");
    put_cache (root, 4, "x", "Unified", "9M");
    hpm_caches_read (&caches, root, 3);
    tap_ok (caches.bytes[0] == 48 << 10 && caches.bytes[1] == 2 << 20
                && caches.bytes[2] == 0,
            "the sizes of data caches are known, and no more levels");
    tap_ok (caches.line == 128 && caches.line_known,
            "the size of a line is known");
    hpm_caches_read (&caches, root, 2);
    tap_ok (!caches.bytes[0], "each processor has its own");
    snprintf (command, sizeof command, "rm -rf %s", root);
    tap_ok (!system (command), "what was made is removed");
}

static void
test_working_sets (void)
{
    struct hpm_caches caches = { .bytes = { 32 << 10, 1 << 20, 64 << 20 } };
    size_t sets[HPM_LEVELS];

    hpm_working_sets (&caches, SIZE_MAX, sets);
    tap_ok (sets[0] == 16 << 10, "the first set takes half of the first level");
    tap_ok (sets[1] > 2 * caches.bytes[0] && 2 * sets[1] < caches.bytes[1],
            "the second set lies between the first and the second level");
    tap_ok (sets[2] > 2 * caches.bytes[1] && 2 * sets[2] < caches.bytes[2],
            "the third set lies between the second and the third level");
    tap_ok (sets[3] == 4 * caches.bytes[2],
            "the last set goes beyond all levels");
    hpm_working_sets (&caches, 100 << 20, sets);
    tap_ok (sets[2] && !sets[3], "not more than there is room");
    caches.bytes[2] = 2 << 20;
    hpm_working_sets (&caches, SIZE_MAX, sets);
    tap_ok (!sets[2] && sets[3] == 4 << 20,
            "a level hardly larger than the one before is not told apart");
    caches = (struct hpm_caches){ .bytes = { 0 } };
    hpm_working_sets (&caches, SIZE_MAX, sets);
    tap_ok (!sets[0] && !sets[1] && !sets[2] && sets[3],
            "memory alone where no cache is known");
}

int
main (void)
{
    test_cycles ();
    test_random ();
    test_walks ();
    test_caches ();
    test_working_sets ();
    return tap_done ();
}
