#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What is built here can be built with glibc 2.28: functions that are younger are
# those that configure looks for.
. "${srcdir:-.}/tests/tap.sh"
top=$PWD
check=$(cd "${srcdir:-.}" && pwd)/scripts/check-libc
work=$(mktemp -d "$top/tests/packages/work.XXXXXX") || bail_out "no folder to work in"
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
files="hpmrun hpmagg .libs/libhpmmpi.so .libs/libhpmmpi-calls.so .libs/papi.so .libs/marks.so
       .libs/libhpm_r.so .libs/libperfex.so"

sanitizer=
[ -f tests/run/settings.sh ] && . tests/run/settings.sh
[ -z "$sanitizer" ] || skip_all "the sanitizer takes functions of its own"
command -v objdump >/dev/null || skip_all "there is no objdump"
getconf GNU_LIBC_VERSION >/dev/null 2>&1 || skip_all "the C library is not glibc"

# shellcheck disable=SC2086
ok "no function that is younger than glibc 2.28 is taken but what configure looks for" \
    "$check" config.h $files
sed '/HAVE_GETTID/d' config.h >"$work/config.h"
# shellcheck disable=SC2086
"$check" "$work/config.h" $files >"$work/found"
if grep -q '^#define HAVE_GETTID 1' config.h; then
    ok "one that configure does not look for is found out" \
        grep -q '^#  *gettid$' "$work/found"
else
    skip "one that configure does not look for is found out" \
        "this C library is as old itself"
fi
finish
