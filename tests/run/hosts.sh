#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Several hosts, in names, on one machine: each is a UTS and IPC namespace.
. "${srcdir:-.}/tests/run/lib.sh"

unshare --uts --ipc true 2>/dev/null ||
    skip_all "unshare --uts --ipc is not allowed here (it takes root)"

[ "$sanitizer" != thread ] ||
    skip_all "ThreadSanitizer has a thread of its own on every rank"

cat >agent <<'END'
#!/bin/sh
host=$1
shift
exec unshare --uts --ipc \
    sh -c 'hostname "$1"; shift; exec sh -c "$*"' sh "$host" "$@"
END
chmod +x agent

on_hosts () {
    mpirun --bind-to none --mca plm_rsh_agent "$work/agent" \
        --host nodeA:2,nodeB:3,nodeC:1 -np 6 \
        "$hpmrun" -o hosts.h5 --summary=none --backend="$stub" \
        -e stub::N1 "$programs/threads" pool 2 </dev/null
}

ok "a run on three hosts ends well" on_hosts
ok "hpmagg prints JSON by host" json hosts.h5 --per=host
cp hosts.h5.json host.json
ok "hpmagg prints JSON by rank" json hosts.h5 --per=rank

ok "the run had three hosts" $known value host.json 'run["hosts"] == 3'
ok "ranks know their host" $known value hosts.h5.json \
    '[r["host"] for r in sorted (rows ("rank"), key=lambda r: r["rank"])]
    == ["nodeA"] * 2 + ["nodeB"] * 3 + ["nodeC"]'
# Rank r counts 1000 (1 + 2 + 3) + 3 r.
ok "each host has the sum of its ranks" $known value host.json \
    '{h["host"]: count_of (h, "stub::N1") for h in rows ("host")}
    == {"nodeA": 12003, "nodeB": 18027, "nodeC": 6015}'
ok "all of them together have the job's" $known value host.json \
    'of ("stub::N1") == 36045'
ok "a table by host is printed" sh -c \
    '"$1" --per=host hosts.h5 | grep -q nodeB' sh "$hpmagg"

# Over time: known ranks of each host.
ok "a run of some intervals on two hosts ends well" mpirun --bind-to none \
    --mca plm_rsh_agent "$work/agent" --host nodeA:2,nodeB:3 -np 5 \
    "$hpmrun" -o course.h5 --interval=0.1 --summary=none \
    "$top/tests/truth/causes" balanced 0.05 </dev/null
for per in interval-host interval-rank interval host; do
    "$hpmagg" --per=$per --events --format=json course.h5 >"$per.json"
done
cat >sums.py <<'PY'
import json
hosts, ranks, whole, of_host = (json.load (open (name + ".json")) for name in
                                ("interval-host", "interval-rank", "interval", "host"))
rows, times = hosts["interval_host"], [r["from_s"] for r in whole["interval"]]
wrong = [(r["host"], r["ranks"]) for r in rows if r["ranks"] != {"nodeA": 2, "nodeB": 3}[r["host"]]]
seen = 0
for row in rows:
    own = [r for r in ranks["interval_rank"] if (r["host"], r["from_s"]) == (row["host"], row["from_s"])]
    for event, count in row["counts"].items ():
        made = [r["counts"][event] for r in own]
        seen += count is not None
        if (count is None) != (None in made) or count is not None and sum (made) != count:
            wrong.append ((row["host"], event, count, made))
    parts = row.get ("account")
    if parts and abs (sum (v for k, v in parts.items () if not k.endswith ("error_s"))
                      - 1e-9 * row["counts"]["os::WALL_TIME"]) > 1e-6:
        wrong.append (parts)
print (wrong[:5], len (rows) == 2 * len (times), seen > 20)
PY
is "$(env python3 sums.py)" "[] True True" \
    "each host over time is the sum of its ranks, with an account that divides its time"
"$hpmrun" -o alone.h5 --summary=none true
refused=$("$hpmagg" --per=interval-host alone.h5 2>&1 >out)
ok "a file of one host has no such rows, and says so" \
    sh -c 'case $1 in *"no counts of hosts over time"*) ;; *) exit 1 ;; esac' - "$refused"

# Hosts that were started apart, by what the kernel says of its start.
apart () {
    cat >agent <<'END'
#!/bin/sh
host=$1
shift
cat /proc/sys/kernel/random/uuid >"boot-$host"
exec unshare --uts --ipc --mount sh -c 'hostname "$1" &&
    mount --bind "boot-$1" /proc/sys/kernel/random/boot_id &&
    shift && exec sh -c "$*"' sh "$host" "$@"
END
    mpirun --bind-to none --mca plm_rsh_agent "$work/agent" \
        --host nodeA:2,nodeB:1 -np 3 "$hpmrun" -o apart.h5 --summary=none \
        "$top/tests/truth/causes" balanced 0.1 </dev/null
}

why="arrivals are compared within a host: no mpi::ARRIVAL_TIME for 3 of 3 ranks"
if unshare --uts --ipc --mount \
    mount --bind agent /proc/sys/kernel/random/boot_id 2>/dev/null; then
    ok "a run on two hosts that were started apart ends well" apart
    "$hpmagg" apart.h5 >out
    ok "one line says that arrivals of two hosts were not compared" grep -qx "$why" out
    ok "that is said nowhere else" sh -c '! grep -q "not compared\|AWAITED" out'
else
    skip "a run on two hosts that were started apart" "mount --bind is not allowed here"
fi
finish
