/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "aggregate/page/page_choice.h"

/* The rows of a group that have the least and the most of one value.  */
struct extremes {
    int64_t least_row, most_row; /* -1: none yet */
    double least, most;
};

/* A pass over all rows; values are the chosen metrics, then the parts of the
 * account.  */
struct pass {
    struct hpm_page_choice *choice;
    const struct hpm_output *output;
    int values;
    struct extremes *extremes; /* [values], of the group at hand */
    int64_t group;             /* rows of one */
};

static double
value_of (const struct pass *pass, const struct hpm_row *row, int value)
{
    const struct hpm_chosen *chosen = pass->output->chosen;

    if (value < chosen->count)
        return row->metrics[chosen->metrics[value]];
    return row->has_account ? row->account.part[value - chosen->count] : NAN;
}

static void
begin_group (struct pass *pass)
{
    for (int i = 0; i < pass->values; i++)
        pass->extremes[i] = (struct extremes){ -1, -1, INFINITY, -INFINITY };
}

static void
choose (struct hpm_page_choice *choice, int64_t row)
{
    if (row < 0 || choice->is_chosen[row])
        return;
    choice->is_chosen[row] = 1;
    choice->count++;
}

static void
end_group (struct pass *pass)
{
    for (int i = 0; i < pass->values; i++) {
        choose (pass->choice, pass->extremes[i].least_row);
        choose (pass->choice, pass->extremes[i].most_row);
    }
    begin_group (pass);
}

static int
is_named (const struct hpm_verdict *verdict, int64_t rank)
{
    for (size_t i = 0; i < verdict->count; i++)
        if (verdict->findings[i].rank == (double)rank)
            return 1;
    return 0;
}

static void
look_at (struct pass *pass, const struct hpm_row *row, int64_t at)
{
    for (int i = 0; i < pass->values; i++) {
        struct extremes *of = &pass->extremes[i];
        double value = value_of (pass, row, i);

        if (value < of->least) {
            of->least = value;
            of->least_row = at;
        }
        if (value > of->most) {
            of->most = value;
            of->most_row = at;
        }
    }
    if (is_named (&pass->output->result->verdict, row->rank))
        choose (pass->choice, at);
}

static int
look_at_all (struct pass *pass, struct hpm_rows *rows, struct hpm_error *error)
{
    int64_t all = pass->choice->all, at = 0;
    int got;

    begin_group (pass);
    while ((got = hpm_rows_next (rows, error)) == 1 && at < all) {
        look_at (pass, &rows->row, at++);
        if (at % pass->group == 0)
            end_group (pass);
    }
    end_group (pass);
    return got < 0 ? -1 : 0;
}

static int
make_room (struct pass *pass)
{
    size_t values = (size_t)pass->values;

    pass->choice->is_chosen = calloc ((size_t)pass->choice->all, 1);
    pass->extremes = calloc (values, sizeof *pass->extremes);
    return pass->choice->is_chosen && pass->extremes;
}

static int
choose_of (struct pass *pass, struct hpm_error *error)
{
    struct hpm_rows *rows = pass->output->rows;

    if (!make_room (pass))
        return hpm_error_set (error, "out of memory");
    return look_at_all (pass, rows, error) || hpm_rows_rewind (rows, error) ? -1
                                                                            : 0;
}

int
hpm_page_choose (struct hpm_page_choice *choice,
                 const struct hpm_output *output, struct hpm_error *error)
{
    struct pass pass = { .choice = choice,
                         .output = output,
                         .values = output->chosen->count + HPM_PART_COUNT };
    int failed;

    *choice = (struct hpm_page_choice){ .all = (int64_t)output->result->ranks };
    if (choice->all <= HPM_PAGE_ROWS_MOST)
        return 0;
    pass.group = 1 + choice->all * 2 * pass.values / HPM_PAGE_ROWS_MOST;
    failed = choose_of (&pass, error);
    free (pass.extremes);
    return failed;
}

void
hpm_page_choice_release (struct hpm_page_choice *choice)
{
    free (choice->is_chosen);
    choice->is_chosen = NULL;
}
