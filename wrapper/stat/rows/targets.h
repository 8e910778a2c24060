/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is counted: processors of this node, or processes.  Each has a row.
 */
#ifndef HPM_WRAPPER_TARGETS_H
#define HPM_WRAPPER_TARGETS_H

#include <stddef.h>

enum hpm_target_kind { HPM_TARGETS_PROCESSORS, HPM_TARGETS_PROCESSES };

struct hpm_targets {
    enum hpm_target_kind kind;
    int *numbers; /* [count], ascending: of processors, or process ids; owned */
    int *sockets; /* [count], owned; -1 where sysfs does not tell; NULL of
                   * processes */
    int count;
};

void hpm_targets_release (struct hpm_targets *targets);

/* As "0-3,8", into the buffer; what is too long for that ends in "~".  */
#define HPM_TARGETS_TEXT 16384
void hpm_targets_text (const struct hpm_targets *targets, char *buffer,
                       size_t size);

/* What result files say of them: "processors 0-3,8".  */
#define HPM_TARGETS_ROWS (HPM_TARGETS_TEXT + 16)
void hpm_targets_rows (const struct hpm_targets *targets,
                       char rows[HPM_TARGETS_ROWS]);

#endif /* HPM_WRAPPER_TARGETS_H */
