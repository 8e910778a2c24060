/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The lines of a history, as texts.
 */
#ifndef HPM_AGGREGATE_HISTORY_LINES_H
#define HPM_AGGREGATE_HISTORY_LINES_H

#include "base/error.h"

#define HPM_HISTORY_TEXTS 4 /* columns before the quantities */
extern const char *const hpm_history_texts[HPM_HISTORY_TEXTS];

struct hpm_history {
    char *text;    /* of the file, cut into fields; owned */
    char **fields; /* [line][column], "" where there is none; owned */
    int lines;     /* the first is that of names */
    int columns;
    int is_cut; /* 1: the last line has no end */
    int broken; /* lines that have no end, or other columns: they are no runs */
};

/* Read it.  Returns 0, or -1 with the error; release either way.  */
int hpm_history_read (struct hpm_history *history, const char *path,
                      struct hpm_error *error);
void hpm_history_release (struct hpm_history *history);

/* One line on stderr, if any line is no run.  */
void hpm_history_tell_broken (const struct hpm_history *history,
                              const char *path);

const char *hpm_history_field (const struct hpm_history *history, int line,
                               int column);

/* The same as a number; NAN where it is none.  */
double hpm_history_number (const struct hpm_history *history, int line,
                           int column);

#endif /* HPM_AGGREGATE_HISTORY_LINES_H */
