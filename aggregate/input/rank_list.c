/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/input/rank_list.h"

#include <string.h>

int
hpm_rank_list_begin (struct hpm_rank_list *list)
{
    memset (list, 0, sizeof *list);
    list->out = open_memstream (&list->text, &list->size);
    return list->out ? 0 : -1;
}

static void
put_range (struct hpm_rank_list *list)
{
    const char *comma = ftell (list->out) > 0 ? "," : "";

    if (list->last > list->first)
        fprintf (list->out, "%s%d-%d", comma, list->first, list->last);
    else
        fprintf (list->out, "%s%d", comma, list->first);
}

void
hpm_rank_list_add (struct hpm_rank_list *list, int rank)
{
    if (list->count && rank != list->last + 1) {
        put_range (list);
        list->first = rank;
    } else if (!list->count)
        list->first = rank;
    list->last = rank;
    list->count++;
}

void
hpm_rank_list_end (struct hpm_rank_list *list)
{
    if (list->count)
        put_range (list);
    fclose (list->out);
    list->out = NULL;
}
