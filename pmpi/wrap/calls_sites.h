/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where in the program the calls of a thread come from.  A call pays for one
 * comparison while its function is called from the same place again: what its
 * row counts meanwhile belongs to that place.  Another place first gives the
 * one before what is its.  No memory is asked for, no lock taken.
 */
#ifndef HPM_PMPI_CALLS_SITES_H
#define HPM_PMPI_CALLS_SITES_H

#include "pmpi/calls/calls.h"

/* A table for so many functions, or NULL without memory: pages of its own, of
 * which those take memory that are used.  */
struct hpm_call_sites *hpm_sites_create (int functions);
void hpm_sites_release (struct hpm_call_sites *sites, int functions);

/* The next call of the function comes from another place, or from a library
 * between MPI and the program: `caller` is the address that the wrapper returns
 * to, `frame` the stack's end there.  */
void hpm_sites_change (struct hpm_calls_table *table, int function,
                       const void *caller, const void *frame);

/* Add the calls of an ended thread to another's, whose rows get those of the
 * first right after.  */
void hpm_sites_merge (struct hpm_calls_table *into,
                      const struct hpm_calls_table *from);

/* ---- through the bindings of Fortran (calls_steps.c) */

/* Before any call is recorded: find the libraries that lie between MPI and
 * programs.  Those that are loaded later are taken for the program.  */
void hpm_steps_start (void);

/* The address in the program that the call comes from; that in the library
 * where its way out is not known.  */
uintptr_t hpm_steps_to_program (uintptr_t caller, uintptr_t frame);

#endif /* HPM_PMPI_CALLS_SITES_H */
