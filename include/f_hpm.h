/* SPDX-License-Identifier: BSD-3-Clause
 *
 * libhpm(3), for Fortran: names the line of each beginning.  Lines get no
 * longer by it, so that fixed form keeps its 72 columns; for that the new names
 * are short, and the file is not told.  Without this file, or in capitals, the
 * functions work as well, of no line.
 */
/* Blanks would make lines longer.  */
/* clang-format off */
#define f_hpmstart(id,label) hpmf(id,label,__LINE__)
#define f_hpmtstart(id,label) hpmf(id,label,__LINE__)
