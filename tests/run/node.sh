#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Events that are counted for a host.  A made-up sysfs lets the kernel's clock of
# a processor, in ns, stand for energy, in nJ.
. "${srcdir:-.}/tests/run/lib.sh"

case " $sanitizer " in *thread*)
    skip_all "the program's start takes all of a short run" ;;
esac
cpus=1
[ "$(getconf _NPROCESSORS_ONLN)" -gt 1 ] && cpus=2
devices=$work/sys/bus/event_source/devices
mkdir -p "$devices/power/events" "$devices/power/format" \
    "$devices/cpu/events" "$devices/cpu/format"
put () {
    printf '%s\n' "$2" >"$devices/$1"
}
put power/type 1
put power/cpumask "$([ $cpus = 1 ] && echo 0 || echo 0-1)"
put power/format/event config:0-7
put power/events/energy-pkg event=0x00
put power/events/energy-pkg.scale 1e-9
put power/events/energy-pkg.unit Joules
put power/events/energy-ram event=0x08
put power/events/energy-ram.scale 1e-9
put power/events/energy-ram.unit Joules
put power/events/energy-cores event=0x77
put cpu/type 4
put cpu/format/event config:0-7
put cpu/events/cycles event=0x3c
export HPM_SYSFS="$work/sys"

# What is wrong with a name.
"$hpmrun" -e power/energy-pgk/ true >out 2>err
is "$? $(cat err)" \
    "2 hpmrun: unknown event power/energy-pgk/; did you mean power/energy-pkg/, power/energy-ram/ or power/energy-cores/?" \
    "a slip is an error, with the nearest names"
"$hpmrun" -s none -e nowhere/at_all/ -o none.h5 true >out 2>err
is "$? $(cat err)" \
    "0 hpmrun: nowhere/at_all/ will not be counted, because there is no PMU nowhere here (hpmrun --list=events shows what there is)" \
    "an event of a PMU that is not here is told"
"$hpmrun" -s none -e cpu/cycles/ -o thread.h5 true >out 2>err
ok "a PMU of threads is none of hosts" grep -q "has no cpumask" err
ok "hpmagg prints JSON of none.h5" json none.h5
ok "the result says why it was not counted" $known value none.h5.json \
    '[(e["name"], e["quality"], e["total"]) for e in data["node_events"]]
    == [("nowhere/at_all/", "unavailable", None)]
    and "does not offer" in data["node_events"][0]["reason"]'
ok "it is no event of ranks" $known value none.h5.json \
    'not any ("/" in e["name"] for e in data["events"])'

# Where the kernel forbids it.
events=power/energy-pkg/,power/energy-ram/
forbidden () {
    ok "forbidden: hpmrun says so, with the remedy" grep -q \
        "power/energy-pkg/ will not be counted, because the kernel forbids to count for a whole node (perf_event_paranoid) (ask for: sysctl" err
    ok "forbidden: hpmagg prints JSON" json forbidden.h5
    ok "forbidden: so does the file" $known value forbidden.h5.json \
        '{(e["quality"], e["total"]) for e in data["node_events"]}
        == {("unavailable", None)}
        and "forbids" in data["node_events"][0]["reason"]'
}
if "$hpmrun" --check | grep -q "Node-level events *[0-9]"; then
    without="setpriv --inh-caps=-all --bounding-set=-perfmon,-sys_admin"
    if $without true 2>/dev/null &&
        ! $without "$hpmrun" --check | grep -q "Node-level events *[0-9]"; then
        $without "$hpmrun" -s none -e $events -o forbidden.h5 true >out 2>err
        forbidden
    else
        skip "forbidden" "nothing is forbidden here"
    fi
else
    "$hpmrun" -s none -e $events -o forbidden.h5 true >out 2>err
    forbidden
    skip "counting for a host" "it takes root, or perf_event_paranoid 0"
    finish
fi

# Two ranks of one host.
flags="--summary=full --backend=$stub -e stub::N1,$events,power/energy-cores/"
ok "a run of two ranks is counted" counted 2 one.h5 "$programs/threads" pool 2
cp stderr summary
ok "hpmagg prints JSON of one.h5" json one.h5 --per=rank
# node NAME: the event of that name, in Python.
node='next (e for e in data["node_events"] if e["name"] == "power/energy-pkg/")'
ok "it is counted once for each processor of the mask" $known value one.h5.json \
    "[(p['cpu'], p['quality']) for p in $node['processors']]
    == [(c, 'exact') for c in range ($cpus)]"
ok "the count has its unit" $known value one.h5.json "$node['unit'] == 'J'
    and all (abs (p['amount'] - 1e-9 * p['count']) < 1e-15 and p['count'] > 0
             for p in $node['processors'])"
ok "the count is added up over hosts, not over ranks" $known value one.h5.json \
    "abs ($node['total'] - sum (p['amount'] for p in $node['processors']))
    < 1e-12"
ok "no rank has it" $known value one.h5.json \
    'not any ("/" in name for r in rows ("rank") for name in r["counts"])'
ok "what the kernel does not know is told" $known value one.h5.json \
    '[e["quality"] for e in data["node_events"]
     if e["name"] == "power/energy-cores/"] == ["unavailable"]'
ok "a metric over it is one of the job" $known value one.h5.json \
    "abs (metric ('package_energy_use')['total'] - $node['total']) < 1e-12
    and metric ('package_energy_use')['values'] == 0"
ok "a metric over it is of the quality of the counts it is made of" $known value one.h5.json \
    "metric ('package_energy_use')['quality'] == $node['quality']"
