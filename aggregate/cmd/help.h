/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What hpmagg --help prints.
 */
#ifndef HPM_AGGREGATE_HELP_H
#define HPM_AGGREGATE_HELP_H

extern const char hpm_help[];

#endif /* HPM_AGGREGATE_HELP_H */
