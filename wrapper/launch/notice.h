/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What hpmrun and hpmstat have to say on standard error.  That nobody reads it
 * any more ends neither: their exit status is what is told then.
 */
#ifndef HPM_WRAPPER_NOTICE_H
#define HPM_WRAPPER_NOTICE_H

/* What hpmrun says where the program starts all the same.
 * Say a line on stderr, behind "hpmrun: ", control characters as escapes.  The
 * program does not wait for who does not read what is full: the first such line
 * is held for a second at most, and lost then, and so are the next at once. One
 * thread.  */
__attribute__ ((format (printf, 1, 2))) void hpm_notice (const char *format,
                                                         ...);

/* The same for what ends hpmrun, or `tool`: it is waited for who reads it.  */
void hpm_complain (const char *tool, const char *text);

/* Lines that are plain already.  */
void hpm_complain_plain (const char *lines);

#endif /* HPM_WRAPPER_NOTICE_H */
