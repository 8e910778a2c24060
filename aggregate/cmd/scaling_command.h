/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmagg --scaling FILE FILE...: several runs are compared.
 */
#ifndef HPM_AGGREGATE_SCALING_COMMAND_H
#define HPM_AGGREGATE_SCALING_COMMAND_H

#include "aggregate/cmd/show_command.h"

struct hpm_scaling_request {
    int weak;
    const char *reference; /* one of the paths; NULL: the smallest run */
    char *const *paths;    /* the caller's */
    int count;
    const char *output; /* NULL: stdout */
    enum hpm_format format;
};

/* Returns the exit status.  */
int hpm_scaling_command (const struct hpm_scaling_request *request);

#endif /* HPM_AGGREGATE_SCALING_COMMAND_H */
