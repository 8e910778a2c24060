#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Processor time is what the threads' own clocks say, however short they live and
# whether or not they go on, and the run is over before anything of ours begins.
# Measures: processor time.
. "${srcdir:-.}/tests/run/lib.sh"

clocks="python3 $source_folder/tests/run/clocks.py"

# Runs of the sanitizers have threads, and work at a thread's end, of their own.
slack=50000
[ "$sanitizer" = "" ] || { slack=2000000; export SANITIZED=1; }

# threads NAME KIND NUMBER MILLISECONDS
threads () {
    ok "$1: the run ends well" \
        counted 1 "$1.h5" "$programs/clocks" "$2" "$3" "$4"
    ok "$1: hpmagg prints JSON" json "$1.h5" --per=thread
    ok "$1: processor time is known to 50 us a thread" \
        $clocks known "$1.h5.json" stdout $slack
    ok "$1: user and system time add up to it, and with waits to no more than there was" \
        $clocks parts "$1.h5.json"
}

threads running running 2 23
threads ended ended 8 11
threads short ended 200 1.3
threads many ended 1000 0.05
flags="$flags --snapshot=0.002"
threads watched running 3 17
threads watched-short ended 50 1.3
flags="--summary=none --mpi=split --backend=none"
threads split running 2 9

# A thread that is gone within 2 ms, and did not sleep, is not asked for what is
# dear to know; its clocks tell how long it waited.
flags="--summary=none --backend=none"
ok "many brief threads: the run ends well" \
    counted 1 brief.h5 "$programs/clocks" ended 300 0.05
ok "many brief threads: hpmagg prints JSON" json brief.h5 --per=thread
ok "they are all there" $known value brief.h5.json "run['threads'] >= 301"
ok "how long they waited is an estimate" $known value brief.h5.json \
    "event ('os::WAIT_TIME')['quality'] == 'scaled'"
for event in CPU_MIGRATIONS BYTES_READ BYTES_WRITTEN; do
    ok "os::$event lacks them, and says so" $known quality brief.h5.json \
        os::$event partial
done
flags="$flags --events=os::BYTES_READ"
ok "asked for what is dear: the run ends well" \
    counted 1 dear.h5 "$programs/clocks" ended 300 0.05
ok "asked for what is dear: hpmagg prints JSON" json dear.h5 --per=thread
for event in WAIT_TIME CPU_MIGRATIONS BYTES_READ BYTES_WRITTEN; do
    ok "os::$event is known of brief threads, too" \
        $known quality dear.h5.json os::$event exact
done

# What the summary says of it.
flags=--summary=short
ok "a run of 20 ms ends well" counted 1 short-run.h5 "$programs/clocks" ended 3 20
cp stderr said
is "$(grep -c "suspect" said)" 0 "no value of it is suspect"
ok "where the time went adds up to 100 %" \
    awk '/where the time went/ { inside = 1; next } !NF { inside = 0 }
        inside { sub (/^.*: /, "")
            for (i = 1; i < NF; i++) if ($(i + 1) ~ /^%/) sum += $i }
        END { exit !(sum > 99.5 && sum < 100.5) }' said

# leaves HOW [FLAG]: the time that we take to stop, 1.5 s at least, is none of the
# program's, and is told.
leaves () {
    launch 1 -x LD_PRELOAD="$top/tests/run/late.so" "$hpmrun" --summary=none \
        ${2:-} -o "$1.h5" "$programs/leave" "$1" >own 2>stderr
    [ "$(cat own)" ] || cat stderr
    ok "$1: hpmagg prints JSON" json "$1.h5" --per=rank
    ok "$1: the run was over before we began to stop" $known value "$1.h5.json" \
        "rows ('rank')[0]['wall_s'] < 1e-9 * $(cat own) + 1"
    ok "$1: and how long we took is told" $known value "$1.h5.json" \
        "run['overhead_stop_s'] > 1.5"
}

if [ "$sanitizer" = "" ]; then
    leaves finalize
    leaves exit --scope=process
    # No snapshot is due before our thread is woken, and sees that the end came.
    leaves _exit "--scope=process --snapshot=86400"
    # 50 threads take 20 ms each to end; without snapshots, nobody is joined.
    launch 1 -x LD_PRELOAD="$top/tests/run/late.so" "$hpmrun" --summary=none \
        --snapshot=0 -o costs.h5 "$programs/clocks" ended 50 0.05 >said
    ok "costs: hpmagg prints JSON" json costs.h5
    ok "what it costs that threads come and go is told" $known value \
        costs.h5.json "run['overhead_stop_s'] >= 1"
else
    skip "the end of a run" "the sanitizer joins threads, too"
fi
finish
