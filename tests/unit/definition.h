/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The text of a metric that passes hpm_metric_set_check.
 */
#ifndef HPM_TESTS_UNIT_DEFINITION_H
#define HPM_TESTS_UNIT_DEFINITION_H

/* clang-format off */
#define METRIC(name, formula)                                                  \
    "metric " name "\ntitle T\nunit 1\nformula " formula "\n"
/* clang-format on */

#endif /* HPM_TESTS_UNIT_DEFINITION_H */
