/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/catalog/catalog.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS_PER_HOUR 3600

static const char *const words[] = {
#define HPM_X(identifier, word, meaning) word,
    HPM_CATALOG_STATES (HPM_X)
#undef HPM_X
};

static const char *const meanings[] = {
#define HPM_X(identifier, word, meaning) meaning,
    HPM_CATALOG_STATES (HPM_X)
#undef HPM_X
};

const char *
hpm_catalog_word (enum hpm_catalog_state state)
{
    return words[state];
}

const char *
hpm_catalog_meaning (enum hpm_catalog_state state)
{
    return meanings[state];
}

void
hpm_catalog_entry_init (struct hpm_catalog_entry *entry, const char *path)
{
    memset (entry, 0, sizeof *entry);
    entry->path = path;
    entry->ranks = entry->hosts = INT64_MIN;
    entry->run_time = entry->mflops = NAN;
    entry->efficiency = entry->efficiency_least = entry->processors = NAN;
    entry->balance = entry->communication = NAN;
    entry->hours = entry->hours_lost = NAN;
}

void
hpm_catalog_entry_finish (struct hpm_catalog_entry *entry)
{
    if (entry->ranks > 0 && entry->run_time >= 0)
        entry->hours
            = (double)entry->ranks * entry->run_time / SECONDS_PER_HOUR;
    entry->hours_lost = entry->hours * (1 - entry->efficiency);
}

/* ---- sums --------------------------------------------------------------- */

static void
add_job (struct hpm_catalog_sum *sum, const struct hpm_catalog_entry *entry)
{
    sum->jobs++;
    if (!isnan (entry->hours))
        sum->hours += entry->hours;
    if (!isnan (entry->hours_lost)) {
        sum->judged++;
        sum->hours_judged += entry->hours;
        sum->hours_lost += entry->hours_lost;
        sum->hours_lost_most += entry->hours * (1 - entry->efficiency_least);
    }
}

static void
finish_sum (struct hpm_catalog_sum *sum)
{
    double hours = sum->hours_judged > 0 ? sum->hours_judged : NAN;

    if (!sum->judged)
        sum->hours_lost = NAN;
    sum->efficiency = 1 - sum->hours_lost / hours;
    sum->efficiency_least = 1 - sum->hours_lost_most / hours;
}

typedef int order_fn (const void *a, const void *b);

static const struct hpm_catalog_entry *
entry_at (const void *at)
{
    return *(struct hpm_catalog_entry *const *)at;
}

static int
by_program (const void *a, const void *b)
{
    return strcmp (entry_at (a)->program, entry_at (b)->program);
}

static int
by_user (const void *a, const void *b)
{
    return strcmp (entry_at (a)->user, entry_at (b)->user);
}

static int
by_both (const void *a, const void *b)
{
    int order = by_user (a, b);

    return order ? order : by_program (a, b);
}

static int
by_time (const void *a, const void *b)
{
    int order = strcmp (entry_at (a)->start, entry_at (b)->start);

    return order ? order : strcmp (entry_at (a)->path, entry_at (b)->path);
}

/* Of one run, results began at once, took the same time and are of the same
 * command and job.  */
static int
by_run (const void *a, const void *b)
{
    const struct hpm_catalog_entry *first = entry_at (a),
                                   *second = entry_at (b);
    int order = strcmp (first->start, second->start);

    if (!order)
        order = strcmp (first->job, second->job);
    if (!order)
        order = strcmp (first->command, second->command);
    if (!order)
        order = (first->ranks > second->ranks) - (first->ranks < second->ranks);
    if (!order)
        order = (first->run_time > second->run_time)
                - (first->run_time < second->run_time);
    return order;
}

static int
by_run_and_path (const void *a, const void *b)
{
    int order = by_run (a, b);

    return order ? order : strcmp (entry_at (a)->path, entry_at (b)->path);
}

/* Of runs in which no time was counted nobody can tell.  The list of jobs is
 * room for it.  */
