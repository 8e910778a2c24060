# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the tests of the verdict share: sourced instead of lib.sh.
. "${srcdir:-.}/tests/aggregate/lib.sh"

usual='ranks=8 hosts=2 threads=1 events=2 calls=2 story=1'

# judged RULES SETTING...: the rules that speak of such a run, the verdict and
# the outliers, in their order.  All of them are in the full summary.
judged () {
    rules=$1
    shift
    # shellcheck disable=SC2086
    result r.h5 $usual "$@"
    run --format=json r.h5
    is "$(sed -n 's/^ *"rule": "\(.*\)",$/\1/p' out | tr '\n' ' ')" \
        "$rules${rules:+ }" "$*: the rules found are ${rules:-none}"
    judged=$*
    run --summary=full r.h5
}

# says TEXT: the summary does, wherever it folds its lines.
says () {
    tr -s '\n ' '  ' <out >flat
    has flat "$1" "$judged: it says: $1"
}

# hushes TEXT: the summary does not say it.
hushes () {
    tr -s '\n ' '  ' <out >flat
    ok "$judged: it does not say: $1" sh -c '! grep -qF -- "$1" flat' sh "$1"
}
