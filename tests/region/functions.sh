#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Functions of programs that are built with -finstrument-functions.
. "${srcdir:-.}/tests/region/programs.sh"

base="--summary=none --backend=$work_backend --events=work::DONE"
flags=$base
ok "a program runs without a list" run none 1 "$programs/functions" 10
ok "it has no regions then" rows none 'not paths'
flags="$base --functions=kernel_*,recurse,catch_jump,jump"
ok "it runs with a list of names and patterns" run c 2 "$programs/functions" 10
ok "functions nest as they are called" rows c \
    'of("kernel_outer")["entries"] == 28 and of("kernel_outer/kernel_inner")["entries"] == 56'
ok "one that is not exported counts, and what it calls" rows c \
    'of("kernel_outer/kernel_inner")["work::DONE"] == 56 * 11 and of("kernel_outer")["work::DONE"] == 28 * 27'
ok "functions that are not listed are none" rows c \
    'not [p for p in paths if "small" in p or "main" in p or "worker" in p]'
ok "one that calls itself is a region in itself" rows c \
    'of("recurse")["work::DONE"] == 16 and of("recurse/recurse/recurse/recurse")["work::DONE"] == 4'
ok "one that is left by longjmp ends with the one around it" rows c \
    'of("catch_jump/jump")["unended"] == 6 and of("catch_jump")["unended"] == 0'
ok "functions of all threads count" rows c 'of("kernel_outer")["threads"] == 10'
flags="$base --functions=jump,recurse,roomy,inside"
ok "it runs where nothing is around what longjmp leaves" run jumps 1 "$programs/functions" 10
ok "one that is left by longjmp ends before the next, and is around none" rows jumps \
    'of("jump")["entries"] == 3 and of("jump")["work::DONE"] == 9 and of("recurse")["entries"] == 1 and len(paths) == 7'
ok "one with a large frame is around what it calls" rows jumps \
    'of("roomy/inside")["entries"] == 1 and of("roomy")["work::DONE"] == 1'
flags="$base --functions=*"
ok "it runs with all functions" run all 1 "$programs/functions" 10
ok "main is around them, from when counting began" rows all \
    'of("main/kernel_outer/kernel_inner/small")["entries"] == 20 and of("main")["entries"] == 1'
ok "threads begin with theirs" rows all 'of("worker")["entries"] == 4'
strip -o stripped "$programs/functions"
ok "it runs without a symbol table" run stripped 1 ./stripped 10
ok "functions that are exported are known" rows stripped \
    'of("main/kernel_outer")["entries"] == 10'

in_case "a list in which nothing is"
flags="$base --functions=solve,kernels_*"
ok "the program runs" run nothing 2 "$programs/functions" 10
is "$(cat stderr)" "hpmmpi: --functions: of the program's functions none is named 'solve,kernels_*'" \
    "one rank says once that none is named so"
ok "one whose functions are not known to the compiler's calls runs" \
    counted 2 plain.h5 "$top/tests/region/uneven"
is "$(cat stderr)" "hpmmpi: --functions: no function was called that was built with -finstrument-functions" \
    "that is said of it"
in_case "C++"
if there_is functions_cxx; then
    flags="$base --functions=solver::*"
    ok "a program of C++ runs" run cxx 1 "$programs/functions_cxx"
    ok "names are those of the source" rows cxx \
        'of("solver::step(int)")["entries"] == 5 and of("solver::step(double)")["entries"] == 2'
    ok "one that an exception leaves has ended" rows cxx \
        'of("solver::fail(int)")["entries"] == 1 and of("solver::fail(int)")["unended"] == 0 and of("solver::fail(int)/solver::step(int)")["entries"] == 1'
    flags="$base --functions=solver::twice,solver::grid::relax"
    ok "it runs with a list of templates" run templates 1 "$programs/functions_cxx"
    ok "templates are known by their names" rows templates \
        'of("int solver::twice<int>(int)")["entries"] == 2 and of("solver::grid<double>::relax(double)")["entries"] == 1 and len(paths) == 2'
    is "$(cat stderr)" "" "nothing is said where some are known"
    flags="$base --functions=solver::twice<*>,solver::grid<double>::*"
    ok "it runs with a list of their arguments" run arguments 1 "$programs/functions_cxx"
    ok "they are known with the arguments of the template, too" rows arguments 'len(paths) == 2'
else
    skip "functions of C++ are known" "there is no C++"
fi
finish
