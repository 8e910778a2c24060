#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Samples beside those that perf record takes of the same run: both see the same
# functions with the same shares, within 4 errors of both.
# Measures: samples, within their errors.
. "${srcdir:-.}/tests/samples/lib.sh"

[ "$names" ] || skip_all "the tools were built without libdw"
[ -z "$sanitizer" ] || skip_all "a sanitizer's own work is beside that of the program"
perf record -e cpu-clock:u -F 997 -o probe.perf true >probe 2>&1 ||
    skip_all "perf record does not run here (Debian: linux-perf)"

# beside RATE COMMAND...: samples in run.h5.json, those of perf in perf.txt.
beside () {
    rate=$1
    shift
    rm -f run.h5* perf.data
    # shellcheck disable=SC2086
    perf record -q -e cpu-clock:u -F "$rate" -o perf.data "$hpmrun" $flags \
        -o run.h5 "$@" >out 2>err </dev/null &&
        json run.h5 --per=routine &&
        perf script -i perf.data -F comm,ip,sym --comm profile >perf.txt 2>err
}

# alike NAME...
alike () {
    python3 "$source_folder/tests/samples/perf.py" run.h5.json perf.txt "$@"
}

ok "a program runs that both sample" beside 997 "$profile/profile" plain 60
ok "functions have the shares that perf record sees" alike five three two
ok "shares that perf record does not see are found out" \
    sh -c "sed 's/ five\$/ six/' perf.txt >other && ! python3 \
        '$source_folder/tests/samples/perf.py' run.h5.json other five three two >found"
finish
