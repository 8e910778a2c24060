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
ok "the summary says once how many entries were, and what they are part of" \
    grep -qxE '  45 entries were nested too deep, and are part of \.\.\.(/[ab])+' summary
is "$(jq -c '[.region[] | select (.folded > 0) | [.entries, .folded, .label // .region[-1:]]]' \
    odd.h5.json)" '[[1,45,"a"]]' "the deepest region has them"
finish
