/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Numbers for other programs: a text that reads back as the same double, and
 * has no more digits than that takes; and integers, which tables of a million
 * rows are mostly made of, faster than printf writes them.
 */
#ifndef HPM_BASE_REAL_TEXT_H
#define HPM_BASE_REAL_TEXT_H

#include <stdint.h>

#define HPM_REAL_TEXT 32

/* "0.6474195", "1e-07", "-12": the shortest text, as C++ finds it; where the
 * compiler has none (std::to_chars of double), that of 15, 16 or 17 digits
 * which reads back.  -0 is "0".  Not for NAN and infinities.  Into
 * buffer[HPM_REAL_TEXT]; returns its length.  Any thread; the locale's decimal
 * point must be ".".  */
int hpm_real_text (char *buffer, double value);

/* The same for an integer.  */
int hpm_integer_text (char *buffer, int64_t value);

#endif /* HPM_BASE_REAL_TEXT_H */
