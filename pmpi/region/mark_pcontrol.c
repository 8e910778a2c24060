/* SPDX-License-Identifier: BSD-3-Clause
 *
 * MPI_Pcontrol, by the convention of IPM: level 1 with a label begins a region,
 * -1 with the label ends it; 0 pauses counting, and 1 lets it go on.  Every
 * call is handed on, with what can be in registers.
 *
 * Whether a label was given cannot be known: where there is none, its register
 * holds what was left in it.  A label is taken where its address lies in
 * read-only data of a loaded object, as that of a literal does, and its bytes
 * are text.  A label that is made at run time is not seen.
 */
#include "config.h"

#include <elf.h>
#include <link.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "pmpi/guest/export.h"
#include "pmpi/guest/message.h"
#include "pmpi/region/marks.h"
#include "pmpi/region/regions.h"
#include "pmpi/wire/mpi_abi.h"

int MPI_Pcontrol (int level, ...);
int PMPI_Pcontrol (int level, ...);
void mpi_pcontrol_ (const int *level, const char *label, size_t length);

static _Thread_local __attribute__ ((tls_model ("initial-exec"))) int
    depth; /* in calls of these: only the outer one counts */

#define LABEL_MAX 4096 /* what Fortran passes beyond is a leftover */

/* ---- the label ---------------------------------------------------------- */

struct literal {
    const char *text;
    size_t room; /* bytes up to the end of its segment; 0: it is none */
};

/* dl_iterate_phdr callback.  */
static int
find_literal (struct dl_phdr_info *info, size_t size, void *data)
{
    struct literal *literal = data;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum && !literal->room; i++) {
        const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + segment->p_vaddr;
        uintptr_t at = (uintptr_t)literal->text;

        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_R)
            && !(segment->p_flags & PF_W) && at >= from
            && at < from + segment->p_filesz)
            literal->room = from + segment->p_filesz - at;
    }
    return literal->room != 0;
}

static size_t
text_bytes (const char *text, size_t room)
{
    size_t n = 0;

    while (n < room && (unsigned char)text[n] >= ' ' && text[n] != 0x7f)
        n++;
    return n;
}

/* The label of a text that ends with a zero or, where `length` is not 0, after
 * so many bytes at the latest; NULL where it is none.  Of a long one as much is
 * looked at as a label has.  */
static const struct hpm_label *
label_of (const char *text, size_t length)
{
    struct literal literal = { .text = text };
    char copy[HPM_LABEL_BYTES + 8]; /* that a cut is seen */
    size_t n, most;

    if (!text || length > LABEL_MAX)
        return NULL;
    dl_iterate_phdr (find_literal, &literal);
    if (literal.room < (length ? length : 1))
        return NULL;
    most = length ? length : literal.room;
    if (most >= sizeof copy)
        most = sizeof copy - 1;
    n = text_bytes (text, most);
    if (n < sizeof copy - 1 && (!length || n < length)
        && (n == literal.room || text[n]))
        return NULL;
    while (n && text[n - 1] == ' ')
        n--;
    memcpy (copy, text, n);
    copy[n] = '\0';
    return n ? hpm_marks_label (copy, HPM_MARK_PCONTROL) : NULL;
}

static void
mark (int level, const char *text, size_t length)
{
    const struct hpm_label *label
        = level == 1 || level == -1 ? label_of (text, length) : NULL;

    if (level == 0 || (level == 1 && !label))
        hpm_mark_pause (level == 0);
    if (label && level == 1)
        hpm_regions_enter (label);
    if (label && level == -1)
        hpm_regions_leave (label);
}

/* ---- the functions ------------------------------------------------------ */

#define ARGUMENTS 5 /* that may be in registers */

static int
no_mpi (const char *name)
{
    hpm_message ("%s was called and no MPI library was found that has it",
                 name);
    return HPM_MPI_ERROR;
}

static int
control (struct hpm_mark_call *call, int level, void *const *arguments,
         const void *caller)
{
    int (*next) (int, ...) = (int (*) (int, ...))hpm_mark_next (call, caller);
    int result;

    if (!next)
        return no_mpi (call->name);
    if (depth == 0)
        mark (level, arguments[0], 0);
    depth++;
    result = next (level, arguments[0], arguments[1], arguments[2],
                   arguments[3], arguments[4]);
    depth--;
    return result;
}

#define TAKE_ARGUMENTS(level)                                                  \
    void *arguments[ARGUMENTS];                                                \
    va_list rest;                                                              \
                                                                               \
    va_start (rest, level);                                                    \
    for (int i = 0; i < ARGUMENTS; i++)                                        \
        arguments[i] = va_arg (rest, void *);                                  \
    va_end (rest)

HPM_EXPORT int
MPI_Pcontrol (int level, ...)
{
    static struct hpm_mark_call call = { .name = "MPI_Pcontrol" };
    TAKE_ARGUMENTS (level);

    return control (&call, level, arguments, __builtin_return_address (0));
}

HPM_EXPORT int
PMPI_Pcontrol (int level, ...)
{
    static struct hpm_mark_call call = { .name = "PMPI_Pcontrol" };
    TAKE_ARGUMENTS (level);

    return control (&call, level, arguments, __builtin_return_address (0));
}

/* Fortran's, whose bindings drop a label.  Its length is what the compiler
 * passes behind the arguments; where there is no label it is left over, too. */
HPM_EXPORT void
mpi_pcontrol_ (const int *level, const char *label, size_t length)
{
    static struct hpm_mark_call call = { .name = "mpi_pcontrol_" };
    void (*next) (const int *, const char *, size_t)
        = (void (*) (const int *, const char *, size_t))hpm_mark_next (
            &call, __builtin_return_address (0));

    if (!next) {
        no_mpi (call.name);
        return;
    }
    if (depth == 0)
        mark (*level, length ? label : NULL, length);
    depth++;
    next (level, label, length);
    depth--;
}
