/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Names of C++ as a programmer writes them.  Pure.
 */
#ifndef HPM_PMPI_FUNCTION_SOURCE_H
#define HPM_PMPI_FUNCTION_SOURCE_H

#include <stddef.h>

/* Of what __cxa_demangle makes of a function, as
 * "int solver::grid<double>::step<int>(int) const", its name alone,
 * "solver::grid<double>::step<int>", and where `templates` is 0 without the
 * arguments of templates: "solver::grid::step".  Returns `into`, of `size`
 * bytes, to which it is cut.  */
char *hpm_function_source_name (const char *source, int templates, char *into,
                                size_t size);

#endif /* HPM_PMPI_FUNCTION_SOURCE_H */
