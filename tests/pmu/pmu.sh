#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Counts of a real PMU, that of an emulated arm64 machine, against loops of
# known length.  `make check-pmu` runs it; PMU_GUEST_DIR (default: in the build
# tree) keeps the guest from one time to the next.
# Measures: counts of part of the time, within thrice their errors.
. "${srcdir:-.}/tests/run/lib.sh"

here=$source_folder/tests/pmu
guest=${PMU_GUEST_DIR:-$top/tests/pmu/guest}
share=$top/tests/pmu/share

for tool in qemu-system-aarch64 aarch64-linux-gnu-gcc; do
    command -v $tool >/dev/null ||
        skip_all "$tool is missing (Debian: qemu-system-arm," \
            "gcc-aarch64-linux-gnu)"
done
if [ ! -e "$guest/complete" ]; then
    [ "$(id -u)" = 0 ] || skip_all "building the guest takes root"
    command -v mmdebstrap >/dev/null || skip_all "mmdebstrap is missing"
    ok "the guest is built" "$here/guest-build" "$guest" || finish
fi
if [ ! -e "$share/built" ]; then
    ok "hpmmpi is built for the guest" \
        "$here/cross-build" "$source_folder" "$guest" "$share" || finish
    : >"$share/built"
fi
cp "$here/in-guest" "$share/"
ok "the guest runs the programs" \
    "$here/guest-run" -t 1500 "$guest" "$share" sh /work/in-guest || finish
cd "$share/results" || finish

# ended NAME: the run ended well and left a result.
ended () {
    is "$(cat "$1.status")" 0 "$1: its exit status is 0"
    ok "$1: hpmagg prints JSON" json "$1.h5" --per=thread && return
    say "$(cat "$1.err")"
    return 1
}

# first_of NAME COMMAND...: which of three runs it holds of first, or the last: what
# chance of a busy machine refutes once or twice (tests/again.sh).  Each further run has
# a guest of its own, which starts in less time than all that one did.
first_of () {
    base=$1
    shift
    for name in "$base" "$base-2" "$base-3"; do
        [ "$name" = "$base" ] || "$here/guest-run" -t 300 "$guest" "$share" \
            sh /work/in-guest "$base" "$name"
        json "$name.h5" --per=thread >first.said 2>&1 && "$@" "$name" >>first.said 2>&1 &&
            break
        echo "TRIED AGAIN: tests/pmu/pmu.sh $name" >&2
        sed "s/^/# tried again: $name: /" first.said
    done
}
hybrid_holds () {
    for event in PAPI_TOT_INS PAPI_TOT_CYC; do
        $known loops "$1.h5.json" $event 1000000 || return
    done
}

