/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The first line of a script, by which the kernel finds the program that reads
 * it.
 */
#ifndef HPM_BASE_SCRIPT_FILE_H
#define HPM_BASE_SCRIPT_FILE_H

#include "base/file/file_start.h"

/* As much of a file as the kernel looks at (BINPRM_BUF_SIZE, since 5.1); bytes.
 */
#define HPM_SCRIPT_LINE 256

/* Scripts that are read by scripts, before it gives up (exec_binprm).  */
#define HPM_SCRIPT_DEPTH 5

/* Who reads the script, as load_script of Linux takes it from behind "#!".
 * Returns 1, or 0 where the kernel takes the file for no script.  */
int hpm_script_interpreter (const struct hpm_file_start *start,
                            char interpreter[HPM_SCRIPT_LINE]);

#endif /* HPM_BASE_SCRIPT_FILE_H */
