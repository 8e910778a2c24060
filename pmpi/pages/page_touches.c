/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which threads had page faults in which mapping, where these are sampled.
 */
#include "config.h"

#include "pmpi/pages/page_look.h"

#include "pmpi/samples/samples.h"

/* ---- order -------------------------------------------------------------- */

typedef int is_before (const struct hpm_touch *a, const struct hpm_touch *b);

static int
is_lower (const struct hpm_touch *a, const struct hpm_touch *b)
{
    return a->address < b->address;
}

static int
is_in_front (const struct hpm_touch *a, const struct hpm_touch *b)
{
    return a->place != b->place ? a->place < b->place : a->tid < b->tid;
}

/* Shell's; that of the C library may ask for memory.  */
static void
sort (struct hpm_touch *list, int count, is_before *before)
{
    int gap = 1;

    while (gap < count / 3)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (int i = gap; i < count; i++) {
            struct hpm_touch one = list[i];
            int at = i;

            for (; at >= gap && before (&one, &list[at - gap]); at -= gap)
                list[at] = list[at - gap];
            list[at] = one;
        }
}

/* ---- a look ------------------------------------------------------------- */

void
hpm_page_touches_take (struct hpm_page_look *look)
{
    look->record.fault_period
        = hpm_samples_touches (look->touches, &look->touch_count);
    sort (look->touches, look->touch_count, is_lower);
    hpm_page_touches_forget (look);
}

void
hpm_page_touches_forget (struct hpm_page_look *look)
{
    for (int i = 0; i < look->touch_count; i++)
        look->touches[i].place = -1;
}

/* The first at this address or above.  */
static int
first_from (const struct hpm_page_look *look, uint64_t address)
{
    int from = 0, to = look->touch_count;

    while (from < to) {
        int middle = from + (to - from) / 2;

        if (look->touches[middle].address < address)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

void
hpm_page_touches_place (struct hpm_page_look *look,
                        const struct hpm_maps_line *line,
                        const struct hpm_mapping *mapping)
{
    for (int i = first_from (look, line->from);
         i < look->touch_count && look->touches[i].address < line->to; i++)
        look->touches[i].place = (int32_t)(mapping - look->mappings.list);
}

void
hpm_page_touches_settle (struct hpm_page_look *look, int32_t main_thread)
{
    const struct hpm_touch *before = NULL;

    sort (look->touches, look->touch_count, is_in_front);
    for (int i = 0; i < look->touch_count; i++) {
        const struct hpm_touch *touch = &look->touches[i];
        struct hpm_mapping_record *record;

        if (touch->place < 0) {
            look->record.fault_gone++;
            continue;
        }
        record = &look->mappings.list[touch->place].record;
        record->faults++;
        record->main_faults += touch->tid == main_thread;
        record->fault_threads += !before || is_in_front (before, touch);
        before = touch;
    }
}
