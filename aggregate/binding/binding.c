/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/binding/binding_private.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/binding/bound_threads.h"

void
hpm_binding_init (struct hpm_binding *binding)
{
    memset (binding, 0, sizeof *binding);
    hpm_text_table_init (&binding->lists);
}

void
hpm_binding_release (struct hpm_binding *binding)
{
    hpm_text_table_release (&binding->lists);
    free (binding->ranks);
    free (binding->pictures);
    memset (binding, 0, sizeof *binding);
}

/* ---- ranks -------------------------------------------------------------- */

/* "0;1;2;3", malloc'ed.  */
static char *
join (const char *const *threads, int count)
{
    size_t size = 1;
    char *text, *at;

    for (int i = 0; i < count; i++)
        size += strlen (threads[i]) + 1;
    text = at = malloc (size);
    for (int i = 0; text && i < count; i++) {
        at = stpcpy (at, i ? ";" : "");
        at = stpcpy (at, threads[i]);
    }
    return text;
}

static int
add_threads (struct hpm_binding *binding, struct hpm_bound *rank,
             const char *all, const char *const *threads, int count)
{
    char *text = join (threads, count), words[128];

    if (!text)
        return -1;
    hpm_binding_thread_words (words, sizeof words, text);
    rank->mask = hpm_text_table_add (&binding->lists, all);
    rank->threads = hpm_text_table_add (&binding->lists, text);
    rank->words = hpm_text_table_add (&binding->lists, words);
    free (text);
    return rank->mask < 0 || rank->threads < 0 || rank->words < 0 ? -1 : 0;
}

static int
make_room (struct hpm_binding *binding)
{
    size_t room = binding->room ? 2 * binding->room : 64;
    struct hpm_bound *ranks;

    if (binding->count < binding->room)
        return 0;
    ranks = realloc (binding->ranks, room * sizeof *ranks);
    if (!ranks)
        return -1;
    binding->ranks = ranks;
    binding->room = room;
    return 0;
}

int
hpm_binding_add (struct hpm_binding *binding, int64_t rank, int host,
                 const char *mask, const char *const *threads, int count)
{
    struct hpm_bound_threads together = { .first = NULL };
    struct hpm_bound *bound;
    char all[2048];

    if (!hpm_cpu_list_is_known (mask) || host < 0)
        return 0;
    if (make_room (binding))
        return -1;
    bound = &binding->ranks[binding->count++];
    *bound = (struct hpm_bound){ .rank = rank, .host = host };
    for (int i = 0; i < count; i++)
        hpm_bound_threads_add (&together, threads[i]);
    if (hpm_bound_threads_unite (&together, mask, all, sizeof all))
        return add_threads (binding, bound, all, threads, count);
    bound->mask = hpm_text_table_add (&binding->lists, mask);
    bound->threads = bound->words = hpm_text_table_add (&binding->lists, "");
    return bound->mask < 0 || bound->threads < 0 ? -1 : 0;
}

/* ---- pictures ----------------------------------------------------------- */

static int
compare_ranks (const void *a, const void *b)
{
    const struct hpm_bound *first = a, *second = b;

    if (first->host != second->host)
        return first->host < second->host ? -1 : 1;
    return (first->rank > second->rank) - (first->rank < second->rank);
}

static int
is_alike (const struct hpm_binding *binding,
          const struct hpm_binding_picture *a,
          const struct hpm_binding_picture *b)
{
    const struct hpm_bound *one = binding->ranks + a->first;
    const struct hpm_bound *other = binding->ranks + b->first;

    if (a->topology != b->topology || a->count != b->count)
        return 0;
    for (size_t i = 0; i < a->count; i++)
        if (one[i].mask != other[i].mask || one[i].threads != other[i].threads)
            return 0;
    return 1;
}

/* A host that looks as one before it is that, once more.  */
static void
add_host (struct hpm_binding *binding, const struct hpm_binding_picture *host)
{
    for (size_t i = 0; i < binding->picture_count; i++)
        if (is_alike (binding, &binding->pictures[i], host)) {
            binding->pictures[i].hosts++;
            return;
        }
    binding->pictures[binding->picture_count++] = *host;
}

static size_t
count_hosts (const struct hpm_binding *binding)
{
    size_t count = 0;

    for (size_t i = 0; i < binding->count; i++)
        count += !i || binding->ranks[i].host != binding->ranks[i - 1].host;
    return count;
}

int
hpm_binding_finish (struct hpm_binding *binding,
                    const struct hpm_topologies *topologies)
{
    if (binding->count)
        qsort (binding->ranks, binding->count, sizeof *binding->ranks,
               compare_ranks);
    binding->pictures
        = calloc (count_hosts (binding) + 1, sizeof *binding->pictures);
    if (!binding->pictures)
        return -1;
    for (size_t i = 0, first = 0; i < binding->count; first = i) {
        int host = binding->ranks[first].host;

        while (i < binding->count && binding->ranks[i].host == host)
            i++;
        add_host (binding,
                  &(struct hpm_binding_picture){
                      .host = host,
                      .hosts = 1,
                      .topology = hpm_topologies_get (topologies, host),
                      .first = first,
                      .count = i - first });
    }
    return 0;
}
