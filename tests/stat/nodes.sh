#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# hpmstat on several nodes, which a launcher starts it on: one file of all.  Nodes
# are names on this machine, each with the processors that it has.
. "${srcdir:-.}/tests/stat/lib.sh"

may_count || skip_all "$(sed 's/^hpmstat: //' "$work/may_count")"
unshare --uts true 2>/dev/null ||
    skip_all "unshare --uts is not allowed here (it takes root)"

# Of a rank of hosts.sh's kind: mpirun reaches a host by this.
cat >agent <<'END'
#!/bin/sh
host=$1
shift
exec unshare --uts sh -c 'hostname "$1"; shift; exec sh -c "$*"' sh "$host" "$@"
END
chmod +x agent

# What each rank runs.  prterun 3.0 (of Open MPI 5.0.7) does not always end where
# the ranks of other hosts do at once: of 600 jobs of `true` 2 hung, of 900 that
# lasted 0.1 s none.
cat >lasting <<'END'
"$@"
status=$?
sleep 0.3
echo $status >"ended.$OMPI_COMM_WORLD_RANK"
exit $status
END

# on_hosts HOSTS RANKS OPTION... sh lasting COMMAND...: mpirun on these, with its
# output in out and err, its exit status in $status.  Where all commands have
# ended, and mpirun has not a minute later, it is theirs.
on_hosts () {
    hosts=$1
    ranks=$2
    shift 2
    rm -f ended.*
    timeout -k 10 60 mpirun --bind-to none --mca plm_rsh_agent "$work/agent" \
        --host "$hosts" -np "$ranks" "$@" >out 2>err </dev/null
    status=$?
    if [ $status -ge 124 ] && [ "$(find . -name 'ended.*' | wc -l)" = "$ranks" ]; then
        say "mpirun did not end after its commands"
        status=$(sort -n ended.* | tail -n 1)
    fi
}

# nodes HOSTS ARGUMENT...: hpmstat on each of them.
nodes () {
    of_nodes=$1
    shift
    on_hosts "$of_nodes" "$(echo "$of_nodes" | tr , '\n' | wc -l)" --map-by node \
        sh lasting "$hpmstat" "$@"
}

# left: nothing but what the test itself has made.
left () {
    find . -name 'hpmstat-*'
}

nodes n1,n2,n3 -I 0.1 -C 3 -e perf::CPU-CLOCK -o three.h5
if [ ! -e three.h5 ] && [ ! -s out ]; then
    sed 's/^/# /' err
    skip_all "mpirun starts nothing on three hosts"
fi
is "$status" 0 "three nodes count"
is "$(grep -c '^ .* n[123]  ' out)" 9 "each node has a line an interval, with its name"
is "$(grep -c '^os::WALL_TIME' out)" 1 "totals of all nodes are shown once"
has out "$((3 * processors)) processors of 3 hosts" "the totals are of all nodes"
is "$(left)" "" "nothing is left of the nodes' meeting"
"$hpmagg" --per=rank --format=json three.h5 >rows.json
ok "rows are the processors of each node, in the order of the launcher" \
    env COUNT="$processors" python3 -c '
import json, os
rows = json.load (open ("rows.json"))["rank"]
count = int (os.environ["COUNT"])
assert [row["host"] for row in rows] == [f"n{i // count + 1}" for i in range (3 * count)]
one = [row["processor"] for row in rows[:count]]
assert one == sorted (set (one)), one
assert [row["processor"] for row in rows] == 3 * one, rows
for row in rows:
    assert row["counts"]["perf::CPU-CLOCK"] > 0.2e9, row
'
"$hpmagg" --per=host --format=json three.h5 >hosts.json
ok "each host has its processors, and their sum" env COUNT="$processors" python3 -c '
import json, os
hosts = json.load (open ("hosts.json"))["host"]
rows = json.load (open ("rows.json"))["rank"]
def sum_of (host):
    return sum (row["counts"]["perf::CPU-CLOCK"] for row in rows if row["host"] == host)
assert [host["host"] for host in hosts] == ["n1", "n2", "n3"], hosts
for host in hosts:
    assert host["counts"]["perf::CPU-CLOCK"] == sum_of (host["host"]), host
