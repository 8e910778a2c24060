/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmagg --write: a record stream becomes a result file and a summary.
 */
#ifndef HPM_AGGREGATE_WRITE_COMMAND_H
#define HPM_AGGREGATE_WRITE_COMMAND_H

struct hpm_write_request {
    const char *stream;
    const char *output;
    const char *metrics;     /* a definition file, or NULL */
    const char *costs;       /* a table of costs, "": no file, but show them;
                                NULL: neither */
    const char *definitions; /* a folder, NULL: the installed one */
    const char *summary;     /* none, short, full */
    int force;
    int keep;      /* do not remove the stream */
    int any_owner; /* it may be another user's */
    int done_fd;   /* -1: none */
};

/* Returns the exit status.  */
int hpm_write_command (const struct hpm_write_request *request);

#endif /* HPM_AGGREGATE_WRITE_COMMAND_H */
