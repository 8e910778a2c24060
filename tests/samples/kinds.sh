#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Samples of C++: instances of templates, loops of OpenMP, functions that call
# themselves.
# Measures: samples, within their errors.
. "${srcdir:-.}/tests/samples/lib.sh"

kinds=$profile/profile_kinds
[ -x "$kinds" ] || skip_all "there is no C++ compiler for MPI"
[ "$names" ] || skip_all "the tools were built without libdw"
[ "$sanitizer" != thread ] || skip_all "ThreadSanitizer does not know OpenMP"

ok "templates run" sampled 2 "$kinds" template 40
holds "each instance of a template has its share" \
    'alike ("work<5>", "work<3>", "work<2>")'
holds "its name is as in the source" \
    'rows[0]["routine"].startswith (("kinds::work<", "void kinds::work<", "work<"))'

ok "loops of OpenMP run" sampled 2 "$kinds" openmp 15
holds "each loop has its share, of all threads" \
    'alike ("loop_five", "loop_three", "loop_two")'
holds "samples of threads stand for their time" \
    'total * period >= sum (spent) / 2'

ok "recursion runs" sampled 2 "$kinds" recursive 40
holds "a function that calls itself has the samples of all depths" \
    'alike ("down", "work<3>", "work<2>")'
finish
