# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the tests of samples share, beside tests/run/lib.sh.
. "${srcdir:-.}/tests/run/lib.sh"

profile=$top/tests/samples
flags="--summary=none --backend=none --sample=1000"

# Where the kernel lets nobody sample there is nothing to see.
"$hpmrun" --summary=none --backend=none --sample -o probe.h5 \
    sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done' 2>probe
grep -q "not sampled, because" probe && skip_all "$(cat probe)"

# sampled RANKS COMMAND...: by function in run.h5.json, by line in lines.json.
sampled () {
    ranks=$1
    shift
    rm -f run.h5* times.*
    counted "$ranks" run.h5 "$@" && json run.h5 --per=routine &&
        "$hpmagg" --per=line --format=json run.h5 >lines.json
}

# holds CLAIM EXPRESSION [FILE]
holds () {
    ok "$1" python3 "$source_folder/tests/samples/check.py" \
        "${3:-run.h5.json}" "$2" times.*
}

# Names are there where the tools were built with libdw.
names=yes
ldd "$hpmagg" | grep -q libdw || names=
