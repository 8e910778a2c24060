#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# However a program without MPI ends, it ends as without us, and its counts are
# where doc/endings.md says.
bless=${HPM_BLESS-}
. "${srcdir:-.}/tests/guest/lib.sh"

# Where several threads end the process at once, one of them may have ended by then,
# which ThreadSanitizer tells of the program as it is, now and then.
export TSAN_OPTIONS="$TSAN_OPTIONS:report_thread_leaks=0"

/usr/bin/env python3 "$source_folder/tests/guest/alone.py" "$guest/alone" \
    "$hpmrun" "$hpmagg" "$source_folder/doc/endings.md" $bless
