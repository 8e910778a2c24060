#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Programs of known causes: whatever the machine does beside them, nothing that is
# said of them is refuted by their numbers.  Whether the right cause is named
# depends on the machine: make truth.
. "${srcdir:-.}/tests/run/lib.sh"

for cause in balanced work core asleep faults zeros message worker waiter threads leaves; do
    rm -f r.h5
    ok "the program $cause runs" counted 3 r.h5 "$top/tests/truth/causes" $cause 0.15
    ok "nothing that is said of the program $cause is refuted" \
        python3 "$source_folder/tests/truth/refute.py" "$hpmagg" r.h5
done
finish
