#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What refutes sentences refutes those that are made false.
. "${srcdir:-.}/tests/aggregate/lib.sh"

have_python json || {
    echo "1..0 # SKIP there is no python3"
    exit 0
}
story='ranks=8 hosts=2 threads=2 events=2 story=1 useful=75 slow=5 work=130'
# shellcheck disable=SC2086
result plain.h5 $story calls=1
# shellcheck disable=SC2086
result split.h5 $story calls=2
"$python" "$source_folder/tests/truth/refute_test.py" "$hpmagg" plain.h5 split.h5
