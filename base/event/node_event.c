/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/event/node_event.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define FILE_MAX 4096
#define DEVICES "bus/event_source/devices"

/* ---- names -------------------------------------------------------------- */

static int
is_name_byte (char c)
{
    return hpm_text_is_letter (c) || hpm_text_is_digit (c) || c == '-'
           || c == '.' || c == '=';
}

/* Length of a file name at the start of `text`, 0 if there is none.  */
static size_t
name_length (const char *text)
{
    size_t length = 0;

    while (is_name_byte (text[length]))
        length++;
    return *text == '.' ? 0 : length;
}

/* The same for an event: a name, or "TERM=1,TERM=2".  */
static size_t
event_length (const char *text)
{
    size_t length = name_length (text), more;

    while (memchr (text, '=', length) && text[length] == ','
           && (more = name_length (text + length + 1)))
        length += 1 + more;
    return length;
}

int
hpm_node_event_is (const char *name)
{
    size_t pmu = name_length (name), event;

    if (!pmu || name[pmu] != '/')
        return 0;
    event = event_length (name + pmu + 1);
    return event && !strcmp (name + pmu + 1 + event, "/");
}

/* ---- files -------------------------------------------------------------- */

/* The text of a file of the PMU, without what ends the line; NULL when there is
 * none.  The caller frees it.  */
static char *
read_line (const char *sysfs, const char *pmu, const char *file)
{
    char path[PATH_MAX];
    char *text;

    if (snprintf (path, sizeof path, "%s/" DEVICES "/%s/%s", sysfs, pmu, file)
        >= (int)sizeof path)
        return NULL;
    text = hpm_text_read_file (path, FILE_MAX, NULL);
    if (text)
        text[strcspn (text, "\r\n")] = '\0';
    return text;
}

/* A number in decimal or, with 0x, in hexadecimal digits, and nothing else.  */
static int
read_number (const char *text, size_t length, uint64_t *number)
{
    char digits[32], *end;

    if (!length || length >= sizeof digits || !hpm_text_is_digit (*text))
        return -1;
    memcpy (digits, text, length);
    digits[length] = '\0';
    *number = strtoull (digits, &end, 0);
    return *end ? -1 : 0;
}

/* ---- formats ------------------------------------------------------------ */

/* "0-7" or "32", which is both ends.  Returns 0 or -1.  */
static int
read_range (struct hpm_piece range, uint64_t *first, uint64_t *last)
{
    const char *dash = memchr (range.start, '-', range.length);
    size_t head = dash ? (size_t)(dash - range.start) : range.length;

    if (read_number (range.start, head, first))
        return -1;
    *last = *first;
    if (dash && read_number (dash + 1, range.length - head - 1, last))
        return -1;
    return *first > *last ? -1 : 0;
}

/* The lowest bits of *value go to a range of bits, and leave *value.  */
static int
place_bits (uint64_t *config, struct hpm_piece range, uint64_t *value)
{
    uint64_t first, last;

    if (read_range (range, &first, &last) || last > 63)
        return -1;
    for (uint64_t bit = first; bit <= last; bit++, *value >>= 1)
        *config |= (*value & 1) << bit;
    return 0;
}

/* "config1:0-7,32-35": which of the words, and where in it.  A value that is
 * too large for its bits is wrong.  */
static int
place_value (struct hpm_node_event *event, const char *format, uint64_t value)
{
    static const char *const words[] = { "config:", "config1:", "config2:" };
    const char *rest = NULL;
    struct hpm_piece range;
    uint64_t *config = event->config;

    for (int i = 0; i < 3; i++)
        if (!strncmp (format, words[i], strlen (words[i]))) {
            config = &event->config[i];
            rest = format + strlen (words[i]);
        }
    if (!rest)
        return -1;
    while (hpm_text_part (&rest, ',', &range))
        if (place_bits (config, range, &value))
            return -1;
    return value ? -1 : 0;
}

/* "umask=0x3", or "inv", which is 1.  The words themselves are terms, too.  */
static int
place_term (struct hpm_node_event *event, const char *sysfs, const char *pmu,
            struct hpm_piece term)
{
    const char *equals = memchr (term.start, '=', term.length);
    size_t length = equals ? (size_t)(equals - term.start) : term.length;
    char file[NAME_MAX + 16], *format;
    uint64_t value = 1;
    int failed;

    if (equals && read_number (equals + 1, term.length - length - 1, &value))
        return -1;
    if (length == strlen ("config")
        && !strncmp (term.start, "config", length)) {
        event->config[0] |= value;
        return 0;
    }
    if (snprintf (file, sizeof file, "format/%.*s", (int)length, term.start)
        >= (int)sizeof file)
        return -1;
    format = read_line (sysfs, pmu, file);
    failed = !format || place_value (event, format, value);
    free (format);
    return failed ? -1 : 0;
}

static int
place_terms (struct hpm_node_event *event, const char *sysfs, const char *pmu,
             const char *terms)
{
    struct hpm_piece term;

    while (hpm_text_part (&terms, ',', &term))
        if (place_term (event, sysfs, pmu, hpm_piece_trim (term)))
            return -1;
    return 0;
}

