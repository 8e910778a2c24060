/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmagg --svg and --png: one picture of the page of result files.  It is drawn
 * by the page, in a browser, so that there is one drawing of it.
 */
#ifndef HPM_AGGREGATE_PICTURE_COMMAND_H
#define HPM_AGGREGATE_PICTURE_COMMAND_H

#include "aggregate/cmd/html_command.h"

/* Each of the files may be NULL.  */
struct hpm_picture_request {
    const char *svg, *png; /* of the picture */
    const char *name;      /* of the picture; NULL: account */
};

/* Of the runs in these files, to the NULL at the end, which become a page as
 * `html` says, but for its output, and `show`.  All files that are asked for
 * are written, or none.  Returns the exit status.  */
int hpm_picture_command (const struct hpm_picture_request *request,
                         const struct hpm_html_request *html, char **paths,
                         const struct hpm_show_request *show);

#endif /* HPM_AGGREGATE_PICTURE_COMMAND_H */
