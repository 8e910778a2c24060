/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The source of counts, loaded into hpmrun to ask it what it offers.
 */
#ifndef HPM_WRAPPER_BACKEND_LOAD_H
#define HPM_WRAPPER_BACKEND_LOAD_H

#include "base/error.h"
#include "base/option/option.h"
#include "hpm_backend.h"

struct hpm_source {
    const struct hpm_backend *backend; /* NULL: none asked for, or failed */
    const char *version;    /* of what it counts with; NULL if not open */
    enum hpm_reason reason; /* why it can't count at all */
    struct hpm_error error; /* what the system says to that; may be empty */
    void *handle;
};

/* Load the backend at `path` ("" for none) and open it as the options say.
 * Never fails: what went wrong is in reason and error.  */
void hpm_source_open (struct hpm_source *source, const char *path,
                      const struct hpm_options *options);

/* Whether there is a backend at `path`.  Returns 0, or -1 and why it cannot be
 * loaded.  */
int hpm_source_check (const char *path, struct hpm_error *error);

/* Close it, so that nothing of it (a file descriptor) reaches the program.  */
void hpm_source_close (struct hpm_source *source);

#endif /* HPM_WRAPPER_BACKEND_LOAD_H */
