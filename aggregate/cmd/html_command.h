/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmagg --html: result files become one page.
 */
#ifndef HPM_AGGREGATE_HTML_COMMAND_H
#define HPM_AGGREGATE_HTML_COMMAND_H

#include "aggregate/model/selection.h"

struct hpm_html_request {
    char **paths; /* of runs, to the NULL at the end */
    const char *output;
    int open; /* show it when it is there */
    const struct hpm_selection *selection;
    const struct hpm_event_list *definitions; /* files, in their order */
};

/* Returns the exit status.  */
int hpm_html_command (const struct hpm_html_request *request);

#endif /* HPM_AGGREGATE_HTML_COMMAND_H */
