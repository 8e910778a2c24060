#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# --help and the manual page against the table of flags.
. "${srcdir:-.}/tests/aggregate/lib.sh"

manual=$source_folder/doc/hpmagg.1
sed -n 's/^    X ([A-Z_]*, \([a-z_]*\), \(0\|'"'\(.\)'"'\), [a-z]*, .*/\1 \3/p' \
    "$source_folder/aggregate/cmd/flags.h" | tr _ - | sort -u >flags

run --help
is "$status:$(cat err)" 0: "--help is printed"
ok "--help fits 80 columns" awk 'length > 80 { exit 1 }' out
mv out help
ok "the table of flags was read" test "$(wc -l <flags)" -ge 20
while read -r name letter; do
    ok "--help mentions --$name" \
        grep -q -e "^  \( \|-\)\( \|$letter\)\( \|,\) --$name\>" help
    ok "hpmagg(1) explains --$name" grep -q -e \
        "^\.It ${letter:+Fl $letter \(Ar [a-z]* \)\?, }Fl -$name\>" "$manual"
done <flags
# The other way round: nothing in the manual that is not in the table.
for name in $(sed -n 's/^\.It .*Fl -\([a-z-]*\).*/\1/p' "$manual" | sort -u); do
    ok "--$name of hpmagg(1) exists" grep -q "^$name\( \|\$\)" flags
done
run -h
ok "-h is --help" cmp out help
run --version
is "$(cat out)" "$("$hpmagg" -V)" "-V is --version"
finish
