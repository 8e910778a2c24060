#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Event names are looked at before the program starts.
. "${srcdir:-.}/tests/wrapper/lib.sh"

refuses 2 "unknown event PAPI_TOT_INZ; did you mean PAPI_TOT_INS or PAPI_TOT_CYC?" \
    -e PAPI_TOT_INZ touch started
refuses 2 "unknown event os::WAL_TIME; did you mean os::WALL_TIME, os::WAIT_TIME or os::CPU_TIME?" \
    -e PAPI_TOT_INS,os::WAL_TIME touch started
refuses 2 "unknown event perf::PAGEFAULTS; did you mean perf::PAGE-FAULTS or perf::MAJOR-FAULTS?" \
    -e perf::PAGEFAULTS touch started
refuses 2 "unknown event :::x; see hpmrun --list=events" -e :::x touch started
refuses 2 "unknown event net:::; see hpmrun --list=events" -e net::: touch started
refuses 2 "unknown event qwertz; see hpmrun --list=events" \
    -e qwertz touch started
run -e PAPI_TOT_INS,,PAPI_TOT_CYC touch started
is "$status" 2 "an empty name is an error"
TEST_BACKEND=closed refuses 2 \
    "unknown event os::NONE; see hpmrun --list=events" \
    -e os::NONE touch started

# accepts EVENTS CLAIM: the program runs and nothing is said.
accepts () {
    run -e "$1" echo ran
    ok "$2" test "$status:$(cat out):$(cat err)" = "0:ran:" || cat err
}
accepts PAPI_TOT_INS,PAPI_TOT_CYC "events of the backend"
accepts os::WALL_TIME,perf::PAGE-FAULTS,perf::CPU-CLOCK "counters of the system"
accepts sde:::solver::FLOP "events that only the program knows"

# warns TEXT EVENTS [FLAG]: the program runs, with this warning.
warns () {
    run -e "$2" ${3+"$3"} echo ran
    is "$status:$(cat out)" 0:ran "$1: it does not stop the program"
    has err "hpmrun: $1" "$1: it is warned about"
}
warns "PAPI_FP_OPS will not be counted, because this processor or PAPI does not offer it" \
    PAPI_TOT_INS,PAPI_FP_OPS
warns "fake::FORBIDDEN will not be counted, because the kernel forbids it" \
    fake::FORBIDDEN
export TEST_BACKEND=no-pmu
warns "PAPI_TOT_INS, PAPI_TOT_CYC will not be counted, because this machine shows no hardware counters" \
    PAPI_TOT_INS,os::WALL_TIME,PAPI_TOT_CYC
is "$(wc -l <err)" 1 "there is one line for one reason"
export TEST_BACKEND=closed
warns "PAPI_TOT_INS will not be counted, because the program brings another version of PAPI" \
    PAPI_TOT_INS
unset TEST_BACKEND
in_case "no PMU"
TEST_BACKEND=no-pmu refuses 2 \
    "unknown event PAPI_TOT_INZ; did you mean PAPI_TOT_INS or PAPI_TOT_CYC?" \
    -e PAPI_TOT_INZ touch started
in_case
warns "fake::FORBIDDEN:u=1:k will not be counted" fake::FORBIDDEN:u=1:k
warns "PAPI_TOT_INS will not be counted, because there is no backend" \
    PAPI_TOT_INS --backend=none
cp -r "$stage" own
rm "own$pkglibdir/papi.so"
hpmrun=$work/own$bindir/hpmrun
warns "PAPI_TOT_INS will not be counted, because PAPI could not be loaded" \
    PAPI_TOT_INS
has err "papi.so: cannot open shared object file" "with what the system says"
hpmrun=$stage$bindir/hpmrun
refuses 2 "cannot load the backend: ./nofile: cannot open shared object file: No such file or directory" \
    --backend=./nofile touch started
refuses 2 "cannot load the backend: $library: undefined symbol: hpm_backend" \
    --backend="$library" --check
: >names.txt
refuses 2 "names.txt is a file: --events takes names of events, separated by commas" \
    -e names.txt touch started
refuses 2 "./names.txt is a file: --events takes names of events, separated by commas" \
    -e ./names.txt touch started

# Events that do not fit beside one another.
export TEST_BACKEND=few
beside="there are not enough counters for all events at once:"
ways="count them in turn (-a), on different ranks (--rotate=ranks), or in several runs"
refuses 2 "$beside fake::C beside fake::A, fake::B; $ways: -e fake::A,fake::B, -e fake::C" \
    -e fake::A,fake::B,fake::C touch started
refuses 2 "$beside fake::B, fake::C, PAPI_TOT_INS beside PAPI_TOT_CYC, fake::A; $ways: -e PAPI_TOT_CYC,fake::A, -e fake::B,fake::C, -e PAPI_TOT_INS" \
    -e PAPI_TOT_CYC,fake::A,os::WALL_TIME,fake::B,fake::C,PAPI_TOT_INS touch started
OMPI_COMM_WORLD_RANK=1 run -e fake::A,fake::B,fake::C touch started
is "$status:$(cat out err)" 2: "another rank ends alike, silently"
accepts fake::A,fake::B,perf::PAGE-FAULTS "events that fit"
run echo ran
is "$status:$(cat out err)" 0:ran "default events are never an error"
warns "fake::HELD will not be counted, because the other events already take" \
    fake::A,fake::HELD
run -a -e fake::A,fake::B,fake::C echo ran
is "$status:$(cat out)" 0:ran "with -a they take turns"
export OMPI_COMM_WORLD_SIZE=2 TEST_BACKEND=fixed
run --rotate=ranks -e fake::A,fake::B echo ran
is "$status:$(cat out err)" 0:ran "two groups for two ranks" || cat err
refuses 2 "3 groups of events for 2 ranks: nobody would count fake::C" \
    --rotate=ranks -e fake::A,fake::B,fake::C touch started
unset OMPI_COMM_WORLD_SIZE
refuses 2 "--multiplex and --rotate=ranks exclude each other: choose one" \
    -a --rotate=ranks touch started
unset TEST_BACKEND
finish
