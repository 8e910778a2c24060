/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LINT_H
#define LINT_H

#include "base/metric/metric.h"

/* Call `tell` with "FILE:LINE: ..." for each thing that is no error and still
 * looks wrong: a unit that does not fit the formula or the range, or is not to
 * the right base; an empty range, or a threshold outside it; a metric without
 * about or caution; an alternative of an event that is never taken; a group
 * without title or about, or with a metric twice.  Returns how many there are.
 */
int lint_metrics (const struct hpm_metric_set *set,
                  void (*tell) (const char *text, void *data), void *data);

#endif /* LINT_H */
