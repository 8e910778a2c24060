/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What tests need of mpi.h in the standard ABI of MPI 5, for systems that have
 * none.  Its functions are made of signatures.table by functions.awk, less what
 * the compiler would check of pointers.
 */
#ifndef TESTS_ABI_MPI_H
#define TESTS_ABI_MPI_H

#include <stdint.h>

#define MPI_VERSION 3 /* what the library below has */
#define MPI_SUBVERSION 1

typedef intptr_t MPI_Aint;
typedef int64_t MPI_Offset, MPI_Count;

/* Of one type for the compiler.  */
typedef struct tests_abi_handle *MPI_Comm;
typedef MPI_Comm MPI_Datatype, MPI_Errhandler, MPI_File, MPI_Group, MPI_Info,
    MPI_Message, MPI_Op, MPI_Request, MPI_Win;

typedef struct {
    int MPI_SOURCE, MPI_TAG, MPI_ERROR, MPI_internal[5];
} MPI_Status;

#define TESTS_ABI_HANDLE(number) ((MPI_Comm)number)
#define MPI_OP_NULL TESTS_ABI_HANDLE (0x20)
#define MPI_SUM TESTS_ABI_HANDLE (0x21)
#define MPI_MIN TESTS_ABI_HANDLE (0x22)
#define MPI_MAX TESTS_ABI_HANDLE (0x23)
#define MPI_BOR TESTS_ABI_HANDLE (0x29)
#define MPI_NO_OP TESTS_ABI_HANDLE (0x3d)
#define MPI_COMM_NULL TESTS_ABI_HANDLE (0x100)
#define MPI_COMM_WORLD TESTS_ABI_HANDLE (0x101)
#define MPI_COMM_SELF TESTS_ABI_HANDLE (0x102)
#define MPI_INFO_NULL TESTS_ABI_HANDLE (0x130)
#define MPI_ERRORS_ARE_FATAL TESTS_ABI_HANDLE (0x141)
#define MPI_ERRORS_RETURN TESTS_ABI_HANDLE (0x143)
#define MPI_REQUEST_NULL TESTS_ABI_HANDLE (0x180)
#define MPI_DATATYPE_NULL TESTS_ABI_HANDLE (0x200)
#define MPI_PACKED TESTS_ABI_HANDLE (0x207)
#define MPI_SHORT TESTS_ABI_HANDLE (0x208)
#define MPI_INT TESTS_ABI_HANDLE (0x209)
#define MPI_LONG TESTS_ABI_HANDLE (0x20a)
#define MPI_LONG_LONG TESTS_ABI_HANDLE (0x20b)
#define MPI_DOUBLE TESTS_ABI_HANDLE (0x214)
#define MPI_CHAR TESTS_ABI_HANDLE (0x243)
#define MPI_BYTE TESTS_ABI_HANDLE (0x247)
#define MPI_INT64_T TESTS_ABI_HANDLE (0x258)

#define MPI_SUCCESS 0
#define MPI_ERR_RANK 6
#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-2)
#define MPI_PROC_NULL (-3)
#define MPI_ROOT (-4)
#define MPI_UNDEFINED (-32766)
#define MPI_THREAD_SINGLE 0
#define MPI_THREAD_FUNNELED 1024
#define MPI_THREAD_SERIALIZED 2048
#define MPI_THREAD_MULTIPLE 4096
#define MPI_CONGRUENT 202
#define MPI_CART 211
#define MPI_GRAPH 212
#define MPI_DIST_GRAPH 213
#define MPI_LOCK_EXCLUSIVE 301
#define MPI_LOCK_SHARED 302
#define MPI_SEEK_SET 403
#define MPI_APPNUM 505
#define MPI_MODE_CREATE 2
#define MPI_MODE_DELETE_ON_CLOSE 4
#define MPI_MODE_RDWR 32
#define MPI_MAX_OBJECT_NAME 128
#define MPI_MAX_INFO_KEY 256
#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_MAX_LIBRARY_VERSION_STRING 8192

#define MPI_BOTTOM ((void *)0)
#define MPI_IN_PLACE ((void *)1)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)

double MPI_Wtime (void);
double PMPI_Wtime (void);

#include "mpi_functions.h"

#endif /* TESTS_ABI_MPI_H */
