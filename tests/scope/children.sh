#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Processes that the program starts are counted when that is asked for, and are
# shown apart.  Each of them touches 3,000 pages.
. "${srcdir:-.}/tests/scope/lib.sh"

[ "$sanitizer" = "" ] || skip_all "sanitizers touch pages of their own"
unset HPM_TEST_SANITIZER # hpmrun would warn about it
children=$top/tests/scope/children
faults='lambda row: count_of (row, "os::MINOR_FAULTS")'

# run NAME FLAGS COMMAND...
run () {
    name=$1
    set_flags=$2
    shift 2
    case $set_flags in
    *"-e "*) ;;
    *) set_flags="--backend=$stub -e stub::N1 $set_flags" ;;
    esac
    # shellcheck disable=SC2086
    "$hpmrun" --checkpoint="$work/checkpoint" --summary=none -o "$name.h5" \
        $set_flags "$@" >"$name.out" 2>"$name.err"
    is $? 0 "$name: ends well"
    ok "$name: nothing is said" cmp /dev/null "$name.err"
    ok "$name: nothing of the snapshots remains" left_nothing
    "$hpmagg" --format=json --per=thread "$name.h5" >"$name.json"
}

# row NAME CLAIM EXPRESSION: of the row of children `c` and the main one `m`; f
# gives page faults.
row () {
    ok "$1: $2" $known value "$1.json" "(lambda c, m, f: $3) (
        [row for row in data['thread'] if row['role'] == 'children'],
        [row for row in data['thread'] if row['role'] == 'main'], $faults)"
}

run none "" "$children" exec 2
row none "without being asked, there is no such row" "not c and f (m[0]) < 3000"

for how in fork exec nested; do
    run $how --follow-children "$children" $how 2
    row $how "its children are in a row of their own" \
        "len (c) == 1 and 6000 <= f (c[0]) < 9000 and f (m[0]) < 3000"
    row $how "the backend counts them" "count_of (c[0], 'stub::N1') == 100000"
    row $how "they are part of the sum" "of ('stub::N1') == 101000
        and of ('os::MINOR_FAULTS') == f (c[0]) + f (m[0])
        and event ('stub::N1')['quality'] == 'exact'"
    row $how "they are no thread" "run['threads'] == 1"
    row $how "they have no time of their own" \
        "count_of (c[0], 'os::WALL_TIME') is None
        and event ('os::WALL_TIME')['quality'] == 'exact'"
done
run leave --follow-children "$children" leave 2
row leave "who has ended is counted though nobody waited for it" \
    "6000 <= f (c[0]) < 9000"

# Ranks: each has its children.
flags="--backend=$stub -e stub::N1 --follow-children"
guest ranks 3 "$children-mpi" exec 1 "$children"
is "$(cat ranks.guest-status)" 0 "ranks: end well"
"$hpmagg" --format=json --per=thread ranks.h5 >ranks.json
row ranks "each rank has a row" "[row['rank'] for row in c] == [0, 1, 2]
    and all (f (row) >= 3000 for row in c)
    and [count_of (row, 'stub::N1') for row in c] == [100000, 100001, 100002]"

row ranks "nobody knows how long they were outside MPI" \
    "all (row.get ('useful_s') is None for row in c)
    and all (row['useful_s'] > 0 for row in m)"

# In a pause nothing is counted of them either.
run paused "--follow-children --start=paused" "$children" exec 1
row paused "children are not counted in a pause" \
    "f (c[0]) == 0 and count_of (c[0], 'stub::N1') == 0"

# What one child did before, in and after the time that was counted.
for how in early late; do
    run $how "--follow-children --start=paused" "$children" $how 1
    row $how "a child counts for the time that was counted" \
        "3000 <= f (c[0]) < 4500"
    row $how "its peak memory is that of its life" \
        "count_of (c[0], 'os::PEAK_MEMORY') >= 3000 * 4096
        and of ('os::PEAK_MEMORY') >= 3000 * 4096"
done
row late "switches of who lives are not known" \
    "count_of (c[0], 'os::VOLUNTARY_SWITCHES') is None
    and event ('os::VOLUNTARY_SWITCHES')['quality'] == 'partial'"
row early "processor time is not that of the main thread" \
    "c[0]['metrics'].get ('utilization') is None
    and c[0]['metrics'].get ('waiting_share') is None
    and c[0]['metrics']['cpu_time'] > 0"
run many "--follow-children --start=paused" "$children" many 3
row many "children of children count for the time that was counted" \
    "9000 <= f (c[0]) < 13000"
run ignored --follow-children "$children" ignored 1
row ignored "who is not waited for by anybody is not known, and no 0" \
    "count_of (c[0], 'os::MINOR_FAULTS') is None
    and count_of (c[0], 'os::CPU_TIME') is None"

# Through the kernel: from the moment they are executed.
run kernel "--follow-children --backend=papi -e perf::PERF_COUNT_SW_PAGE_FAULTS" \
    "$children" nested 2
if $known quality kernel.json perf::PERF_COUNT_SW_PAGE_FAULTS exact >why; then
    row kernel "the kernel counts what is executed, and not here" "6000
        <= count_of (c[0], 'perf::PERF_COUNT_SW_PAGE_FAULTS') <= f (c[0])
        and count_of (m[0], 'perf::PERF_COUNT_SW_PAGE_FAULTS') < 3000"
else
    skip "the kernel counts what is executed" "$(cat why)"
fi
"$hpmagg" --per=thread exec.h5 >text
has text "children" "hpmagg shows the row"
"$hpmagg" fork.h5 >text
ok "the summary explains no mark that none of its numbers has" \
    sh -c "! grep -q '^~' text || grep -q ' ~[0-9]' text"
finish
