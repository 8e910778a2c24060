/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Slots and the shares of them in a plan, before a made-up sysfs and a made-up
 * kernel: it has four counters and one for slots, counts shares only in a group
 * that slots lead, and refuses at once what can never count.
 */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "pmpi/perf/perf_plan.h"
#include "pmpi/perf/perf_topdown.h"
#include "tests/tap.h"

#define COUNTERS 4

#if defined __x86_64__

/* ---- the kernel ---------------------------------------------------------- */

static int
leads (const struct hpm_perf_plan *plan, int i)
{
    for (int k = 0; k < i; k++)
        if (plan->natives[k].group == plan->natives[i].group)
            return 0;
    return 1;
}

static int
led_by_slots (const struct hpm_perf_plan *plan, int i)
{
    for (int k = 0; k < i; k++)
        if (plan->natives[k].group == plan->natives[i].group)
            return hpm_perf_topdown_is_slots (&plan->natives[k].attr);
    return 0;
}

/* How many of the plan's natives need one of the counters.  */
static int
ordinary (const struct hpm_perf_plan *plan, int group)
{
    int count = 0;

    for (int i = 0; i < plan->native_count; i++)
        count += (group < 0 || plan->natives[i].group == group)
                 && !hpm_perf_topdown_is_slots (&plan->natives[i].attr)
                 && !hpm_perf_topdown_is_share (&plan->natives[i].attr);
    return count;
}

int
hpm_perf_set_open_one (struct hpm_perf_set *set,
                       const struct hpm_perf_plan *plan, int i)
{
    const struct perf_event_attr *attr = &plan->natives[i].attr;

    (void)set;
    errno = EINVAL;
    if (hpm_perf_topdown_is_share (attr))
        return led_by_slots (plan, i) ? 0 : -1;
    if (hpm_perf_topdown_is_slots (attr))
        return leads (plan, i) ? 0 : -1;
    return ordinary (plan, plan->natives[i].group) <= COUNTERS ? 0 : -1;
}

void
hpm_perf_set_close_one (struct hpm_perf_set *set, int i)
{
    (void)set;
    (void)i;
}

static int running, crowded;

int
hpm_perf_set_run (const struct hpm_perf_set *set,
                  const struct hpm_perf_plan *plan, int group, int on)
{
    (void)set;
    running += on;
    crowded = ordinary (plan, group) > COUNTERS;
    return 0;
}

int
hpm_perf_set_read (struct hpm_perf_set *set, const struct hpm_perf_plan *plan,
                   struct hpm_perf_reading *reading)
{
    (void)set;
    (void)plan;
    for (int i = 0; i < HPM_PERF_MOST_NATIVES; i++) {
        reading->values[i] = reading->enabled[i] = running;
        reading->running[i] = crowded ? 0 : running;
    }
    return 0;
}

enum hpm_reason
hpm_perf_reason (int error)
{
    return error == ENOSPC ? HPM_REASON_CONFLICT : HPM_REASON_NO_SUCH_EVENT;
}

/* ---- sysfs --------------------------------------------------------------- */

static char root[] = "/tmp/hpm-topdown-XXXXXX";

static void
put (const char *name, const char *text)
{
    char path[PATH_MAX];
    FILE *file;

    snprintf (path, sizeof path, "%s/bus/event_source/devices/%s", root, name);
    for (char *slash = path + 1; (slash = strchr (slash, '/')); slash++) {
        *slash = '\0';
        mkdir (path, 0777);
        *slash = '/';
    }
    file = fopen (path, "w");
    if (!file || fputs (text, file) < 0 || fclose (file)) {
        printf ("Bail out! cannot write %s\n", path);
        exit (99);
    }
}

static enum hpm_reason
resolve (const char *name, struct perf_event_attr *attr)
{
    return hpm_perf_topdown_resolve (root, name, HPM_DOMAIN_USER, attr);
}

static void
test_names (void)
{
    static const char *const wrong[] = {
        "", "slots", "perf::", "perf::CYCLES", "perf::topdown", "perf::slotss"
    };
    struct perf_event_attr attr;

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        tap_ok (!hpm_perf_topdown_is (wrong[i])
                    && resolve (wrong[i], &attr) == HPM_REASON_NO_SUCH_EVENT,
                "\"%s\" is none of them", wrong[i]);
    tap_ok (hpm_perf_topdown_is ("perf::topdown-be-bound"),
            "perf::topdown-be-bound is one of them");
    tap_ok (resolve ("perf::slots", &attr) == HPM_REASON_NO_SUCH_EVENT,
            "they are not there on a machine without them");
}

/* As of Skylake, whose topdown-retiring is no share.  */
static void
test_older (void)
{
    struct perf_event_attr attr;

    put ("cpu/type", "4\n");
    put ("cpu/format/event", "config:0-7\n");
    put ("cpu/format/umask", "config:8-15\n");
    put ("cpu/events/topdown-retiring", "event=0xc2,umask=0x2\n");
    tap_ok (resolve ("perf::topdown-retiring", &attr)
                == HPM_REASON_NO_SUCH_EVENT,
            "an event of an older processor is not taken for it");
}

