/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The one file that includes <papi.h>.
 */
#include "config.h"

#include <papi.h>

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "pmpi/count/papi_names.h"

static void
copy_text (char *to, size_t size, const char *from)
{
    hpm_text_field (to, size, from, strlen (from));
}

enum hpm_reason
hpm_papi_start (const char **version)
{
    static char text[32];
    /* Refused when the program brought another PAPI, whose symbols come first
     * in this process.  */
    int got = PAPI_library_init (PAPI_VER_CURRENT);

    if (got != PAPI_VER_CURRENT)
        return HPM_REASON_OTHER_PAPI;
    snprintf (text, sizeof text, "%d.%d.%d", PAPI_VERSION_MAJOR (got),
              PAPI_VERSION_MINOR (got), PAPI_VERSION_REVISION (got));
    *version = text;
    return HPM_REASON_NONE;
}

/* ---- what a name means -------------------------------------------------- */

/* Where a component's events belong: what is neither the core's nor the
 * program's is no single program's (uncore, energy, network).  */
static int
component_scope (const PAPI_component_info_t *info)
{
    if (!strcmp (info->name, "perf_event"))
        return HPM_SCOPE_THREAD;
    return strcmp (info->name, "sde") ? HPM_SCOPE_NODE : HPM_SCOPE_PROCESS;
}

static const char *
source_of (const PAPI_component_info_t *info)
{
    return component_scope (info) == HPM_SCOPE_THREAD ? "papi" : info->name;
}

static void
describe (struct hpm_event_record *record, int code, int scope,
          const char *source)
{
    PAPI_event_info_t info;

    record->scope = scope;
    record->kind = HPM_KIND_COUNT;
    copy_text (record->unit, sizeof record->unit, "1");
    copy_text (record->source, sizeof record->source, source);
    if (PAPI_get_event_info (code, &info) == PAPI_OK)
        copy_text (record->description, sizeof record->description,
                   info.long_descr);
}

/* Made of one native event: itself.  */
static void
explain_native (const char *name, struct hpm_papi_event *event)
{
    event->count = 1;
    copy_text (event->names[0], sizeof event->names[0], name);
}

static enum hpm_reason
explain_preset (struct hpm_papi_event *event)
{
    PAPI_event_info_t info;

    if (PAPI_get_event_info (event->code, &info) != PAPI_OK || info.count == 0
        || info.count > HPM_PAPI_MOST_TERMS)
        return HPM_REASON_NO_SUCH_EVENT;
    event->count = (int)info.count;
    for (int i = 0; i < event->count; i++)
        copy_text (event->names[i], sizeof event->names[i], info.name[i]);
    copy_text (event->kind, sizeof event->kind, info.derived);
    copy_text (event->formula, sizeof event->formula, info.postfix);
    return HPM_REASON_NONE;
}

enum hpm_reason
hpm_papi_explain (struct hpm_event_record *record, struct hpm_papi_event *event)
{
    const PAPI_component_info_t *component = NULL;
    int index;

    memset (event, 0, sizeof *event);
    copy_text (record->unit, sizeof record->unit, "1");
    copy_text (record->source, sizeof record->source, "papi");
    explain_native (record->name, event);
    if (PAPI_event_name_to_code (record->name, &event->code) != PAPI_OK)
        return HPM_REASON_NONE;
    index = PAPI_get_event_component (event->code);
    if (index >= 0)
        component = PAPI_get_component_info (index);
    if (!component)
        return HPM_REASON_NO_SUCH_EVENT;
    event->scope = component_scope (component);
    describe (record, event->code, event->scope, source_of (component));
    if (event->scope == HPM_SCOPE_NODE)
        return HPM_REASON_NODE_LEVEL;
    return event->code & PAPI_NATIVE_MASK ? HPM_REASON_NONE
                                          : explain_preset (event);
}

/* ---- what the program exports ------------------------------------------- */

static int program_set = PAPI_NULL, program_count;

static int
component_by_name (const char *name)
{
    for (int i = 0; i < PAPI_num_components (); i++)
        if (!strcmp (PAPI_get_component_info (i)->name, name))
            return i;
    return -1;
}

