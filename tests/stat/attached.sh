#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# hpmstat --pid: processes that run already, with threads that they have and such
# as they begin.
. "${srcdir:-.}/tests/stat/lib.sh"

sleep 600 &
idle=$!
"$hpmstat" -q -p $idle -- true >out 2>err ||
    { kill $idle; skip_all "$(sed 's/^hpmstat: //' err)"; }

# Work of a known size, by an old thread, a new one and a child.
mkfifo go told
env python3 "$source_folder/tests/stat/attached.py" go told &
worker=$!
# Ticks that the machine's host took of its processors: the kernel leaves them out
# of a process's time, but not out of its clock of a thread.
stolen () { awk '$1 == "cpu" { print $9 + 0 }' /proc/stat; }
stolen_before=$(stolen)
run -q -p "$worker,$idle,$worker" -o pid.h5 -- sh -c 'echo >go; cat told >spent'
stolen=$(($(stolen) - stolen_before))
is "$status:$(cat out err)" 0: "hpmstat counts processes beside a command"
ok "a process that was counted goes on" kill -0 $worker
"$hpmagg" --per=rank --format=json pid.h5 >pid.json
may_count && all=1
ok "threads that there were, that began, and a child are counted, each once" \
    env WORKER=$worker IDLE=$idle ALL="${all:-}" STOLEN=$stolen python3 -c '
import json, os
rows = json.load (open ("pid.json"))["rank"]
worker, idle = int (os.environ["WORKER"]), int (os.environ["IDLE"])
assert [row["process"] for row in rows] == sorted ((worker, idle)), rows
counts = {row["process"]: row["counts"] for row in rows}
spent, all = map (int, open ("spent").read ().split ())
tick = 10_000_000
stolen = int (os.environ["STOLEN"]) * tick
assert spent - tick <= counts[worker]["os::CPU_TIME"] <= all + stolen + tick, (
    spent, counts[worker]["os::CPU_TIME"], all, stolen)
assert counts[idle]["os::CPU_TIME"] == 0, counts[idle]
if os.environ["ALL"]:
    assert 60000 <= counts[worker]["os::MINOR_FAULTS"] < 70000, counts[worker]
'
"$hpmagg" pid.h5 >out
has out "2 processes of 1 host" "the summary speaks of processes"
has out "@pid" "its columns name them"
ok "the summary of processes has no verdict" sh -c '! grep -q verdict out'
ok "the summary of processes names no rank" sh -c '! grep -qi "\<ranks\?\>" out'

# What could be counted of none of them, by default.
run -q -p "$worker,$idle" -I 0.1 -C 1 -o gap.h5
"$hpmagg" --summary=full gap.h5 | tr -s '\n ' '  ' >out
if grep -q "not counted: " out; then
    has out ", on 2 of 2 processes" "it is told of how many processes something was not counted"
else
    skip "it is told of how many processes something was not counted" "all was counted"
fi

# Lines.
run -q -p "$worker,$idle" -A process -I 0.1 -C 2
is "$(sed 1d out | wc -l)" 4 "-A process has a line of each"
ok "a line of processes has as many columns as the heading" \
    awk 'NR == 1 { n = NF } NF != n { exit 1 }' out
ok "shares that processes do not have are no columns" \
    sh -c '! grep -q "idle%" out'

# What was idle.
cat >always.metric <<'METRIC'
metric always
  title    Always poor
  unit     1
  formula  "os::MINOR_FAULTS"
  sense    lower
  poor     above -1
METRIC
run -q -p "$idle" -I 0.3 -C 1 -m always.metric -o idle.h5
for per in job rank; do
    "$hpmagg" --per=$per --format=json idle.h5 >idle.json
    "$hpmagg" --per=$per idle.h5 >idle.out
    ok "that a process was idle is not poor, in table $per" \
        sh -c 'grep -q "\"always\"" idle.json && ! grep -q ": *\"poor\"" idle.json &&
            ! grep -q "! poor" idle.out' || say "$(cat idle.out)"
done

# How it ends: not before it is counted, which the heading tells.
rm out
(
    tries=0
    until [ -s out ] || [ $tries = 600 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    kill $worker
) &
run -p $worker -I 60
is "$status" 0 "the end of the process ends the count"
wait $worker 2>/dev/null
# Its parent lets the kernel forget it at once, and its times.
env python3 -c '
import os, signal
signal.signal (signal.SIGCHLD, signal.SIG_IGN)
ending = os.spawnlp (os.P_NOWAIT, "sh", "sh", "-c", "while :; do :; done")
open ("ending.new", "w").write (str (ending))
os.rename ("ending.new", "ending")
signal.pause ()' &
parent=$!
until [ -e ending ]; do sleep 0.05; done
(sleep 1; kill "$(cat ending)") &
run -q -p "$(cat ending)" -I 60
ok "shares of times that were last known before a process ended are not told" \
    awk 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        END { exit !(at["user%"] && ($at["user%"] == "-" || $at["user%"] > 20)) }' out ||
    say "$(cat out)"
kill $parent

# What can't be counted.
refuses 2 "--pid=x: expected process ids, separated by commas" -p x touch started
refuses 2 "--pid=$idle,: expected process ids, separated by commas" \
    -p $idle, touch started
refuses 2 "--pid=$worker: there is no such process" -p $worker touch started
refuses 2 "with --pid, -A is node or process" -p $idle -A socket touch started
refuses 2 "-A process needs --pid" -A process touch started
refuses 2 "os::BYTES_READ is known of programs, not of processes of others: hpmrun counts it" \
    -p $idle -e os::BYTES_READ touch started
env python3 -c '
import threading, time
thread = threading.Thread (target=time.sleep, args=(600,), daemon=True)
thread.start ()
open ("thread.new", "w").write (str (thread.native_id))
__import__ ("os").rename ("thread.new", "thread")
time.sleep (600)' &
threads=$!
until [ -e thread ]; do sleep 0.05; done
refuses 2 "--pid=$(cat thread): that is a thread of process $threads, which can be counted" \
    -p "$(cat thread)" touch started
kill $threads
if [ "$(id -u)" != 0 ] ||
    ! setpriv --reuid=65534 --clear-groups test -x "$hpmstat" 2>/dev/null; then
    skip "another user's process is refused" "no other user can run hpmstat here"
    skip "a user counts processes of his own" "no other user can run hpmstat here"
else
    nobody="setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all"
    $nobody "$hpmstat" -p $idle true >out 2>err
    is "$?:$(cat err)" "2:hpmstat: cannot count process $idle: the kernel forbids it (count processes of your own, or ask for the capability CAP_PERFMON)" \
        "another user's process is refused"
    if [ "$(cat /proc/sys/kernel/perf_event_paranoid)" -gt 2 ]; then
        skip "a user counts processes of his own" "perf_event_paranoid forbids it"
    else
        chmod 755 "$work"
        $nobody sh -c 'sleep 600 & "$1" -q -p $! -I 0.05 -C 1; status=$?
            kill $!; exit $status' sh "$hpmstat" >out 2>err
        is "$?:$(sed 1d out | wc -l)" 0:1 "a user counts processes of his own"
    fi
fi
kill $idle
finish
