/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmagg: writes and reads result files.
 */
#include "config.h"

#include <getopt.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "aggregate/model/costs.h"
#include "aggregate/cmd/help.h"
#include "aggregate/cmd/join_command.h"
#include "aggregate/cmd/recover_command.h"
#include "aggregate/cmd/scaling_command.h"
#include "aggregate/cmd/show_command.h"
#include "aggregate/cmd/write_command.h"

#define METRIC_FILES "*.metric"

/* One table of flags for both uses; a value that may be left out stands behind
 * "=", so the letters of such flags always take one; `--metrics` is told apart
 * by the use.  */
#define FLAGS(X)                                                               \
    X ("per", required_argument, 'p')                                          \
    X ("sort", required_argument, 's')                                         \
    X ("events", optional_argument, 'e')                                       \
    X ("groups", required_argument, 'g')                                       \
    X ("mpi", optional_argument, 'M')                                          \
    X ("format", required_argument, 'F')                                       \
    X ("output", required_argument, 'o')                                       \
    X ("write", required_argument, 'w')                                        \
    X ("costs", optional_argument, 'c')                                        \
    X ("print-costs", no_argument, 'C')                                        \
    X ("scaling", optional_argument, 'L')                                      \
    X ("reference", required_argument, 'R')                                    \
    X ("recover", required_argument, 'r')                                      \
    X ("join", no_argument, 'j')                                               \
    X ("any-owner", no_argument, 'O')                                          \
    X ("force", no_argument, 'f')                                              \
    X ("summary", required_argument, 'S')                                      \
    X ("definitions", required_argument, 'D')                                  \
    X ("done-fd", required_argument, 'd')                                      \
    X ("help", no_argument, 'h')                                               \
    X ("version", no_argument, 'V')

static const struct option show_flags[] = {
#define HPM_X(name, argument, code) { name, argument, NULL, code },
    FLAGS (HPM_X){ "metrics", optional_argument, NULL, 'm' },
    { NULL, 0, NULL, 0 }
};

static const struct option write_flags[]
    = { FLAGS (HPM_X){ "metrics", required_argument, NULL, 'm' },
        { NULL, 0, NULL, 0 }
#undef HPM_X
      };

struct request {
    struct hpm_write_request write;
    struct hpm_show_request show;
    int joining;
    struct hpm_scaling_request scaling;
    int done; /* help or version was printed */
};

/* The place of a word among choices, NULL at the end; -1 with an error.  */
static int
choose (const char *flag, const char *word, const char *const *choices)
{
    for (int i = 0; choices[i]; i++)
        if (!strcmp (choices[i], word))
            return i;
    fprintf (stderr, "hpmagg: --%s=%s: choose", flag, word);
    for (int i = 0; choices[i]; i++)
        fprintf (stderr, "%s %s", i ? "," : "", choices[i]);
    fputc ('\n', stderr);
    return -1;
}

static int
take_list (struct hpm_event_list *list, const char *text)
{
    struct hpm_error error;

    if (!text || !hpm_event_list_parse (list, text, &error))
        return 0;
    fprintf (stderr, "hpmagg: %s\n", error.text);
    return -1;
}

/* Add to what was given before.  */
static int
add_list (struct hpm_event_list *list, const char *text)
{
    struct hpm_event_list more = { 0 };
    int failed = take_list (&more, text);

    for (int i = 0; !failed && i < more.count; i++)
        failed = hpm_event_list_add (list, more.names[i]);
    hpm_event_list_release (&more);
    return failed;
}

static int
is_definition_file (const char *name)
{
    return strchr (name, '/') || hpm_text_match (METRIC_FILES, name);
}

/* The value of a flag; that of --metrics may be left out, and a file of
 * definitions behind it is no result file.  */
static const char *
value_of_flag (int code, int argc, char **argv)
{
    return code == 'm' && !optarg && optind < argc
                   && hpm_text_match (METRIC_FILES, argv[optind])
               ? argv[optind++]
               : optarg;
}

