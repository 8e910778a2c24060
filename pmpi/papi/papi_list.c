/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "pmpi/papi/papi_list.h"
#include "pmpi/papi/papi_names.h"
#include "pmpi/perf/perf_name.h"
#include "pmpi/perf/perf_topdown.h"

enum hpm_reason
hpm_papi_resolve (const char *name, enum hpm_domain domain,
                  struct perf_event_attr *attr)
{
    return hpm_perf_topdown_is (name)
               ? hpm_perf_topdown_resolve ("/sys", name, domain, attr)
               : hpm_perf_name_resolve (name, domain, attr);
}

/* A share of slots opens behind them alone.  */
static int
opens (const struct perf_event_attr *wanted)
{
    struct perf_event_attr attr = *wanted;
    long file;

    if (hpm_perf_topdown_is_share (wanted))
        hpm_perf_topdown_leader (wanted, &attr);
    attr.disabled = 1;
    file
        = syscall (SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (file < 0)
        return 0;
    close ((int)file);
    return 1;
}

struct listing {
    hpm_papi_each_fn *each;
    void *data;
    enum hpm_domain domain;
    enum hpm_reason obstacle;
};

static int
is_here (const struct listing *listing, const struct hpm_event_record *listed)
{
    struct hpm_event_record record = *listed;
    struct hpm_papi_event event;

    if (hpm_papi_explain (&record, &event) != HPM_REASON_NONE)
        return 0;
    if (event.scope != HPM_SCOPE_THREAD)
        return 1;
    for (int i = 0; i < event.count; i++) {
        struct perf_event_attr attr;

        if (hpm_papi_resolve (event.names[i], listing->domain, &attr)
            != HPM_REASON_NONE)
            return listing->obstacle == HPM_REASON_NONE;
        if (!opens (&attr))
            return 0;
    }
    return 1;
}

static int
list_one (const struct hpm_event_record *event, int available, void *data)
{
    const struct listing *listing = data;

    return listing->each (event, available && is_here (listing, event),
                          listing->data);
}

void
hpm_papi_list_here (enum hpm_domain domain, enum hpm_reason obstacle,
                    hpm_papi_each_fn *each, void *data)
{
    struct listing listing = { each, data, domain, obstacle };

    hpm_perf_topdown_list (domain, hpm_papi_list, list_one, &listing);
}