ok "a metric over it is one of no rank" $known value one.h5.json \
    'not any ("package_power" in r["metrics"] for r in rows ("rank"))'
ok "power is energy over the run time" $known value one.h5.json \
    "abs (metric ('package_power')['total'] * run['wall_s'] / $node['total'] - 1)
    < 1e-6"
"$hpmagg" one.h5 --events >text
ok "the text has it" grep -q "^power/energy-pkg/ .*J .* $cpus " text
for file in summary text; do
    # What marks mean stands behind it.
    sed -n '/^counted for hosts/,/^$/p' $file | sed -e '/^~/,$d' -e '/^$/d' >$file.nodes
done
ok "as rank 0 printed it" cmp summary.nodes text.nodes
ok "the summary tells of the gap" grep -q "^not counted: power/energy-cores/" text
"$hpmagg" one.h5 --format=csv >csv
ok "CSV has it" grep -q "^node_event,program,power/energy-pkg/,J,exact," csv
is "$(grep -c "^event,.*power/" csv)" 0 "CSV does not have it among the events of ranks"
flags="--summary=none --backend=$stub -e stub::N3"
ok "another run is counted" counted 2 other.h5 "$programs/threads" pool 2
"$hpmagg" --join other.h5 one.h5 --format=json >joined.json 2>err
ok "a joined result has it, too" $known value joined.json "$node['runs'] == [2]
    and len ($node['processors']) == $cpus"

# Over time: the first rank of the host has them.
flags="--summary=none --interval=0.05 -e $events"
ok "a run over time is counted" counted 2 time.h5 "$top/tests/line/change" 15 15
"$hpmagg" --format=json --per=interval --events='power/*' --metrics=package_power \
    time.h5 >time.h5.json
ok "intervals have what the host counted in them, and add up to it" $known value time.h5.json \
    "abs (sum (i['counts']['power/energy-pkg/'] for i in rows ('interval')) / $node['total'] - 1)
    < 1e-9 and len (rows ('interval')) >= 5"
ok "each processor had 1 W in them, for most of the time" $known value time.h5.json \
    "sum (i['to_s'] - i['from_s'] for i in rows ('interval')
          if abs (i['metrics']['package_power'] / $cpus - 1) < 0.25)
    > 0.5 * run['wall_s']"

ok "a run that is paused ends well" "$hpmrun" -s none --mpi=off --start=paused \
    -e power/energy-pkg/ -o paused.h5 sleep 0.2
ok "hpmagg prints JSON of paused.h5" json paused.h5
ok "a run that is paused counts nothing" $known value paused.h5.json \
    "[(p['quality'], p['count']) for p in $node['processors']]
    == [('exact', 0)] * $cpus"

# An energy meter that stands still is none.
ok "a run of 0.2 s ends well" "$hpmrun" -s none -e $events -o meter.h5 sleep 0.2
ok "hpmagg prints JSON of meter.h5" json meter.h5
ok "a meter that never moves is unavailable" $known value meter.h5.json \
    '[(e["quality"], "never moves" in e.get ("reason", ""))
     for e in data["node_events"]] == [("exact", False), ("unavailable", True)]'

# A job that is killed: what was counted until then.
mkdir checkpoint
launch 2 "$hpmrun" -s none -e $events,power/energy-cores/ --snapshot=0.1 \
    --checkpoint="$work/checkpoint" -o killed.h5 "$top/tests/guest/ends" SIGKILL-all \
    >/dev/null 2>&1
ok "of a job that was killed there is a recovered file" \
    "$hpmagg" --recover checkpoint -o killed.h5 --summary=none
ok "hpmagg prints JSON of killed.h5" json killed.h5
ok "the counts of the host are in it, as partial ones" $known value \
    killed.h5.json \
    "[(p['cpu'], p['quality'], p['count'] > 0) for p in $node['processors']]
    == [(c, 'partial', True) for c in range ($cpus)]"
ok "the recovered file has the gap" $known value killed.h5.json \
    '[e["quality"] for e in data["node_events"]
     if e["name"] == "power/energy-cores/"] == ["unavailable"]'

# Several hosts.
unshare --uts --ipc true 2>/dev/null || {
    skip "unshare --uts --ipc is not allowed here (it takes root)"
    finish
}
cat >agent <<'END'
#!/bin/sh
host=$1
shift
exec unshare --uts --ipc \
    sh -c 'hostname "$1"; shift; exec sh -c "$*"' sh "$host" "$@"
END
chmod +x agent
ok "a run on two hosts ends well" mpirun --bind-to none --mca plm_rsh_agent \
    "$work/agent" --host nodeA:2,nodeB:1 -np 3 -x HPM_SYSFS "$hpmrun" \
    --summary=none --backend="$stub" -e stub::N1,$events -o hosts.h5 \
    "$programs/threads" pool 2
ok "hpmagg prints JSON by host" json hosts.h5 --per=host
ok "each host has its own count" $known value hosts.h5.json \
    "[(p['host'], p['cpu']) for p in $node['processors']]
    == [(h, c) for h in ('nodeA', 'nodeB') for c in range ($cpus)]"
ok "the job's total is that of both" $known value hosts.h5.json \
    "abs ($node['total'] - sum (p['amount'] for p in $node['processors']))
    < 1e-12"
ok "a host's metric is over its own" $known value hosts.h5.json \
    "all (abs (h['metrics']['package_energy_use']
               - sum (p['amount'] for p in $node['processors']
                      if p['host'] == h['host'])) < 1e-12
          for h in rows ('host'))"
finish
