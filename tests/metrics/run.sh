#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The installed metrics from end to end: ranks that count what is known, to the
# tables of hpmagg, by rank, by host and for the job.
. "${srcdir:-.}/tests/run/lib.sh"

[ "$sanitizer" != thread ] ||
    skip_all "ThreadSanitizer has a thread of its own on every rank"

here=$source_folder/tests/metrics
STUB_COUNTS=$(grep -v '^#' "$here/run.counts" | tr '\n' ' ')
export STUB_COUNTS
events=$(grep -v '^#' "$here/run.counts" | sed 's/=.*//' | paste -sd, -)
flags="--summary=none --mpi=time --backend=$stub --costs=$here/run.costs"
flags="$flags -e $events"

# tables FILE: hpmagg's tables of it in rank.csv, host.csv and job.csv.
tables () {
    for per in rank host job; do
        "$hpmagg" --format=csv --per=$per "$1" >$per.csv || return
    done
}

ok "two ranks count ends well" counted 2 one.h5 "$programs/ordinary" compute
ok "hpmagg prints tables" tables one.h5
for per in rank host job; do
    ok "every metric by $per is what was computed by hand" \
        "$here/run.py" $per rank.csv $per.csv
done

line=$(getconf LEVEL1_DCACHE_LINESIZE)
"$hpmagg" --format=json one.h5 >json
if [ "${line:-0}" -gt 0 ] 2>/dev/null; then
    has json "\"cache_line\": $line" "the size of a line is that of the machine"
else
    skip "the size of a line is that of the machine" "the system does not tell it"
fi

# What doc/HOWTO_ADD_METRIC.md has its reader write.
sed -n '/^```$/,/^```$/{/^```/!p}' "$source_folder/doc/HOWTO_ADD_METRIC.md" \
    >mine.metric
ok "the example of doc/HOWTO_ADD_METRIC.md is read" \
    sh -c '"$1" -m mine.metric --list=metrics >list' sh "$hpmrun"
has list "l3_misses_per_kilo" "a metric of one's own is there"
"$hpmagg" --metrics=./mine.metric,l3_misses_per_kilo --format=csv one.h5 >csv
# 1000 * (16384 + 49152) / 3.5e6
has csv "metric,program,l3_misses_per_kilo,per 1000,exact,18.7245714285714" \
    "a metric of one's own is computed from an old file"

if ! unshare --uts --ipc true 2>/dev/null; then
    skip "several hosts" "unshare --uts --ipc is not allowed here"
    finish
fi
cat >agent <<'END'
#!/bin/sh
host=$1
shift
exec unshare --uts --ipc \
    sh -c 'hostname "$1"; shift; exec sh -c "$*"' sh "$host" "$@"
END
chmod +x agent
on_hosts () {
    # shellcheck disable=SC2086
    mpirun --bind-to none --mca plm_rsh_agent "$work/agent" \
        --host nodeA:2,nodeB:1 -np 3 \
        "$hpmrun" -o two.h5 $flags "$programs/ordinary" compute </dev/null
}
ok "three ranks on two hosts" on_hosts
ok "hpmagg prints tables of both hosts" tables two.h5
ok "every metric of two hosts is what was computed by hand" \
    "$here/run.py" hosts rank.csv host.csv
finish
