/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/request.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/option/flag.h"
#include "base/text.h"

#define METRIC_FILES "*.metric"

enum row {
#define HPM_X(section, name, letter, takes, argument, help)                    \
    ROW_##section##_##name,
    HPM_AGG_FLAGS (HPM_X)
#undef HPM_X
        ROW_COUNT
};

enum section {
#define HPM_X(section, uses, heading) SECTION_##section,
    HPM_AGG_SECTIONS (HPM_X)
#undef HPM_X
};

static const struct {
    unsigned uses;
    const char *heading;
} sections[] = {
#define HPM_X(section, uses, heading) { uses, heading },
    HPM_AGG_SECTIONS (HPM_X)
#undef HPM_X
};

static const struct hpm_flag flags[ROW_COUNT] = {
#define HPM_X(section, name, letter, takes, argument, help)                    \
    { #name, letter, HPM_TAKES_##takes, argument, "", help, NULL },
    HPM_AGG_FLAGS (HPM_X)
#undef HPM_X
};

static const enum section section_of[ROW_COUNT] = {
#define HPM_X(section, name, letter, takes, argument, help) SECTION_##section,
    HPM_AGG_FLAGS (HPM_X)
#undef HPM_X
};

static const char *const use_flags[HPM_USE_COUNT] = {
#define HPM_X(use, flag, meaning) flag,
    HPM_AGG_USES (HPM_X)
#undef HPM_X
};

/* The flags that were given, as they were, by their first row.  */
struct reading {
    struct hpm_request *request;
    char given[ROW_COUNT][sizeof ((struct hpm_flag_found *)0)->name];
    const char *metrics; /* the value, NULL if none */
};

/* ---- what was given ----------------------------------------------------- */

/* Add to what was given before.  */
static int
add_list (struct hpm_event_list *list, const char *text,
          struct hpm_error *error)
{
    struct hpm_event_list more = { 0 };
    int failed = text && hpm_event_list_parse (&more, text, error);

    for (int i = 0; !failed && i < more.count; i++)
        if (hpm_event_list_add (list, more.names[i]))
            failed = hpm_error_set (error, "out of memory");
    hpm_event_list_release (&more);
    return failed;
}

static int
is_definition_file (const char *name)
{
    return strchr (name, '/') || hpm_text_match (METRIC_FILES, name);
}

/* Names and files in one list.  */
static int
take_metrics (struct hpm_show_request *show, const char *text,
              struct hpm_error *error)
{
    struct hpm_event_list all = { 0 };
    int failed = add_list (&all, text ? text : "*", error);

    for (int i = 0; !failed && i < all.count; i++)
        if (hpm_event_list_add (is_definition_file (all.names[i])
                                    ? &show->definitions
                                    : &show->selection.metrics,
                                all.names[i]))
            failed = hpm_error_set (error, "out of memory");
    hpm_event_list_release (&all);
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
    struct hpm_request *request = reading->request;
    struct hpm_write_request *write = &request->write;
    struct hpm_show_request *show = &request->show;
    const char *value = found->value;

    memcpy (reading->given[found->flag], found->name, sizeof found->name);
    switch ((enum row)found->flag) {
    case ROW_SHOW_per:
        show->per = (enum hpm_per)found->choice;
        break;
    case ROW_SHOW_sort:
        show->sort = value;
        break;
    case ROW_SHOW_events:
        show->selection.events_wanted = 1;
        return add_list (&show->selection.events, value, error);
    case ROW_SHOW_metrics:
        reading->metrics = value;
        return take_metrics (show, value, error);
    case ROW_SHOW_groups:
        return add_list (&show->groups, value, error);
    case ROW_SHOW_mpi:
        show->selection.mpi_wanted = 1;
        return add_list (&show->selection.mpi, value, error);
    case ROW_SHOW_costs:
        show->selection.costs_wanted = 1;
        show->costs = write->costs = value ? value : "";
        break;
    case ROW_SHOW_summary:
        write->summary = request->join.summary
            = (enum hpm_summary)found->choice;
        break;
    case ROW_SHOW_format:
        show->format = (enum hpm_format)found->choice;
        break;
    case ROW_SHOW_output:
        show->output = value;
        break;
    case ROW_SCALING_scaling:
        request->scaling.weak = value && found->choice == 1;
        break;
    case ROW_SCALING_reference:
        request->scaling.reference = value;
        break;
    case ROW_WRITE_write:
    case ROW_WRITE_recover:
        write->stream = value;
        write->keep = found->flag == ROW_WRITE_recover;
        break;
    case ROW_WRITE_any_owner:
        write->any_owner = 1;
        break;
    case ROW_WRITE_force:
        write->force = request->join.force = 1;
        break;
    case ROW_WRITE_definitions:
        write->definitions = value;
        break;
    case ROW_WRITE_done_fd:
        return take_number (&write->done_fd, found, error);
    case ROW_ANY_help:
        request->help = 1;
        break;
    case ROW_ANY_version:
        request->version = 1;
        break;
    default: /* its being there says all */
        break;
    }
    return 0;
}

/* ---- what goes together ------------------------------------------------- */

/* What is asked for, by the flag that asks.  */
static int
find_use (struct reading *reading, struct hpm_error *error)
{
    static const struct {
        enum row row;
        enum hpm_use use;
    } asking[] = { { ROW_PRINT_COSTS_print_costs, HPM_USE_PRINT_COSTS },
                   { ROW_SCALING_scaling, HPM_USE_SCALING },
                   { ROW_WRITE_recover, HPM_USE_RECOVER },
                   { ROW_WRITE_write, HPM_USE_WRITE },
                   { ROW_JOIN_join, HPM_USE_JOIN } };
    const char *first = NULL;

    for (size_t i = 0; i < sizeof asking / sizeof *asking; i++) {
        const char *given = reading->given[asking[i].row];

        if (!*given)
            continue;
        if (first)
            return hpm_error_set (error, "%s and %s exclude each other", first,
                                  given);
        first = given;
        reading->request->use = asking[i].use;
    }
    if (reading->request->use == HPM_USE_JOIN && reading->request->show.output)
        reading->request->use = HPM_USE_JOIN_FILE;
    return 0;
}

/* What a flag goes with, by all rows of its name.  */
static unsigned
uses_of (int flag)
{
    unsigned uses = 0;

    for (int i = 0; i < ROW_COUNT; i++)
        if (!strcmp (flags[i].name, flags[flag].name))
            uses |= sections[section_of[i]].uses;
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
    if (request->show.sort && request->show.per == HPM_PER_JOB)
        return hpm_error_set (error, "--sort orders hosts, ranks or threads: "
                                     "add --per=rank");
    if (request->show.selection.costs_wanted
        && request->show.per != HPM_PER_JOB)
        return hpm_error_set (error,
                              "--costs is about the job: leave --per away");
    return 0;
}

/* A flag whose letter took the file for its list.  */
static const char *
swallowed (const struct hpm_request *request, const char **flag)
{
    const struct {
        const char *flag;
        const struct hpm_event_list *list;
    } lists[] = { { "-e", &request->show.selection.events },
                  { "-m", &request->show.selection.metrics },
                  { "-m", &request->show.definitions },
                  { "-g", &request->show.groups } };
    struct stat status;

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (int k = 0; k < lists[i].list->count; k++)
            if (!stat (lists[i].list->names[k], &status)
                && !hpm_text_match (METRIC_FILES, lists[i].list->names[k])) {
                *flag = lists[i].flag;
                return lists[i].list->names[k];
            }
    return NULL;
}

static int
refuse_no_file (const struct hpm_request *request, struct hpm_error *error)
{
    const char *flag, *name = swallowed (request, &flag);

    if (!name)
        return hpm_error_set (error, "name the result file of a run");
    return hpm_error_set (error,
                          "%s takes a list of names, and took the file %s for "
                          "one: write %s LIST %s",
                          flag, name, flag, name);
}

static int
check_files (struct reading *reading, int count, char **files,
             struct hpm_error *error)
{
    struct hpm_request *request = reading->request;
    const char *asking = use_flags[request->use];

    switch (request->use) {
    case HPM_USE_SCALING:
        return 0;
    case HPM_USE_JOIN:
    case HPM_USE_JOIN_FILE:
        return count > 1 ? 0
                         : hpm_error_set (error, "--join takes the result "
                                                 "files of two runs or more");
    case HPM_USE_WRITE:
    case HPM_USE_RECOVER:
        if (count)
            return hpm_error_set (error, "%s takes no FILE but that of -o: %s",
                                  asking, files[0]);
        if (!request->show.output)
            return hpm_error_set (error, "name the result file with -o FILE");
        return *reading->given[ROW_SHOW_metrics] && !reading->metrics
                   ? hpm_error_set (
                       error, "--metrics needs a value with %s: FILE", asking)
                   : 0;
    case HPM_USE_PRINT_COSTS:
        if (!count && request->show.output)
            return hpm_error_set (error,
                                  "--output goes with --print-costs of a "
                                  "FILE: name the result file of a run");
        if (!count)
            return 0;
        break;
    default:
        break;
    }
    if (!count)
        return refuse_no_file (request, error);
    for (int i = 0; count > 1 && i < count; i++)
        if (hpm_text_match (METRIC_FILES, files[i]))
            return hpm_error_set (error,
                                  "%s is a file of definitions: write "
                                  "--metrics=%s",
                                  files[i], files[i]);
    return count == 1 ? 0
                      : hpm_error_set (error, "name one result file at a time");
}

/* What each use takes of what was given.  */
static void
settle (struct reading *reading, int count, char **files)
{
    struct hpm_request *request = reading->request;
    struct hpm_show_request *show = &request->show;

    show->path = files[0];
    show->print_costs = request->use == HPM_USE_PRINT_COSTS;
    if (show->print_costs && count && !show->costs)
        show->costs = "";
    show->selection.full = *reading->given[ROW_SHOW_summary]
                           && request->write.summary == HPM_SUMMARY_FULL;
    show->selection.events_wanted |= show->selection.full;
    request->write.output = request->join.output = show->output;
    request->write.metrics = reading->metrics;
    request->write.summary_given = *reading->given[ROW_SHOW_summary] != '\0';
    request->join.paths = files;
    request->join.count = count;
    request->scaling.paths = files;
    request->scaling.count = count;
    request->scaling.output = show->output;
    request->scaling.format = show->format;
    if (request->use == HPM_USE_JOIN_FILE)
        show->output = NULL;
}

int
hpm_request_read (struct hpm_request *request, char **argv,
                  struct hpm_error *error)
{
    struct reading reading = { .request = request };
    char **files;
    int count = 0;

    memset (request, 0, sizeof *request);
    request->write.done_fd = -1;
    request->write.summary = request->join.summary = HPM_SUMMARY_SHORT;
    if (hpm_flags_read (flags, ROW_COUNT, argv, 1, take_flag, &reading, &files,
                        error))
        return -1;
    if (request->help || request->version)
        return 0;
    while (files[count])
        count++;
    if (find_use (&reading, error) || check_flags (&reading, error)
        || check_files (&reading, count, files, error))
        return -1;
    settle (&reading, count, files);
    return 0;
}

void
hpm_request_release (struct hpm_request *request)
{
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

    while (section_of[first] != section)
        first++;
    while (first + count < ROW_COUNT && section_of[first + count] == section)
        count++;
    printf ("\n%s\n", sections[section].heading);
    hpm_flags_print (stdout, flags + first, count);
}

void
hpm_request_help (void)
{
    printf ("Usage: hpmagg [OPTION...] FILE\n"
            "       hpmagg --print-costs [OPTION...] [FILE]\n"
            "       hpmagg --scaling FILE FILE... [OPTION...]\n"
            "       hpmagg --recover PLACE -o FILE [OPTION...]\n"
            "       hpmagg --join FILE FILE... [-o FILE] [OPTION...]\n"
            "A value that may be left out stands behind \"=\", or behind the "
            "letter.\n");
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        print_section ((enum section)i);
    printf ("\nExit status: 0, or 2 when something could not be read or "
            "written.\nMore in hpmagg(1).\n");
}
