#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Children of the program inherit no descriptor of ours; the program hears of no
# child that is not its own; and its core file is what it was.
. "${srcdir:-.}/tests/guest/lib.sh"

mkdir with without
for flags in "--backend=none" "--backend=$stub -e stub::N1 --mpi=split" \
    "-e perf::PAGE-FAULTS:u"; do
    plain children 2 "$guest/children" "$work/without"
    guest children 2 "$guest/children" "$work/with"
    undisturbed children "${flags##*/}: "
    for rank in 0 1; do
        ok "rank $rank: its children do the same with ${flags##*/}" \
            diff "without/$rank" "with/$rank"
    done
    ok "${flags##*/}: there are results" test -e children.h5
    rm -f children.h5
done
sed 's/^/# /' with/0

# A core file, where the system leaves one.
pattern=$(cat /proc/sys/kernel/core_pattern 2>/dev/null)
case "$pattern" in
core | core.%p)
    mkdir plain-core guest-core
    ulimit -c unlimited
    # Shared mappings of files, too.
    echo 0x3b 2>/dev/null >/proc/self/coredump_filter
    (cd plain-core && launch 1 "$guest/children" dump) >/dev/null 2>&1 \
        </dev/null
    (cd guest-core && launch 1 "$hpmrun" --checkpoint="$work/checkpoint" \
        --snapshot=0.1 -s none --backend=none "$guest/children" dump) \
        >/dev/null 2>&1 </dev/null
    is "$(find guest-core -name 'core*' -type f | wc -l)" \
        "$(find plain-core -name 'core*' -type f | wc -l)" \
        "there is a core file with us if there is one without"
    if ls plain-core/core* >/dev/null 2>&1; then
        ok "it holds nothing of the snapshots" sh -c \
            "! grep -q HPMCKPT guest-core/core*"
    else
        skip "it holds nothing of the snapshots" "no core file"
    fi
    ;;
*) skip "a core file" "core_pattern is $pattern" ;;
esac
finish