int
hpm_papi_program_events (hpm_text128 *names, int most)
{
    int component = component_by_name ("sde");
    char name[PAPI_HUGE_STR_LEN];
    int code = 0 | PAPI_NATIVE_MASK;
    int n = 0;

    if (component < 0
        || PAPI_enum_cmp_event (&code, PAPI_ENUM_FIRST, component) != PAPI_OK)
        return 0;
    do {
        if (PAPI_event_code_to_name (code, name) == PAPI_OK
            && strlen (name) < sizeof names[0] && n < most)
            copy_text (names[n++], sizeof names[0], name);
    } while (PAPI_enum_cmp_event (&code, PAPI_ENUM_EVENTS, component)
             == PAPI_OK);
    return n;
}

static enum hpm_reason
reason_of (int papi_error)
{
    switch (papi_error) {
    case PAPI_OK:
        return HPM_REASON_NONE;
    case PAPI_ECNFLCT:
    case PAPI_ECOUNT:
        return HPM_REASON_CONFLICT;
    case PAPI_EISRUN:
        return HPM_REASON_BUSY;
    case PAPI_ECMP_DISABLED:
    case PAPI_ENOCMP:
        return HPM_REASON_COMPONENT_OFF;
    default:
        return HPM_REASON_NO_SUCH_EVENT;
    }
}

enum hpm_reason
hpm_papi_program_add (int code)
{
    int error = PAPI_OK;

    if (program_count == HPM_PAPI_MOST_PROGRAM_EVENTS)
        return HPM_REASON_CONFLICT;
    if (program_set == PAPI_NULL)
        error = PAPI_create_eventset (&program_set);
    if (error == PAPI_OK)
        error = PAPI_add_event (program_set, code);
    if (error == PAPI_OK)
        program_count++;
    return reason_of (error);
}

int
hpm_papi_program_start (void)
{
    return !program_count || PAPI_start (program_set) == PAPI_OK ? 0 : -1;
}

int
hpm_papi_program_read (int64_t *values)
{
    long long got[HPM_PAPI_MOST_PROGRAM_EVENTS] = { 0 };

    if (program_count && PAPI_read (program_set, got) != PAPI_OK)
        return -1;
    for (int i = 0; i < program_count; i++)
        values[i] = got[i];
    return 0;
}

void
hpm_papi_program_release (void)
{
    if (program_set != PAPI_NULL) {
        PAPI_stop (program_set, NULL);
        PAPI_cleanup_eventset (program_set);
        PAPI_destroy_eventset (&program_set);
    }
    program_set = PAPI_NULL;
    program_count = 0;
}

/* ---- what there is ------------------------------------------------------ */

static int
list_one (int code, int scope, const char *source, int usable,
          int (*each) (const struct hpm_event_record *event, int available,
                       void *data),
          void *data)
{
    struct hpm_event_record record;
    char name[PAPI_HUGE_STR_LEN];

    if (PAPI_event_code_to_name (code, name) != PAPI_OK)
        return 0;
    memset (&record, 0, sizeof record);
    copy_text (record.name, sizeof record.name, name);
    describe (&record, code, scope, source);
    return each (&record, usable, data);
}

/* All presets, whatever PAPI can do here: a name that is right must be told
 * from a wrong one on a machine that has no counters.  */
static int
list_presets (int (*each) (const struct hpm_event_record *event, int available,
                           void *data),
              void *data)
{
    int code = 0 | PAPI_PRESET_MASK;

    if (PAPI_enum_event (&code, PAPI_ENUM_FIRST) != PAPI_OK)
        return 0;
    do {
        if (list_one (code, HPM_SCOPE_THREAD, "papi",
                      PAPI_query_event (code) == PAPI_OK, each, data))
            return 1;
    } while (PAPI_enum_event (&code, PAPI_ENUM_EVENTS) == PAPI_OK);
    return 0;
}

static int
list_component (int component,
                int (*each) (const struct hpm_event_record *event,
                             int available, void *data),
                void *data)
{
    const PAPI_component_info_t *info = PAPI_get_component_info (component);
    int scope = component_scope (info), code = 0 | PAPI_NATIVE_MASK;

    if (PAPI_enum_cmp_event (&code, PAPI_ENUM_FIRST, component) != PAPI_OK)
        return 0;
    do {
        if (list_one (code, scope, info->name,
                      !info->disabled && scope != HPM_SCOPE_NODE, each, data))
            return 1;
    } while (PAPI_enum_cmp_event (&code, PAPI_ENUM_EVENTS, component)
             == PAPI_OK);
    return 0;
}

void
hpm_papi_list (int (*each) (const struct hpm_event_record *event, int available,
                            void *data),
               void *data)
{
    if (list_presets (each, data))
        return;
    for (int i = 0; i < PAPI_num_components (); i++)
        if (list_component (i, each, data))
            return;
}
