/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What hpmrun has to say where the program starts all the same.
 */
#ifndef HPM_WRAPPER_NOTICE_H
#define HPM_WRAPPER_NOTICE_H

/* Say a line on stderr, behind "hpmrun: ", control characters as escapes.  The
 * program does not wait for who does not read what is full: the first such line
 * is held for a second at most, and lost then, and so are the next at once. One
 * thread.  */
__attribute__ ((format (printf, 1, 2))) void hpm_notice (const char *format,
                                                         ...);

#endif /* HPM_WRAPPER_NOTICE_H */
