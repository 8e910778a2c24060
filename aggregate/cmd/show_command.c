/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/show_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/model/costs.h"
#include "aggregate/file/flat_regions.h"
#include "aggregate/input/definitions.h"
#include "aggregate/cmd/guard.h"
#include "aggregate/h5/h5_writer.h"
#include "aggregate/show/rows/output.h"
#include "aggregate/cmd/text_file.h"

/* Definitions and costs given now are evaluated over the counts of the file;
 * files and the installed definitions alike stay as they are.  */
static int
apply_definitions (const struct hpm_show_request *request,
                   const struct hpm_h5_reader *reader,
                   struct hpm_result *result, struct hpm_error *error)
{
    int costs = request->costs || request->definitions.count;

    if (costs && hpm_costs_prepare (result, request->costs, error))
        return -1;
    if (!costs)
        return 0;
    return (request->definitions.count
            && hpm_definitions_apply (result, &request->definitions, error))
           || hpm_load_again (reader, result, error);
}

/* The metrics of the groups asked for are those to show.  */
static int
select_groups (struct hpm_show_request *request,
               const struct hpm_metric_set *set, struct hpm_error *error)
{
    for (int i = 0; i < request->groups.count; i++) {
        int found = hpm_metric_set_choose_group (set, request->groups.names[i],
                                                 error);
        const struct hpm_group *group = &set->groups[found < 0 ? 0 : found];

        if (found < 0)
            return -1;
        for (int m = 0; m < group->metric_count; m++)
            if (hpm_event_list_add (&request->selection.metrics,
                                    group->metrics[m]))
                return hpm_error_set (error, "out of memory");
    }
    return 0;
}

/* 1 for each event that is to be shown; NULL without memory.  */
static char *
events_shown (const struct hpm_result *result,
              const struct hpm_selection *selection)
{
    char *shown = calloc ((size_t)result->event_count + 1, 1);

    for (int e = 0; shown && e < result->event_count; e++)
        shown[e] = (char)hpm_selection_has (&selection->events,
                                            result->events[e].name);
    return shown;
}

static int
print_to (FILE *out, const struct hpm_show_request *request,
          const struct hpm_result *result, struct hpm_rows *rows,
          struct hpm_error *error)
{
    static int (*const print[]) (const struct hpm_output *, struct hpm_error *)
        = { [HPM_FORMAT_TEXT] = hpm_output_text,
            [HPM_FORMAT_CSV] = hpm_output_csv,
            [HPM_FORMAT_JSON] = hpm_output_json,
            [HPM_FORMAT_COLLAPSED] = hpm_output_collapsed,
            [HPM_FORMAT_HATCHET] = hpm_output_hatchet };
    struct hpm_chosen chosen;
    char *shown = events_shown (result, &request->selection);
    struct hpm_output output = { out,
                                 request->as ? NULL : request->path,
                                 result,
                                 rows,
                                 &request->selection,
                                 &chosen,
                                 shown };
    int all = request->format != HPM_FORMAT_TEXT || request->selection.full;
    int failed
        = hpm_chosen_make (&chosen, result, &request->selection, all) || !shown;

    if (!failed)
        failed = print[request->format](&output, error);
    hpm_chosen_release (&chosen);
    free (shown);
    return failed;
}

static int
print_costs (FILE *out, const struct hpm_result *result)
{
    char *text = hpm_cost_table_text (&result->costs);

    if (text)
        fputs (text, out);
    free (text);
    return text ? 0 : -1;
}

static int
print (const struct hpm_show_request *request, const struct hpm_result *result,
       struct hpm_rows *rows, struct hpm_error *error)
{
    struct hpm_text_file file;
    int failed;

    if (hpm_text_file_open (&file, request->output, error))
        return -1;
    failed = request->print_costs
                 ? print_costs (file.out, result)
                 : print_to (file.out, request, result, rows, error);
    return hpm_text_file_close (&file, failed, error);
}

/* Of rows, beside what each has.  */
static unsigned
wanted (enum hpm_format format)
{
    return format == HPM_FORMAT_JSON      ? HPM_ROWS_ACCOUNTS
           : format == HPM_FORMAT_HATCHET ? HPM_ROWS_ABSENT
                                          : 0;
}

static int
show (struct hpm_show_request *request, struct hpm_h5_reader *reader,
      struct hpm_error *error)
{
    struct hpm_result result;
    struct hpm_rows rows = { .per = request->per };
    int failed;

    hpm_result_init (&result);
    failed = hpm_load (reader, &result, request->per == HPM_PER_HOST, error)
             || apply_definitions (request, reader, &result, error)
             || (request->flat && hpm_regions_flatten (reader, &result, error))
             || hpm_selection_check (&request->selection, &result, error)
             || select_groups (request, &result.metrics, error)
             || hpm_rows_open (&rows, request->per, wanted (request->format),
                               reader, &result, error)
             || (request->sort && request->per != HPM_PER_JOB
                 && hpm_rows_sort (&rows, request->sort, error))
             || print (request, &result, &rows, error);
    hpm_rows_release (&rows);
    hpm_result_release (&result);
    return failed ? -1 : 0;
}

static int
work (void *data)
{
    struct hpm_show_request *request = data;
    struct hpm_h5_reader reader;
    struct hpm_error error = { "" };
    int failed;

    hpm_h5_begin ();
    failed = hpm_h5_reader_open (&reader, request->path, &error);
    if (!failed) {
        if (request->as)
            reader.path = request->as;
        failed = show (request, &reader, &error);
        hpm_h5_reader_close (&reader);
    }
    if (failed)
        fprintf (stderr, "hpmagg: %s\n", error.text);
    return failed ? 2 : 0;
}

int
hpm_show_command (struct hpm_show_request *request)
{
    return hpm_guard_run (work, request,
                          request->as ? request->as : request->path);
}
