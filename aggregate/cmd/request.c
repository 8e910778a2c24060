/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/request.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/cmd/request_files.h"
#include "aggregate/cmd/show_check.h"
#include "base/option/flag.h"
#include "base/text.h"

enum row {
#define HPM_X(section, name, ...) ROW_##section##_##name,
    HPM_AGG_FLAGS (HPM_X)
#undef HPM_X
        ROW_COUNT
};

static const struct {
    unsigned uses;
    const char *heading;
} sections[] = {
#define HPM_X(section, uses, heading) { uses, heading },
    HPM_AGG_SECTIONS (HPM_X)
#undef HPM_X
};

enum section {
#define HPM_X(section, uses, heading) SECTION_##section,
    HPM_AGG_SECTIONS (HPM_X)
#undef HPM_X
};

static const struct hpm_flag flags[ROW_COUNT] = {
#define HPM_X(section, name, letter, takes, argument, kind, member, help)      \
    { #name, letter, HPM_TAKES_##takes, argument, "", help, NULL },
    HPM_AGG_FLAGS (HPM_X)
#undef HPM_X
};

/* Where a flag stands, and what it fills in.  */
static const struct {
    enum section section;
    enum {
        KIND_none,
        KIND_text,
        KIND_choice,
        KIND_list,
        KIND_texts,
        KIND_number,
        KIND_flag
    } kind;
    size_t offset;
} rows[ROW_COUNT] = {
#define HPM_X(section, name, letter, takes, argument, kind, member, help)      \
    { SECTION_##section, KIND_##kind, offsetof (struct hpm_request, member) },
    HPM_AGG_FLAGS (HPM_X)
#undef HPM_X
};

static const char *const use_flags[HPM_USE_COUNT] = {
#define HPM_X(use, flag) flag,
    HPM_AGG_USES (HPM_X)
#undef HPM_X
};

/* The flags that were given, as they were, by their first row.  */
struct reading {
    struct hpm_request *request;
    char given[ROW_COUNT][sizeof ((struct hpm_flag_found *)0)->name];
    const char *metrics;      /* a list, or with some uses, a path as it is */
    struct hpm_error no_list; /* why it is none */
    int base;                 /* operands before --to, -1 without it */
};

/* ---- what was given ----------------------------------------------------- */

/* Add to what was given before.  */
static int
add_list (struct hpm_event_list *list, const char *text, const char *flag,
          struct hpm_error *error)
{
    struct hpm_event_list more = { 0 };
    struct hpm_error wrong;
    int failed = text && hpm_event_list_parse (&more, text, &wrong);

    if (failed)
        hpm_error_set (error, "%s: %s", flag, wrong.text);
    for (int i = 0; !failed && i < more.count; i++)
        if (hpm_event_list_add (list, more.names[i]))
            failed = hpm_error_set (error, "out of memory");
    hpm_event_list_release (&more);
    return failed;
}

static int
take_number (int *number, const struct hpm_flag_found *found,
             struct hpm_error *error)
{
    char behind;

    if (sscanf (found->value, "%7d%c", number, &behind) == 1 && *number >= 0)
        return 0;
    return hpm_error_set (error, "%s=%s: not a descriptor", found->name,
                          found->value);
}

static int
take_flag (const struct hpm_flag_found *found, void *data,
           struct hpm_error *error)
{
    struct reading *reading = data;
    void *member = (char *)reading->request + rows[found->flag].offset;

    if (found->flag == ROW_DIFF_to && *reading->given[ROW_DIFF_to])
        return hpm_error_set (error, "--to was given twice: all runs behind "
                                     "one are new, all before it the base");
    memcpy (reading->given[found->flag], found->name, sizeof found->name);
    if (found->flag == ROW_DIFF_to)
        reading->base = found->operands;
    switch (rows[found->flag].kind) {
    case KIND_text:
        *(const char **)member = found->value ? found->value : "";
        break;
    case KIND_choice:
        *(int *)member = found->value ? found->choice : 0;
        break;
    case KIND_list:
        if (found->flag != ROW_SHOW_metrics)
            return add_list (member, found->value, found->name, error);
        reading->metrics = found->value;
        add_list (member, found->value, found->name, &reading->no_list);
        break;
    case KIND_texts:
        if (hpm_event_list_add (member, found->value))
            return hpm_error_set (error, "out of memory");
        break;
    case KIND_number:
        return take_number (member, found, error);
    case KIND_flag:
        *(int *)member = 1;
        break;
    case KIND_none:
        break;
    }
    return 0;
}

/* ---- what goes together ------------------------------------------------- */

/* What is asked for, by the flag that asks.  */
static int
find_use (struct reading *reading, struct hpm_error *error)
{
    static const enum row asking[HPM_USE_COUNT]
        = { [HPM_USE_PRINT_COSTS] = ROW_PRINT_COSTS_print_costs,
            [HPM_USE_SCALING] = ROW_SCALING_scaling,
            [HPM_USE_CATALOG] = ROW_CATALOG_catalog,
            [HPM_USE_RECOVER] = ROW_WRITE_recover,
            [HPM_USE_WRITE] = ROW_WRITE_write,
            [HPM_USE_JOIN] = ROW_JOIN_join,
            [HPM_USE_DIFF] = ROW_DIFF_diff,
            [HPM_USE_SPREAD] = ROW_SPREAD_spread,
            [HPM_USE_LIVE] = ROW_LIVE_live,
            [HPM_USE_HTML] = ROW_HTML_html };
    struct hpm_request *request = reading->request;

    for (int use = 0; use < HPM_USE_COUNT; use++) {
        if (!asking[use] || !*reading->given[asking[use]])
            continue;
        if (request->use)
            return hpm_error_set (error, "%s and %s exclude each other",
                                  use_flags[request->use], use_flags[use]);
        request->use = use;
    }
    if (request->use == HPM_USE_JOIN && request->show.output)
        request->use = HPM_USE_JOIN_FILE;
    if (request->use == HPM_USE_SHOW
        && (*reading->given[ROW_CHECK_fail_if]
            || *reading->given[ROW_CHECK_badge]
            || *reading->given[ROW_CHECK_history]))
        request->use = *request->files || !*reading->given[ROW_CHECK_history]
                           ? HPM_USE_CHECK
                           : HPM_USE_HISTORY;
    if (request->use == HPM_USE_SHOW
        && (*reading->given[ROW_PICTURE_svg]
            || *reading->given[ROW_PICTURE_png]))
        request->use = HPM_USE_PICTURE;
    return 0;
}

/* What a flag goes with, by all rows of its name.  */
static unsigned
uses_of (int flag)
{
    unsigned uses = 0;

    for (int i = 0; i < ROW_COUNT; i++)
        if (!strcmp (flags[i].name, flags[flag].name))
            uses |= sections[rows[i].section].uses;
    return uses;
}

static int
refuse_flag (const char *given, unsigned uses, enum hpm_use use,
             struct hpm_error *error)
{
    char all[256] = "";

    if (use != HPM_USE_SHOW)
        return hpm_error_set (error, "%s does not go with %s", given,
                              use_flags[use]);
    if (uses & HPM_USE (JOIN))
        uses &= ~HPM_USE (JOIN_FILE);
    for (int i = 0; i < HPM_USE_COUNT; i++)
        if (uses >> i & 1)
            snprintf (all + strlen (all), sizeof all - strlen (all), "%s%s",
                      *all ? " or " : "", use_flags[i]);
    return hpm_error_set (error, "%s goes with %s", given, all);
}

static int
check_flags (const struct reading *reading, struct hpm_error *error)
{
    const struct hpm_request *request = reading->request;

    for (int i = 0; i < ROW_COUNT; i++)
        if (*reading->given[i] && !(uses_of (i) >> request->use & 1))
            return refuse_flag (reading->given[i], uses_of (i), request->use,
                                error);
    return hpm_show_check (request, reading->given[ROW_SHOW_costs],
                           reading->given[ROW_SHOW_mpi],
                           reading->given[ROW_SHOW_summary], error)
           || hpm_show_check_format (request, use_flags[request->use], error);
}

static int
check_written (const struct reading *reading, struct hpm_error *error)
{
    const struct hpm_request *request = reading->request;
    const char *asking = use_flags[request->use];

    if (*request->files)
        return hpm_error_set (error, "%s takes no FILE but that of -o: %s",
                              asking, *request->files);
    if (!request->show.output)
        return hpm_error_set (error, "name the result file with -o FILE");
    if (*reading->given[ROW_SHOW_metrics] && !reading->metrics)
        return hpm_error_set (error, "--metrics needs a value with %s: FILE",
                              asking);
    return 0;
}

static int
check_files (struct reading *reading, struct hpm_error *error)
{
    const struct hpm_request *request = reading->request;
    enum hpm_use use = request->use;
    int count = request->count;

    if (hpm_request_check_result (request, error))
        return -1;
    if (use == HPM_USE_DIFF || use == HPM_USE_SPREAD || use == HPM_USE_CHECK
        || use == HPM_USE_HISTORY)
        return hpm_request_check_sides (request, reading->base, error);
    if (use == HPM_USE_SCALING
        || (use == HPM_USE_PRINT_COSTS && !count && !request->show.output))
        return 0;
    if (use == HPM_USE_WRITE || use == HPM_USE_RECOVER)
        return check_written (reading, error);
    if (*reading->no_list.text)
        return hpm_error_set (error, "%s", reading->no_list.text);
    return hpm_request_check_files (request, error);
}

/* What each use takes of what was given.  */
static int
settle (struct reading *reading, struct hpm_error *error)
{
    struct hpm_request *request = reading->request;
    struct hpm_show_request *show = &request->show;
    struct hpm_write_request *write = &request->write;

    show->path = *request->files;
    show->print_costs = request->use == HPM_USE_PRINT_COSTS;
    show->selection.costs_wanted = show->costs != NULL;
    show->selection.mpi_wanted = *reading->given[ROW_SHOW_mpi] != 0;
    write->summary_given = *reading->given[ROW_SHOW_summary] != 0;
    show->selection.full
        = write->summary_given && write->summary == HPM_SUMMARY_FULL;
    show->selection.events_wanted
        = show->selection.full || *reading->given[ROW_SHOW_events];
    write->output = show->output;
    write->costs = show->costs;
    write->keep = request->use == HPM_USE_RECOVER;
    write->metrics = reading->metrics;
    request->join = (struct hpm_join_request){ request->files, request->count,
                                               show->output, write->summary,
                                               write->force };
    request->scaling.paths = request->files;
    request->scaling.count = request->count;
    request->scaling.output = show->output;
    request->scaling.format = show->format;
    request->catalog = (struct hpm_catalog_request){
        request->files, show->output, show->format, request->use == HPM_USE_SHOW
    };
    request->html.history = request->compare.history;
    request->compare.output = show->output;
    request->compare.format = show->format;
    request->compare.shows = request->use != HPM_USE_CHECK;
    request->live = (struct hpm_live_request){ *request->files, show->sort,
                                               &show->selection.events,
                                               write->any_owner };
    if (show->print_costs && show->path && !show->costs)
        show->costs = "";
    if (request->use == HPM_USE_JOIN_FILE)
        show->output = NULL;
    if (*reading->given[ROW_SHOW_metrics] && !request->metrics.count)
        return add_list (&show->selection.metrics, "*", "--metrics", error);
    return hpm_request_settle_metrics (request, error);
}

int
hpm_request_read (struct hpm_request *request, char **argv,
                  struct hpm_error *error)
{
    struct reading reading = { .request = request, .base = -1 };

    memset (request, 0, sizeof *request);
    request->write.done_fd = -1;
    request->write.summary = HPM_SUMMARY_SHORT;
    if (hpm_flags_read (flags, ROW_COUNT, argv, 1, take_flag, &reading,
                        &request->files, error))
        return -1;
    while (request->files[request->count])
        request->count++;
    if (request->help || request->version)
        return 0;
    return find_use (&reading, error) || check_flags (&reading, error)
                   || check_files (&reading, error)
                   || hpm_request_part_sides (request, reading.base, error)
                   || settle (&reading, error)
               ? -1
               : 0;
}

void
hpm_request_release (struct hpm_request *request)
{
    free (request->sides);
    hpm_event_list_release (&request->compare.conditions);
    hpm_event_list_release (&request->metrics);
    hpm_event_list_release (&request->show.selection.events);
    hpm_event_list_release (&request->show.selection.metrics);
    hpm_event_list_release (&request->show.selection.mpi);
    hpm_event_list_release (&request->show.definitions);
    hpm_event_list_release (&request->show.groups);
}

/* ---- help --------------------------------------------------------------- */

static void
print_section (enum section section)
{
    int first = 0, count = 0;

    while (rows[first].section != section)
        first++;
    while (first + count < ROW_COUNT && rows[first + count].section == section)
        count++;
    printf ("\n%s\n", sections[section].heading);
    hpm_flags_print (stdout, flags + first, count);
}

void
hpm_request_help (void)
{
    printf ("Usage: " HPM_AGG_USAGE
            "A value stands behind \"=\", or behind the letter; one in "
            "brackets may be left\nout behind the long name.\n");
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        print_section ((enum section)i);
    printf ("\nExit status: 0, or 2 when something could not be read or "
            "written, or 3 when\na condition of --fail-if holds.\nMore in "
            "hpmagg(1).\n");
}
