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
is "$(awk '/^# [0-9]+ files, / { sum += $2 + $4 } END { print sum + 0 }' refuted)" \
    "$(wc -l <files)" "every file was asked"
for folder in "$top"/tests/truth/kept/*; do
    name=${folder##*/}
    ok "nothing said of the files of $name is refuted" sh -c "! grep -F '/$name/' refuted"
done
# Those of one test have much the same datasets.
if have_python h5py; then
    awk -F/ '++seen[$(NF - 1)] <= 4' files |
        xargs "$python" "$source_folder/tests/aggregate/walk.py" >walked 2>&1
    is "$(grep -v '^[1-9][0-9]* datasets$' walked | head -n 5)" "" \
        "every dataset of four files of each test has a long_name, its units and scales"
else
    skip "every dataset has a long_name and units" "there is no h5py"
fi
finish
