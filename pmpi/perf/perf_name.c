/* SPDX-License-Identifier: BSD-3-Clause
 *
 * libpfm knows the encodings.  It is in the process wherever PAPI is: PAPI is
 * linked to it or has it inside.  Its development files often are not
 * installed, so the little of its interface that is needed is declared here,
 * and compared with the header where there is one.
 */
#include "config.h"

#include <stddef.h>
#include <string.h>

#include "pmpi/perf/perf_name.h"

/* libpfm's privilege levels, and its name for "all attributes of perf".  */
enum { LEVEL_KERNEL = 1, LEVEL_USER = 8 };
enum { PERF_EVENT_ALL_ATTRIBUTES = 2 };

/* What pfm_get_os_event_encoding takes; `size` tells it which version.  */
struct encoding {
    struct perf_event_attr *attr;
    char **full_name;
    size_t size;
    int index;
    int cpu; /* -1: any */
    int flags;
    int padding;
};

#if __has_include(<perfmon/pfmlib_perf_event.h>)
#include <perfmon/pfmlib.h>
/* pfmlib_perf_event.h itself would bring a second struct perf_event_attr.  */
_Static_assert((int)LEVEL_KERNEL == PFM_PLM0 && (int)LEVEL_USER == PFM_PLM3,
               "privilege levels of libpfm");
_Static_assert((int)PERF_EVENT_ALL_ATTRIBUTES == PFM_OS_PERF_EVENT_EXT,
               "encodings of libpfm");
_Static_assert(__WORDSIZE != 64 || sizeof (struct encoding) == 40,
               "PFM_PERF_ENCODE_ABI0 of libpfm");
#pragma weak pfm_initialize
#pragma weak pfm_get_os_event_encoding
#else
typedef int pfm_os_t;
int pfm_initialize (void) __attribute__ ((weak));
int pfm_get_os_event_encoding (const char *name, int levels, pfm_os_t system,
                               void *encoding) __attribute__ ((weak));
#endif

static int
levels_of (enum hpm_domain domain)
{
    return (domain & HPM_DOMAIN_USER ? LEVEL_USER : 0)
           | (domain & HPM_DOMAIN_KERNEL ? LEVEL_KERNEL : 0);
}

/* Modifiers of a name may ask for samples or to keep others off the counters:
 * here events are counted, and the program's own counters come first.  */
static void
count_only (struct perf_event_attr *attr)
{
    attr->sample_period = 0;
    attr->freq = 0;
    attr->precise_ip = 0;
    attr->pinned = 0;
    attr->exclusive = 0;
    attr->exclude_hv = 1;
}

enum hpm_reason
hpm_perf_name_resolve (const char *name, enum hpm_domain domain,
                       struct perf_event_attr *attr)
{
    struct encoding encoding
        = { .attr = attr, .size = sizeof encoding, .cpu = -1 };

    if (!pfm_initialize || !pfm_get_os_event_encoding || pfm_initialize ())
        return HPM_REASON_COMPONENT_OFF;
    memset (attr, 0, sizeof *attr);
    attr->size = sizeof *attr;
    if (pfm_get_os_event_encoding (name, levels_of (domain),
                                   (pfm_os_t)PERF_EVENT_ALL_ATTRIBUTES,
                                   &encoding))
        return HPM_REASON_NO_SUCH_EVENT;
    if (encoding.cpu >= 0)
        return HPM_REASON_NODE_LEVEL;
    count_only (attr);
    return HPM_REASON_NONE;
}