/* ---- processors --------------------------------------------------------- */

static int
add_range (struct hpm_piece range, int *cpus, int count, int most)
{
    uint64_t first, last;

    if (read_range (range, &first, &last) || last > INT_MAX
        || last - first >= (uint64_t)(most - count))
        return -1;
    for (uint64_t cpu = first; cpu <= last; cpu++)
        cpus[count++] = (int)cpu;
    return count;
}

int
hpm_node_cpus (const char *text, int *cpus, int most)
{
    struct hpm_piece range;
    int count = 0;

    while (count >= 0 && hpm_text_part (&text, ',', &range))
        count = add_range (hpm_piece_trim (range), cpus, count, most);
    return count;
}

static int
read_cpus (struct hpm_node_event *event, const char *sysfs, const char *pmu)
{
    char *mask = read_line (sysfs, pmu, "cpumask");

    if (mask)
        event->cpus = calloc (HPM_NODE_CPUS_MAX, sizeof *event->cpus);
    if (event->cpus)
        event->cpu_count = hpm_node_cpus (mask, event->cpus, HPM_NODE_CPUS_MAX);
    free (mask);
    return event->cpu_count > 0 ? 0 : -1;
}

/* ---- an event ----------------------------------------------------------- */

/* Units as metrics have them.  */
static void
set_unit (struct hpm_node_event *event, const char *unit)
{
    if (!strcmp (unit, "Joules"))
        unit = "J";
    hpm_text_field (event->unit, sizeof event->unit, unit, strlen (unit));
}

/* The files EVENT.scale and EVENT.unit, where there are any.  */
static void
read_scale (struct hpm_node_event *event, const char *sysfs, const char *pmu,
            const char *file)
{
    char name[NAME_MAX + 16], *text;

    event->scale = 1;
    set_unit (event, "1");
    snprintf (name, sizeof name, "%s.scale", file);
    text = read_line (sysfs, pmu, name);
    if (text && (!hpm_text_number (text, &event->scale) || event->scale <= 0))
        event->scale = 1;
    free (text);
    snprintf (name, sizeof name, "%s.unit", file);
    text = read_line (sysfs, pmu, name);
    if (text && *text)
        set_unit (event, text);
    free (text);
}

static int
read_encoding (struct hpm_node_event *event, const char *sysfs, const char *pmu,
               const char *what, struct hpm_error *error)
{
    char file[NAME_MAX];
    char *terms;
    int failed;

    snprintf (file, sizeof file, "events/%s", what);
    read_scale (event, sysfs, pmu, file);
    terms = strchr (what, '=') ? strdup (what) : read_line (sysfs, pmu, file);
    if (!terms)
        return hpm_error_set (error, "the PMU %s has no event %s", pmu, what);
    failed = place_terms (event, sysfs, pmu, terms);
    free (terms);
    return failed ? hpm_error_set (error,
                                   "the event %s is not encoded as the PMU's "
                                   "format says",
                                   event->name)
                  : 0;
}

static int
read_type (struct hpm_node_event *event, const char *sysfs, const char *pmu)
{
    char *text = read_line (sysfs, pmu, "type");
    uint64_t type = 0;
    int failed = !text || read_number (text, strlen (text), &type)
                 || type > UINT32_MAX;

    event->type = (uint32_t)type;
    free (text);
    return failed ? -1 : 0;
}

int
hpm_pmu_event_read (struct hpm_node_event *event, const char *sysfs,
                    const char *name, struct hpm_error *error)
{
    char pmu[128], what[128];
    size_t length;

    memset (event, 0, sizeof *event);
    if (!hpm_node_event_is (name) || strlen (name) >= sizeof event->name)
        return hpm_error_set (error, "%.80s is not of the form PMU/EVENT/",
                              name);
    strcpy (event->name, name);
    length = strcspn (event->name, "/");
    memcpy (pmu, event->name, length); /* as large as the name */
    pmu[length] = '\0';
    snprintf (what, sizeof what, "%.*s",
              (int)(strlen (event->name) - length - 2),
              event->name + length + 1);
    if (read_type (event, sysfs, pmu))
        return hpm_error_set (error, "there is no PMU %s here", pmu);
    return read_encoding (event, sysfs, pmu, what, error);
}

int
hpm_node_event_read (struct hpm_node_event *event, const char *sysfs,
                     const char *name, struct hpm_error *error)
{
    char pmu[128];

    if (hpm_pmu_event_read (event, sysfs, name, error))
        return -1;
    snprintf (pmu, sizeof pmu, "%.*s", (int)strcspn (name, "/"), name);
    if (read_cpus (event, sysfs, pmu))
        return hpm_error_set (error,
                              "the PMU %s does not count for a whole node: it "
                              "has no cpumask",
                              pmu);
    return 0;
}

void
hpm_node_event_release (struct hpm_node_event *event)
{
    free (event->cpus);
    event->cpus = NULL;
    event->cpu_count = 0;
}
