/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/places/call_sites.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
hpm_sites_release (struct hpm_sites *sites)
{
    for (int i = 0; i < sites->count; i++) {
        free (sites->list[i].place);
        free (sites->list[i].file);
        free (sites->list[i].routine);
        free (sites->list[i].module);
        free (sites->list[i].build_id);
    }
    free (sites->list);
    free (sites->place);
    hpm_text_table_release (&sites->modules);
    memset (sites, 0, sizeof *sites);
}

/* ---- finding ------------------------------------------------------------ */

static unsigned
slot_of (const struct hpm_sites *sites, const struct hpm_site *site)
{
    uint64_t key = (uint64_t)site->address * 0x9e3779b97f4a7c15u
                   + (uint64_t)(uint32_t)site->function * 0xd6e8feb86659fd93u
                   + (uint64_t)(uint32_t)site->where * 0xc2b2ae3d27d4eb4fu;

    return (unsigned)(key >> 32) & (unsigned)(2 * sites->capacity - 1);
}

static int
is_same (const struct hpm_site *a, const struct hpm_site *b)
{
    return a->function == b->function && a->where == b->where
           && a->address == b->address;
}

/* The slot of a site, or the empty one where it would be.  */
static int *
find_slot (const struct hpm_sites *sites, const struct hpm_site *site)
{
    unsigned at = slot_of (sites, site);
    unsigned last = (unsigned)(2 * sites->capacity - 1);

    while (sites->place[at]
           && !is_same (&sites->list[sites->place[at] - 1], site))
        at = (at + 1) & last;
    return &sites->place[at];
}

static int
grow (struct hpm_sites *sites)
{
    int capacity = sites->capacity ? 2 * sites->capacity : 64;
    struct hpm_site *list
        = realloc (sites->list, (size_t)capacity * sizeof *list);
    int *place = calloc (2 * (size_t)capacity, sizeof *place);

    if (list)
        sites->list = list;
    if (!list || !place) {
        free (place);
        return -1;
    }
    free (sites->place);
    sites->place = place;
    sites->capacity = capacity;
    for (int i = 0; i < sites->count; i++)
        *find_slot (sites, &sites->list[i]) = i + 1;
    return 0;
}

/* The place of a key, added if it is new; NULL without memory.  */
static struct hpm_site *
find (struct hpm_sites *sites, const struct hpm_site *key)
{
    int *slot;

    if (sites->count == sites->capacity && grow (sites))
        return NULL;
    slot = find_slot (sites, key);
    if (!*slot) {
        sites->list[sites->count++] = *key;
        *slot = sites->count;
    }
    return &sites->list[*slot - 1];
}

/* ---- a rank ------------------------------------------------------------- */

/* Numbers of the rank's modules among those of all; malloc'ed, NULL without
 * memory.  */
static int *
place_modules (struct hpm_sites *sites, const char *modules, int64_t bytes)
{
    int *places = malloc (((size_t)bytes + 1) * sizeof *places);
    int n = 0;

    for (int64_t at = 0; places && at < bytes; n++) {
        const char *path = modules + at, *id = path + strlen (path) + 1;
        size_t size = strlen (path) + strlen (id) + 2;
        char *text = malloc (size);

        at = id + strlen (id) + 1 - modules;
        if (text)
            snprintf (text, size, "%s\n%s", id, *id ? "" : path);
        places[n] = text ? hpm_text_table_add (&sites->modules, text) : -1;
        free (text);
        if (places[n] < 0) {
            free (places);
            return NULL;
        }
    }
    return places;
}

static const char *
module_path (const char *modules, int module)
{
    while (module-- > 0) {
        modules += strlen (modules) + 1;
        modules += strlen (modules) + 1;
    }
    return modules;
}

/* Texts of a place that is new.  */
static int
name_module (struct hpm_site *site, const char *path)
{
    const char *id = path + strlen (path) + 1;

    if (site->module)
        return 0;
    site->module = strdup (path);
    site->build_id = *id ? strdup (id) : NULL;
    return site->module && (!*id || site->build_id) ? 0 : -1;
}

static void
add (struct hpm_site *site, int64_t rank, const struct hpm_site_record *record)
{
    site->calls += record->calls;
    site->time += record->time;
    site->sent += record->sent;
    site->received += record->received;
    if (!site->ranks || record->time < site->min_time)
        site->min_time = record->time;
    if (!site->ranks || record->time > site->max_time) {
        site->max_time = record->time;
        site->max_rank = rank;
    }
    site->ranks++;
}

