/* SPDX-License-Identifier: BSD-3-Clause
 *
 * "outer" 3 times, with "inner" twice in each, by the marks of a library that
 * begins and ends them by functions of a label: BEGIN, END.
 */
#include <stdio.h>

#ifdef MARKS_LIKWID
#define LIKWID_PERFMON
#include <likwid-marker.h>
#define START (LIKWID_MARKER_INIT, LIKWID_MARKER_THREADINIT)
#define BEGIN(label) LIKWID_MARKER_START (label)
#define END(label) LIKWID_MARKER_STOP (label)
#define STOP LIKWID_MARKER_CLOSE
#elif defined MARKS_PAPI
#include <papi.h>
#define START (void)0
#define BEGIN(label) failed |= PAPI_hl_region_begin (label)
#define END(label)                                                             \
    failed |= PAPI_hl_read (label), failed |= PAPI_hl_region_end (label)
#define STOP failed |= PAPI_hl_stop ()
#else /* as Caliper's header declares them */
void cali_begin_region (const char *label);
void cali_end_region (const char *label);
#define START (void)0
#define BEGIN(label) cali_begin_region (label)
#define END(label) cali_end_region (label)
#define STOP (void)0
#endif

int
main (void)
{
    int failed = 0;

    START;
    for (int i = 0; i < 3; i++) {
        BEGIN ("outer");
        for (int k = 0; k < 2; k++) {
            BEGIN ("inner");
            END ("inner");
        }
        END ("outer");
    }
    STOP;
    printf ("%s\n", failed ? "failed" : "well");
    return 0;
}
