/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmagg --write: a record stream becomes a result file and a summary.
 */
#ifndef HPM_AGGREGATE_WRITE_COMMAND_H
#define HPM_AGGREGATE_WRITE_COMMAND_H

#include "aggregate/input/records.h"
#include "hpm_option_table.h"

struct hpm_write_request {
    const char *stream;
    const char *output;
    const char *metrics;     /* a definition file, or NULL */
    const char *costs;       /* a table of costs, "": no file, but show them;
                                NULL: neither */
    const char *definitions; /* a folder, NULL: the installed one */
    enum hpm_summary summary;
    int summary_given; /* else that of the run, where it is known */
    int force;
    int keep;      /* do not remove the stream */
    int any_owner; /* it may be another user's */
    int done_fd;   /* -1: none */
};

/* A stream that is not kept was left by the library: what the request does not
 * say, the settings of its run do.  Returns the exit status.  */
int hpm_write_command (const struct hpm_write_request *request);

/* The same, but of these records; request->stream is where they are.
 */
int hpm_write_records (const struct hpm_write_request *request,
                       struct hpm_records *records);

#endif /* HPM_AGGREGATE_WRITE_COMMAND_H */
