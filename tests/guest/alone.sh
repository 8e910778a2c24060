#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# However a program without MPI ends, it ends as without us, and its counts are
# where doc/endings.md says.
bless=${HPM_BLESS-}
. "${srcdir:-.}/tests/guest/lib.sh"

/usr/bin/env python3 "$source_folder/tests/guest/alone.py" "$guest/alone" \
    "$hpmrun" "$hpmagg" "$source_folder/doc/endings.md" $bless
