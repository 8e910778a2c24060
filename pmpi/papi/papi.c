/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The one file that includes <papi.h>.
 */
#include "config.h"

#include <dlfcn.h>
#include <papi.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "pmpi/papi/papi_names.h"

#define COUNT(array) (sizeof (array) / sizeof (array)[0])
#define COMPONENT_END ":::" /* of its name, before that of its event */
#define KERNELS_UNCORE "perf_event_uncore"

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

/* Components that count for this process; others count for all that runs on
 * the host (network, energy, file systems), or for processors of it.  */
static const char *const process_components[]
    = { "sde", "io", "appio", "cuda", "rocm" };

/* What these tell is how things are at a moment: temperatures, power.  */
static const char *const gauges[] = {
    "coretemp",    "coretemp_freebsd", "lmsensors",     "nvml", "rocm_smi",
    "sensors_ppc", "micpower",         "host_micpower", "emon", "sysdetect"
};

static int
is_among (const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp (name, names[i]))
            return 1;
    return 0;
}

static int
component_scope (const PAPI_component_info_t *info)
{
    if (!strcmp (info->name, "perf_event"))
        return HPM_SCOPE_THREAD;
    return is_among (info->name, process_components, COUNT (process_components))
               ? HPM_SCOPE_PROCESS
               : HPM_SCOPE_NODE;
}

/* Whether the program's calls of a function come to PAPI.  */
static int
is_linked_to_papi (const char *name)
{
    void *first = dlsym (RTLD_DEFAULT, name);
    Dl_info function, papi;

    return first && dladdr (first, &function)
           && dladdr ((void *)PAPI_library_init, &papi)
           && function.dli_fbase == papi.dli_fbase;
}

/* Why no event of the component is a count here.  */
static enum hpm_reason
component_obstacle (const PAPI_component_info_t *info)
{
    if (!strcmp (info->name, KERNELS_UNCORE))
        return HPM_REASON_NODE_LEVEL;
    if (is_among (info->name, gauges, COUNT (gauges)))
        return HPM_REASON_GAUGE;
    /* It sees calls that come to PAPI's own functions of these names.  */
    if (!strcmp (info->name, "appio") && !is_linked_to_papi ("read"))
        return HPM_REASON_NOT_LINKED;
    return HPM_REASON_NONE;
}

static int
component_by_name (const char *name, size_t length)
{
    for (int i = 0; i < PAPI_num_components (); i++) {
        const char *known = PAPI_get_component_info (i)->name;

        if (strlen (known) == length && !strncmp (known, name, length))
            return i;
    }
    return -1;
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
    if (PAPI_get_event_info (code, &info) != PAPI_OK)
        return;
    copy_text (record->description, sizeof record->description,
               info.long_descr);
    if (scope == HPM_SCOPE_NODE && *info.units)
        copy_text (record->unit, sizeof record->unit, info.units);
}

/* Made of one native event: itself.  */
static void
explain_native (const char *name, struct hpm_papi_event *event)
{
    event->count = 1;
    copy_text (event->names[0], sizeof event->names[0], name);
}

/* Why no preset is made of anything: PAPI switches component 0, the
 * processor's, off where perf_event_paranoid is 3, as in Debian, for the
 * privileged, too.  */
static enum hpm_reason
explain_no_preset (void)
{
    const PAPI_component_info_t *info = PAPI_get_component_info (0);

    return info && info->disabled && strstr (info->disabled_reason, "paranoid")
               ? HPM_REASON_PAPI_PARANOID
               : HPM_REASON_NO_SUCH_EVENT;
}

static enum hpm_reason
explain_preset (struct hpm_papi_event *event)
{
    PAPI_event_info_t info;

    if (PAPI_get_event_info (event->code, &info) != PAPI_OK || info.count == 0
        || info.count > HPM_PAPI_MOST_TERMS)
        return explain_no_preset ();
    event->count = (int)info.count;
    for (int i = 0; i < event->count; i++)
        copy_text (event->names[i], sizeof event->names[i], info.name[i]);
    copy_text (event->kind, sizeof event->kind, info.derived);
    copy_text (event->formula, sizeof event->formula, info.postfix);
    return HPM_REASON_NONE;
}

/* Why PAPI does not know a name: those of the processor and the kernel have no
 * component in them, and what the program exports may come later.  */
static enum hpm_reason
explain_unknown (const char *name)
{
    const char *end = strstr (name, COMPONENT_END);
    int component;

    if (!end || !strncmp (name, "sde" COMPONENT_END, 6))
        return HPM_REASON_NONE;
    component = component_by_name (name, (size_t)(end - name));
    if (component < 0)
        return HPM_REASON_NO_COMPONENT;
    return PAPI_get_component_info (component)->disabled
               ? HPM_REASON_COMPONENT_OFF
               : HPM_REASON_NO_SUCH_EVENT;
}

