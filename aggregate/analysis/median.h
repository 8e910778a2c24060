/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef HPM_AGGREGATE_MEDIAN_H
#define HPM_AGGREGATE_MEDIAN_H

#include <stddef.h>

/* Median absolute deviation x this is the standard deviation of a normal
 * distribution.  */
#define HPM_MAD_TO_DEVIATION 1.4826

/* Median of finite values, whose order changes; NAN of none.  */
double hpm_median (double *values, size_t count);

#endif /* HPM_AGGREGATE_MEDIAN_H */
