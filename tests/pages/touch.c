/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program whose arrays are first touched by the main thread, by three others,
 * or by both, and writes into touch.json where they are.  No huge pages.
 *
 *     touch MIB
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define MIB ((size_t)1 << 20)
#define THREADS 3

static size_t bytes;

struct part {
    volatile char *at;
    size_t bytes;
};

/* Between pages that nobody may touch, so that no neighbour is merged with it,
 * which are larger than the guard of a stack.  */
static char *
map_apart (void)
{
    char *all = mmap (NULL, bytes + 2 * MIB, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (all == MAP_FAILED || mprotect (all + MIB, bytes, PROT_READ | PROT_WRITE)
        || madvise (all + MIB, bytes, MADV_NOHUGEPAGE))
        abort ();
    return all + MIB;
}

__attribute__ ((noinline)) static void *
touch (void *data)
{
    struct part *part = data;

    for (size_t i = 0; i < part->bytes; i += 4096)
        part->at[i] = 1;
    return NULL;
}

/* Alike by three threads.  */
static void
touch_by_others (char *at, size_t size)
{
    struct part parts[THREADS];
    pthread_t threads[THREADS];

    for (size_t i = 0; i < THREADS; i++) {
        parts[i] = (struct part){ at + i * (size / THREADS / 4096 * 4096),
                                  size / THREADS / 4096 * 4096 };
        if (pthread_create (&threads[i], NULL, touch, &parts[i]))
            abort ();
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join (threads[i], NULL);
}

__attribute__ ((noinline)) static void
touch_by_main (char *at, size_t size)
{
    touch (&(struct part){ at, size });
}

int
main (int argc, char **argv)
{
    char *by_main, *by_others, *by_both, *again, *gone;
    FILE *out = fopen ("touch.json", "w");

    bytes = (argc > 1 ? (size_t)atol (argv[1]) : 24) * MIB;
    by_main = map_apart ();
    by_others = map_apart ();
    by_both = map_apart ();
    again = map_apart ();
    gone = map_apart ();
    touch_by_main (by_main, bytes);
    touch_by_others (by_others, bytes);
    touch_by_main (by_both, bytes / 4);
    touch_by_others (by_both + bytes / 4, bytes - bytes / 4);
    touch_by_main (again, bytes);
    touch_by_others (again, bytes); /* has none any more */
    touch_by_main (gone, bytes);
    if (munmap (gone, bytes) || !out)
        return 1;
    fprintf (out,
             "{\"main\": %llu, \"others\": %llu, \"both\": %llu, "
             "\"again\": %llu}\n",
             (unsigned long long)(uintptr_t)by_main,
             (unsigned long long)(uintptr_t)by_others,
             (unsigned long long)(uintptr_t)by_both,
             (unsigned long long)(uintptr_t)again);
    return fclose (out) != 0;
}
