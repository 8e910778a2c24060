/* SPDX-License-Identifier: BSD-3-Clause
 *
 * For libraries of marks: what is there under hpmrun alone, and names as
 * compilers of Fortran make them.
 */
#ifndef HPM_ANCESTORS_SEAM_H
#define HPM_ANCESTORS_SEAM_H

#include "include/hpm_seam.h"

#pragma weak hpm_mark_label
#pragma weak hpm_mark_enter
#pragma weak hpm_mark_leave
#pragma weak hpm_mark_dropped
#pragma weak hpm_mark_counts
#pragma weak hpm_mark_event

/* Whether hpmrun's library is there.  */
#define HPM_IS_COUNTED (hpm_mark_enter != 0)

/* A function of Fortran's `lower_`, which has been defined: with two "_" (g77),
 * with none (XL) and in capitals.  */
#define HPM_FORTRAN_NAME(type, lower, upper, ...)                              \
    type lower (__VA_ARGS__) __attribute__ ((alias (#lower "_")));             \
    type lower##__ (__VA_ARGS__) __attribute__ ((alias (#lower "_")));         \
    type upper (__VA_ARGS__) __attribute__ ((alias (#lower "_")));

#endif /* HPM_ANCESTORS_SEAM_H */
