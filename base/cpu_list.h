/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sets of processors as the kernel lists them: "0-3,8".
 */
#ifndef HPM_BASE_CPU_LIST_H
#define HPM_BASE_CPU_LIST_H

#include <sched.h>
#include <stddef.h>

/* Add a list, which may have a line's end, to a set of so many bytes.  Returns
 * 0, or -1 where it is none, is empty, or has a processor that the set has no
 * room for; the set then has some of it.  */
int hpm_cpu_list_add (cpu_set_t *cpus, size_t bytes, const char *list);

/* The list of a set into text[size], the rest of which is NULs; one that does
 * not fit, with another character, ends in "~".  */
void hpm_cpu_list_put (char *text, size_t size, const cpu_set_t *cpus,
                       size_t bytes);

#endif /* HPM_BASE_CPU_LIST_H */
