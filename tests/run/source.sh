#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The scripts that hold the layers and the export list, on this tree and on
# trees that break the rules.
. "${srcdir:-.}/tests/run/lib.sh"

scripts=$source_folder/scripts
list=$source_folder/pmpi/exports.map

for folder in include base base/event pmpi/wire pmpi/session wrapper/plan \
    aggregate/model aggregate/show; do
    mkdir -p tree/$folder
    echo '#include <stdio.h>' >tree/$folder/good.c
    touch "tree/$folder/$(basename $folder).h"
done
ok "a tree that keeps the rules passes" "$scripts/check-layers" tree

# breaks FOLDER INCLUDE: this include must be found out.
breaks () {
    echo "#include $2" >"tree/$1/bad.c"
    ok "$1 must not include $2" sh -c '! "$1" tree' sh "$scripts/check-layers"
    rm "tree/$1/bad.c"
}
breaks include '"base/base.h"'
breaks base '"pmpi/wire/wire.h"'
breaks base '"base/event/event.h"'
breaks base '<mpi.h>'
breaks pmpi/wire '"pmpi/session/session.h"'
breaks pmpi/session '<hdf5.h>'
breaks pmpi/session '"aggregate/model/model.h"'
breaks wrapper/plan '<papi.h>'
breaks wrapper/plan '"pmpi/session/session.h"'
breaks aggregate/model '"aggregate/show/rows/rows.h"'
breaks aggregate/show '<mpi.h>'
breaks aggregate/show '<hdf5.h>'
breaks aggregate/show '"wrapper/plan/plan.h"'
breaks base '"nowhere.h"'
mkdir tree/pmpi/attic
touch tree/pmpi/attic/old.c
ok "a folder that is not in the list is found out" \
    sh -c '! "$1" tree' sh "$scripts/check-layers"
rm -r tree/pmpi/attic
mkdir tree/pmpi/papi
echo '#include <papi.h>' | tee tree/pmpi/papi/one.c >tree/pmpi/papi/two.c
ok "two files must not include <papi.h>" \
    sh -c '! "$1" tree' sh "$scripts/check-layers"
rm -r tree/pmpi/papi
sed 's|^base/event .*: include|base/event : pmpi/wire include|' \
    "$scripts/check-layers" >circle
ok "a folder that uses one further down in the list is found out" \
    sh -c '! sh ./circle tree' sh
ok "this tree keeps the rules" "$scripts/check-layers" "$source_folder"

# lines COUNT
lines () {
    awk -v lines="$1" 'BEGIN { for (i = 0; i < lines; i++) print "//" }'
}
# long_function FILE COUNT
long_function () {
    { printf 'int\nfunction (void)\n{\n'; lines "$2"; echo '}'; } >"$1"
}
lines 400 >tree/base/bad.c
long_function tree/base/bad.h 60
ok "a file of 400 lines and a function of 60 pass" "$scripts/check-sizes" tree
lines 401 >tree/base/bad.c
ok "a file of 401 lines is found out" sh -c '! "$1" tree' sh "$scripts/check-sizes"
long_function tree/base/bad.c 61
ok "a function of 61 lines is found out" \
    sh -c '! "$1" tree' sh "$scripts/check-sizes"
rm tree/base/bad.*
ok "this tree keeps the sizes" "$scripts/check-sizes" "$source_folder"

ok "a library that is not there is an error" \
    sh -c '! "$1" none.so "$2"' sh "$scripts/check-exports" "$list"
if [ -n "$sanitizer" ]; then
    skip "exports" "the sanitizer exports symbols of its own"
    finish
fi
ok "the library exports what its list names" \
    "$scripts/check-exports" "$library" "$list"
sed 's/pthread_create;/no_such_symbol;/' "$list" >wrong.map
"$scripts/check-exports" "$library" wrong.map >text
ok "a symbol that is not in the list is found" grep -q "^not ok 1" text
ok "a symbol that is in the list alone is found" grep -q "^not ok 2" text
finish
