/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The processors of this node, and which socket each is in.
 */
#ifndef HPM_WRAPPER_PROCESSORS_H
#define HPM_WRAPPER_PROCESSORS_H

#include "base/error.h"

struct hpm_processors {
    int *numbers; /* [count], ascending, owned */
    int *sockets; /* [count], owned; -1 where sysfs does not tell */
    int count;
};

/* Those that are online, by the sysfs below `sysfs`.  Returns 0, or -1 with the
 * error; release in either case.  */
int hpm_processors_read (struct hpm_processors *processors, const char *sysfs,
                         struct hpm_error *error);
void hpm_processors_release (struct hpm_processors *processors);

/* As "0-3,8", into the buffer; what is too long for that ends in "~".  */
#define HPM_PROCESSORS_TEXT 16384
void hpm_processors_text (const struct hpm_processors *processors, char *buffer,
                          size_t size);

#endif /* HPM_WRAPPER_PROCESSORS_H */