static void
test_encoding (void)
{
    struct perf_event_attr attr, slots;

    put ("cpu/events/slots", "event=0x00,umask=0x4\n");
    put ("cpu/events/topdown-retiring", "event=0x00,umask=0x80\n");
    put ("cpu/events/topdown-be-bound", "event=0x00,umask=0x83\n");
    tap_ok (resolve ("perf::slots", &attr) == HPM_REASON_NONE && attr.type == 4
                && attr.config == 0x400 && !attr.exclude_user
                && attr.exclude_kernel,
            "slots are counted in user code");
    tap_ok (hpm_perf_topdown_is_slots (&attr)
                && !hpm_perf_topdown_is_share (&attr),
            "perf::slots is known as slots");
    tap_ok (resolve ("perf::topdown-be-bound", &attr) == HPM_REASON_NONE
                && attr.config == 0x8300 && hpm_perf_topdown_is_share (&attr)
                && !hpm_perf_topdown_is_slots (&attr),
            "a share is known as a share");
    put ("cpu/events/topdown-mem-bound", "event=0x00,umask=0x87\n");
    tap_ok (resolve ("perf::topdown-mem-bound", &attr) == HPM_REASON_NONE
                && attr.config == 0x8700 && hpm_perf_topdown_is_share (&attr),
            "a share of the second level is known as a share");
    tap_ok (resolve ("perf::topdown-fetch-lat", &attr)
                == HPM_REASON_NO_SUCH_EVENT,
            "a share that the processor has not is no event");
    hpm_perf_topdown_leader (&attr, &slots);
    resolve ("perf::slots", &attr);
    tap_ok (!memcmp (&slots, &attr, sizeof attr), "slots lead a share");
    attr.config = 0x8301;
    tap_ok (!hpm_perf_topdown_is_share (&attr),
            "an event of another code is no share");
    attr.config = 0x8300;
    attr.type = PERF_TYPE_SOFTWARE;
    tap_ok (!hpm_perf_topdown_is_share (&attr),
            "an event of another PMU is no share");
}

/* ---- plans --------------------------------------------------------------- */

static struct hpm_perf_set trial;

static enum hpm_reason
plan_event (struct hpm_perf_plan *plan, const char *name, int *place)
{
    struct perf_event_attr attr = { .type = PERF_TYPE_RAW };

    if (hpm_perf_topdown_is (name))
        resolve (name, &attr);
    else
        attr.config = (uint64_t)atoi (name);
    return hpm_perf_plan_add (plan, &trial, &attr, 1, place);
}

static void
test_leader (const char *first, const char *second)
{
    struct hpm_perf_plan plan = { 0 };
    int a, b, c, d;

    tap_ok (plan_event (&plan, "1", &a) == HPM_REASON_NONE
                && plan_event (&plan, first, &b) == HPM_REASON_NONE
                && plan_event (&plan, second, &c) == HPM_REASON_NONE
                && plan_event (&plan, "2", &d) == HPM_REASON_NONE,
            "%s, then %s are planned beside others", first, second);
    tap_ok (plan.natives[b].group == plan.natives[c].group
                && plan.natives[a].group != plan.natives[b].group
                && plan.native_count
                       == 4
                              + (strcmp (first, "perf::slots")
                                 && strcmp (second, "perf::slots")),
            "%s, then %s have a group of their own", first, second);
    for (int i = 0; i < plan.native_count; i++)
        if (plan.natives[i].group == plan.natives[b].group) {
            tap_ok (hpm_perf_topdown_is_slots (&plan.natives[i].attr),
                    "slots lead %s, then %s once", first, second);
            break;
        }
}

static void
test_full (int multiplex)
{
    struct hpm_perf_plan plan = { .multiplex = multiplex };
    char name[16];
    int place, counted = 0;

    for (int i = 1; i <= COUNTERS + 1; i++) {
        snprintf (name, sizeof name, "%d", i);
        counted += plan_event (&plan, name, &place) == HPM_REASON_NONE;
    }
    tap_ok (counted == COUNTERS + multiplex, "%d of %d events are counted",
            counted, COUNTERS + 1);
    tap_ok (plan_event (&plan, "perf::topdown-retiring", &place)
                    == HPM_REASON_NONE
                && plan_event (&plan, "perf::topdown-be-bound", &place)
                       == HPM_REASON_NONE,
            "shares take none of %d counters%s", COUNTERS,
            multiplex ? ", multiplexed" : "");
}

int
main (void)
{
    char command[64];

    if (!mkdtemp (root))
        return 99;
    test_names ();
    test_older ();
    test_encoding ();
    test_leader ("perf::slots", "perf::topdown-retiring");
    test_leader ("perf::topdown-retiring", "perf::slots");
    test_leader ("perf::topdown-retiring", "perf::topdown-be-bound");
    test_full (0);
    test_full (1);
    snprintf (command, sizeof command, "rm -rf %s", root);
    return system (command) ? 99 : tap_done ();
}

#else

int
main (void)
{
    printf ("1..0 # SKIP slots are counted on x86\n");
    return 0;
}

#endif