# Within 1,000 of two instructions a turn, a cycle each (-icount shift=0):
# of the thread of number k on rank r, length (r + 1) (k + 1) turns.
for run in single:10000000 ranks:3000000 threads:2000000 hybrid:1000000 \
    early:1000000 four:1000000; do
    name=${run%:*}
    [ "$name" != hybrid ] || first_of hybrid hybrid_holds
    ended "$name" || continue
    for event in PAPI_TOT_INS PAPI_TOT_CYC; do
        ok "$name: $event is exact" $known quality $name.h5.json $event exact
        ok "$name: $event within 1,000 of the known value on every thread" \
            $known loops $name.h5.json $event ${run#*:}
    done
done

ended timed || finish
ok "timed: the wrappers take less than 20,000 instructions of their own" \
    $known value timed.h5.json '0 <= of ("PAPI_TOT_INS") - 20000000 < 20000'

# 100,000 calls: what timing them adds, against the run without.  A call of nothing,
# by which it is measured, hands on no arguments: 13 instructions of 124 less.
if ended calls-plain && ended calls; then
    plain=$(python3 -c 'import json, sys
print(next(e["total"] for e in json.load(open(sys.argv[1]))["events"]
           if e["name"] == "PAPI_TOT_INS"))' calls-plain.h5.json)
    ok "calls: the file tells what timing calls added to instructions, but for a fifth" \
        $known value calls.h5.json "0.8 * (of ('PAPI_TOT_INS') - $plain)
            < event ('PAPI_TOT_INS')['added'] <= of ('PAPI_TOT_INS') - $plain"
    ok "calls: the summary says that counts hold it" grep -q \
        'counts hold what timing calls took: .* % of PAPI_TOT' calls.err
    ok "calls: nothing was added where calls are not timed" $known value \
        calls-plain.h5.json "'added' not in event ('PAPI_TOT_INS')"
fi

ended default || finish
ok "the default events feed IPC" $known value default.h5.json \
    'any ("ipc" in m["name"].lower () and m.get ("mean") for m in
    data["metrics"])'

# Instructions and cycles are all that the emulated PMU counts; each other
# event either finds no counter left or one that never moves.
is "$(cat refused.status)" 2 "refused: one event more than there are counters"
ok "refused: with a split" grep -q \
    "PAPI_SR_INS beside PAPI_TOT_INS, .*: -e PAPI_TOT_INS,.*L2_DCM, -e PAPI_LD_INS,PAPI_SR_INS$" \
    refused.err
ended eight || finish
for event in PAPI_TOT_INS PAPI_TOT_CYC; do
    ok "eight: $event is exact" $known quality eight.h5.json $event exact
done
for event in PAPI_L1_DCM PAPI_L1_ICM PAPI_BR_MSP PAPI_L2_DCM PAPI_LD_INS; do
    ok "eight: $event is unavailable, and no 0" \
        $known quality eight.h5.json $event unavailable
done
ok "eight: the last event finds no counter, and says so" \
    $known quality eight.h5.json PAPI_SR_INS unavailable "other events"

# A scaled total is within the error stated for its coverage.
near () {
    if "${HPM_PYTHON:-/usr/bin/python3}" -c "import h5py" 2>/dev/null; then
        ok "$1: $2 is within thrice its error of $3" \
            "${HPM_PYTHON:-/usr/bin/python3}" "$here/scaled.py" "$1.h5" "$2" "$3"
    else
        skip "$1: $2 within its error" "there is no h5py"
    fi
}

# Ten events on six counters, in turn.  100,000,000 turns.
ended ten || finish
for event in PAPI_TOT_INS perf::CYCLES perf::INSTRUCTIONS; do
    ok "ten: $event is scaled" $known quality ten.h5.json $event scaled
    near ten $event 200000000
done
for event in PAPI_L1_DCM PAPI_BR_MSP PAPI_LD_INS PAPI_SR_INS PAPI_FP_INS; do
    ok "ten: $event is unavailable, and no 0" \
        $known quality ten.h5.json $event unavailable "never moves"
done

# The same on four ranks: 10,000,000 turns, twice, three and four times as many.
ended tens || finish
for event in PAPI_TOT_INS perf::CYCLES perf::INSTRUCTIONS; do
    ok "tens: $event is scaled" $known quality tens.h5.json $event scaled
    near tens $event 200000000
done

# The same events, each on some of the ranks, which do 3,000,000 turns each.
ended rotate || finish
ok "rotate: hpmagg prints JSON by rank" json rotate.h5 --per=rank
for event in PAPI_TOT_INS PAPI_TOT_CYC; do
    ok "rotate: $event is exact on all ranks" \
        $known quality rotate.h5.json $event exact
done
for event in perf::CYCLES perf::INSTRUCTIONS; do
    ok "rotate: $event is counted on some of the ranks" $known value \
        rotate.h5.json "0 < event ('$event')['values'] < 4
        and event ('$event')['projected']"
    ok "rotate: $event is right where it was counted" $known value \
        rotate.h5.json "all (0 <= c - 6000000 <= 1000 for c in
        (count_of (r, '$event') for r in rows ('rank')) if c is not None)"
    ok "rotate: $event is projected to all ranks" $known value \
        rotate.h5.json "0 <= of ('$event') - 24000000 <= 4000"