/* Names and files in one list.  */
static int
take_metrics (struct hpm_show_request *show, const char *text)
{
    struct hpm_event_list all = { 0 };
    int failed = take_list (&all, text ? text : "*");

    for (int i = 0; !failed && i < all.count; i++)
        failed = hpm_event_list_add (is_definition_file (all.names[i])
                                         ? &show->definitions
                                         : &show->selection.metrics,
                                     all.names[i]);
    hpm_event_list_release (&all);
    return failed;
}

static int
take_show_flag (struct hpm_show_request *show, int code, const char *value)
{
    static const char *const pers[] = { "job", "host", "rank", "thread", NULL };
    static const char *const formats[] = { "text", "csv", "json", NULL };
    int place;

    switch (code) {
    case 'p':
        place = choose ("per", value, pers);
        show->per = (enum hpm_per)place;
        return place < 0 ? -1 : 0;
    case 'F':
        place = choose ("format", value, formats);
        show->format = (enum hpm_format)place;
        return place < 0 ? -1 : 0;
    case 's':
        show->sort = value;
        return 0;
    case 'e':
        show->selection.events_wanted = 1;
        return take_list (&show->selection.events, value);
    case 'g':
        return add_list (&show->groups, value);
    case 'M':
        show->selection.mpi_wanted = 1;
        return take_list (&show->selection.mpi, value);
    default:
        return -1;
    }
}

static int
take_done_fd (struct hpm_write_request *write, const char *value)
{
    char *end;
    long number = strtol (value, &end, 10);

    if (*end || end == value || number < 0 || number > 1 << 20) {
        fprintf (stderr, "hpmagg: --done-fd=%s: not a descriptor\n", value);
        return -1;
    }
    write->done_fd = (int)number;
    return 0;
}

static int
take_write_flag (struct hpm_write_request *write, int code, const char *value)
{
    static const char *const summaries[] = { "none", "short", "full", NULL };

    switch (code) {
    case 'w':
    case 'r':
        write->stream = value;
        write->keep = code == 'r';
        return 0;
    case 'f':
        write->force = 1;
        return 0;
    case 'O':
        write->any_owner = 1;
        return 0;
    case 'D':
        write->definitions = value;
        return 0;
    case 'S':
        write->summary = value;
        return choose ("summary", value, summaries) < 0 ? -1 : 0;
    case 'd':
        return take_done_fd (write, value);
    default:
        return -1;
    }
}

static int
take_scaling_flag (struct hpm_scaling_request *scaling, int code,
                   const char *value)
{
    static const char *const kinds[] = { "strong", "weak", NULL };

    if (code == 'R') {
        scaling->reference = value;
        return 0;
    }
    scaling->wanted = 1;
    scaling->weak = value ? choose ("scaling", value, kinds) : 0;
    return scaling->weak < 0 ? -1 : 0;
}

static int
take_flag (struct request *request, int code, const char *value, int writing)
{
    switch (code) {
    case 'h':
        fputs (hpm_help, stdout);
        request->done = 1;
        return 0;
    case 'V':
        puts ("hpmagg " PACKAGE_VERSION);
        request->done = 1;
        return 0;
    case 'o':
        request->write.output = request->show.output = value;
        return 0;
    case 'm':
        request->write.metrics = value;
        return writing ? 0 : take_metrics (&request->show, value);
    case 'p':
    case 'F':
    case 's':
    case 'e':
    case 'g':
    case 'M':
        return take_show_flag (&request->show, code, value);
    case '?':
        return -1;
    case 'c':
        request->write.costs = request->show.costs = value ? value : "";
        request->show.selection.costs_wanted = 1;
        return 0;
    case 'C':
        request->show.print_costs = 1;
        return 0;
    case 'j':
        request->joining = 1;
        return 0;
    case 'L':
    case 'R':
        return take_scaling_flag (&request->scaling, code, value);
    default:
        return take_write_flag (&request->write, code, value);
    }
}

