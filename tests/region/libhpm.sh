#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Sources that are marked with libhpm, on counts that they know, in C and Fortran.
. "${srcdir:-.}/tests/region/programs.sh"

HPM_EVENTS=work::DONE,work::TWICE,work::NONE
export HPM_EVENTS
ok "a program runs without hpmrun, and has the time" \
    alone 2 "$programs/libhpm" ALONE
ok "what it reads is right" says_right
unset HPM_EVENTS
flags="--summary=none --backend=$work_backend
       --events=work::DONE,work::TWICE,work::NONE"
ok "it runs under hpmrun" run c 2 "$programs/libhpm" COUNTED
ok "time and counts that it reads are right" says_right
ok "a section has file and line" rows c \
    'of("outer call (1)")["file"].endswith("libhpm.c") and of("outer call (1)")["line"] > 0'
ok "sections nest as they are started" rows c \
    'of("outer call (1)")["work::DONE"] == 340 and of("outer call (1)/computing meaning of life (2)")["work::DONE"] == 140'
ok "the first label of an id holds" rows c \
    'not [p for p in paths if "another label" in p] and of("outer call (1)/computing meaning of life (2)")["entries"] == 20'
ok "a deviation is that of the entries, and not of a sample of them" rows c \
    'of("outer call (1)")["entries"] == 2 and abs(of("outer call (1)")["stddev_s"] * 2 - (of("outer call (1)")["max_s"] - of("outer call (1)")["min_s"])) < 2e-9'
ok "sections of threads are counted in these" rows c \
    'all(of(f"shared work ({i})")["entries"] == 6 and of(f"shared work ({i})")["work::DONE"] == 6 * i for i in (31, 32))'
ok "there are more than 100" rows c \
    'sum("one of many" in p for p in paths) == 500 and all(of(p)["work::DONE"] == 2 for p in paths if "one of many" in p)'
ok "any id is one" rows c 'of("section (-5)")["work::DONE"] == 8'
ok "a section whose outer one is stopped first ends with it" rows c \
    'of("outer, stopped first (8)/inner, stopped last (9)")["unended"] == 2'
ok "nothing is nested in what was stopped" rows c \
    'of("by a plain call (10)")["work::DONE"] == 16 and of("by a plain call (10)")["line"] == ""'
ok "a section begun before MPI_Init counts from there" rows c \
    'of("before MPI_Init (3)")["work::DONE"] == 2000'
ok "one that is never stopped counts to the end, without hpmTerminate" rows c \
    'of("never stopped (4)")["work::DONE"] == 22 and of("never stopped (4)")["unended"] == 2'

in_case "marks of a signal handler within others"
"$hpmrun" -o within.h5 --summary=none --backend=none "$programs/within"
"$hpmagg" within.h5 >told
is "$(grep "dropped" told)" \
    "  dropped, since signal handlers made them within others: 2 marks" \
    "the summary tells how many were dropped, once"
json within.h5 --per=region
is "$(jq -c '[.run.dropped_marks, ([.region[] | [.region, .entries, .unended, .stray]] | sort)]' \
    within.h5.json)" '[2,[["in the handler (1)",2,0,0],["interrupted (2)",1,0,0]]]' \
    "JSON tells it, too, and all others are counted"
"$programs/within"
is "$(sed -n 's/^dropped in signal handlers *//p' perfhpm*)" 2 \
    "without hpmrun the file of sections tells it"
rm -f perfhpm*

in_case "page faults are named"
flags="--summary=none --backend=$work_backend --events=os::MINOR_FAULTS,work::DONE"
ok "it runs under hpmrun" run faults 1 "$programs/libhpm" FAULTS
ok "it reads them behind the counts of the source" says_right
in_case ""
flags="--summary=none --backend=$work_backend
       --events=work::DONE,work::TWICE,work::NONE"

if there_is libhpm_fortran; then
    ok "a program in Fortran's fixed form runs without hpmrun" \
    alone 1 "$programs/libhpm_fortran"
    ok "it runs under hpmrun, too" run f 2 "$programs/libhpm_fortran"
    ok "it reads counts since f_hpminit" grep -q '^ *count *124$' stdout
    ok "its two names tell the same" not grep -q 'differ\|sensible' stdout
    ok "its labels lose the blanks at their end" rows f \
        'of("Do Loop (1)")["work::DONE"] == 230 and of("Do Loop (1)")["line"] == 15'
    ok "its lines are told" rows f \
        'of("Do Loop (1)/computing meaning of life, in 72 columns (5)")["line"] == 18'
    ok "integers of 8 bytes are taken" rows f \
        'of("IN CAPITALS (6)")["work::DONE"] == 18 and of("IN CAPITALS (6)")["unended"] == 0'
else
    skip "marks of Fortran are counted" "there is no Fortran"
fi

if there_is hpm_module; then
    ok "a program that uses the module hpm runs" run m 2 "$programs/hpm_module"
    ok "its labels lose the blanks at their end, too" rows m \
        'of("padded with blanks")["entries"] == 2 and of("padded with blanks")["work::DONE"] == 2006'
    ok "a handle counts" rows m \
        'of("padded with blanks/hot place")["entries"] == 2000 and of("padded with blanks/hot place")["work::DONE"] == 2000'
    ok "the preprocessor tells where it stands" rows m \
        'of("padded with blanks/hot place")["file"].endswith("hpm_module.F90") and of("padded with blanks/hot place")["line"] == 16'
    ok "an end without a label ends the innermost" rows m \
        'of("innermost")["work::DONE"] == 10 and of("innermost")["unended"] == 0'
else
    skip "the module for Fortran counts" "there is no Fortran"
fi
finish
