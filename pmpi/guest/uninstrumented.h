/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Functions that a sanitizer's run time itself calls before it is ready, in
 * builds of ours that it instruments.  They call no functions of the C library
 * that it intercepts.
 */
#ifndef HPM_PMPI_UNINSTRUMENTED_H
#define HPM_PMPI_UNINSTRUMENTED_H

#define HPM_UNINSTRUMENTED                                                     \
    __attribute__ ((no_sanitize_address, no_sanitize_thread,                   \
                    no_sanitize_undefined))

#endif /* HPM_PMPI_UNINSTRUMENTED_H */
