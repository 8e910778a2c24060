#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Memory controllers as the kernel names them.  A made-up sysfs lets the kernel's
# clock of a processor stand for lines.
. "${srcdir:-.}/tests/run/lib.sh"

case " $sanitizer " in *thread*)
    skip_all "the program's start takes all of a short run" ;;
esac

# pmu NAME UNIT EVENT...: a controller with these events, each in UNIT.
pmu () {
    folder=$work/sys/bus/event_source/devices/$1 unit=$2
    shift 2
    mkdir -p "$folder/events" "$folder/format"
    echo 1 >"$folder/type"
    echo 0 >"$folder/cpumask"
    echo config:0-7 >"$folder/format/event"
    for event; do
        echo event=0x00 >"$folder/events/$event"
        echo 6.103515625e-5 >"$folder/events/$event.scale"
        echo "$unit" >"$folder/events/$event.unit"
    done
}

# has_traffic WHAT READ WRITE: traffic is what the controllers read and wrote, with
# weights for a count of each.
has_traffic () {
    "$hpmrun" -s none -g memory -o host.h5 --force sleep 0.05 2>err
    "$hpmagg" --format=json host.h5 >host.json
    ok "$1: traffic is what controllers read and wrote" \
        "${HPM_PYTHON:-/usr/bin/python3}" -c '
import json, math, sys
data = json.load (open ("host.json"))
read, write = (eval (weight) for weight in sys.argv[1:3])
kinds = [[e["total"] for e in data["node_events"]
          if any (word in e["name"] for word in words)]
         for words in (("rd_", "read"), ("wr_", "write"))]
assert all (kinds) and all (all (kind) for kind in kinds), kinds
metric = {m["name"]: m["total"] for m in data["metrics"]}
close = lambda a, b: math.isclose (a, b, rel_tol=1e-9)
assert close (metric["controller_read"], read * sum (kinds[0])), metric
assert close (metric["controller_written"], write * sum (kinds[1])), metric
assert close (metric["memory_traffic"], metric["controller_read"]
              + metric["controller_written"]), metric' "$2" "$3" ||
        cat err
    rm -r "$work/sys"
}

export HPM_SYSFS="$work/sys"
pmu uncore_imc_0 MiB cas_count_read
"$hpmrun" -s none -e uncore_imc_0/cas_count_read/ -o host.h5 true 2>err
[ ! -s err ] || skip_all "it is not allowed here to count for a host"
rm -r "$work/sys" host.h5

pmu uncore_imc_0 MiB cas_count_read cas_count_write
pmu uncore_imc_1 MiB cas_count_read cas_count_write
has_traffic "Sapphire Rapids" 1 1
pmu uncore_imc_0 MiB cas_count_read_sch0 cas_count_read_sch1 \
    cas_count_write_sch0 cas_count_write_sch1
has_traffic "Granite Rapids" 1 1
pmu nvidia_scf_pmu_0 1 cmem_rd_data cmem_wr_total_bytes
# Of 32 bytes each, and bytes.
has_traffic "Grace" 32/1048576 1/1048576
finish
