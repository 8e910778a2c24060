#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Nothing that hpmagg says of the result files of the other tests is refuted by
# their numbers.  Those that are damaged on purpose are not among them.
. "${srcdir:-.}/tests/aggregate/lib.sh"

have_python json || {
    echo "1..0 # SKIP there is no python3"
    exit 0
}
ls "$top"/tests/truth/kept/*/*.h5 >files 2>/dev/null || {
    echo "1..0 # SKIP no test left a result file"
    exit 0
}
xargs "$python" "$source_folder/tests/truth/refute.py" "$hpmagg" <files >refuted
sed 's/^\([^#]\)/# \1/' refuted
for folder in "$top"/tests/truth/kept/*; do
    name=${folder##*/}
    ok "nothing said of the files of $name is refuted" sh -c "! grep -F '/$name/' refuted"
done
finish
