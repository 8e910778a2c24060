/* SPDX-License-Identifier: BSD-3-Clause */
#include "wrapper/list/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/event/event_list.h"
#include "base/event/node_event.h"
#include "base/event/probe.h"
#include "base/quality.h"
#include "base/text.h"
#include "hpm_os_events.h"
#include "wrapper/plan/backend_load.h"
#include "wrapper/list/check_job.h"
#include "wrapper/list/diagnosis.h"
#include "wrapper/plan/events.h"

#define WIDTH 80
#define INDENT 20

static const char *const os_names[] = {
#define HPM_X(identifier, name, unit, scope, kind, description) name,
    HPM_OS_EVENTS (HPM_X)
#undef HPM_X
};

/* Words filled between INDENT and WIDTH, the label before the first line.  Much
 * of them is the environment's.  */
static void
print_filled (const char *label, const char *words)
{
    int column = printf ("%-*s", INDENT, label);
    char plain[4096];
    const char *text = plain;

    snprintf (plain, sizeof plain, "%s", words);
    hpm_text_tame (plain);
    while (*(text += strspn (text, " "))) {
        int length = (int)strcspn (text, " ");

        if (column > INDENT && column + 1 + length > WIDTH)
            column = printf ("\n%*s", INDENT, "") - 1;
        column += printf ("%s%.*s", column > INDENT ? " " : "", length, text);
        text += length;
    }
    printf ("\n");
}

static void __attribute__ ((format (printf, 2, 3)))
say (const char *label, const char *format, ...)
{
    char text[2048];
    va_list arguments;

    va_start (arguments, format);
    vsnprintf (text, sizeof text, format, arguments);
    va_end (arguments);
    print_filled (label, text);
}

/* The default events, as the backend would count them together.  The caller
 * frees *events.  Returns how many there are.  */
static int
select_default (const struct hpm_backend *backend,
                struct hpm_backend_event **events)
{
    int count = 0;

    while (hpm_default_events[count])
        count++;
    *events = calloc (count + 1, sizeof **events);
    if (!*events || !backend)
        return 0;
    for (int i = 0; i < count; i++)
        snprintf ((*events)[i].record.name, sizeof (*events)[i].record.name,
                  "%s", hpm_default_events[i]);
    backend->select (*events, count);
    return count;
}

static void
gather (struct hpm_evidence *evidence, const struct hpm_source *source,
        const struct hpm_backend_event *events, int count)
{
    hpm_machine_read (&evidence->machine, "");
    hpm_probe_read (&evidence->probe, evidence->domain);
    evidence->opening = source->reason;
    evidence->opening_error = source->error.text;
    for (int i = 0; i < count; i++)
        evidence->countable += events[i].reason == HPM_REASON_NONE;
    if (count)
        evidence->first = events[0].reason;
}

static void
print_machine (const struct hpm_machine *machine)
{
    char clock[64] = "";

    if (machine->cpu_mhz > 0)
        snprintf (clock, sizeof clock, ", %.0f MHz nominal", machine->cpu_mhz);
    say ("Processor", "%s%s%s",
         *machine->cpu_model ? machine->cpu_model : "unknown", clock,
         machine->virtual_machine ? ", in a virtual machine" : "");
}

static void
print_hardware (const struct hpm_evidence *evidence,
                const struct hpm_diagnosis *diagnosis)
{
    if (diagnosis->hardware) {
        say ("Hardware counters", "yes");
        return;
    }
    say ("Hardware counters", "no, because %s", diagnosis->because);
    if (*diagnosis->remedy)
        say ("", "What helps: %s", diagnosis->remedy);
    if (evidence->machine.paranoid > -100)
        say ("", "perf_event_paranoid is %d%s", evidence->machine.paranoid,
             evidence->machine.privileged ? ", and you may count anyway" : "");
}

/* Stop at the first event of perf's own that can be counted.  */
static int
is_software (const struct hpm_event_record *event, int available, void *data)
{
    int *found = data;

    if (available && hpm_event_origin (event->name) == HPM_ORIGIN_ALIAS)
        *found = 1;
    return *found;
}

