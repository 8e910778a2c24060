/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The few lines a test in C needs to print TAP.  `tap_ok (condition, "what is
 * claimed")` per claim, `return tap_done ();` at the end.
 */
#ifndef HPM_TESTS_TAP_H
#define HPM_TESTS_TAP_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int tap_run, tap_failed;

/* Print one line of TAP; returns the condition.  */
static inline int __attribute__ ((format (printf, 2, 3)))
tap_ok (int condition, const char *format, ...)
{
    va_list arguments;

    printf ("%sok %d - ", condition ? "" : "not ", ++tap_run);
    va_start (arguments, format);
    vprintf (format, arguments);
    va_end (arguments);
    printf ("\n");
    fflush (stdout);
    if (!condition)
        tap_failed++;
    return condition;
}

/* Say both texts when they differ.  */
static inline int
tap_text (const char *got, const char *expected, const char *claim)
{
    int same = got && expected ? !strcmp (got, expected) : got == expected;

    if (!same)
        printf ("# got      '%s'\n# expected '%s'\n", got ? got : "(null)",
                expected ? expected : "(null)");
    return tap_ok (same, "%s", claim);
}

/* Equal within a relative tolerance; two NANs are equal.  */
static inline int
tap_near (double got, double expected, double tolerance, const char *claim)
{
    int same
        = (isnan (got) && isnan (expected))
          || fabs (got - expected) <= tolerance * fmax (1.0, fabs (expected));

    if (!same)
        printf ("# got %.17g, expected %.17g\n", got, expected);
    return tap_ok (same, "%s", claim);
}

static inline int
tap_done (void)
{
    printf ("1..%d\n", tap_run);
    return tap_failed ? 1 : 0;
}

#endif /* HPM_TESTS_TAP_H */
