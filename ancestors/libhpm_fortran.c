/* SPDX-License-Identifier: BSD-3-Clause
 *
 * libhpm(3), for Fortran.  Integers of 4 bytes, of which an integer of 8 bytes
 * begins with the lower ones here.  Labels lose the blanks at their end.
 */
#include "config.h"

#include <stddef.h>
#include <string.h>

#include "include/libhpm.h"
#include "ancestors/seam.h"

#define LABEL_BYTES 512

/* A label of Fortran, as C has them: into text[LABEL_BYTES].  */
static void
copy_label (char *text, const char *label, size_t length)
{
    if (length >= LABEL_BYTES)
        length = LABEL_BYTES - 1;
    while (length && label[length - 1] == ' ')
        length--;
    memcpy (text, label, length);
    text[length] = '\0';
}

static void
start (int id, const char *label, size_t length, int line)
{
    char text[LABEL_BYTES];

    copy_label (text, label, length);
    hpm_libhpm_start (id, text, NULL, line);
}

void hpmf_ (const int *, const char *, const int *, size_t);
void
hpmf_ (const int *id, const char *label, const int *line, size_t length)
{
    start (*id, label, length, *line);
}
HPM_FORTRAN_NAME (void, hpmf, HPMF, const int *, const char *, const int *,
                  size_t)

void f_hpminit_ (const int *, const char *, size_t);
void
f_hpminit_ (const int *task_id, const char *program_name, size_t length)
{
    char text[LABEL_BYTES];

    copy_label (text, program_name, length);
    hpmInit (*task_id, text);
}
HPM_FORTRAN_NAME (void, f_hpminit, F_HPMINIT, const int *, const char *, size_t)

void f_hpmstart_ (const int *, const char *, size_t);
void
f_hpmstart_ (const int *id, const char *label, size_t length)
{
    start (*id, label, length, 0);
}
HPM_FORTRAN_NAME (void, f_hpmstart, F_HPMSTART, const int *, const char *,
                  size_t)

void f_hpmtstart_ (const int *, const char *, size_t);
void
f_hpmtstart_ (const int *id, const char *label, size_t length)
{
    start (*id, label, length, 0);
}
HPM_FORTRAN_NAME (void, f_hpmtstart, F_HPMTSTART, const int *, const char *,
                  size_t)

void f_hpmstop_ (const int *);
void
f_hpmstop_ (const int *id)
{
    hpmStop (*id);
}
HPM_FORTRAN_NAME (void, f_hpmstop, F_HPMSTOP, const int *)

void f_hpmtstop_ (const int *);
void
f_hpmtstop_ (const int *id)
{
    hpmStop (*id);
}
HPM_FORTRAN_NAME (void, f_hpmtstop, F_HPMTSTOP, const int *)

void f_hpmterminate_ (const int *);
void
f_hpmterminate_ (const int *task_id)
{
    hpmTerminate (*task_id);
}
HPM_FORTRAN_NAME (void, f_hpmterminate, F_HPMTERMINATE, const int *)

/* The manual has both names.  */
void f_hpmgettimeandcounters_ (const int *, double *, long long *);
void
f_hpmgettimeandcounters_ (const int *count, double *seconds, long long *values)
{
    hpmGetTimeAndCounters (*count, seconds, values);
}
HPM_FORTRAN_NAME (void, f_hpmgettimeandcounters, F_HPMGETTIMEANDCOUNTERS,
                  const int *, double *, long long *)

void f_gettimeandcounters_ (const int *, double *, long long *);
void
f_gettimeandcounters_ (const int *count, double *seconds, long long *values)
{
    hpmGetTimeAndCounters (*count, seconds, values);
}
HPM_FORTRAN_NAME (void, f_gettimeandcounters, F_GETTIMEANDCOUNTERS, const int *,
                  double *, long long *)

void f_hpmgetcounters_ (long long *);
void
f_hpmgetcounters_ (long long *values)
{
    hpmGetCounters (values);
}
HPM_FORTRAN_NAME (void, f_hpmgetcounters, F_HPMGETCOUNTERS, long long *)
