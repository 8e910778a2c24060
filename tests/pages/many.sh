#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Programs with many mappings, in containers that forbid to ask for pages, and such
# as nothing is known of.
# Measures: the time that a look takes.
. "${srcdir:-.}/tests/run/lib.sh"
[ -z "$sanitizer" ] ||
    skip_all "a sanitizer's memory is not laid out as the program's"

flags="--summary=none --backend=none --pages"

# looked ARGUMENT...: the mappings of such a run; the large one starts at $large.
looked () {
    rm -f run.h5*
    ok "the program ends well" counted 1 run.h5 "$top/tests/pages/many" "$@"
    json run.h5 --per=mapping
    "$hpmagg" --per=mapping run.h5 >shown
    large=$(grep -E '^[0-9]+$' stdout)
}

# rows FILTER: whether it holds for the list of mappings.
rows () {
    jq -e "[.mapping[]] | $1" run.h5.json
}

in_case "more than there is room for"
looked 300 2048
ok "a large mapping behind many small ones is told by itself" rows \
    "any (.[]; .address == $large and .size == 25165824 and .touched == 25165824)"
ok "stack, heap and libraries are told, too" rows \
    '[.[] | select(.kind == "stack" or .kind == "heap" or .kind == "libraries")] | length == 3'
ok "as many as fit are told" rows '[.[] | select(.kind == "anonymous")] | length == 123'
ok "the others are one" rows \
    '[.[] | select(.kind == "others")] | length == 1 and .[0].parts >= 178'
ok "one look is at one moment" \
    grep -Eq '^  1 rank, looked at [0-9.]+ s after its start' shown

in_case "thousands"
looked 9000 16
ok "a large mapping is not lost among thousands" rows \
    "any (.[]; .address == $large and .touched >= 24000000 and .touched <= 25165824)"
ok "all of them are looked at" sh -c '! grep -q "not looked at" shown'
ok "small ones have a page each in memory" rows \
    'any (.[]; .kind == "others" and .parts >= 9000 and .touched >= 33000000 and .touched <= 40000000)'

in_case "thousands of large ones"
looked 9000 16384
ok "what is told last is looked at, too" rows "any (.[]; .address == $large
    and .touched >= 0.8 * 25165824 and .touched <= 25165824)"
ok "nothing is left out for want of time" sh -c '! grep -q "not looked at" shown'

in_case "a container"
rm -f run.h5*
counted 1 run.h5 "$top/tests/pages/many" 4 16 denied >told 2>&1
if [ $? = 77 ]; then
    skip "a container that forbids to ask for pages" "there are no filters of system calls"
else
    json run.h5 --per=mapping
    large=$(grep -E '^[0-9]+$' stdout)
    ok "where pages cannot be asked for, each is told" rows \
        "any (.[]; .address == $large and .touched == 629145600 and .swapped == 0)"
fi
in_case ""

if [ -x "$top/tests/scope/outside" ]; then
    rm -f run.h5
    "$hpmrun" --backend=none --summary=none --pages -o run.h5 \
        "$top/tests/scope/outside" true >out 2>err
    has err "pages not looked at, because the program is counted from outside" \
        "it is said that a static program is not looked at"
    "$hpmagg" --per=mapping run.h5 >shown
    has shown "a program that is counted from outside has none" \
        "its file says why it has no mappings"
else
    skip "a static program" "there is no C library to link to"
fi
finish
