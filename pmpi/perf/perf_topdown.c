/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/event/node_event.h"
#include "pmpi/perf/perf_topdown.h"

#define PREFIX "perf::"

/* Pseudo-events of the kernel: event 0, and a unit mask.  */
#define CODE 0xffffu
#define SLOTS 0x0400u
#define FIRST_SHARE 0x8000u
#define LAST_SHARE 0x8700u

static const char *const names[] = {
#define HPM_X(name, description) PREFIX name,
    HPM_TOPDOWN_EVENTS (HPM_X)
#undef HPM_X
};

int
hpm_perf_topdown_is (const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp (names[i], name))
            return 1;
    return 0;
}

/* The core PMU, or that of the large cores.  */
static int
read_event (struct hpm_node_event *event, const char *sysfs, const char *name)
{
    static const char *const pmus[] = { "cpu", "cpu_core" };
    int failed = -1;

    for (size_t i = 0; failed && i < sizeof pmus / sizeof *pmus; i++) {
        char whole[128];

        snprintf (whole, sizeof whole, "%s/%s/", pmus[i],
                  name + strlen (PREFIX));
        failed = hpm_pmu_event_read (event, sysfs, whole, NULL);
    }
    return failed;
}

enum hpm_reason
hpm_perf_topdown_resolve (const char *sysfs, const char *name,
                          enum hpm_domain domain, struct perf_event_attr *attr)
{
    struct hpm_node_event event;

    if (!hpm_perf_topdown_is (name) || read_event (&event, sysfs, name))
        return HPM_REASON_NO_SUCH_EVENT;
    memset (attr, 0, sizeof *attr);
    attr->size = sizeof *attr;
    attr->type = event.type;
    attr->config = event.config[0];
    attr->exclude_user = !(domain & HPM_DOMAIN_USER);
    attr->exclude_kernel = !(domain & HPM_DOMAIN_KERNEL);
    attr->exclude_hv = 1;
    /* On older processors the names are those of other events.  */
    return hpm_perf_topdown_is_slots (attr) || hpm_perf_topdown_is_share (attr)
               ? HPM_REASON_NONE
               : HPM_REASON_NO_SUCH_EVENT;
}

/* An event of the core: raw, or of a PMU of its own number.  */
static int
is_core (const struct perf_event_attr *attr)
{
#if defined __x86_64__ || defined __i386__
    return attr->type == PERF_TYPE_RAW || attr->type >= PERF_TYPE_MAX;
#else
    (void)attr;
    return 0;
#endif
}

int
hpm_perf_topdown_is_slots (const struct perf_event_attr *attr)
{
    return is_core (attr) && attr->config == SLOTS;
}

int
hpm_perf_topdown_is_share (const struct perf_event_attr *attr)
{
    return is_core (attr) && (attr->config & ~(uint64_t)CODE) == 0
           && (attr->config & 0xff) == 0 && attr->config >= FIRST_SHARE
           && attr->config <= LAST_SHARE;
}

void
hpm_perf_topdown_leader (const struct perf_event_attr *share,
                         struct perf_event_attr *slots)
{
    *slots = *share;
    slots->config = SLOTS;
}

/* Whoever looks may have seen enough.  */
struct listing {
    int (*each) (const struct hpm_event_record *event, int available,
                 void *data);
    void *data;
    int stopped;
};

static int
list_one (const struct hpm_event_record *event, int available, void *data)
{
    struct listing *listing = data;

    if (!listing->stopped)
        listing->stopped = listing->each (event, available, listing->data);
    return listing->stopped;
}

void
hpm_perf_topdown_list (enum hpm_domain domain, hpm_perf_list_fn *others,
                       int (*each) (const struct hpm_event_record *event,
                                    int available, void *data),
                       void *data)
{
    static const struct hpm_event_record shares[] = {
#define HPM_X(name_, description_)                                             \
    { .name = "perf::" name_, .unit = "1", .description = description_ },
        HPM_TOPDOWN_EVENTS (HPM_X)
#undef HPM_X
    };
    struct listing listing = { each, data, 0 };
    struct perf_event_attr attr;

    others (list_one, &listing);
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        list_one (
            &shares[i],
            hpm_perf_topdown_resolve ("/sys", shares[i].name, domain, &attr)
                == HPM_REASON_NONE,
            &listing);
}
