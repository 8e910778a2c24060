#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Regions that do not fit are told as what they are.
. "${srcdir:-.}/tests/run/lib.sh"

ok "a program of odd regions runs" "$hpmrun" -o odd.h5 --summary=none \
    --backend=none "$top/tests/region/odd"
"$hpmagg" odd.h5 >summary
json odd.h5 --per=region

in_case "nested too deep"
tr -s ' \n' ' ' <summary >flat
ok "the summary says how many entries were, and what they are part of" \
    grep -qE ' 45 entries were nested too deep, and are part of \.\.\.(/[ab])+ ' flat
is "$(grep -c 'nested too deep' summary)" 1 "it says that once"
is "$(jq -c '[.region[] | select (.folded > 0) | [.entries, .folded, .label // .region[-1:]]]' \
    odd.h5.json)" '[[1,45,"a"]]' "the deepest region has them"
"$hpmagg" --per=region odd.h5 >table
ok "a path that is deep is its ends in the table, with how many are left out between" \
    grep -qE '^deep/\(253\)/[ab]/[ab] ' table
has table "a/(N)/b: N regions between are left out; --format=csv has whole paths" \
    "what that means is told below"

in_case "a label with slashes"
COLUMNS=100 "$hpmagg" --per=region odd.h5 >wide
has wide "/home/someone/a/solver/of/his/src/and/more/folders/in/it/solve.c:12 " \
    "the table has it whole, where there is room"
ok "or else its ends" grep -q '^/home/someone/a/.*\.\.\..*/solve.c:12 ' table
COLUMNS=100 "$hpmagg" --per=region --flat odd.h5 >flat
has flat "/home/someone/a/solver/of/his/src/and/more/folders/in/it/solve.c:12 " \
    "so has that of labels"

in_case "control characters"
"$hpmagg" --per=region odd.h5 >table
has table 'tab\there\x1b[31m\xc2\x9b ' "the table of regions escapes them"
is "$(LC_ALL=C grep -c "$(printf '[\001-\011\013-\037]')" table summary | tr '\n' ' ')" "table:0 summary:0 " \
    "neither table has any"
"$hpmagg" --per=region --format=csv odd.h5 >csv
has csv 'tab\there\x1b[31m\xc2\x9b,' "CSV has the same text"

ok "neither escapes what is escaped" sh -c '! grep -F "\\x5c" table summary'

"$hpmagg" --per=region --format=collapsed odd.h5 >stacks
ok "stacks have the same text, and no separator in a label" \
    grep -qE '^not utf-8: \\xff: turned: \\xe2\\x80\\xae [0-9]+$' stacks

in_case "bytes that are no UTF-8"
is "$(jq -r '.region[].region | select (startswith ("not")) | gsub ("\u202e"; "(turn)")' odd.h5.json)" \
    'not utf-8: \xff; turned: (turn)' "JSON tells them as text does, and has all else as it is"
"$hpmagg" --html=page.html odd.h5
has page.html 'not utf-8: \\xff; turned: ' "so does the page"

in_case "an empty label"
is "$(jq -c '[.region[] | select (.region == "(no label)") | .entries]' odd.h5.json)" '[1]' \
    "it is told as none"
ok "no stack is empty" sh -c '! grep -q "^ " stacks'

in_case "an end that names no label where nothing is open"
is "$(jq -c '[.region[] | select (.stray > 0) | [.region, .entries, .stray]]' odd.h5.json)" \
    '[["(no label)",1,1]]' "it is told as one without a label"
has summary "  1 end without a beginning: (no label)" "the summary says so"

in_case "more regions than a thread has"
is "$(jq -c '[.region[] | select (.region == "other") | [.entries, .threads, .mark]]' odd.h5.json)" \
    '[[1,1,"hpm"]]' "a label \"other\" of the program's is its own"
is "$(jq -c '[.region[] | select (.region == "many/(other)") | [.entries > 600, .threads]]' odd.h5.json)" \
    '[[true,1]]' "what does not fit is of as many threads as entered it"
finish
