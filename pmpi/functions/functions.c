/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A table by address, which is written under a lock, and read without: an
 * address is there when its label is, and stays.
 */
#include "config.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "include/hpm_region_record.h"
#include "pmpi/guest/dlsym_next.h"
#include "pmpi/guest/message.h"
#include "pmpi/functions/function_names.h"
#include "pmpi/functions/function_source.h"
#include "pmpi/functions/functions.h"

/* Further functions are dropped.  */
#define FUNCTIONS_MAX (HPM_FUNCTION_SLOTS / 4 * 3)

/* Objects whose tables are read.  */
#define OBJECTS_MAX 1024

/* Of __cxa_demangle, of the program's C++ library.  */
typedef char *demangle_fn (const char *name, char *buffer, size_t *size,
                           int *status);

static struct {
    char *list;
    pthread_mutex_t lock; /* for what follows, and to write */
    size_t count;         /* of slots taken; atomic */
    uintptr_t objects[OBJECTS_MAX];
    int object_count;
    int matched, told;
} functions = { .lock = PTHREAD_MUTEX_INITIALIZER };

struct hpm_function_slot *hpm_function_slots;
const struct hpm_label hpm_functions_dropped = { .text = "" };

/* ---- the table ---------------------------------------------------------- */

static int
is_full (void)
{
    return __atomic_load_n (&functions.count, __ATOMIC_RELAXED)
           >= FUNCTIONS_MAX;
}

/* The lock is held.  */
static void
insert (uintptr_t function, size_t size, const struct hpm_label *label)
{
    struct hpm_function_slot *slot = hpm_function_slot_of (function);

    if (slot->function || is_full ())
        return;
    slot->label = label;
    slot->size = size;
    __atomic_store_n (&slot->function, function, __ATOMIC_RELEASE);
    __atomic_add_fetch (&functions.count, 1, __ATOMIC_RELAXED);
    if (is_full ())
        hpm_message_once ("more than %zu functions were called: further ones "
                          "are no regions",
                          FUNCTIONS_MAX);
}

/* ---- names -------------------------------------------------------------- */

static int
is_listed (const char *name)
{
    const char *rest = functions.list;
    struct hpm_piece piece;

    while (hpm_text_part (&rest, ',', &piece)) {
        char pattern[HPM_LABEL_BYTES];

        piece = hpm_piece_trim (piece);
        if (!piece.length || piece.length >= sizeof pattern)
            continue;
        memcpy (pattern, piece.start, piece.length);
        pattern[piece.length] = '\0';
        if (hpm_text_match (pattern, name))
            return 1;
    }
    return 0;
}

/* Of C++: all of it, what is before the arguments, the name, and that without
 * the arguments of templates.  */
static int
is_listed_in_source (const char *source)
{
    char name[HPM_LABEL_BYTES];
    size_t before = strcspn (source, "(");

    if (is_listed (source))
        return 1;
    if (before > 0 && before < sizeof name) {
        memcpy (name, source, before);
        name[before] = '\0';
        if (is_listed (name))
            return 1;
    }
    return is_listed (hpm_function_source_name (source, 1, name, sizeof name))
           || is_listed (
               hpm_function_source_name (source, 0, name, sizeof name));
}

static void
learn_one (const char *name, uintptr_t function, size_t size, void *data)
{
    const struct hpm_mark_place place = { .mark = HPM_MARK_FUNCTION };
    demangle_fn *demangle = *(demangle_fn **)data;
    char *source = NULL;
    int status;

    if (demangle && strncmp (name, "_Z", 2) == 0)
        source = demangle (name, NULL, NULL, &status);
    if (is_listed (name) || (source && is_listed_in_source (source))) {
        functions.matched = 1;
        insert (function, size, hpm_label_of (source ? source : name, &place));
    }
    free (source);
}

/* ---- objects ------------------------------------------------------------ */

/* Whether its table is to be read; the lock is held.  */
static int
is_new (uintptr_t bias)
{
    for (int i = 0; i < functions.object_count; i++)
        if (functions.objects[i] == bias)
            return 0;
    if (functions.object_count == OBJECTS_MAX)
        return 0;
    functions.objects[functions.object_count++] = bias;
    return 1;
}

/* What asks the loader comes before the lock: another thread may be in there,
 * and wait for us.  */
const struct hpm_label *
hpm_functions_learn (const void *function)
{
    struct hpm_function_object object;
    demangle_fn *demangle = (demangle_fn *)hpm_dlsym_first ("__cxa_demangle");
    int found = hpm_function_object_find (&object, (uintptr_t)function) == 0;
    const struct hpm_label *label;

    if (is_full ())
        return &hpm_functions_dropped;
    pthread_mutex_lock (&functions.lock);
    if (found && is_new (object.bias)
        && hpm_function_names_each (&object, learn_one, &demangle) < 0)
        hpm_message_once ("no functions of '%s' are regions: its symbol table "
                          "cannot be read",
                          object.path);
    insert ((uintptr_t)function, 0, &hpm_functions_dropped);
    label = hpm_functions_find (function);
    pthread_mutex_unlock (&functions.lock);
    return label ? label : &hpm_functions_dropped;
}

int
hpm_functions_choose (const char *list)
{
    functions.list = strdup (list);
    hpm_function_slots
        = calloc (HPM_FUNCTION_SLOTS, sizeof *hpm_function_slots);
    return functions.list && hpm_function_slots ? 0 : -1;
}

void
hpm_functions_tell (void)
{
    int called = __atomic_load_n (&functions.count, __ATOMIC_RELAXED) > 0;

    if (!functions.list || functions.told)
        return;
    functions.told = 1;
    if (!called)
        hpm_message_once ("--functions: no function was called that was built "
                          "with -finstrument-functions");
    else if (!functions.matched)
        hpm_message_once ("--functions: of the program's functions none is "
                          "named '%s'",
                          functions.list);
}
