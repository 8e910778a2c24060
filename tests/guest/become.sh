#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Ranks that become programs without us: nobody waits for them, what was counted is
# kept, and that is told.
. "${srcdir:-.}/tests/guest/lib.sh"

[ "$sanitizer" != thread ] ||
    skip_all "no program that was built without it bears libtsan"
become=$top/tests/guest/become
flags="--backend=$stub -e stub::N1"
printf '\001\002 no program\n' >text
chmod +x text

# ranks NAME: the ranks in NAME.h5, and what became of them.
ranks () {
    "$hpmagg" --format=json --per=rank "$1.h5" |
        /usr/bin/env python3 -c '
import json, sys
print (*(row["status"] for row in json.load (sys.stdin)["rank"]))'
}

for rank in 0 1 2; do
    in_case "rank $rank drops the library before MPI_Init"
    both "before$rank" 3 timeout 60 "$become" before $rank
    expected=$(echo complete complete complete | sed "s/complete/missing/$((rank + 1))")
    is "$(ranks before$rank)" "$expected" "the file has the other ranks"
    ok "nothing of the snapshots remains" left_nothing
done

in_case "a rank that could not become another program"
both tries 3 timeout 60 "$become" tries 1
is "$(ranks tries)" "complete complete complete" "the file has all ranks"

in_case "ranks that become another program after MPI_Init"
both after 2 "$become" after 9
is "$(grep -c "become became another program without MPI_Finalize; make a result.*hpmagg --recover $(find \
    "$work/checkpoint" -mindepth 1 -maxdepth 1 -name 'hpmmpi-*') -o FILE" \
    after.stderr)" 1 "one of them says what was kept"
ok "it is recovered" recover after
is "$(ranks after)" "partial partial" "with both ranks"

in_case "programs without MPI"
both alone 3 sh -c 'exec env -i /bin/sh -c "echo here"'
is "$(grep -c 'not counted from here on' alone.stderr)" 1 "one says why it ends"
is "$(ls alone.*h5 2>/dev/null)" "alone.0.h5
alone.1.h5
alone.2.h5" "what each has counted is in a file"
"$hpmagg" --format=json alone.0.h5 >alone.json
has alone.json "until it became a program that is not counted" \
    "which says that it goes up to there"
ok "nothing of the snapshots is left" left_nothing
finish
