/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the number of a process means that process.
 */
#ifndef HPM_BASE_SPACE_KEY_H
#define HPM_BASE_SPACE_KEY_H

#include <stdint.h>

/* A number for this machine since it was started, and this name space of
 * processes: elsewhere the same process id is another process.  0 where it
 * can't be known.  Any thread; takes memory from the heap.  */
uint32_t hpm_space_key (void);

#endif /* HPM_BASE_SPACE_KEY_H */