done

# counted NAME LENGTH: each number the program printed is two a turn, and
# less than 1,000 more.
counted () {
    ok "$1: the program's own counts are right: $(cat "$1.out")" \
        awk -v n="$2" '
            { for (i = 1; i <= NF; i++)
                if ($i != "-" && !($i >= 2 * n && $i < 2 * n + 1000)) bad = 1 }
            END { exit bad || NR != 1 || NF != 4 }' "$1.out"
}
# Regions of 2,000 instructions, entered 1,000 times, but for what empty ones
# have: within ten instructions an entry.
rows () {
    python3 "$source_folder/tests/region/rows.py" regions.csv "$1"
}
section () {
    python3 "$source_folder/tests/region/own.py" perfhpm3.* "$1"
}
# perfex NAME: counts of 1,000,000 turns.
perfex () {
    ok "$1: what libperfex counts is right: $(cat "$1.out")" \
        awk '{ for (i = 1; i <= 2; i++) if (!($i >= 2e6 && $i < 2e6 + 2000)) bad = 1 }
            END { exit bad || NR != 1 || NF != 2 }' "$1.out"
}
if ended regions; then
    "$hpmagg" --per=region --format=csv regions.h5 >regions.csv
    ok "regions: a region entered 1,000 times has its instructions" rows \
        'abs(of("outer/inner")["PAPI_TOT_INS"] - of("outer/empty")["PAPI_TOT_INS"] - 2e6) <= 1e4'
    ok "regions: what marks take themselves is less than 1,000 instructions" rows \
        '0 <= of("outer/empty")["PAPI_TOT_INS"] < 1e6'
    ok "regions: threads have theirs" rows \
        'abs(of("in a thread (1)")["PAPI_TOT_INS"] * 2 - of("empty (9)")["PAPI_TOT_INS"] - 4e6) <= 3e4
            and abs(of("in a thread (2)")["PAPI_TOT_INS"] * 2 - of("empty (9)")["PAPI_TOT_INS"] - 8e6) <= 3e4'
    perfex regions
fi
# nested NAME KIND: regions of that kind have what they executed.
nested () {
    python3 "$here/nested.py" "$1.csv" "$2"
}
nested_holds () {
    "$hpmagg" --per=region --format=csv "$1.h5" >"$1.csv" || return
    for kind in single around recursive; do nested "$1" $kind || return; done
}
first_of nested nested_holds
for name in "$name" nested-split; do
    ended "$name" || continue
    "$hpmagg" --per=region --format=csv $name.h5 >$name.csv
    ok "$name: regions of each thread are exact to the instruction" \
        nested $name single
    ok "$name: so is what regions do around others, but for the calls of marks" \
        nested $name around
    ok "$name: so is each depth of a region within itself" nested $name recursive
done
ok "nested-split: what is done in a function that MPI calls is inside MPI, exactly" \
    nested nested-split inside
ended regions-other && perfex regions-other
perfex regions-alone
ok "regions-alone: libhpm counts by itself" section \
    'abs(int(of(1)["PAPI_TOT_INS"]) * 2 - int(of(9)["PAPI_TOT_INS"]) - 4e6) <= 3e4
        and abs(int(of(2)["PAPI_TOT_INS"]) * 2 - int(of(9)["PAPI_TOT_INS"]) - 8e6) <= 3e4
        and int(of(9)["entries"]) == 2000'
ended own || finish
counted own 2000000
ok "own: ours are exact, beside the program's" \
    $known quality own.h5.json PAPI_TOT_INS exact
ok "own: the counts are right" $known value own.h5.json \
    '8000000 <= of ("PAPI_TOT_INS") < 8100000'