/* The key of a record, whose modules have these numbers.  */
static struct hpm_site
key_of (const struct hpm_site_record *record, const int *places)
{
    return (struct hpm_site){ .function = record->function,
                              .where = record->module < 0
                                           ? record->module
                                           : places[record->module],
                              .address = record->address };
}

int
hpm_sites_add_rank (struct hpm_sites *sites, int64_t rank,
                    const struct hpm_site_record *records, int64_t count,
                    const char *modules, int64_t bytes)
{
    int *places = place_modules (sites, modules, bytes);
    int failed = !places;

    for (int64_t i = 0; !failed && i < count; i++) {
        const struct hpm_site_record *record = &records[i];
        struct hpm_site key = { 0 }, *site;

        key = key_of (record, places);
        if (sites->count >= HPM_SITES_ALL_MOST && record->module >= 0) {
            key.where = HPM_SITE_OTHERS;
            key.address = 0;
        }
        site = find (sites, &key);
        failed
            = !site
              || (key.where >= 0
                  && name_module (site, module_path (modules, record->module)));
        if (!failed)
            add (site, rank, record);
    }
    free (places);
    return failed ? -1 : 0;
}

/* ---- all of them -------------------------------------------------------- */

/* Without equals, so that the order does not depend on the sort.  */
static int
compare (const void *a, const void *b)
{
    const struct hpm_site *x = a, *y = b;

    if (x->time != y->time)
        return x->time < y->time ? 1 : -1;
    if (x->function != y->function)
        return x->function < y->function ? -1 : 1;
    if (x->where != y->where)
        return x->where < y->where ? 1 : -1;
    return x->address < y->address ? -1 : x->address > y->address;
}

void
hpm_sites_finish (struct hpm_sites *sites, const int *function_places)
{
    int n = 0;

    for (int i = 0; i < sites->count; i++) {
        struct hpm_site *site = &sites->list[i];

        site->function = function_places[site->function];
        if (site->function >= 0)
            sites->list[n++] = *site;
    }
    sites->count = n;
    if (n)
        qsort (sites->list, (size_t)n, sizeof *sites->list, compare);
}

/* The sort has changed the numbers.  */
static void
index_all (struct hpm_sites *sites)
{
    memset (sites->place, 0,
            2 * (size_t)sites->capacity * sizeof *sites->place);
    for (int i = 0; i < sites->count; i++)
        *find_slot (sites, &sites->list[i]) = i + 1;
}

int *
hpm_sites_locate (struct hpm_sites *sites,
                  const struct hpm_site_record *records, int64_t count,
                  const char *modules, int64_t bytes)
{
    int *places = place_modules (sites, modules, bytes);
    int *numbers = calloc ((size_t)count + 1, sizeof *numbers);
    const struct hpm_site others = { .where = HPM_SITE_OTHERS };

    if (places && sites->capacity && !sites->indexed)
        index_all (sites);
    sites->indexed = 1;
    for (int64_t i = 0; places && numbers && sites->capacity && i < count;
         i++) {
        struct hpm_site key = key_of (&records[i], places);
        int number = *find_slot (sites, &key);

        numbers[i] = (number ? number : *find_slot (sites, &others)) - 1;
    }
    if (!places) {
        free (numbers);
        numbers = NULL;
    }
    free (places);
    return numbers;
}

/* Time of the function in calls from a line, which the compiler may have made
 * several calls of.  */
static int64_t
time_of_line (const struct hpm_sites *sites, const struct hpm_site *of)
{
    int64_t time = 0;

    for (int i = 0; i < sites->count; i++) {
        const struct hpm_site *site = &sites->list[i];

        if (site->function == of->function && site->line == of->line
            && site->file && !strcmp (site->file, of->file))
            time += site->time;
    }
    return time;
}

/* Sorted by time: a line that has more than half of it is among the first.  */
#define CANDIDATES 32

const struct hpm_site *
hpm_sites_main (const struct hpm_sites *sites, int function)
{
    int64_t all = 0;
    int tried = 0;

    for (int i = 0; i < sites->count; i++)
        if (sites->list[i].function == function)
            all += sites->list[i].time;
    for (int i = 0; i < sites->count && tried < CANDIDATES; i++) {
        const struct hpm_site *site = &sites->list[i];

        if (site->function != function)
            continue;
        tried++;
        if (site->line > 0 && site->file
            && 2 * time_of_line (sites, site) > all)
            return site;
    }
    return NULL;
}
