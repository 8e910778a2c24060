/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Shared by the files of libperfex.so.
 */
#ifndef HPM_ANCESTORS_PERFEX_H
#define HPM_ANCESTORS_PERFEX_H

struct hpm_perfex_event {
    const char *meaning;
    const char *names[2]; /* of ours, in this order; "": none */
};

/* The event of that number, of which T5_EVENT0 or T5_EVENT1 (`which` is 0 or 1)
 * may make another: *number gets it.  NULL and EINVAL where it is none.  */
const struct hpm_perfex_event *hpm_perfex_find (int which, int *number);

#endif /* HPM_ANCESTORS_PERFEX_H */
