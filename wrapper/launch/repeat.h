/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmrun --repeat: run a command several times, by turns with another one, and
 * have hpmagg tell what is alike and what not.  It starts the launcher, as no
 * rank could start a job again; so hpmrun is put before the program.
 */
#ifndef HPM_WRAPPER_REPEAT_H
#define HPM_WRAPPER_REPEAT_H

#include "base/error.h"
#include "wrapper/launch/settings.h"

/* Run what the settings say; argv is hpmrun's.  Then run `hpmagg`, a path,
 * which writes to the standard error; that nobody reads it is no error. Returns
 * an exit status: the command's, where that failed; and the error, "" where
 * there is nothing to say of it.  */
int hpm_repeat_run (const struct hpm_settings *settings, char **argv,
                    const char *hpmagg, struct hpm_error *error);

#endif /* HPM_WRAPPER_REPEAT_H */
