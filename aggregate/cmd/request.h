/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The command line of hpmagg: what it asks for, and what it says of that.
 */
#ifndef HPM_AGGREGATE_REQUEST_H
#define HPM_AGGREGATE_REQUEST_H

#include "aggregate/cmd/catalog_command.h"
#include "aggregate/cmd/compare_command.h"
#include "aggregate/cmd/flags.h"
#include "aggregate/cmd/html_command.h"
#include "aggregate/cmd/join_command.h"
#include "aggregate/cmd/live_command.h"
#include "aggregate/cmd/picture_command.h"
#include "aggregate/cmd/scaling_command.h"
#include "aggregate/cmd/show_command.h"
#include "aggregate/cmd/write_command.h"

struct hpm_request {
    enum hpm_use use;
    int help, version; /* asked for; then nothing else is looked at */
    char **files;      /* a NULL at the end */
    int count;
    struct hpm_event_list metrics; /* names, and files of definitions */
    struct hpm_write_request write;
    struct hpm_show_request show;
    struct hpm_scaling_request scaling;
    struct hpm_catalog_request catalog;
    struct hpm_join_request join;
    struct hpm_compare_request compare;
    char **sides; /* base, NULL, new ones, NULL; owned */
    struct hpm_live_request live;
    struct hpm_html_request html;
    struct hpm_picture_request picture;
};

/* Read argv, into which the request points from then on.  What does not go
 * together, or lacks something, is an error.  Returns 0, or -1 with the error;
 * release either way.  */
int hpm_request_read (struct hpm_request *request, char **argv,
                      struct hpm_error *error);
void hpm_request_release (struct hpm_request *request);

/* Usage and all flags, to stdout.  */
void hpm_request_help (void);

#endif /* HPM_AGGREGATE_REQUEST_H */