ended crowd || finish
counted crowd 50000000
ok "crowd: ours say that they missed something" \
    $known quality crowd.h5.json PAPI_TOT_INS scaled
near crowd PAPI_TOT_INS 200000000

# Without MPI.  A program's start and end, and a look at the names of its threads,
# are counted, too: fewer than 3,000,000 instructions for all that these do.
between () {
    ended $1 || return
    ok "$1: instructions of $3" $known value $1.h5.json \
        "$2 <= of ('PAPI_TOT_INS') < $2 + 3000000
        and event ('PAPI_TOT_INS')['quality'] == 'exact'"
}
between serial 10000000 "the whole process"
between children 20000000 "the process and its children"
ok "children: the counts stand in rows of their own" $known value children.h5.json '[row["role"]
    for row in data["thread"] if count_of (row, "PAPI_TOT_INS") >= 20000000]
    == ["children"]'
between outside 10000000 "a static program"
between outside-children 20000000 "the children of a static program"
between parts 40000000 "the part that was counted"

# overflow NAME PERIOD: of 1,000,000,000 instructions, a cycle each.
overflow () {
    ended "$1" || return
    "$hpmagg" --per=line --format=json "$1.h5" >"$1.lines"
    ok "$1: samples by overflow are shared as instructions are" \
        python3 "$here/shares.py" "$1.lines" ../shares.symbols 1000000000 "$2"
    ok "$1: none was lost" jq -e '.run.samples_lost | tonumber == 0' "$1.lines"
}
overflow overflow 5000011
overflow overflow-callers 10000019

# Lines of nodes.out: address, bytes on the first node, bytes on the second.
if ended nodes; then
    "$hpmagg" --per=mapping --format=json nodes.h5 >nodes.mappings
    is "$(jq -rn --slurpfile file nodes.mappings --rawfile told nodes.out '
            $told | rtrimstr("\n") | split("\n")[] | split(" ") | map(tonumber) as [$at, $near, $far]
            | [["0", $near], ["1", $far]] | map(select(.[1] > 0) | "\(.[0]):\(.[1])") | join(" ") as $wanted
            | $file[0].mapping[] | select(.address == $at) | .nodes == $wanted
                and .local == $near / ($near + $far)' | tr '\n' ' ')" "true true true " \
        "nodes: bytes of each mapping on each node are those of the kernel"
    ok "nodes: the summary says how much memory is remote, and whose" \
        grep -q "of the ranks' memory is on other NUMA nodes than their threads ran on," nodes.err
    ok "nodes: the picture has both nodes, with a star where the thread ran" \
        sh -c '"$1" --per=mapping nodes.h5 | grep -A1 "rank    node 0     node 1 " | grep -q "\*  *1[0-9]\.[0-9] "' - "$hpmagg"
fi

ok "root where perf_event_paranoid is 3: hpmrun --check says that PAPI counts nothing then" \
    grep -q "because PAPI counts for nobody" root-check.out

is "$(cat check.status)" 0 "hpmrun --check where there is a PMU"
ok "hpmrun --list=events has the preset" grep -q PAPI_TOT_INS list.out

for name in forbidden forbidden-asked; do
    ended $name || continue
    is "$(grep -c "^  because the kernel forbids it" $name.err)" 1 \
        "$name: the summary says the reason once"
    ok "$name: the remedy is told" grep -q "sysctl" $name.err
    ok "$name: the operating system's counts are there" \
        $known quality $name.h5.json os::CPU_TIME exact
done
is "$(grep -c "^hpmrun:" forbidden-asked.err)" 1 \
    "forbidden: hpmrun has said it beforehand, once for all ranks"
ok "forbidden: the events asked for are unavailable" $known quality \
    forbidden-asked.h5.json PAPI_TOT_INS unavailable perf_event_paranoid
ok "forbidden: hpmrun --check says why" \
    grep -q perf_event_paranoid forbidden-check.out
finish
