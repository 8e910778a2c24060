/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The few lines a test in C needs to print TAP.  `tap_ok (condition, "what is
 * claimed")` per claim, `return tap_done ();` at the end.  A claim is a
 * sentence, and no other claim of the test: where a row of a table is tried,
 * its name or number is part of it.
 */
#ifndef HPM_TESTS_TAP_H
#define HPM_TESTS_TAP_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Pages that are touched where a test touches one: ThreadSanitizer has memory
 * of its own for each, in huge pages where the kernel has some left.  */
#ifdef __SANITIZE_THREAD__
#define TAP_PAGES_OF_ONE 4
#else
#define TAP_PAGES_OF_ONE 1
#endif

static int tap_run, tap_failed;
static char tap_name[160]; /* of the case, with ": " behind it */

/* Put the name of a case before all claims to come, "" for none: where the same
 * checks are made several times.  */
static inline void __attribute__ ((format (printf, 1, 2)))
tap_case (const char *format, ...)
{
    va_list arguments;

    va_start (arguments, format);
    vsnprintf (tap_name, sizeof tap_name - 2, format, arguments);
    va_end (arguments);
    if (*tap_name)
        strcat (tap_name, ": ");
}

static inline void
tap_line (int condition, const char *format, va_list arguments)
{
    printf ("%sok %d - %s", condition ? "" : "not ", ++tap_run, tap_name);
    vprintf (format, arguments);
    printf ("\n");
    fflush (stdout);
    if (!condition)
        tap_failed++;
}

/* Print one line of TAP; returns the condition.  */
static inline int __attribute__ ((format (printf, 2, 3)))
tap_ok (int condition, const char *format, ...)
{
    va_list arguments;

    va_start (arguments, format);
    tap_line (condition, format, arguments);
    va_end (arguments);
    return condition;
}

/* Say both texts when they differ.  */
static inline int __attribute__ ((format (printf, 3, 4)))
tap_text (const char *got, const char *expected, const char *format, ...)
{
    va_list arguments;
    int same = got && expected ? !strcmp (got, expected) : got == expected;

    if (!same)
        printf ("# got      '%s'\n# expected '%s'\n", got ? got : "(null)",
                expected ? expected : "(null)");
    va_start (arguments, format);
    tap_line (same, format, arguments);
    va_end (arguments);
    return same;
}

/* Equal within a relative tolerance; two NANs are equal.  */
static inline int __attribute__ ((format (printf, 4, 5)))
tap_near (double got, double expected, double tolerance, const char *format,
          ...)
{
    va_list arguments;
    int same
        = (isnan (got) && isnan (expected))
          || fabs (got - expected) <= tolerance * fmax (1.0, fabs (expected));

    if (!same)
        printf ("# got %.17g, expected %.17g\n", got, expected);
    va_start (arguments, format);
    tap_line (same, format, arguments);
    va_end (arguments);
    return same;
}

static inline int
tap_done (void)
{
    printf ("1..%d\n", tap_run);
    return tap_failed ? 1 : 0;
}

#endif /* HPM_TESTS_TAP_H */
