#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Sources that count with libperfex, on counts that they know, in C and Fortran.
. "${srcdir:-.}/tests/region/programs.sh"

ok "a program runs without hpmrun, where nothing can be counted" \
    alone 1 "$programs/perfex" ALONE
ok "that is what it is told" says_right
flags="--summary=none --backend=$work_backend --events=PAPI_TOT_INS,PAPI_TOT_CYC"
cat >table <<'EOF'
clock 1000 MHz
cost PAPI_TOT_CYC 1 2 3 clks
cost PAPI_L2_DCM 10 40 100 nsec
EOF
ok "it runs under hpmrun" run c 2 "$programs/perfex" COUNTED "$PWD/table"
ok "what it reads is right" says_right
ok "counts are printed on stderr" grep -q '^ 0 Cycles  *2000$' stderr
ok "costs are those of the table, and the most costly event is the first" sh -c '
    grep -A1 "^Costs for 1000 MHz" stderr |
        grep -q "^26 Secondary data cache misses  *500000  *0.020000  *0.005000  *0.050000$" &&
        grep -q "^ 0 Cycles  *2000  *0.000004  *0.000002  *0.000006$" stderr'
ok "what it counts is a region" rows c \
    'of("start_counters (0, 17)")["entries"] == 10 and of("start_counters (0, 17)")["PAPI_TOT_INS"] == 2 * (1 + 2 + 3 + 50 + 4)'

if there_is perfex_fortran; then
    ok "a program in Fortran runs without hpmrun" \
    alone 1 "$programs/perfex_fortran"
    ok "it is told that nothing is counted" grep -q '^ *counts *-1 *-1$' stdout
    ok "it runs under hpmrun, too" run f 1 "$programs/perfex_fortran"
    ok "what it counts in Fortran is right" grep -q '^ *counts *42 *21$' stdout
    ok "nothing is wrong with it" not grep -q 'differ\|not' stdout
    export T5_EVENT0=17 T5_EVENT1=0
    ok "it runs with other events in the environment" run e 1 "$programs/perfex_fortran"
    ok "it gets these" grep -q '^ *counts *21 *42$' stdout
    unset T5_EVENT0 T5_EVENT1
else
    skip "marks of Fortran are counted" "there is no Fortran"
fi
finish
