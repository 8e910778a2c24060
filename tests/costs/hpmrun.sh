#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# hpmrun --costs and --print-costs: which tables hold, and what the library is
# told.
. "${srcdir:-.}/tests/wrapper/lib.sh"
HOME=$work
export HOME
unset XDG_CONFIG_HOME
site=$stage$sysconfdir/hpmmpi
trap 'rm -rf "$work" "$site"' EXIT

run --print-costs
is "$status" 0 "there is a table without any file"
ok "what is built in" grep -q '^from built-in' out
cp out first
run --costs=first --print-costs
grep -v '^from' first >left
grep -v '^from' out >right
ok "printed, loaded and printed again" diff left right

mkdir -p "$site" .config/hpmmpi
printf '%s\n' 'cost A 1 1 1 nsec' 'cost B 1 1 1 nsec' 'cost C 1 1 1 nsec' \
    >"$site/costs"
printf '%s\n' 'cost B 2 2 2 nsec' 'cost C 2 2 2 nsec' >.config/hpmmpi/costs
printf '%s\n' 'cost C 3 3 3 nsec' >mine
run --costs=mine --print-costs
for pair in A:1 B:2 C:3; do
    event=${pair%:*}
    number=${pair#*:}
    ok "$event: built-in, site, own, given: the later wins" \
        grep -q "^cost $event  *$number  *$number" out
done
has out "from $site/costs" "a line tells that it comes from the site's table"
has out "from $work/.config/hpmmpi/costs" "a line tells that it comes from one's own table"
has out "from mine" "a line tells that it comes from the table given"
run --show-config
ok "--show-config shows the site's table" \
    grep -q "costs, site.*found.*$site/costs" out
ok "--show-config shows one's own table" grep -q "costs, own.*found.*$work/.config/hpmmpi/costs" out
mkdir elsewhere
echo 'cost B 4 4 4 nsec' >elsewhere/costs
mkdir elsewhere/hpmmpi
mv elsewhere/costs elsewhere/hpmmpi
XDG_CONFIG_HOME=$work/elsewhere "$hpmrun" --print-costs >out
ok "one's own table is found by XDG_CONFIG_HOME" grep -q '^cost B  *4  *4' out
(unset HOME; "$hpmrun" --print-costs >out)
ok "there is a table without HOME" grep -q '^cost B  *1  *1' out

# What the program's environment has.
run --costs sh -c 'echo "costs=$HPM_COSTS"'
has out "costs=1" "--costs is told to the library"
run --costs=mine sh -c 'cd / && cat "$HPM_COSTS"'
has out "cost C 3 3 3 nsec" "a file has its whole name, since the program may go elsewhere"
run sh -c 'echo "costs=$HPM_COSTS"'
has out "costs=" "nothing is told of costs without it"
HPM_COSTS=mine "$hpmrun" sh -c 'echo "costs=$HPM_COSTS"' >out
has out "costs=$work/mine" "the variable does as the flag"
HPM_COSTS=mine "$hpmrun" --costs=0 sh -c 'echo "costs=$HPM_COSTS"' >out
is "$(cat out)" "costs=" "the flag wins over the variable"
finish
