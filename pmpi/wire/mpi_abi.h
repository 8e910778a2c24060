/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What differs between MPI libraries, and the types that serve them all: none
 * of ours includes mpi.h, so that one installation counts programs of Open MPI
 * and of MPICH, of the libraries that share MPICH's ABI (Intel MPI, MVAPICH,
 * Cray MPICH), and of the standard ABI that MPI 5 has, whoever made its
 * library. Which one it is turns out in MPI_Init (hpm_mpi_abi_choose).
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

/* Room for a status, in int64_t: Open MPI's has 24 bytes, MPICH's 20, that of
 * the standard ABI 32.  */
#define HPM_MPI_STATUS_WORDS 4

/* An object's handle by value, as it came: a pointer in Open MPI and in the
 * standard ABI, in MPICH an int, and then the upper half may be anything
 * (hpm_handle_clean).  */
typedef uintptr_t hpm_handle;

/* A handle in memory, as MPI functions write and read it through an address. */
union hpm_handle_slot {
    uintptr_t wide;
    int32_t narrow;
};

enum hpm_mpi_library {
    HPM_MPI_OPEN_MPI,
    HPM_MPI_MPICH,
    HPM_MPI_STANDARD /* libmpi_abi.so of MPI 5 */
};

/* X(type, name, Open MPI, MPICH, standard ABI).  */
#define HPM_MPI_ABI(X)                                                         \
    X (enum hpm_mpi_library, library, HPM_MPI_OPEN_MPI, HPM_MPI_MPICH,         \
       HPM_MPI_STANDARD)                                                       \
    X (int, narrow_handles, 0, 1, 0) /* handles are int */                     \
    X (int, proc_null, -2, -1, -3)                                             \
    X (int, any_source, -1, -2, -1)                                            \
    X (int, root, -4, -3, -4)                                                  \
    X (int, cart, 1, 2, 211)                                                   \
    X (int, graph, 2, 1, 212)                                                  \
    X (int, dist_graph, 3, 3, 213)                                             \
    X (int, appnum, 4, 0x6440000d, 505)                                        \
    X (int, funneled, 1, 1, 1024) /* levels of threads, above single, 0 */     \
    X (int, serialized, 2, 2, 2048)                                            \
    X (int, multiple, 3, 3, 4096)                                              \
    X (intptr_t, in_place, 1, -1, 1)                                           \
    X (intptr_t, status_ignore, 0, 1, 0)

/* Predefined handles: in Open MPI an object of that name, in MPICH and in the
 * standard ABI a number.  */
#define HPM_MPI_COMM_WORLD "ompi_mpi_comm_world", 0x44000000, 0x101
#define HPM_MPI_INFO_NULL "ompi_mpi_info_null", 0x1c000000, 0x130
#define HPM_MPI_ERRORS_RETURN "ompi_mpi_errors_return", 0x54000001, 0x143
#define HPM_MPI_BYTE "ompi_mpi_byte", 0x4c00010d, 0x247
#define HPM_MPI_INT64_T "ompi_mpi_int64_t", 0x4c00083a, 0x258
#define HPM_MPI_MAX "ompi_mpi_op_max", 0x58000001, 0x23
#define HPM_MPI_NO_OP "ompi_mpi_op_no_op", 0x5800000e, 0x3d

struct hpm_mpi_constant { /* one of those */
    const char *object;
    hpm_handle mpich, standard;
};

struct hpm_mpi_abi {
#define HPM_X(type, name, ...) type name;
    HPM_MPI_ABI (HPM_X)
#undef HPM_X
};

/* Of the MPI library behind us; until that is known, Open MPI's.  */
extern struct hpm_mpi_abi hpm_mpi_abi __attribute__ ((visibility ("hidden")));

/* A level of threads, 0 to 3 whatever the ABI.  */
static inline int
hpm_mpi_thread_level (int level)
{
    return (level >= hpm_mpi_abi.funneled) + (level >= hpm_mpi_abi.serialized)
           + (level >= hpm_mpi_abi.multiple);
}

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

/* The bytes that came, as MPI_Get_count with MPI_BYTE tells.  The standard ABI
 * leaves it to the library where they are, which is to be asked.  */

/* Behind three int.  */
static inline int64_t
hpm_status_bytes_open_mpi (const void *status)
{
    int64_t count;

    memcpy (&count, (const char *)status + 16, sizeof count);
    return count;
}

/* In front, and their upper part in the upper 31 bits of the second int.  */
static inline int64_t
hpm_status_bytes_mpich (const void *status)
{
    uint32_t words[2];

    memcpy (words, status, sizeof words);
    return (int64_t)((uint64_t)(words[1] >> 1) << 32 | words[0]);
}

#endif /* HPM_PMPI_MPI_ABI_H */
