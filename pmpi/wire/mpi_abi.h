/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What differs between MPI libraries, and the types that serve them all: none
 * of ours includes mpi.h, so that one installation counts programs of Open MPI
 * and of MPICH, and of the libraries that share MPICH's ABI (Intel MPI,
 * MVAPICH, Cray MPICH).  Which one it is turns out in MPI_Init
 * (hpm_mpi_abi_choose).
 */
#ifndef HPM_PMPI_MPI_ABI_H
#define HPM_PMPI_MPI_ABI_H

#include <stdint.h>
#include <string.h>

/* The same in all of them.  */
#define HPM_MPI_SUCCESS 0

/* An error of no special kind: MPI_ERR_OTHER of Open MPI; not success in any.
 */
#define HPM_MPI_ERROR 16

/* Room for texts: the largest that any of them asks for.  */
#define HPM_MPI_MAX_PROCESSOR_NAME 256
#define HPM_MPI_MAX_LIBRARY_VERSION (16u << 10) /* MPICH: 8192 */

/* Room for a status, in int64_t: Open MPI's has 24 bytes, MPICH's 20.  */
#define HPM_MPI_STATUS_WORDS 4

/* An object's handle by value, as it came: a pointer in Open MPI, in MPICH an
 * int, and then the upper half may be anything (hpm_handle_clean).  */
typedef uintptr_t hpm_handle;

/* A handle in memory, as MPI functions write and read it through an address. */
union hpm_handle_slot {
    uintptr_t wide;
    int32_t narrow;
};

/* X(type, name, Open MPI, MPICH).  */
#define HPM_MPI_ABI(X)                                                         \
    X (const char *, name, "Open MPI", "MPICH")                                \
    X (int, narrow_handles, 0, 1) /* handles are int */                        \
    X (int, proc_null, -2, -1)                                                 \
    X (int, any_source, -1, -2)                                                \
    X (int, root, -4, -3)                                                      \
    X (int, cart, 1, 2)                                                        \
    X (int, graph, 2, 1)                                                       \
    X (int, dist_graph, 3, 3)                                                  \
    X (int, appnum, 4, 0x6440000d)                                             \
    X (intptr_t, in_place, 1, -1)                                              \
    X (intptr_t, status_ignore, 0, 1)

/* X(field, symbol, value): predefined handles, which Open MPI has as objects of
 * that name, and MPICH as numbers.  */
#define HPM_MPI_HANDLES(X)                                                     \
    X (comm_world, "ompi_mpi_comm_world", 0x44000000)                          \
    X (byte, "ompi_mpi_byte", 0x4c00010d)                                      \
    X (int64, "ompi_mpi_int64_t", 0x4c00083a)                                  \
    X (max, "ompi_mpi_op_max", 0x58000001)

/* MPI_NO_OP likewise: of the wrappers alone.  */
#define HPM_MPI_NO_OP_SYMBOL "ompi_mpi_op_no_op"
#define HPM_MPI_NO_OP_VALUE 0x5800000e

struct hpm_mpi_abi {
#define HPM_X(type, name, open_mpi, mpich) type name;
    HPM_MPI_ABI (HPM_X)
#undef HPM_X
};

/* Of the MPI library behind us; until that is known, Open MPI's.  */
extern struct hpm_mpi_abi hpm_mpi_abi __attribute__ ((visibility ("hidden")));

/* ---- handles ------------------------------------------------------------ */

/* One that can be compared.  */
static inline hpm_handle
hpm_handle_clean (hpm_handle handle)
{
    return hpm_mpi_abi.narrow_handles ? (hpm_handle)(intptr_t)(int32_t)handle
                                      : handle;
}

/* Element i of an array of the program's, or of one handle.  */
static inline hpm_handle
hpm_handle_at (const void *handles, int i)
{
    int32_t narrow;
    hpm_handle wide;

    if (hpm_mpi_abi.narrow_handles) {
        memcpy (&narrow, (const char *)handles + (intptr_t)i * 4, 4);
        return (hpm_handle)(intptr_t)narrow;
    }
    memcpy (&wide, (const char *)handles + (intptr_t)i * (int)sizeof wide,
            sizeof wide);
    return wide;
}

/* To hand the address on of.  */
static inline union hpm_handle_slot
hpm_handle_slot (hpm_handle handle)
{
    union hpm_handle_slot slot = { .wide = handle };

    if (hpm_mpi_abi.narrow_handles)
        slot.narrow = (int32_t)handle;
    return slot;
}

/* ---- statuses ----------------------------------------------------------- */

/* The bytes that came, as MPI_Get_count with MPI_BYTE tells: Open MPI has them
 * behind three int, MPICH in front, and their upper part in the upper 31 bits
 * of the second int.  */
static inline int64_t
hpm_status_bytes (const void *status)
{
    uint64_t count;

    if (!hpm_mpi_abi.narrow_handles) {
        memcpy (&count, (const char *)status + 16, sizeof count);
        return (int64_t)count;
    } else {
        uint32_t words[2];

        memcpy (words, status, sizeof words);
        return (int64_t)((uint64_t)(words[1] >> 1) << 32 | words[0]);
    }
}

#endif /* HPM_PMPI_MPI_ABI_H */
