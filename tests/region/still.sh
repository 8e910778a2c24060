#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Marks that meet a pause of counting, or that a jump leaves: their regions have
# counts that can be, and nothing waits for them.
. "${srcdir:-.}/tests/run/lib.sh"

still=$top/tests/region/still

in_case "pauses"
ok "a program whose threads mark while counting pauses 40 times runs" \
    "$hpmrun" --signals=USR1,USR2 --region-cpu-time --summary=none \
    -e os::MINOR_FAULTS -o pauses.h5 "$still" pause
json pauses.h5 --per=region
ok "its result has all counts, none of them below those of the regions inside" \
    /usr/bin/env python3 "$source_folder/tests/region/still.py" pauses.h5.json

# A wait of the library for such a thread takes 3 s, so that of 8 takes 24.
in_case "jumps"
begun=$(date +%s)
ok "a program whose threads leave a mark by a jump runs" \
    "$hpmrun" --backend="$top/tests/calls/work_backend.so" --events=work::DONE \
    --snapshot=0 --summary=none -o jumps.h5 "$still" leave
ok "no thread waits at its end for a mark that it has left" \
    test $(($(date +%s) - begun)) -lt 20
json jumps.h5 --per=region
is "$(jq -c '[.region[] | [.region, .entries, .unended]]' jumps.h5.json)" \
    '[["around",8,8],["around/left",0,0]]' "the regions around those marks are told as not ended"
finish
