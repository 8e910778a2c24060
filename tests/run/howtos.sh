#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The examples of doc/HOWTO_ADD_COUNTER.md and doc/HOWTO_ADD_TEST.md do what is
# said there.
. "${srcdir:-.}/tests/run/lib.sh"

doc=$source_folder/doc

# block KIND FILE: what stands between "```KIND" and "```".
block () {
    sed -n '/^```'"$1"'$/,/^```$/{/^```/!p}' "$2"
}

# line PATTERN: a command of the block in HOWTO_ADD_COUNTER.md, for this
# installation and this place.
line () {
    block '' "$doc/HOWTO_ADD_COUNTER.md" | grep -e "$1" |
        sed -e "s|^hpmrun|$hpmrun|" -e "s|^hpmagg|$hpmagg|" \
            -e "s|-Iinclude|-I$source_folder/include|" \
            -e "s| examples/| $source_folder/examples/|" \
            -e "s|\./solver|$programs/ordinary compute|" \
            -e "s|^cc|${CC:-cc} -Wall -Wextra -Werror|"
}

in_case "a counter"
line '^cc ' >compile
line 'list=events' >list
line '^hpmrun.*solver' >run
line '^hpmagg' >show
ok "the example is compiled" sh compile
if [ -n "$sanitizer" ]; then
    skip "it is listed" "it was built without the sanitizer"
    skip "the run ends well" "it was built without the sanitizer"
else
    sh list >listed
    ok "it is listed" grep -q '^clock::PROCESS *yes *us *processor time' listed
    ok "the run ends well" sh run
    json results.h5
    ok "it has counted" $known value results.h5.json \
        "of ('clock::PROCESS') > 0 and event ('clock::PROCESS')['quality'] == 'exact'"
    sh show >shown
    ok "hpmagg shows the count" grep -q 'clock::PROCESS.* us ' shown
    ok "a name that it has not is refused" sh -c \
        '! "$1" --backend=./clock.so -e clock::OTHER true 2>said' sh "$hpmrun"
    has said "unknown event clock::OTHER" "the name that it has not is told"
fi

in_case "a test in shell"
block sh "$doc/HOWTO_ADD_TEST.md" >kept.sh
if [ "$sanitizer" = thread ]; then
    skip "the example passes" "it skips itself then"
else
    ok "the example passes" sh -c 'cd "$1" && sh "$2/kept.sh" >"$2/kept.log"' \
        sh "$top" "$work"
    is "$(tail -n 1 kept.log)" 1..6 "the example has made its claims"
    ok "its claims are sentences" "$source_folder/scripts/check-claims" .
    ok "it fails where the environment is lost" sh -c \
        'sed "s/^export MINE/export HERS/" "$2/kept.sh" >"$2/lost.sh"
         cd "$1" && ! sh "$2/lost.sh" >"$2/lost.told"' sh "$top" "$work"
fi

in_case "a test in C"
block c "$doc/HOWTO_ADD_TEST.md" >text.c
# shellcheck disable=SC2086
if [ -n "$sanitizer" ]; then
    skip "the example passes" "it was built without the sanitizer"
else
    ok "the example is compiled" ${CC:-cc} -std=gnu11 -Wall -Wextra -Werror \
        -I"$source_folder" -I"$source_folder/include" -o text text.c \
        "$top/.libs/libbase.a" -lm
    ok "the example passes" ./text
fi
finish
