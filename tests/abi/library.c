/* SPDX-License-Identifier: BSD-3-Clause
 *
 * libmpi_abi.so.1 over the installed Open MPI, for systems that have none: the
 * numbers and statuses of the standard ABI of MPI 5 become Open MPI's on the
 * way in, and are themselves again on the way out, as far as tests need it.
 * What is a number below may not be used as one that means itself: no count is
 * 403.
 *
 * The functions are made by functions.awk.  Handles that Open MPI makes are
 * handed on as they are.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "mpi.h"

#define MISSING 16 /* MPI_ERR_OTHER */
#define ROOM 64    /* statuses at once */
#define MOST_TYPES 8

struct open_mpi_status {
    int source, tag, error, cancelled;
    uint64_t bytes;
};

/* ---- the library below -------------------------------------------------- */

/* Not seen by the program, as a translator's is not.  */
static void *
real (const char *name)
{
    static void *library;

    if (!library)
        library = dlopen (OPEN_MPI, RTLD_NOW | RTLD_LOCAL);
    return library ? dlsym (library, name) : NULL;
}

/* ---- on the way in ------------------------------------------------------ */

static const struct {
    uintptr_t number;
    const char *object;
} handles[] = {
    { 0x20, "ompi_mpi_op_null" },
    { 0x21, "ompi_mpi_op_sum" },
    { 0x22, "ompi_mpi_op_min" },
    { 0x23, "ompi_mpi_op_max" },
    { 0x29, "ompi_mpi_op_bor" },
    { 0x3d, "ompi_mpi_op_no_op" },
    { 0x100, "ompi_mpi_comm_null" },
    { 0x101, "ompi_mpi_comm_world" },
    { 0x102, "ompi_mpi_comm_self" },
    { 0x130, "ompi_mpi_info_null" },
    { 0x141, "ompi_mpi_errors_are_fatal" },
    { 0x143, "ompi_mpi_errors_return" },
    { 0x180, "ompi_request_null" },
    { 0x200, "ompi_mpi_datatype_null" },
    { 0x207, "ompi_mpi_packed" },
    { 0x208, "ompi_mpi_short" },
    { 0x209, "ompi_mpi_int" },
    { 0x20a, "ompi_mpi_long" },
    { 0x20b, "ompi_mpi_long_long_int" },
    { 0x214, "ompi_mpi_double" },
    { 0x243, "ompi_mpi_char" },
    { 0x247, "ompi_mpi_byte" },
    { 0x258, "ompi_mpi_int64_t" },
};

static MPI_Comm
handle (MPI_Comm given)
{
    for (size_t i = 0; i < sizeof handles / sizeof *handles; i++)
        if ((uintptr_t)given == handles[i].number)
            return real (handles[i].object);
    return given;
}

/* In place: what is there then is handed on as it is the next time.  */
static const void *
types (const void *given)
{
    MPI_Comm *each = (MPI_Comm *)(uintptr_t)given;

    for (int i = 0; i < MOST_TYPES && (uintptr_t)each[i] >= 0x200; i++)
        each[i] = handle (each[i]);
    return given;
}

static int
rank (int given)
{
    return given == MPI_PROC_NULL ? -2 : given == MPI_ANY_TAG ? -1 : given;
}

static int
lock_type (int given)
{
    return given - 300;
}

static int
whence (int given)
{
    return given == MPI_SEEK_SET ? 600 : given;
}

static int
file_mode (int given)
{
    return (given & MPI_MODE_CREATE ? 1 : 0) | (given & MPI_MODE_RDWR ? 8 : 0)
           | (given & MPI_MODE_DELETE_ON_CLOSE ? 16 : 0);
}

static int
attribute (int given)
{
    return given == MPI_APPNUM ? 4 : given;
}

static int
to_level (int given)
{
    return given >= 4096 ? 3 : given / 1024;
}

/* ---- on the way out ----------------------------------------------------- */

static int
rank_told (int told)
{
    return told == -2 ? MPI_PROC_NULL : told;
}

/* The bytes where neither Open MPI nor MPICH has them.  */
static void
tell_status (const void *told, const struct open_mpi_status *status)
{
    MPI_Status *to = (MPI_Status *)(uintptr_t)told;

    if (!to)
        return;
    to->MPI_SOURCE = rank_told (status->source);
    to->MPI_TAG = status->tag == -1 ? MPI_ANY_TAG : status->tag;
    to->MPI_ERROR = status->error;
    memset (to->MPI_internal, 0xff, sizeof to->MPI_internal);
    memcpy (to->MPI_internal + 3, &status->bytes, sizeof status->bytes);
}

static void
after_Waitall (const struct open_mpi_status *room, int count,
               const void *requests, const void *told)
{
    (void)requests;
    for (int i = 0; told && i < count; i++)
        tell_status ((const MPI_Status *)told + i, &room[i]);
}

static void
after_Waitsome (const struct open_mpi_status *room, int count,
                const void *requests, const void *done, const void *indices,
                const void *told)
{
    (void)indices;
    (void)count;
    after_Waitall (room, *(const int *)done, requests, told);
}

static void
after_Cart_shift (MPI_Comm comm, int direction, int by, const void *from,
                  const void *to)
{
    int *ranks[] = { (int *)(uintptr_t)from, (int *)(uintptr_t)to };

    (void)comm;
    (void)direction;
    (void)by;
    for (int i = 0; i < 2; i++)
        *ranks[i] = rank_told (*ranks[i]);
}

static void
after_Comm_split (MPI_Comm comm, int color, int key, const void *told)
{
    MPI_Comm *made = (MPI_Comm *)(uintptr_t)told;

    (void)comm;
    (void)color;
    (void)key;
    if (*made == handle (MPI_COMM_NULL))
        *made = MPI_COMM_NULL;
}

static void
after_Topo_test (MPI_Comm comm, const void *told)
{
    int *kind = (int *)(uintptr_t)told;

    (void)comm;
    *kind = *kind >= 1 && *kind <= 3 ? *kind + 210 : *kind;
}

static void
after_Query_thread (const void *told)
{
    int *level = (int *)(uintptr_t)told;

    *level = *level ? 512 << *level : 0;
}

static void
after_Init_thread (const void *count, const void *arguments, int wanted,
                   const void *told)
{
    (void)count;
    (void)arguments;
    (void)wanted;
    after_Query_thread (told);
}

/* ---- the functions ------------------------------------------------------ */

#include "mpi_library.h"

int
PMPI_Get_count_c (const MPI_Status *status, MPI_Datatype type, int64_t *count)
{
    int (*type_size) (MPI_Datatype, int64_t *);
    int64_t bytes, size = 0;

    memcpy (&bytes, status->MPI_internal + 3, sizeof bytes);
    *(void **)&type_size = real ("PMPI_Type_size_x");
    if (type_size (handle (type), &size) != MPI_SUCCESS)
        return MISSING;
    *count = !size ? 0 : bytes % size ? MPI_UNDEFINED : bytes / size;
    return MPI_SUCCESS;
}

int
PMPI_Get_count (const void *status, MPI_Datatype type, const void *told)
{
    int64_t count = 0;
    int result = PMPI_Get_count_c (status, type, &count);

    *(int *)(uintptr_t)told = (int)count;
    return result;
}
int MPI_Get_count (const void *, MPI_Datatype, const void *)
    __attribute__ ((weak, alias ("PMPI_Get_count")));

double
PMPI_Wtime (void)
{
    double (*wtime) (void);

    *(void **)&wtime = real ("PMPI_Wtime");
    return wtime ();
}
double MPI_Wtime (void) __attribute__ ((weak, alias ("PMPI_Wtime")));
