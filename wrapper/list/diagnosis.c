/* SPDX-License-Identifier: BSD-3-Clause */
#include "wrapper/list/diagnosis.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/quality.h"

static void
set (struct hpm_diagnosis *diagnosis, const char *because, const char *remedy)
{
    snprintf (diagnosis->because, sizeof diagnosis->because, "%s", because);
    snprintf (diagnosis->remedy, sizeof diagnosis->remedy, "%s", remedy);
}

static void
set_reason (struct hpm_diagnosis *diagnosis, enum hpm_reason reason)
{
    set (diagnosis, hpm_reason_text (reason), hpm_reason_remedy (reason));
}

static void
set_opening (struct hpm_diagnosis *diagnosis,
             const struct hpm_evidence *evidence)
{
    set_reason (diagnosis, evidence->opening);
    if (*evidence->opening_error)
        snprintf (diagnosis->because, sizeof diagnosis->because, "%s (%s)",
                  hpm_reason_text (evidence->opening), evidence->opening_error);
}

static void
set_paranoid (struct hpm_diagnosis *diagnosis,
              const struct hpm_evidence *evidence)
{
    set_reason (diagnosis, HPM_REASON_PARANOID);
    snprintf (diagnosis->because, sizeof diagnosis->because,
              "the kernel forbids it: perf_event_paranoid is %d",
              evidence->machine.paranoid);
}

/* The PMU is there and permitted, and still nothing counts: is it the kernel
 * that refuses, or the backend that doesn't know the processor?  */
static void
set_refused (struct hpm_diagnosis *diagnosis,
             const struct hpm_evidence *evidence)
{
    switch (evidence->probe.hardware) {
    case 0:
        if (evidence->first == HPM_REASON_PAPI_PARANOID) {
            set_reason (diagnosis, evidence->first);
            break;
        }
        set (diagnosis, "PAPI does not know this processor",
             "a newer PAPI, or native events by name (hpmrun --list=events)");
        break;
    case EPERM:
    case EACCES:
    case ENOSYS:
        set (diagnosis,
             "the system call perf_event_open is blocked, as containers do",
             "start the container so that it permits perf_event_open "
             "(CAP_PERFMON, or another seccomp profile)");
        break;
    default:
        set_reason (diagnosis, evidence->first);
    }
}

void
hpm_diagnose (const struct hpm_evidence *evidence,
              struct hpm_diagnosis *diagnosis)
{
    enum hpm_reason obstacle
        = hpm_machine_obstacle (&evidence->machine, evidence->domain);

    memset (diagnosis, 0, sizeof *diagnosis);
    if (evidence->countable > 0)
        diagnosis->hardware = 1;
    else if (!evidence->backend)
        set (diagnosis, "it is switched off", "leave out --backend=none");
    else if (evidence->opening != HPM_REASON_NONE)
        set_opening (diagnosis, evidence);
    else if (obstacle == HPM_REASON_PARANOID)
        set_paranoid (diagnosis, evidence);
    else if (obstacle != HPM_REASON_NONE && evidence->probe.hardware != 0)
        set_reason (diagnosis, obstacle);
    else
        set_refused (diagnosis, evidence);
}
