/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What --sample asks for.
 */
#ifndef HPM_BASE_SAMPLE_SETTING_H
#define HPM_BASE_SAMPLE_SETTING_H

#include <stdint.h>

#include "base/error.h"
#include "base/option/option.h"
#include "hpm_sample_record.h"

struct hpm_sample_setting {
    int wanted;
    enum hpm_sample_event event;
    int64_t period; /* of the event; of cpu-clock, ns */
    int callers;    /* those of each sample, too */
    int touched;    /* of page faults where they were; for who starts it */
};

/* "EVENT@N", or either alone, or "1" for the default, and ",callers": of
 * cpu-clock N is how often in a second, of other events how many of them lie
 * between two samples.  Returns 0, or -1 with the error.  */
int hpm_sample_setting_read (struct hpm_sample_setting *setting,
                             const struct hpm_options *options,
                             struct hpm_error *error);

/* Its name, as asked for.  */
const char *hpm_sample_event_name (enum hpm_sample_event event);

/* Why threads were not sampled, behind "because"; "" for numbers that are none.
 */
const char *hpm_sample_reason_text (int64_t reason);

#endif /* HPM_BASE_SAMPLE_SETTING_H */
