# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# Strangers' versions of the libraries that ours use.  To be sourced.

# What an object takes of a library or, where that is linked into it, has of it.
# functions_of PREFIX OBJECT
functions_of () {
    taken=$(nm -D --undefined-only "$2" |
        sed -n "s/^ *U \($1[A-Za-z0-9_]*\).*/\1/p")
    if [ -n "$taken" ]; then
        echo "$taken"
    else
        nm "$2" | sed -n "s/.* T \($1[A-Z]*[a-z][A-Za-z0-9_]*\)$/\1/p" |
            grep -v __
    fi
}

# Every function of HDF5 and PAPI that ours call, in a stranger's version: it
# aborts unless the program's own object calls it.
# stand_in PREFIX OBJECT: C code on stdout
stand_in () {
    cat <<'END'
#include <dlfcn.h>
#include <stdlib.h>
static void check (void *from)
{
    Dl_info caller, self;
    if (!dladdr (from, &caller) || !dladdr ((void *) check, &self)
        || caller.dli_fbase != self.dli_fbase)
        abort ();
}
END
    functions_of "$@" | grep -v '_g$' | sort -u | while read -r function; do
        case $function in
        PAPI_library_init)
            echo "int $function (int v) { return v == 1 ? v : -1; }" ;;
        PAPI_is_initialized)
            echo "int $function (void) { return 0; }" ;;
        *)
            echo "int $function (void) { check (__builtin_return_address (0)); return -1; }" ;;
        esac
    done
}
