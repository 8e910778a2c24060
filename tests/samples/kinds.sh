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

ok "a program of templates runs" sampled 2 "$kinds" template 40
holds "each instance of a template has its share" \
    'alike ("work<5>", "work<3>", "work<2>")'
holds "its name is as in the source" 'rows[0]["routine"].startswith ("kinds::work<")'

ok "a program of methods runs" sampled 2 "$kinds" method 40
holds "methods of one name in several classes are told apart" \
    'alike ("heavy<a_type_with_a_name_that_is_long>::apply", "kinds::middle::apply", "light::apply")'
holds "one of a class without external name says so" \
    'has ("(anonymous namespace)::light::apply") > 0'
COLUMNS=200 "$hpmagg" --per=routine run.h5 >shown
"$hpmagg" --per=routine run.h5 | sed '1,/^$/d' >fitted
ok "a table of functions with long names has room on 80 columns" \
    awk 'length > 80 { wide++ } /^kinds::heavy</ { names++ } END { exit wide || !names }' fitted ||
    say "$(cat fitted)"
has fitted "no room for: " "it is told which columns have none beside long names"
ok "a long name is cut in the middle for people" \
    grep -Eq '^kinds::heavy<[a-z_]*[.][.][a-z_]*>::apply  ' shown

ok "a program of OpenMP runs" sampled 2 "$kinds" openmp 15
holds "each loop has its share, of all threads" \
    'alike ("loop_five", "loop_three", "loop_two")'
holds "samples of threads stand for their time" \
    'total * period >= sum (spent) / 2'

ok "a program of recursion runs" sampled 2 "$kinds" recursive 40
holds "a function that calls itself has the samples of all depths" \
    'alike ("down", "work<3>", "work<2>")'
finish
