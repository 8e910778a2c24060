/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which code is the MPI library's: to tell the threads that it creates from the
 * program's own.
 */
#ifndef HPM_PMPI_MPI_OBJECTS_H
#define HPM_PMPI_MPI_OBJECTS_H

/* Note the address ranges of the MPI library and of what it brings along.  Call
 * once, after MPI_Init.  */
void hpm_mpi_objects_note (void);

/* Whether an address is in one of them.  Any thread; 0 before the note.  */
int hpm_mpi_object_contains (const void *address);

#endif /* HPM_PMPI_MPI_OBJECTS_H */