static void
print_software (const struct hpm_evidence *evidence,
                const struct hpm_source *source)
{
    int refusal = evidence->probe.software, found = 0;

    if (source->backend && !refusal)
        source->backend->list (is_software, &found);
    if (found)
        say ("Software events", "yes (perf::PAGE-FAULTS and others)");
    else
        say ("Software events",
             "yes, from the operating system's own counters "
             "(perf::PAGE-FAULTS and others)%s%s",
             refusal ? "; perf_event_open fails here: " : "",
             refusal ? strerror (refusal) : "");
}

/* How many events of the node there are, and what stands in the way.  */
struct node_events {
    const char *sysfs;
    char first[128]; /* that can be counted */
    int count;       /* that can */
    int refused;     /* errno of one that can't, or 0 */
};

static int
count_node_event (const char *name, void *data)
{
    struct node_events *found = data;
    struct hpm_node_event event;

    int failed = hpm_node_event_read (&event, found->sysfs, name, NULL);
    int refused = failed ? 0 : hpm_probe_node (&event);

    if (refused)
        found->refused = refused;
    else if (!failed && !found->count++)
        snprintf (found->first, sizeof found->first, "%.127s", name);
    hpm_node_event_release (&event);
    return 0;
}

static void
print_node_events (const struct hpm_options *options)
{
    struct node_events found = { .sysfs = options->sysfs };
    enum hpm_reason reason;

    hpm_node_event_list (options->sysfs, count_node_event, &found);
    reason = hpm_probe_node_reason (found.refused);
    if (found.count)
        say ("Node-level events", "%d (%s%s)", found.count, found.first,
             found.count > 1 ? " and others" : "");
    else if (reason == HPM_REASON_NONE)
        say ("Node-level events", "no: the kernel shows no PMU of a socket");
    else
        say ("Node-level events", "no, because %s; %s",
             hpm_reason_text (reason), hpm_reason_remedy (reason));
}

static void
print_source (const struct hpm_places *places, const struct hpm_source *source)
{
    if (*places->backend == '\0')
        say ("Counter source", "none");
    else
        say ("Counter source", "%s%s%s%s", places->backend,
             source->version ? " (" : "",
             source->version ? source->version : "",
             source->version ? ")" : "");
}

/* Names in one text, separated by commas.  */
static void
print_names (const char *label, const char *const *names, int count)
{
    char text[4096] = "";

    for (int i = 0; i < count; i++)
        snprintf (text + strlen (text), sizeof text - strlen (text), "%s%s",
                  names[i], i + 1 < count ? ", " : "");
    print_filled (label, text);
}

static void
print_default (const struct hpm_backend_event *events, int count)
{
    const char **names = calloc (count + 1, sizeof *names);
    int counted = 0;

    for (int i = 0; names && i < count; i++)
        if (events[i].reason == HPM_REASON_NONE)
            names[counted++] = events[i].record.name;
    if (counted)
        print_names ("Counted by default", names, counted);
    print_names (counted ? "  and always" : "Counted by default", os_names,
                 HPM_OS_EVENT_COUNT);
    free (names);
}

int
hpm_check (const struct hpm_options *options, const struct hpm_places *places)
{
    struct hpm_evidence evidence
        = { .domain = options->domain, .backend = *places->backend != '\0' };
    struct hpm_backend_event *events;
    struct hpm_diagnosis diagnosis;
    struct hpm_source source;
    int count, unknown;

    hpm_source_open (&source, places->backend, options);
    count = select_default (source.backend, &events);
    gather (&evidence, &source, events, count);
    hpm_diagnose (&evidence, &diagnosis);
    print_machine (&evidence.machine);
    print_source (places, &source);
    print_hardware (&evidence, &diagnosis);
    print_software (&evidence, &source);
    print_node_events (options);
    print_default (events, count);
    unknown = *source.error.text != '\0';
    hpm_source_close (&source);
    free (events);
    hpm_check_job (options, print_filled);
    return unknown;
}
