#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Programs that are imbalanced in a known way: the verdict names the kind.
# Measures: ranks that are slow, which the machine may be as well.
. "${srcdir:-.}/tests/calls/lib.sh"

# judged MODE HOW: run the program on $processes; its JSON is r.h5.json.
judged () {
    rm -f r.h5
    flags="--summary=none --mpi=$1 $more"
    in_case "$2, $processes ranks, --mpi=$1"
    ok "the program ends well" counted $processes r.h5 $prefix "$programs/imbalanced" \
        "$2" || return
    json r.h5
}

# finds RULE [MEMBER VALUE]: a finding of that rule, with that member.
finds () {
    ok "it is judged as: $*" python3 -c '
import json, sys
found = json.load (open ("r.h5.json"))
rule, member, value = (sys.argv[1:] + [None, None])[:3]
findings = [f for f in found["verdict"] + found["outliers"] if f["rule"] == rule]
assert findings, [f["text"] for f in found["verdict"]]
assert not member or str (findings[0][member]) == value, findings' "$@"
}

more=--backend=none
prefix=
processes=2
for mode in time split; do
    judged $mode late
    finds slowest rank 1
    finds blocked rank 1
    judged $mode slow
    finds in_mpi subject MPI_Allreduce
done
judged off even
finds not_timed
judged time work
finds slowest rank 1

# More work, as a counter knows it.
cat >work.metric <<'END'
event instructions = work::DONE
event cycles = work::CYCLES
END
counters="--backend=$work_backend --events=work::DONE,work::CYCLES
          --metrics=$PWD/work.metric"
more=$counters
judged split work
finds slowest rank 1
finds work value 4.0
# The same work in four times the cycles, and in as many cycles but four times the
# time: a quarter of the others' instructions per cycle, and of their clock.
judged split stall
finds slowest rank 1
finds ipc value 0.25
ok "it is not judged as work" sh -c '! grep -q "\"rule\": \"work\"" r.h5.json'

judged split clock
finds slowest rank 1
ok "it is judged as: clock, or the machine was busy" python3 -c '
import json
rules = {f["rule"]: f for f in json.load (open ("r.h5.json"))["verdict"]}
assert "clock" in rules or set (rules) & {"cpu_wait", "blocked", "kernel"}, rules
assert 0 < rules["clock"]["value"] < 0.9 if "clock" in rules else 1'
ok "it is not judged as work or instructions per cycle" sh -c \
    '! grep -q "\"rule\": \"\(work\|ipc\)\"" r.h5.json'

# A team of two threads on every rank: their processor time outside MPI against
# their lives there, computed from the table of threads.
more=--backend=none
for how in even alone; do
    if [ "$sanitizer" = thread ]; then
        skip "OpenMP, $how: the program ends well" "ThreadSanitizer does not know OpenMP"
        continue
    fi
    rm -f r.h5
    flags="--summary=none --mpi=time $more"
    in_case "OpenMP, $how"
    ok "the program ends well" counted 2 r.h5 "$programs/team" $how
    json r.h5 --per=thread
    ok "the efficiency of threads is that of the table" python3 -c '
import json, sys
found = json.load (open ("r.h5.json"))
least = most = offered = 0
for rank in 0, 1:
    rows = [t["counts"] for t in found["thread"]
            if t["rank"] == rank and t["role"] in ("main", "worker")]
    assert len (rows) == 2, rows
    outside = [r["os::WALL_TIME"] - r["mpi::TIME"] for r in rows]
    cpu = [r["os::USER_TIME"] + r["os::SYSTEM_TIME"] for r in rows]
    assert cpu[0] >= 2e8 and (cpu[1] >= 2e8) == (sys.argv[1] == "even"), cpu
    # What was inside MPI the sample of calls tells, where it can.
    own = [c - (r.get ("mpi::CPU_TIME") or 0) for c, r in zip (cpu, rows)]
    least += sum (map (min, own, outside))
    most += sum (map (min, cpu, outside))
    offered += sum (outside)
threads = found["efficiency"]["threads"]
assert least / offered - 0.01 < threads < most / offered + 0.01, (
    threads, least / offered, most / offered)
assert sys.argv[1] == "even" or threads < 0.75' $how
done

