#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What a host is made of, told by one of its ranks, on a machine whose sysfs is made up.
. "${srcdir:-.}/tests/run/lib.sh"

# machine CORES: two sockets of as many cores, whose second hyper-threads come last; the
# processors of this one are among them.
cat >machine.py <<'P'
import os, sys
cores = int (sys.argv[1])
def put (file, text):
    os.makedirs (os.path.dirname (file), exist_ok=True)
    print (text, file=open (file, "w"))
def socket (s):
    return "%d-%d,%d-%d" % (s * cores, (s + 1) * cores - 1, (s + 2) * cores, (s + 3) * cores - 1)
cpu, node = "machine/devices/system/cpu", "machine/devices/system/node"
put (cpu + "/online", "0-%d" % (4 * cores - 1))
put (node + "/online", "0-1")
for s in 0, 1:
    put (node + "/node%d/cpulist" % s, socket (s))
for p in range (4 * cores):
    core = p % (2 * cores)
    put (cpu + "/cpu%d/topology/thread_siblings_list" % p, "%d,%d" % (core, core + 2 * cores))
    put (cpu + "/cpu%d/topology/core_siblings_list" % p, socket (core // cores))
P
machine () {
    rm -rf machine
    python3 machine.py "$1"
}
# told FILE: socket, node and cores of its rows.
told () {
    "$hpmagg" --per=binding --format=csv "$1" | tr -d '"' | cut -d, -f3-5 | sed 1d | sort -u
}
program=$top/tests/truth/causes

machine 512
ok "two ranks on such a machine are counted" \
    counted 2 r.h5 --sysfs="$work/machine" "$program" balanced 0.1
is "$(told r.h5 | cut -d, -f1,2 | sort -u | tr '\n' ' ')" "0,0 1,1 " \
    "its file has both sockets and nodes"
is "$("$hpmagg" --per=binding r.h5 | grep -c "512-1023")" 1 \
    "the cores of the other socket are one row"
"$hpmagg" --html=page.html r.h5 2>/dev/null &&
    ok "the page has them in one short text" \
        grep -q '"topology": *"cores 0-1023+1024 sockets 0-511,1024-1535;512-1023,1536-2047 nodes 0:0-511,1024-1535;1:512-1023,1536-2047"' page.html

# A host that tells nothing, as some containers do not.
rm -rf machine && mkdir machine
ok "two ranks are counted where sysfs has nothing" \
    counted 2 none.h5 --sysfs="$work/machine" "$program" balanced 0.1
is "$("$hpmagg" --per=binding none.h5 | sed '1,/^$/d' | head -n 1 | tr -s ' ')" \
    "processors ranks how" "nothing is told of its cores then"
ok "what is told of it is not refuted" \
    python3 "$source_folder/tests/truth/refute.py" "$hpmagg" none.h5

# A job that is killed.
machine 2
mkdir checkpoint
launch 2 "$hpmrun" -s none --sysfs="$work/machine" --snapshot=0.1 \
    --checkpoint="$work/checkpoint" -o killed.h5 "$top/tests/guest/ends" SIGKILL-all \
    >/dev/null 2>&1
ok "of a job that was killed there is a recovered file" \
    "$hpmagg" --recover checkpoint -o killed.h5 --summary=none
is "$(told killed.h5 | cut -d, -f1,2 | sort -u | tr '\n' ' ')" "0,0 1,1 " \
    "it has both sockets and nodes, too"

# ThreadSanitizer wants programs that were built with it.
[ "$sanitizer" != thread ] || finish
ok "a program without MPI is counted there" \
    "$hpmrun" -o lone.h5 --force --summary=none --sysfs="$work/machine" true
is "$(told lone.h5 | cut -d, -f1,2 | sort -u | tr '\n' ' ')" "0,0 1,1 " \
    "its file has them"
finish
