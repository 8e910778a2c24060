/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the compiler calls where an exception, or the end of a thread, passes a
 * wrapper (HPM_GUARD).  Both are functions of libgcc_s: whoever unwinds the
 * stack has it.  To be linked to it costs each process that never does, a
 * shell's child for instance, as much as all the rest of this library.  What an
 * instrumented function does on its way out would be a clean-up of its own.
 */
#include "config.h"

#include <dlfcn.h>
#include <stddef.h>
#include <unwind.h>

#include "pmpi/guest/uninstrumented.h"

#define HIDDEN __attribute__ ((visibility ("hidden")))

typedef _Unwind_Reason_Code personality_fn (int, _Unwind_Action,
                                            _Unwind_Exception_Class,
                                            struct _Unwind_Exception *,
                                            struct _Unwind_Context *);

HIDDEN personality_fn __gcc_personality_v0;

HPM_UNINSTRUMENTED static void *
find (const char *name)
{
    void *library = dlopen ("libgcc_s.so.1", RTLD_NOW);

    return library ? dlsym (library, name) : NULL;
}

/* Without it nobody is told that the frame is left, which costs a call its
 * record.  */
HPM_UNINSTRUMENTED _Unwind_Reason_Code
__gcc_personality_v0 (int version, _Unwind_Action actions,
                      _Unwind_Exception_Class class,
                      struct _Unwind_Exception *exception,
                      struct _Unwind_Context *context)
{
    static personality_fn *next; /* atomic */
    personality_fn *found = __atomic_load_n (&next, __ATOMIC_ACQUIRE);

    if (!found) {
        found = (personality_fn *)find ("__gcc_personality_v0");
        __atomic_store_n (&next, found, __ATOMIC_RELEASE);
    }
    return found ? found (version, actions, class, exception, context)
                 : _URC_CONTINUE_UNWIND;
}

/* Called where the personality above has found a clean-up, and so the library.
 * The header declares it as one that is exported.  */
HIDDEN void hpm_unwind_resume (struct _Unwind_Exception *exception) __asm__(
    "_Unwind_Resume");

HPM_UNINSTRUMENTED void
hpm_unwind_resume (struct _Unwind_Exception *exception)
{
    void (*next) (struct _Unwind_Exception *)
        = (void (*) (struct _Unwind_Exception *))find ("_Unwind_Resume");

    next (exception);
    __builtin_unreachable (); /* it never returns */
}
