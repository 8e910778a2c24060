/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Numbers for people: four significant digits, thousands grouped, a unit that
 * suits a whole row.
 */
#ifndef HPM_AGGREGATE_NUMBER_H
#define HPM_AGGREGATE_NUMBER_H

#define HPM_NUMBER_TEXT 64

/* What to multiply a row by, and the unit it is in then.  */
struct hpm_scale {
    double factor;
    char unit[32];
};

/* A unit in which `largest` is below 1000 (or, for a unit that has no prefixes,
 * below 10^7).  */
struct hpm_scale hpm_scale_choose (const char *unit, double largest);

/* "1,234,567", "12.34", "0.1234", "1.2e-05"; "-" for NAN.  Returns buffer.  */
char *hpm_number_text (char *buffer, double value);

/* A share as per cent, two digits: "0.12 %", "15 %", "204 %", and "<0.001 %" of
 * what is less.  Returns buffer.  */
char *hpm_percent_text (char *buffer, double share);

/* Three digits, or all of a number that has more before the point: "0.123",
 * "1234".  Returns buffer.  */
char *hpm_short_text (char *buffer, double value);

/* A number with a unit that suits it, three digits: "1 s" for 999.9e6 "ns".
 * Returns buffer.  */
char *hpm_quantity_text (char *buffer, double value, const char *unit);

/* Group the digits of an integer text.  Returns buffer.  */
char *hpm_digits_group (char *buffer, const char *digits);

#endif /* HPM_AGGREGATE_NUMBER_H */
