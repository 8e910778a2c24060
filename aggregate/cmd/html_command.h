/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmagg --html: result files become one page.
 */
#ifndef HPM_AGGREGATE_HTML_COMMAND_H
#define HPM_AGGREGATE_HTML_COMMAND_H

#include "aggregate/cmd/show_command.h"

struct hpm_html_request {
    const char *output;
    int open;            /* show it when it is there */
    const char *source;  /* folder of what lines may be shown of, or NULL */
    const char *history; /* file of runs to show the course of, or NULL */
};

/* Of the runs in these files, to the NULL at the end, none or more where there
 * is a history, which is read only; `show` has what to show of them, and
 * definitions to apply.  Returns the exit status.  */
int hpm_html_command (const struct hpm_html_request *request, char **paths,
                      const struct hpm_show_request *show);

/* Returns 0, or 2 after a message where this build has no page, by the flag
 * that wants it.  */
int hpm_html_check_built (const char *flag);

#endif /* HPM_AGGREGATE_HTML_COMMAND_H */
