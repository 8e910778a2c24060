#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Ranks that are bound to hyper-threads of one core, on a machine whose sysfs is made
# up.
. "${srcdir:-.}/tests/run/lib.sh"

processors=$(python3 -c 'import os; print (*sorted (os.sched_getaffinity (0))[:2])')
first=${processors% *} second=${processors#* }
[ "$first" != "$second" ] || skip_all "there is one processor for two ranks"
command -v taskset >/dev/null || skip_all "there is no taskset"
# Its library is borne by its own programs alone.
[ "$sanitizer" != thread ] || skip_all "ThreadSanitizer, beside taskset"

# machine FIRST SECOND ONLINE: what the two processors have as their cores.
cpu=machine/devices/system/cpu
machine () {
    rm -rf machine
    mkdir -p "$cpu/cpu$first/topology" "$cpu/cpu$second/topology"
    echo "$1" >"$cpu/cpu$first/topology/thread_siblings_list"
    echo "$2" >"$cpu/cpu$second/topology/thread_siblings_list"
    echo "$3" >"$cpu/online"
}

# The program of a rank: bound to a processor, or to both.
cat >rank.sh <<S
#!/bin/sh
processors=$second
[ "\${OMPI_COMM_WORLD_RANK:-\$PMIX_RANK}" != 0 ] || processors=$first
[ "\$1" = apart ] || processors=$first,$second
exec taskset -c "\$processors" "$top/tests/truth/causes" balanced 0.1
S
chmod +x rank.sh

# bound HOW: two ranks that compute and meet.
bound () {
    rm -f r.h5
    counted 2 r.h5 --force --sysfs="$work/machine" ./rank.sh "$1" || return 1
    "$hpmagg" --summary=full r.h5 | tr -s '\n ' '  ' >out
}

core=$first,$second
machine "$core" "$core" "0-$((second + 2))"
ok "two ranks on a core are counted" bound apart
ok "two ranks that are bound to hyper-threads of one core are told" \
    grep -q "2 ranks share cores with another rank, as rank 0, while $((second + 1)) processors are on cores that no rank of this job may use: bind by core" out
ok "nothing that is said of them is refuted" \
    python3 "$source_folder/tests/truth/refute.py" "$hpmagg" r.h5
ok "two ranks that may use the whole core are counted" bound both
ok "ranks that may use the whole core are not told to share cores" \
    sh -c '! grep -q "share cores" out'
machine "$core" "$core" "$core"
ok "two ranks on the only core are counted" bound apart
ok "ranks on the only core are not told to share it" sh -c '! grep -q "share cores" out'
machine "$first" "$second" "0-$((second + 2))"
ok "two ranks on a core each are counted" bound apart
ok "ranks on cores of their own are not told to share them" sh -c '! grep -q "share cores" out'
finish
