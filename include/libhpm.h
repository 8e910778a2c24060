/* SPDX-License-Identifier: BSD-3-Clause
 *
 * libhpm(3): the sections of IBM's HPM Toolkit, for programs that are marked
 * with them: link with -lhpm_r, and run under hpmrun.
 *
 * Sections are counted thread by thread; any number of them, with any id.
 */
#ifndef LIBHPM_H
#define LIBHPM_H

#ifdef __cplusplus
extern "C" {
#endif

void hpmInit (int task_id, const char *program_name);
void hpmStart (int id, const char *label);
void hpmStop (int id);
void hpmTstart (int id, const char *label);
void hpmTstop (int id);

/* Seconds since hpmInit, and what the calling thread has counted since then:
 * values[count], -1 for what is not counted.  */
void hpmGetTimeAndCounters (int count, double *seconds, long long *values);

/* The counts alone: as many as there are, and no more than 8.  */
void hpmGetCounters (long long *values);
void hpmTerminate (int task_id);

/* hpmStart and hpmTstart, of a line of a source file.  */
void hpm_libhpm_start (int id, const char *label, const char *file, int line);

#define hpmStart(id, label) hpm_libhpm_start (id, label, __FILE__, __LINE__)
#define hpmTstart(id, label) hpm_libhpm_start (id, label, __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif

#endif /* LIBHPM_H */
