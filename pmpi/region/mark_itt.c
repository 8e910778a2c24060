/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ITT: tasks of a thread.  A program that is linked to ittnotify loads what
 * INTEL_LIBITTNOTIFY64 names, and calls its __itt_api_init with the list of its
 * functions: pointers that are to be set.
 */
#include "config.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "pmpi/guest/export.h"
#include "pmpi/region/mark_open.h"

struct function {
    const char *name; /* NULL ends the list */
    void **pointer;
    void *first; /* what it points to before anybody set it */
    void *none;  /* what it points to where there is no tool */
    int group;
};

/* The program's side, as far as it is needed; never changed since 2010.  */
struct program {
    unsigned char magic[8];
    unsigned long version[3];
    volatile long state[3];
    pthread_mutex_t mutex;
    void *library;
    void *error_handler;
    const char **library_path;
    struct function *functions;
};

struct id {
    unsigned long long d1, d2, d3;
};

/* Of a text, made by us: the program's side makes none where there is a tool.
 */
struct handle {
    const char *text;
    const void *wide;
    int extra;
    const void *label; /* free for the tool: of handles that we made */
    const struct handle *next;
};

void __itt_api_init (struct program *program, int groups);

static __thread struct hpm_mark_open open;

/* ---- tasks -------------------------------------------------------------- */

static const struct hpm_label *
label_of (const char *text)
{
    return hpm_mark_target ()->label (text, HPM_MARK_ITT);
}

static void
task_begin (const void *domain, struct id id, struct id parent,
            const struct handle *name)
{
    (void)domain;
    (void)id;
    (void)parent;
    hpm_mark_push (&open, name && name->label  ? name->label
                          : name && name->text ? label_of (name->text)
                                               : label_of ("task"));
}

static void
task_begin_fn (const void *domain, struct id id, struct id parent,
               const void *name)
{
    (void)domain;
    (void)id;
    (void)parent;
    (void)name;
    hpm_mark_push (&open, label_of ("task"));
}

static void
task_end (const void *domain)
{
    (void)domain;
    hpm_mark_pop (&open);
}

/* ---- handles ------------------------------------------------------------ */

static const struct handle *handles; /* atomic; never freed */

static const struct handle *
find_handle (const struct handle *handle, const struct hpm_label *label)
{
    while (handle && handle->label != label)
        handle = handle->next;
    return handle;
}

/* Two threads that are at it at once may get two of a text.  */
static const struct handle *
create_handle (const char *text)
{
    const struct hpm_label *label = text ? label_of (text) : NULL;
    const struct handle *first = __atomic_load_n (&handles, __ATOMIC_ACQUIRE);
    const struct handle *known = label ? find_handle (first, label) : NULL;
    struct handle *made;

    if (!label || known)
        return known;
    made = calloc (1, sizeof *made);
    if (!made)
        return NULL;
    made->text = label->text;
    made->label = label;
    made->next = first;
    while (!__atomic_compare_exchange_n (&handles, &made->next, made, 0,
                                         __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        continue;
    return made;
}

/* ---- the list ----------------------------------------------------------- */

static const struct {
    const char *name;
    void *ours; /* NULL: the program's side does it itself */
} known[] = {
    { "__itt_task_begin", (void *)task_begin },
    { "__itt_task_begin_fn", (void *)task_begin_fn },
    { "__itt_task_end", (void *)task_end },
    { "__itt_domain_create", NULL },
    { "__itt_domain_createA", NULL },
    { "__itt_domain_createW", NULL },
    { "__itt_string_handle_create", (void *)create_handle },
};

/* What is not known does nothing, as without a tool.  */
static void
set (const struct function *function)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp (function->name, known[i].name) == 0) {
            if (known[i].ours)
                *function->pointer = known[i].ours;
            return;
        }
    *function->pointer = function->none;
}

HPM_EXPORT void
__itt_api_init (struct program *program, int groups)
{
    (void)groups;
    if (!hpm_mark_target ())
        return;
    for (const struct function *f = program->functions; f && f->name; f++)
        if (f->pointer)
            set (f);
}
