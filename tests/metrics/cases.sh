#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What the summary says of counts as processors of today would give them.
. "${srcdir:-.}/tests/run/lib.sh"

[ "$sanitizer" != thread ] ||
    skip_all "ThreadSanitizer has a thread of its own on every rank"

# total METRIC: its value for the job, and its rating.
total () {
    "${HPM_PYTHON:-/usr/bin/python3}" -c '
import csv, sys
for row in csv.DictReader (open ("case.csv", newline="")):
    if row["what"] == "metric" and row["name"] == sys.argv[1]:
        value = row["total"] and "%.9g" % float (row["total"])
        print (value, row["rating"])' "$1" | sed 's/ *$//'
}

run_case () {
    STUB_COUNTS=$counts
    export STUB_COUNTS
    flags="--mpi=off --backend=$stub -g $group"
    rm -f case.h5
    ok "$name: the run ends well" counted 1 case.h5 "$programs/ordinary" rated
    "$hpmagg" --format=csv --metrics case.h5 >case.csv
}

name='' ready=''
while read -r word rest; do
    case $word in
        case) name=$rest group='' counts='' ready='' ;;
        group) group=$rest ;;
        counts) counts="$counts $rest" ;;
        says | none)
            [ "$ready" ] || run_case
            ready=1
            metric=${rest%% *}
            value=${rest#"$metric"}
            [ "$word" = says ] || value=
            value=${value# }
            is "$(total "$metric")" "$value" "$name: $metric is ${value:-without a value}" ;;
    esac
done <"$source_folder/tests/metrics/cases.table"

# What people look for first: a rate of floating-point operations, or why not.
missing="no FP rate (MFLOPS): floating-point operations were not counted"
flags="--mpi=off --backend=$stub"
unset STUB_COUNTS
ok "a run without floating-point operations" \
    counted 1 none.h5 "$programs/ordinary" compute
has stderr "$missing" "says so, though nobody asked"
"$hpmagg" none.h5 >text 2>&1
has text "$missing" "hpmagg shows the same"
STUB_COUNTS="PAPI_FP_OPS=1000000"
export STUB_COUNTS
ok "a run with floating-point operations" \
    counted 1 some.h5 "$programs/ordinary" compute
is "$(grep -c "no FP rate" stderr)" 0 "has nothing to say about it"
flags="--mpi=off --backend=$stub -e PAPI_TOT_INS"
ok "a run of other events" counted 1 other.h5 "$programs/ordinary" compute
is "$(grep -c "no FP rate" stderr)" 0 "does not miss what it did not ask for"
finish