enum hpm_reason
hpm_papi_explain (struct hpm_event_record *record, struct hpm_papi_event *event)
{
    const PAPI_component_info_t *component = NULL;
    enum hpm_reason obstacle;
    int index;

    memset (event, 0, sizeof *event);
    copy_text (record->unit, sizeof record->unit, "1");
    copy_text (record->source, sizeof record->source, "papi");
    explain_native (record->name, event);
    if (PAPI_event_name_to_code (record->name, &event->code) != PAPI_OK)
        return explain_unknown (record->name);
    index = PAPI_get_event_component (event->code);
    if (index >= 0)
        component = PAPI_get_component_info (index);
    if (!component)
        return HPM_REASON_NO_SUCH_EVENT;
    event->scope = component_scope (component);
    describe (record, event->code, event->scope, source_of (component));
    obstacle = component_obstacle (component);
    if (obstacle != HPM_REASON_NONE || event->code & PAPI_NATIVE_MASK)
        return obstacle;
    return explain_preset (event);
}

int
hpm_papi_program_events (hpm_text128 *names, int most)
{
    int component = component_by_name ("sde", 3);
    char name[PAPI_HUGE_STR_LEN];
    int code = 0 | PAPI_NATIVE_MASK, n = 0;

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

int
hpm_papi_component_of (int code)
{
    return PAPI_get_event_component (code);
}

/* NET_REFRESH_LATENCY in its linux-net.c.  */
int64_t
hpm_papi_age (int component)
{
    return strcmp (PAPI_get_component_info (component)->name, "net")
               ? 0
               : 1000000000;
}

int
hpm_papi_is_exported (int component)
{
    return !strcmp (PAPI_get_component_info (component)->name, "sde");
}

int
hpm_papi_is_of_host (int code)
{
    int index = PAPI_get_event_component (code);

    return index >= 0
           && component_scope (PAPI_get_component_info (index))
                  == HPM_SCOPE_NODE;
}

const char *
hpm_papi_components (void)
{
    static char text[512];

    text[0] = '\0';
    for (int i = 0; i < PAPI_num_components (); i++) {
        size_t length = strlen (text);

        snprintf (text + length, sizeof text - length, "%s%s",
                  length ? ", " : "", PAPI_get_component_info (i)->name);
    }
    return text;
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

int
hpm_papi_raw_create (int *set)
{
    *set = PAPI_NULL;
    return PAPI_create_eventset (set) == PAPI_OK ? 0 : -1;
}

enum hpm_reason
hpm_papi_raw_add (int set, int code)
{
    return reason_of (PAPI_add_event (set, code));
}

int
hpm_papi_raw_start (int set)
{
    return PAPI_start (set) == PAPI_OK ? 0 : -1;
}

int
hpm_papi_raw_read (int set, long long *values)
{
    return PAPI_read (set, values) == PAPI_OK ? 0 : -1;
}

int
hpm_papi_raw_stop (int set, long long *values)
{
    return PAPI_stop (set, values) == PAPI_OK ? 0 : -1;
}

void
hpm_papi_raw_destroy (int *set)
{
    PAPI_stop (*set, NULL);
    PAPI_cleanup_eventset (*set);
    PAPI_destroy_eventset (set);
}

/* ---- what there is ------------------------------------------------------ */

static int
list_one (int code, int scope, const char *source, int usable,
          hpm_papi_each_fn *each, void *data)
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
list_presets (hpm_papi_each_fn *each, void *data)
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
list_component (int component, hpm_papi_each_fn *each, void *data)
{
    const PAPI_component_info_t *info = PAPI_get_component_info (component);
    int scope = component_scope (info), code = 0 | PAPI_NATIVE_MASK;

    if (PAPI_enum_cmp_event (&code, PAPI_ENUM_FIRST, component) != PAPI_OK)
        return 0;
    do {
        if (list_one (code, scope, info->name,
                      !info->disabled
                          && component_obstacle (info) == HPM_REASON_NONE,
                      each, data))
            return 1;
    } while (PAPI_enum_cmp_event (&code, PAPI_ENUM_EVENTS, component)
             == PAPI_OK);
    return 0;
}

void
hpm_papi_list (hpm_papi_each_fn *each, void *data)
{
    if (list_presets (each, data))
        return;
    for (int i = 0; i < PAPI_num_components (); i++)
        if (list_component (i, each, data))
            return;
}