'
ok "the course is that of all nodes" sh -c \
    '"$1" --per=interval --events=perf::CPU-CLOCK --format=csv three.h5 |
        awk -F, "NR > 1 { n++ } END { exit n < 1 }"' sh "$hpmagg"

# Commands that end at different times: the first node waits for the others.
cat >uneven <<'END'
[ "$(hostname)" = n1 ] || sleep 8
END
nodes n1,n2 -q --wait=5 -o uneven.h5 -- sh "$work/uneven"
is "$status:$(cat out; grep hpmstat: err)" 0: "a node whose command takes longer is waited for"
"$hpmagg" --per=rank --format=json uneven.h5 >uneven.json
ok "each node's time is that of its command" env python3 -c '
import json
rows = json.load (open ("uneven.json"))["rank"]
wall = {row["host"]: row["counts"]["os::WALL_TIME"] for row in rows}
assert wall["n2"] >= 8e9 and wall["n2"] > wall["n1"], wall
'

# Several counts in a row: a node that is through with one sooner than the first
# node begins the next, and the one after that.
cat >row <<'END'
hpmstat=$1
run () {
    "$hpmstat" -q --wait=60 -f -o "$1" -- sh -c "$2"
    echo "$(hostname) $1 $?"
}
run row1.h5 '[ "$(hostname)" != n1 ] || sleep 2; echo "$(hostname) first"'
run row2.h5 'echo "$(hostname) second"'
run row2.h5 '[ "$(hostname)" != n2 ] || sleep 1; echo "$(hostname) third"'
END
on_hosts n1,n2,n3 3 --map-by node sh lasting sh row "$hpmstat"
is "$status:$(grep hpmstat: err)" 0: "several counts in a row on several nodes"
is "$(grep -c ' row[12].h5 0$' out):$(grep -c ' \(first\|second\|third\)$' out)" 9:9 \
    "each node has run the command of each count in a row"
for file in row1.h5 row2.h5; do
    "$hpmagg" --per=host --format=csv $file >row.csv
    is "$(sed -n '2,$s/,.*//p' row.csv | tr '\n' ' ')" "n1 n2 n3 " \
        "$file of several in a row is of all nodes"
done
is "$(left)" "" "nothing is left of several counts in a row"

# What an earlier one with the name of this job has left, that was killed.
mkdir hpmstat-earlier
echo kept >hpmstat-earlier/0.here
OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_SIZE=1 \
    PMIX_NAMESPACE=earlier "$hpmstat" -q --wait=1 -o late.h5 -- true 2>err
is "$?:$(cat err)" "2:hpmstat: hpmstat-earlier has rank 0 already: of another hpmstat\
 that it runs, or of one that was killed (then remove the folder)" \
    "what was left of a count that was killed is told"
OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_SIZE=1 \
    PMIX_NAMESPACE=earlier SLURM_RESTART_COUNT=1 \
    "$hpmstat" -q --wait=0 -o late.h5 -- true 2>err
has err "hpmstat: the result is without rank 1" \
    "a job that is put in the queue again meets elsewhere"
ok "what there is of a job that began again has been written" test -e late.h5
rm -r hpmstat-earlier

# Rank 0 has taken a count, and its sign is gone, what it has taken not yet: the
# node's next count waits for that.
mkdir hpmstat-window
echo of before | tee hpmstat-window/1.here >hpmstat-window/1.stream
OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_SIZE=1 \
    PMIX_NAMESPACE=window "$hpmstat" -q --wait=2 -o window.h5 -- touch begun 2>err &
next=$!
sleep 0.5
ok "what rank 0 has not removed yet is waited for" test ! -e begun
rm -r hpmstat-window
wait $next
is "$?:$(cat err)" 0: "the next count of that node begins after that"

# A node that ends before its time: what hpmstat is there is killed.
cat >killed <<'END'
[ "$(hostname)" = n2 ] && kill -9 $PPID
sleep 0.2
END
cat >start <<'END'
"$@"
exit 0
END
on_hosts n1,n2,n3 3 --map-by node sh lasting sh start \
    "$hpmstat" -q --wait=3 -o cut.h5 -- sh "$work/killed"
