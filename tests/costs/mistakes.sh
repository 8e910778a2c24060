#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Tables that are none: one clear line and exit status 2, from both tools and
# before a program starts.
. "${srcdir:-.}/tests/wrapper/lib.sh"
hpmagg=$top/hpmagg
HOME=$work
export HOME
unset XDG_CONFIG_HOME

# table NAME LINE...
table () {
    name=$1
    shift
    printf '%s\n' "$@" >"$name"
}

table unit.costs '# good so far' 'cost PAPI_L1_DCM 1 2 3'
table negative.costs 'cost PAPI_L1_DCM -1 2 3 clks'
table order.costs 'cost PAPI_L1_DCM 3 2 1 clks'
table word.costs 'kost PAPI_L1_DCM 1 2 3 clks'
table old.costs '[1] Issued instructions: 0.5 0.5 1.0 clks'
: >empty.costs
head -c 300 /bin/sh >binary.costs
mkdir folder.costs

# mistake FILE TEXT: both tools refuse it.
mistake () {
    refuses 2 "$2" --costs="$1" touch started
    refuses 2 "$2" --costs="$1" --print-costs
    "$hpmagg" --costs="$1" --print-costs >out 2>err
    is "$?:$(cat err):$(wc -c <out | tr -d ' ')" "2:hpmagg: $2:0" "hpmagg --costs=$1 is refused"
}

mistake none.costs "cannot read none.costs: No such file or directory"
mistake folder.costs "cannot read folder.costs: not a regular file"
mistake empty.costs "empty.costs: no table of costs: it has no line but comments"
mistake binary.costs "cannot read binary.costs: not a text"
mistake unit.costs "unit.costs:2: clks or nsec must follow the three numbers: \"\""
mistake negative.costs "negative.costs:1: a cost cannot be negative: \"-1\""
mistake order.costs \
    "order.costs:1: the minimum is above the others: \"3 2 1 clks\""
mistake word.costs "word.costs:1: unknown word (did you mean cost?): \"kost\""
mistake old.costs "old.costs:1: unknown word: \"[1]\""

# One's own file and the site's are read for --costs, and only then.
mkdir -p .config/hpmmpi
cp order.costs .config/hpmmpi/costs
refuses 2 "$work/.config/hpmmpi/costs:1: the minimum is above the others: \"3 2 1 clks\"" \
    --costs touch started
run touch started
ok "a bad table of one's own stops no run without --costs" \
    test "$status" = 0 -a -e started || say "$(cat err)"
rm -r .config
mkdir -p "$stage$sysconfdir/hpmmpi"
cp order.costs "$stage$sysconfdir/hpmmpi/costs"
refuses 2 "$stage$sysconfdir/hpmmpi/costs:1: the minimum is above the others: \"3 2 1 clks\"" \
    --costs touch started
rm -r "$stage$sysconfdir/hpmmpi"

# Calibration looks before it measures.
refuses 2 "cannot write '$work': it is a folder" --calibrate="$work"
refuses 2 "cannot write to folder no/such/: No such file or directory" \
    --calibrate=no/such/folder

# A link stays one, and so does the pipe that it leads to.
mkfifo pipe
ln -s pipe link
cat pipe >got &
reader=$!
run --calibrate=link
ok "a calibration goes into a pipe" test "$status" = 0 -a -p pipe
ok "a calibration goes through a link, which stays" test -h link
[ -p pipe ] && [ -h link ] || kill "$reader"
wait "$reader"
ok "a calibration is a table" "$hpmrun" --costs=got --print-costs

refuses 2 "--calibrate needs a value: FILE" --calibrate=
refuses 2 "--print-costs takes no value: \"x\"" --print-costs=x
"$hpmagg" --costs --per=rank x.h5 >out 2>err
is "$?:$(cat err)" \
    "2:hpmagg: --costs is about the job: leave --per away (see hpmagg --help)" \
    "costs are those of the job"
finish