static void
note_copies (struct hpm_catalog *catalog)
{
    struct hpm_catalog_entry **results = catalog->jobs;
    size_t count = 0;

    for (size_t i = 0; i < catalog->count; i++)
        if (catalog->entries[i].state == HPM_CATALOG_RESULT
            && *catalog->entries[i].start && catalog->entries[i].run_time > 0)
            results[count++] = &catalog->entries[i];
    qsort (results, count, sizeof *results, by_run_and_path);
    for (size_t i = 1; i < count; i++)
        if (!by_run (&results[i - 1], &results[i]))
            results[i]->state = HPM_CATALOG_COPY;
}

static double
loss_of (const struct hpm_catalog_sum *sum)
{
    return sum->judged ? sum->hours_lost : 0;
}

/* Most hours lost first, then most hours, then by name.  */
static int
by_loss (const void *a, const void *b)
{
    const struct hpm_catalog_sum *first = a, *second = b;

    if (loss_of (first) > loss_of (second)
        || loss_of (first) < loss_of (second))
        return loss_of (first) < loss_of (second) ? 1 : -1;
    if (first->hours > second->hours || first->hours < second->hours)
        return first->hours < second->hours ? 1 : -1;
    return strcmp (first->name, second->name);
}

/* A sum for each group of jobs that are alike by the order, in which they are
 * sorted here.  Returns the number of sums in *sums.  */
static size_t
sum_groups (struct hpm_catalog *catalog, order_fn *order,
            struct hpm_catalog_sum *sums)
{
    struct hpm_catalog_entry **jobs = catalog->jobs;
    size_t groups = 0;

    qsort (jobs, catalog->job_count, sizeof *jobs, order);
    for (size_t i = 0; i < catalog->job_count; i++) {
        if (i == 0 || order (&jobs[i - 1], &jobs[i])) {
            int named = order != by_user;

            sums[groups] = (struct hpm_catalog_sum){
                .name = named ? jobs[i]->program : jobs[i]->user,
                .program = named ? jobs[i]->program : NULL,
                .user = order != by_program ? jobs[i]->user : NULL
            };
            groups++;
        }
        add_job (&sums[groups - 1], jobs[i]);
    }
    for (size_t i = 0; i < groups; i++)
        finish_sum (&sums[i]);
    qsort (sums, groups, sizeof *sums, by_loss);
    return groups;
}

int
hpm_catalog_make (struct hpm_catalog *catalog,
                  struct hpm_catalog_entry *entries, size_t count)
{
    memset (catalog, 0, sizeof *catalog);
    catalog->entries = entries;
    catalog->count = count;
    catalog->jobs = calloc (count + 1, sizeof *catalog->jobs);
    catalog->programs = calloc (count + 1, sizeof *catalog->programs);
    catalog->users = calloc (count + 1, sizeof *catalog->users);
    catalog->both = calloc (count + 1, sizeof *catalog->both);
    if (!catalog->jobs || !catalog->programs || !catalog->users
        || !catalog->both)
        return -1;
    note_copies (catalog);
    for (size_t i = 0; i < count; i++) {
        catalog->counts[entries[i].state]++;
        if (entries[i].state != HPM_CATALOG_RESULT)
            continue;
        catalog->jobs[catalog->job_count++] = &entries[i];
        add_job (&catalog->total, &entries[i]);
    }
    finish_sum (&catalog->total);
    catalog->program_count
        = sum_groups (catalog, by_program, catalog->programs);
    catalog->user_count = sum_groups (catalog, by_user, catalog->users);
    catalog->both_count = sum_groups (catalog, by_both, catalog->both);
    qsort (catalog->jobs, catalog->job_count, sizeof *catalog->jobs, by_time);
    return 0;
}

void
hpm_catalog_release (struct hpm_catalog *catalog)
{
    free (catalog->jobs);
    free (catalog->programs);
    free (catalog->users);
    free (catalog->both);
    memset (catalog, 0, sizeof *catalog);
}
