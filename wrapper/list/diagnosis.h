/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Why hardware events can't be counted here, from all that was found out.
 * Pure.
 */
#ifndef HPM_WRAPPER_DIAGNOSIS_H
#define HPM_WRAPPER_DIAGNOSIS_H

#include "base/machine.h"
#include "base/event/probe.h"

struct hpm_evidence {
    struct hpm_machine machine;
    struct hpm_probe probe;
    enum hpm_domain domain;
    int backend;               /* 0: the user wants none */
    enum hpm_reason opening;   /* what the backend said when it was opened */
    const char *opening_error; /* what the system said to it, or "" */
    int countable;             /* default events that the backend can count */
    enum hpm_reason first;     /* why it can't count the first of them */
};

struct hpm_diagnosis {
    int hardware;      /* 1: something can be counted in hardware */
    char because[512]; /* else why not, a whole sentence's end */
    char remedy[512];  /* what helps, "" where nothing does */
};

void hpm_diagnose (const struct hpm_evidence *evidence,
                   struct hpm_diagnosis *diagnosis);

#endif /* HPM_WRAPPER_DIAGNOSIS_H */
