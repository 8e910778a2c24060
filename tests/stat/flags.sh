#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# hpmstat: --help, the manual page, and what is wrong with a command line.
. "${srcdir:-.}/tests/stat/lib.sh"

manual=$source_folder/doc/hpmstat.1
run --help
is "$status:$(cat err)" 0: "--help is printed"
ok "--help fits 80 columns" awk 'length > 80 { exit 1 }' out
mv out help
sed -n 's/^  \(-\(.\),\|   \) --\([a-z][a-z-]*\).*/\3 \2/p' help >flags
ok "--help has the flags" test "$(wc -l <flags)" -ge 15
while read -r name letter; do
    ok "hpmstat(1) explains --$name" grep -q -e \
        "^\.It ${letter:+Fl $letter \(Ar [a-z]* \)\?, }Fl -$name\>" "$manual"
done <flags
for name in $(sed -n 's/^\.It .*Fl -\([a-z-]*\).*/\1/p' "$manual" | sort -u); do
    ok "--$name of hpmstat(1) exists" grep -q "^$name\( \|\$\)" flags
done
run -h
ok "-h is --help" cmp out help
run --version
has out "hpmstat (hpmmpi)" "--version tells the name"

refuses 2 "-I=0: expected seconds, 0.001 to 31622400" -I 0 touch started
refuses 2 "-I=x: expected seconds, 0.001 to 31622400" -I x touch started
refuses 2 "-I=1e9: expected seconds, 0.001 to 31622400" -I 1e9 touch started
refuses 2 "-U=10: expected microseconds, 1000 to 31622400000000" -U 10 touch started
refuses 2 "-U=-5: expected microseconds, 1000 to 31622400000000" -U -5 touch started
refuses 2 "-I and -U exclude each other" -I 1 -U 5000 touch started
refuses 2 "--wait=-1: expected seconds, 0 to 31622400" --wait=-1 touch started
most=9223372036854775807
refuses 2 "-C=0: expected a number, 1 to $most" -C 0 touch started
refuses 2 "-C=1.5: expected a number, 1 to $most" -C 1.5 touch started
refuses 2 "-k and -u exclude each other: without them, both are counted" \
    -k -u touch started
run -A core touch started
is "$status" 2 "an unknown place is refused"
refuses 2 "os::BYTES_READ is known of programs, not of processors: hpmrun counts it" \
    -e os::BYTES_READ touch started
mkdir folder
refuses 2 "cannot write results to 'folder': it is a folder (-o names a file)" \
    -o folder touch started
run --writer=/nope touch started
is "$status:$(wc -l <err)" 2:1 "a writer that is not there is told before the count"
has err "cannot start /nope, which" "the line names the writer"
: >there.h5
run -o there.h5 touch started
is "$status:$(wc -c <there.h5)" 2:0 "a file that is there is not overwritten"
mkdir -p none/devices/system/cpu
run --sysfs=none touch started
is "$status" 2 "a sysfs without processors is refused"
has err "none/devices/system/cpu/online" "the message names the file"
TMPDIR=$work/nowhere "$hpmstat" touch started >out 2>err
is "$?:$(wc -l <err)" 2:1 "without a folder for temporary files it ends with one line"
has err "TMPDIR names another place" "the line says who names the folder"
ok "none of these ran the command" test ! -e started

# Without the privilege.
without="setpriv --inh-caps=-all --bounding-set=-perfmon,-sys_admin"
if [ "$(cat /proc/sys/kernel/perf_event_paranoid)" -le 0 ]; then
    skip "without the privilege" "perf_event_paranoid permits it to all"
elif may_count && ! $without true 2>/dev/null; then
    skip "without the privilege" "there is no setpriv"
else
    may_count || without=
    rm -f started
    $without "$hpmstat" touch started >out 2>err
    is "$?:$(wc -l <err):$(cat out)" 2:1: "without the privilege it ends with one line"
    has err "perf_event_paranoid=0, or the capability CAP_PERFMON" \
        "the line names the remedy"
    ok "without the privilege the command is not run" test ! -e started
fi

# An installation whose definitions can't be read.
cp -r "$top/tests/run/stage" elsewhere
find elsewhere -name '*.metric' -exec sh -c 'echo nonsense >"$1"' sh {} \;
if ! may_count; then
    skip "a count without lines reads no definitions of metrics" "nothing is counted here"
else
    "elsewhere$bindir/hpmstat" -q -- true >out 2>err
    is "$?:$(cat err)" 0: "a count without lines reads no definitions of metrics"
    "elsewhere$bindir/hpmstat" -q -U 1000 -C 1 >out 2>err
    is "$?:$(grep -c '10-time.metric:1: ' err)" 2:1 "one with lines does"
fi
finish