more=$counters
# Shared work on more ranks: 500, 600 and 800 units of work in all, at 0.5
# instructions a cycle.
for size in 1 2 4; do
    rm -f r$size.h5
    flags="--summary=none --mpi=split $more"
    ok "work that is shared by $size" counted $size r$size.h5 \
        "$programs/imbalanced" share
done
ok "the runs are compared" "$hpmagg" --scaling --format=json -o scaling.json \
    r4.h5 r1.h5 r2.h5
ok "instructions grow as they do" python3 -c '
import json
runs = json.load (open ("scaling.json"))["runs"]
near = lambda a, b: abs (a - b) < 1e-9
assert [r["ranks"] for r in runs] == [1, 2, 4]
assert all (map (near, [r["instructions"] for r in runs], [500, 300, 200])), runs
assert all (map (near, [r["instruction_scaling"] for r in runs],
                 [1, 5 / 6, 5 / 8])), runs
assert all (near (r["ipc_scaling"], 1) for r in runs), runs
for r in runs:
    assert near (r["global_efficiency"], r["load_balance"]
                 * r["communication_efficiency"] * r["instruction_scaling"]
                 * r["ipc_scaling"] * r["frequency_scaling"]), r'
"$hpmagg" --scaling r1.h5 r2.h5 r4.h5 >said
ok "the growth of instructions is shown" grep -q "instruction scaling *~*1.00 *~*0.83 *~*0.6[23]" said ||
    sed 's/^/#   /' said

# Two ranks that may use one processor only.
more=--backend=none
# shellcheck disable=SC2046
set -- $(python3 -c 'import os; print (*sorted (os.sched_getaffinity (0)))')
bound=
if command -v taskset >/dev/null && [ "$sanitizer" != thread ]; then
    bound=1 # ThreadSanitizer's library is borne by its own programs alone
fi
if [ "$bound" ]; then
    prefix="taskset -c $1"
    judged time core
    finds crowded reference 1.0
    finds crowded value 2.0
else
    skip "ranks that share a processor" "no taskset, or ThreadSanitizer"
fi

# Ranks 1 and 2 share one, rank 0 has another.
if [ "$bound" ] && [ $# -gt 1 ]; then
    cat >place <<END
#!/bin/sh
[ "\$OMPI_COMM_WORLD_RANK" = 0 ] && exec taskset -c $1 "\$@"
exec taskset -c $2 "\$@"
END
    chmod +x place
    prefix=./place
    processes=3
    judged time core
    finds crowded rank 1
    finds crowded value 2.0
    json r.h5 --per=rank
    ok "it waits for a processor, or the machine was busy" python3 -c '
import json, statistics
found = json.load (open ("r.h5.json"))
rules = {f["rule"]: f for f in found["verdict"]}
useful = [r["useful_s"] for r in found["rank"]]
mpi = [r["mpi_s"] for r in found["rank"]]
waiting = [1e-9 * r["counts"]["os::WAIT_TIME"] for r in found["rank"]]
inside = [r["counts"].get ("mpi::WAIT_TIME") for r in found["rank"]]
told = rules.get ("cpu_wait")
slow = told["rank"] if told else useful.index (max (useful))
others = [r for r in range (3) if r != slow]
wall = found["rank"][slow]["wall_s"]
excess = useful[slow] - statistics.median (useful[r] for r in others)
# What they wait outside MPI, by the sample of calls or, without one, at least and
# at most.
if None in inside:
    least = [max (0, w - m) for w, m in zip (waiting, mpi)]
    most = list (map (min, waiting, useful))
else:
    least = most = [w - 1e-9 * i for w, i in zip (waiting, inside)]
more = least[slow] - statistics.median (most[r] for r in others)
judged = sum (useful) / 3 < 0.9 * max (useful)
assert not judged or "slowest" in rules or "light" in rules, rules
if told:
    assert waiting[slow] >= 0.05 * wall
    assert more >= 0.02 * wall - 0.002, (waiting, inside)
elif "slowest" in rules and not set (rules) & {"kernel", "blocked"}:
    busy = statistics.median (waiting[r] for r in others) >= 0.05 * wall
    assert busy or more <= 0.3 * excess + 0.05 * wall, (waiting, inside)'
else
    skip "a rank that shares its processor" "one processor, no taskset, or ThreadSanitizer"
fi
finish
