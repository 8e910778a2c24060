/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The list of libraries in LD_PRELOAD, as the loader takes it.  May be read by
 * threads, in signal handlers and in a child of vfork.
 */
#ifndef HPM_BASE_PRELOAD_H
#define HPM_BASE_PRELOAD_H

#include "base/text.h"

#define HPM_PRELOAD "LD_PRELOAD"

/* How the file names of our libraries begin, and that of the one that counts.
 */
#define HPM_PRELOAD_OURS "libhpmmpi"
#define HPM_PRELOAD_COUNTS "libhpmmpi.so"

/* Take the next library off *list, which then starts behind it.  Returns 0 when
 * there is none, else 1.  */
int hpm_preload_next (const char **list, struct hpm_piece *library);

/* Whether the file name of a library, without its folders, begins so.  */
int hpm_preload_is (struct hpm_piece library, const char *begin);

/* Whether a library of ours is in a list.  */
int hpm_preload_has_ours (const char *list);

/* Whether one can be in such a list by that path: blanks and colons end it.  */
int hpm_preload_holds (const char *path);

#endif /* HPM_BASE_PRELOAD_H */
