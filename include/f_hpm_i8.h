/* SPDX-License-Identifier: BSD-3-Clause
 *
 * libhpm(3), for Fortran whose integers have 8 bytes: the functions take both.
 */
#include "f_hpm.h"
