/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A word of hpmagg's beside its output.
 */
#ifndef HPM_AGGREGATE_SAY_H
#define HPM_AGGREGATE_SAY_H

/* Print one line to stderr, behind "hpmagg: ", or the name of
 * the writer (base/tool_name.h); what a terminal would obey is
 * shown as an escape.  */
void hpm_say (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* From here on no line waits longer than so many seconds for who does not read
 * (patience.h); 0, as at first, for no limit.  One thread.  */
void hpm_say_patience (unsigned seconds);

#endif /* HPM_AGGREGATE_SAY_H */
