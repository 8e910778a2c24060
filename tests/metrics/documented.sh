#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# hpm-metric(5) lists every installed metric with its unit and title, and no
# other; its second table names metrics that exist.
source_folder=$(cd "${srcdir:-.}" && pwd)
. "$source_folder/tests/tap.sh"

work=$(mktemp -d "$PWD/tests/metrics/work.XXXXXX") || bail_out "no folder"
trap 'rm -rf "$work"' EXIT
export LC_ALL=C
page=$source_folder/doc/hpm-metric.5

# "NAME Ta UNIT Ta TITLE" of every metric, as the table has it.
cat "$source_folder"/metrics/*.metric | awk '
    $1 == "metric" { name = $2 }
    $1 == "title"  { title = substr ($0, index ($0, $2)) }
    $1 == "unit"   { unit = $2 }
    $1 == "formula" { print name " Ta " unit " Ta " title }' |
    sort >"$work/files"
sed -n '/^\.Sh INSTALLED METRICS/,/^\.El/s/^\.It Ic //p' "$page" |
    sort >"$work/page"
ok "there are metrics" test -s "$work/files"
same=$(diff "$work/files" "$work/page" | sed -n 's/^[<>]/&/p')
is "$same" "" "hpm-metric(5) lists the metrics, their units and titles"

sed -n '/^\.Ss Metrics of older tools/,/^\.Sh/{
    s/^\.It.* Ta Ic //p
    s/^\.Ic //p
}' "$page" | tr -s ' ,' '\n\n' | grep '^[a-z]' | sort -u >"$work/named"
sed 's/ .*//' "$work/files" | sort -u >"$work/names"
ok "the page compares with older tools" test -s "$work/named"
is "$(comm -23 "$work/named" "$work/names")" "" \
    "what it names there are metrics"
finish
