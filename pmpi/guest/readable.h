/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Texts of the program's that may not be there: whoever gives a function of the
 * kernel a bad address gets EFAULT, and we must not read it first.
 */
#ifndef HPM_PMPI_READABLE_H
#define HPM_PMPI_READABLE_H

/* Whether an array of texts, up to its NULL, can be read; NULL itself can.  One
 * that another thread changes meanwhile is that thread's mistake.  Asks the
 * kernel, some 0.3 us a page.  Safe in signal handlers; errno is kept.  */
int hpm_readable_texts (char *const *texts);

/* The program's environment, where it can be read, else NULL: some set it to an
 * array on a stack, and leave the function.  Around what reads it at the end:
 * begin makes it NULL where it must not be read, end puts it back.  */
struct hpm_readable_environment {
    char **before;
};
void hpm_readable_environment_begin (struct hpm_readable_environment *kept);
void hpm_readable_environment_end (const struct hpm_readable_environment *kept);

#endif /* HPM_PMPI_READABLE_H */
