#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What is counted in the regions that a program marks is what it did in them.
. "${srcdir:-.}/tests/run/lib.sh"

programs=$top/tests/region
backend=$top/tests/calls/work_backend.so
check="python3 $source_folder/tests/region/check.py"
known="--summary=none --backend=$backend --events=work::DONE,work::TWICE"

# ThreadSanitizer takes a hundred times as long for a mark.
[ "$sanitizer" != thread ] || export MARKED_HOT=20000

# regions FILE: what hpmagg tells of them, in FILE.json.
regions () {
    json "$1" --per=region
}

# as_known RANKS MODE PROGRAM: all that it marks has its entries and its work.
as_known () {
    flags="$known --mpi=$2"
    ok "a marked program runs" counted "$1" known.h5 "$programs/$3" || return
    is "$(cat stderr)" "" "nothing is said of its marks while it runs"
    regions known.h5
    ok "its regions are those that it marked" $check known.h5.json "$1" mpi
    rm -f known.h5
}

for ranks in 1 2 4; do
    in_case "$ranks ranks"
    as_known $ranks off marked
done
is "$(jq '[.region[] | select (.mpi_s != null)] | length' known.h5.json)" 0 \
    "time in MPI is not known where no call was timed"
in_case "--mpi=time"
as_known 1 time marked
is "$(jq '[.region[] | select (.region == "early/call") | .mpi_s > 0 and .mpi_s <= .time_s] == [true]' \
    known.h5.json)" true "time in MPI is known of a region with a call"
is "$(jq '[.region[] | select (.region == "solve") | .mpi_s] == [0]' known.h5.json)" \
    true "there is none in a region without"
in_case "--mpi=split"
as_known 3 split marked
in_case "linked with the archive"
as_known 2 time marked-archive

in_case "no source of counts"
flags="--summary=none --backend=none"
ok "a marked program runs" counted 2 none.h5 "$programs/marked"
regions none.h5
ok "its regions have their entries and times" $check none.h5.json 2 none

in_case "without MPI"
# shellcheck disable=SC2086
ok "a marked program runs" "$hpmrun" -o plain.h5 $known "$programs/marked-plain"
regions plain.h5
ok "its regions are those that it marked" $check plain.h5.json 1 plain

in_case "what pkg-config names"
if command -v pkg-config >/dev/null; then
    stage=$top/tests/run/stage
    # tells WHAT...: of the staged installation, without its root.
    tells () {
        PKG_CONFIG_PATH=$stage$libdir/pkgconfig pkg-config "$@"
    }
    # shellcheck disable=SC2046
    set -- $(tells --keep-system-cflags --keep-system-libs --cflags --libs hpm)
    is "$#" 3 "folders of the header and of the library, and its name"
    ok "hpm.h is there" test -f "$stage${1#-I}/hpm.h"
    ok "libhpm is there" test -f "$stage${2#-L}/libhpm.so"
    is "$3" -lhpm "it is named"
    ok "the module's source is there" test -f "$stage$(tells --variable=includedir hpmmpi)/hpm.f90"
else
    skip "what it names is there" "there is no pkg-config"
fi

in_case "without hpmrun"
for program in marked-plain marked-off; do
    ok "$program runs" "$programs/$program"
done
ok "a program that is linked with the archive runs" launch 1 "$programs/marked-archive"
is "$(find . -name "*stream*")" "" "it leaves nothing behind"

in_case "OpenMP"
if [ "$sanitizer" = thread ]; then
    skip "a marked team is counted" "its run-time library is not instrumented"
else
    # shellcheck disable=SC2086
    ok "a marked team runs" "$hpmrun" -o team.h5 $known "$programs/team"
    regions team.h5
    is "$(jq -c '[.region[] | [.region, .entries, .counts."work::DONE", .threads]] | sort' team.h5.json)" \
        '[["all",1,100,1],["all/team",100,100,1],["team",300,900,3]]' \
        "each of its threads has regions of its own"
fi

in_case "C++"
if [ -x "$programs/scoped" ]; then
    ok "a program whose scopes are regions runs" "$hpmrun" -o scoped.h5 \
        --summary=none --backend=none "$programs/scoped"
    regions scoped.h5
    is "$(jq -c '[.region[] | [.region, .entries, .unended, .stray]] | sort' scoped.h5.json)" \
        '[["outer",3,0,0],["outer/named",6,0,0],["outer/thrown",3,0,0],["text",1,0,0]]' \
        "an exception ends them, too"
    "$hpmagg" --per=region scoped.h5 >scoped
    ok "the table says where marks stand" grep -qE '^outer +3 +scoped.cc:[0-9]+ ' scoped
    is "$(jq -r '.region[] | select (.region == "outer") | .file' scoped.h5.json | sed 's|.*/||')" \
        scoped.cc "they have the file of their place"
else
    skip "scopes are regions" "there is no compiler of C++"
fi

in_case "what is shown"
# shellcheck disable=SC2086
"$hpmrun" -o shown.h5 $known "$programs/marked-plain" >said 2>&1
"$hpmagg" shown.h5 >summary
"$hpmagg" --per=region --format=json shown.h5 >shown.json
shown="python3 $source_folder/tests/region/shown.py"
ok "the summary has the tree" $shown tree summary shown.json
ok "it says how many more regions there are, and what is in them" \
    grep -qE '^  and 1[0-9]{4} more, of [0-9.]+ [mun]?s themselves: hpmagg --per=region [^ ]+$' summary
# region_names COLUMNS: the regions that the summary has on a screen of so many.
region_names () {
    COLUMNS=$1 "$hpmagg" shown.h5 | awk '/^region / { shown = 1; next } /^(  and .*)?$/ { shown = 0 } shown { print $1 }'
}
is "$(region_names 50)" "$(region_names 120)" "on 50 columns regions have their whole names"
ok "it says where marks took most of the time" $shown cost summary shown.json
has summary "entries never ended: gone (marked.c:78) and others" "it says once which marks have no end, and where they are"
has summary "ends without a beginning: " "it says that ends have no beginning"
"$hpmagg" --per=region --format=csv shown.h5 >csv
is "$(jq '[.region[] | select (.region == "hot") | .cost_s > 0 and .time_s >= 0] == [true]' \
    known.h5.json)" true "what marks cost is told"
ok "CSV has a row for each region" test "$(wc -l <csv)" -gt 10300
"$hpmagg" --per=region --sort=work::DONE --format=csv shown.h5 >sorted
is "$(sed -n 's/^\([a-z]*\),.*/\1/p' sorted | sed -n 2p)" labels \
    "--per=region sorts by an event"

"$hpmagg" --per=region-rank shown.h5 >ranks 2>told
is $? 2 "regions of ranks are refused where there are too many"
is "$(cat ranks)" "" "nothing is printed then"
ok "it is said how many there are, and what else to do" \
    grep -qxE 'hpmagg: shown.h5: 1[0-9]{4} regions: .* kept of up to 512; --per=region has them over all ranks' told

in_case "--start=paused"
ok "a marked program runs" "$hpmrun" -o paused.h5 --summary=none --backend=none \
    --start=paused "$programs/marked-plain"
ok "the file is read" "$hpmagg" paused.h5
finish