has err "hpmstat: the result is without rank 1 (host n2)" "a node that is killed is told"
is "$(grep -c hpmstat: err)" 1 "that is one line"
"$hpmagg" --per=host --format=json cut.h5 >cut.json
ok "the result has the others, and is partial" env python3 -c '
import json
result = json.load (open ("cut.json"))
assert [host["host"] for host in result["host"]] == ["n1", "n3"], result["host"]
assert result["run"]["status"] == "partial", result["run"]
'
is "$(left)" "" "nothing is left of a node that was killed"

# A node whose stream is damaged, by the command of the other, which has it then.
cat >damage <<'END'
tries=0
while [ ! -e hpmstat-hurt/1.stream ] && [ $((tries += 1)) -le 600 ]; do
    sleep 0.1
done
exec truncate -s 100 hpmstat-hurt/1.stream
END
OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_SIZE=1 \
    PMIX_NAMESPACE=hurt "$hpmstat" -q --wait=60 -o hurt.h5 -- true 2>hurt.err &
hurt=$!
OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_SIZE=1 \
    PMIX_NAMESPACE=hurt "$hpmstat" -q --wait=60 -o hurt.h5 -- sh damage 2>err
is "$?:$(wc -l <err)" 2:1 "a node whose stream is damaged is an error"
has err "the result is without a node: " "it is told that the result lacks one"
wait $hurt
"$hpmagg" --per=rank --format=json hurt.h5 >hurt.json
is "$(grep -c '"status": "complete"' hurt.json):$(grep -c '"status": "missing"' hurt.json)" \
    "$processors:$processors" "the result has the other node's processors"
is "$(left)" "" "nothing is left of a node whose stream was damaged"

# A node whose command is not there.
cat >absent <<'END'
[ "$(hostname)" = n2 ] && exec "$@" -- ./nowhere
exec "$@" -- true
END
on_hosts n1,n2 2 --map-by node sh lasting sh start \
    sh absent "$hpmstat" -q --wait=30 -o absent.h5
has err "hpmstat: the result is without rank 1" "a node that can't start its command is told"
is "$(left)" "" "nothing is left of a node that counted nothing"

# Each for itself: other names, and without a file.
cat >alone <<'END'
exec "$1" -q --wait=20 -o "$(hostname).h5" -- true
END
on_hosts n1,n2 2 --map-by node sh lasting sh alone "$hpmstat"
is "$status:$(cat out; grep hpmstat: err)" 0: "nodes with a file each count for themselves"
for host in n1 n2; do
    "$hpmagg" --per=host --format=csv $host.h5 >own.csv
    is "$(sed -n '2,$s/,.*//p' own.csv)" $host "$host: its file is its own"
done
nodes n1,n2 -I 0.1 -C 1
is "$status:$(grep -c '^os::WALL_TIME' out)" 0:2 "without a file each node shows its totals"

cat >one_rank <<'END'
[ "$OMPI_COMM_WORLD_RANK" = 1 ] || exec "$1" -q -o one.h5 -- true
END
# Several on a node, as where a rank of a job starts it: each for itself.
on_hosts n1:2 2 sh lasting sh one_rank "$hpmstat"
is "$status:$(cat out; grep hpmstat: err)" 0: "beside other ranks of its node hpmstat waits for nobody"

# Signals: with the totals of all, as far as the launcher gives time for it.
OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_SIZE=1 \
    PMIX_NAMESPACE=made-up "$hpmstat" -q --wait=60 -o asked.h5 -- true 2>err &
waiting=$!
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
    [ -e hpmstat-made-up/0.stream ] && break
    sleep 0.2
done
kill -TERM $waiting
wait $waiting
is "$?" 2 "a signal ends the wait for a node, and that one is missing is an error"
has err "hpmstat: the result is without rank 1: " "it is told which"
ok "what there is has been written" test -e asked.h5
OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_SIZE=1 \
    PMIX_NAMESPACE=made-up "$hpmstat" -q --wait=0 -o none/x.h5 -- true 2>err
is "$?:$(wc -l <err)" 2:1 "without a folder for the result it ends with one line"
(
    unset PMIX_NAMESPACE SLURM_JOB_ID
    OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_SIZE=1 \
        "$hpmstat" -q -o unnamed.h5 -- true 2>err
    echo $? >unnamed
)
is "$(cat unnamed):$(wc -l <err)" 0:1 "where the launcher names no job a node counts for itself"
has err "unnamed.h5 is of this node alone: the launcher does not name its job" \
    "one line says so"
finish
