/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Numbers for other programs: the shortest text that reads back as the same
 * double, and as many digits as an integer has.
 */
#ifndef HPM_CORE_REAL_TEXT_H
#define HPM_CORE_REAL_TEXT_H

#include <stdint.h>

#define HPM_REAL_TEXT 32

/* "0.6474195", "1e-07", "-12"; of the shortest texts the one nearest to the
 * value.  Without an exponent from 0.0001 to below 1e+17.  Not for NAN and
 * infinities.  Into buffer[HPM_REAL_TEXT]; returns its length.  Any thread.  */
int hpm_real_text (char *buffer, double value);

/* The same for an integer.  */
int hpm_integer_text (char *buffer, int64_t value);

#endif /* HPM_CORE_REAL_TEXT_H */
