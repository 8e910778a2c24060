#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A thread is cancelled at the program's own points alone: what we do when it
# begins, marks a region or ends has none.
. "${srcdir:-.}/tests/guest/lib.sh"

[ -z "$sanitizer" ] || skip_all "a sanitizer's run time has points of its own"
cancelled=$top/tests/guest/cancelled
for how in begin end; do
    in_case "at its $how"
    plain $how 1 "$cancelled" $how
    is "$(cat $how.plain)" "50 ended, 0 cancelled, 0 descriptors more" \
        "by itself all threads end"
    for options in "" --sample --region-cpu-time "--start=paused --sample"; do
        in_case "at its $how, options: $options"
        flags="--backend=none $options"
        guest $how 1 "$cancelled" $how
        is "$(cat $how.guest)" "50 ended, 0 cancelled, 0 descriptors more" \
            "all threads end by themselves"
        rm -f $how.h5
    done
done
finish
