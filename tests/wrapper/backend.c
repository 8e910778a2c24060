/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A backend for the tests of hpmrun.  It offers two presets that can be
 * counted, one that this machine lacks, and a native event that the kernel
 * forbids; what TEST_BACKEND says, changes that:
 *
 *     no-pmu     no preset can be counted
 *     closed     open fails
 *     few        there are two counters, and none for fake::HELD
 *     fixed      there is one, beside those for the presets
 *
 * While open it holds a file descriptor, as PAPI does.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hpm_backend.h"

extern const struct hpm_backend hpm_backend;

static const struct {
    const char *name, *description;
    enum hpm_reason reason;
} offered[] = {
    { "PAPI_TOT_INS", "Instructions completed", HPM_REASON_NONE },
    { "PAPI_TOT_CYC", "Total cycles", HPM_REASON_NONE },
    { "PAPI_FP_OPS", "Floating point operations", HPM_REASON_NO_SUCH_EVENT },
    { "fake::FORBIDDEN",
      "An event with quite a long description that can't "
      "stand in one line of eighty columns",
      HPM_REASON_PARANOID },
    { "fake::A", "Something", HPM_REASON_NONE },
    { "fake::B", "Something", HPM_REASON_NONE },
    { "fake::C", "Something", HPM_REASON_NONE },
    { "fake::HELD", "Something that another tool counts", HPM_REASON_CONFLICT },
};

#define OFFERED ((int)(sizeof offered / sizeof *offered))

static int file;

static int
asked_for (const char *behaviour)
{
    const char *text = getenv ("TEST_BACKEND");

    return text && strcmp (text, behaviour) == 0;
}

static enum hpm_reason
reason_of (int i)
{
    return asked_for ("no-pmu") ? HPM_REASON_NO_PMU : offered[i].reason;
}

static enum hpm_reason
fake_open (enum hpm_domain domain, unsigned flags, const char **version)
{
    (void)domain;
    (void)flags;
    if (asked_for ("closed"))
        return HPM_REASON_OTHER_PAPI;
    file = open ("/dev/null", O_RDONLY);
    *version = "fake 7";
    return HPM_REASON_NONE;
}

/* Modifiers may follow a name.  */
static int
same_event (const char *name, const char *offer)
{
    size_t length = strlen (offer);

    return strncmp (name, offer, length) == 0
           && (name[length] == '\0' || name[length] == ':');
}

static void
fake_select (struct hpm_backend_event *events, int n)
{
    int fixed = asked_for ("fixed");
    int counters = asked_for ("few") ? 2 : fixed ? 1 : 99;

    for (int i = 0; i < n; i++) {
        events[i].reason = asked_for ("no-pmu") ? HPM_REASON_NO_PMU
                                                : HPM_REASON_NO_SUCH_EVENT;
        for (int j = 0; j < OFFERED; j++)
            if (same_event (events[i].record.name, offered[j].name))
                events[i].reason = reason_of (j);
        if (fixed && strncmp (events[i].record.name, "PAPI_", 5) == 0)
            continue;
        if (events[i].reason == HPM_REASON_NONE && counters-- <= 0)
            events[i].reason = HPM_REASON_CONFLICT;
    }
}

static void
fake_close (void)
{
    close (file);
}

static void
fake_list (int (*each) (const struct hpm_event_record *, int, void *),
           void *data)
{
    for (int i = 0; i < OFFERED; i++) {
        struct hpm_event_record event = { .unit = "1" };

        snprintf (event.name, sizeof event.name, "%s", offered[i].name);
        snprintf (event.description, sizeof event.description, "%s",
                  offered[i].description);
        if (each (&event, reason_of (i) == HPM_REASON_NONE, data))
            return;
    }
}

const struct hpm_backend hpm_backend = {
    .abi = HPM_BACKEND_ABI,
    .name = "fake",
    .open = fake_open,
    .select = fake_select,
    .close = fake_close,
    .list = fake_list,
};