/* 1 if the command line is to write a file, not to show one.  */
static int
is_writing (int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!strncmp (argv[i], "--write", 7) || !strncmp (argv[i], "-w", 2)
            || !strncmp (argv[i], "--recover", 9)
            || !strncmp (argv[i], "-r", 2))
            return 1;
    return 0;
}

static int
wrong (const char *what)
{
    fprintf (stderr, "hpmagg: %s (see hpmagg --help)\n", what);
    return 2;
}

/* The table of this machine.  */
static int
print_own_costs (const struct request *request)
{
    struct hpm_error error;

    if (!hpm_costs_print_own (request->show.costs, &error))
        return fflush (stdout) ? 2 : 0;
    fprintf (stderr, "hpmagg: %s\n", error.text);
    return 2;
}

static int
join (struct request *request, int argc, char **argv)
{
    struct hpm_join_request joined = { .paths = argv + optind,
                                       .count = argc - optind,
                                       .output = request->write.output,
                                       .summary = request->write.summary,
                                       .force = request->write.force };

    if (request->write.stream)
        return wrong ("--join takes result files, not a record stream");
    if (joined.count < 2)
        return wrong ("--join takes the result files of two runs or more");
    request->show.output = NULL;
    return hpm_join_command (&joined, &request->show);
}

static int
compare_runs (struct request *request, int argc, char **argv)
{
    struct hpm_scaling_request *scaling = &request->scaling;

    if (request->show.per != HPM_PER_JOB)
        return wrong ("--scaling compares jobs: leave --per away");
    scaling->paths = argv + optind;
    scaling->count = argc - optind;
    scaling->output = request->show.output;
    scaling->format = request->show.format;
    return hpm_scaling_command (scaling);
}

static int
run (struct request *request, int argc, char **argv)
{
    if (request->done)
        return fflush (stdout) ? 2 : 0;
    if (request->show.selection.costs_wanted
        && request->show.per != HPM_PER_JOB)
        return wrong ("--costs is about the job: leave --per away");
    if (request->show.sort && request->show.per == HPM_PER_JOB)
        return wrong ("--sort orders hosts, ranks or threads: add --per=rank");
    if (request->joining)
        return join (request, argc, argv);
    if (request->write.stream) {
        if (optind < argc)
            return wrong ("--write and --recover take no FILE but that of -o");
        if (!request->write.output)
            return wrong ("name the result file with -o FILE");
        return request->write.keep ? hpm_recover_command (&request->write)
                                   : hpm_write_command (&request->write);
    }
    if (request->scaling.wanted)
        return compare_runs (request, argc, argv);
    if (request->scaling.reference)
        return wrong ("--reference goes with --scaling");
    if (request->show.print_costs && argc == optind)
        return print_own_costs (request);
    if (argc - optind != 1)
        return wrong (argc > optind ? "name one result file at a time"
                                    : "name the result file of a run");
    if (request->show.print_costs && !request->show.costs)
        request->show.costs = "";
    request->show.selection.full = !strcmp (request->write.summary, "full");
    request->show.selection.events_wanted |= request->show.selection.full;
    request->show.path = argv[optind];
    return hpm_show_command (&request->show);
}

int
main (int argc, char **argv)
{
    struct request request = { .write = { .summary = "short", .done_fd = -1 } };
    int writing = is_writing (argc, argv), code, status = 0;

    setlocale (LC_CTYPE, "");
    while (!status
           && (code = getopt_long (argc, argv, "p:s:e:g:m:F:o:w:r:jfhV",
                                   writing ? write_flags : show_flags, NULL))
                  != -1)
        if (take_flag (&request, code, value_of_flag (code, argc, argv),
                       writing))
            status = 2;
    if (!status)
        status = run (&request, argc, argv);
    hpm_event_list_release (&request.show.selection.events);
    hpm_event_list_release (&request.show.selection.metrics);
    hpm_event_list_release (&request.show.selection.mpi);
    hpm_event_list_release (&request.show.definitions);
    hpm_event_list_release (&request.show.groups);
    return status;
}
