/* SPDX-License-Identifier: BSD-3-Clause
 *
 * C++'s std::to_chars, for C.
 */
#ifndef HPM_BASE_SHORTEST_REAL_H
#define HPM_BASE_SHORTEST_REAL_H

#ifdef __cplusplus
extern "C" {
#endif

/* The shortest text that reads back as the same double, without a NUL, into
 * buffer[size], size at least 25; without an exponent from 0.0001 to below
 * 1e+15.  Not for NAN and infinities.  Returns its length.  Any thread.  */
int hpm_shortest_real (char *buffer, int size, double value);

#ifdef __cplusplus
}
#endif

#endif /* HPM_BASE_SHORTEST_REAL_H */
