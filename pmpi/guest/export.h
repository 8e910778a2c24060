/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the library shows to the program: the functions it interposes, listed in
 * pmpi/exports.map too, and nothing else.
 */
#ifndef HPM_PMPI_EXPORT_H
#define HPM_PMPI_EXPORT_H

#define HPM_EXPORT __attribute__ ((visibility ("default")))

#endif /* HPM_PMPI_EXPORT_H */
