#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Samples in libraries that are unloaded while the program runs, one after the
# other at the same address.
# Measures: samples.
. "${srcdir:-.}/tests/samples/lib.sh"
[ "$names" ] || skip_all "the tools were built without libdw"
[ -z "$sanitizer" ] || skip_all "a sanitizer keeps libraries"

one=$profile/libprofile.so
other=$profile/libprofile_other.so

# unload FLAG...: half a second in each, and in the first one once more.
unload () {
    rm -f run.h5*
    "$hpmrun" --summary=none --backend=none -o run.h5 "$@" "$profile/unload" \
        "$one" lib_five "$other" other_five "$one" lib_two >stdout
    is $? 0 "each library is loaded, used and unloaded"
    json run.h5 --per=routine
}
# of FUNCTION LEAST MOST: its share of all samples.
of () {
    jq -e ".routine[] | select(.place == \"$1\") | .share > $2 and .share < $3" \
        run.h5.json
}
all () {
    ok "a function of a library that is gone has its samples" of lib_five 0.25 0.42
    ok "so has one of the library that came to its place" of other_five 0.25 0.42
    ok "so has one of a library that was loaded twice" of lib_two 0.25 0.42
    ok "nearly no sample is of unknown place" jq -e '[.routine[]
        | select(.place == "[unknown]") | .share] | add // 0 | . < 0.03' run.h5.json
}

in_case "drained when it is unloaded"
unload --sample=1000
[ "$(sed -n 1p stdout)" = "$(sed -n 2p stdout)" ] ||
    say "the loader has put them at other addresses: $(tr '\n' ' ' <stdout)"
all

in_case "with snapshots between"
unload --sample=1000 --snapshot=0.2
all

in_case "with callers"
unload --sample=1000,callers
all
"$hpmagg" --per=caller --format=json run.h5 >callers.json
ok "what called libraries that are gone is known" jq -e '[.caller[]
    | select(.caller == "main" or .caller == "work") | .callee]
    | contains(["lib_five", "other_five", "lib_two"])' \
    callers.json
finish
