#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The scripts that hold the layers and the export list, on this tree and on
# trees that break the rules.
. "${srcdir:-.}/tests/run/lib.sh"

scripts=$source_folder/scripts
list=$source_folder/pmpi/exports.map

for folder in include core pmpi wrapper aggregate; do
    mkdir -p tree/$folder
    echo '#include <stdio.h>' >tree/$folder/good.c
done
ok "a tree that keeps the rules" "$scripts/check-layers" tree

# breaks FOLDER INCLUDE: this include must be found out.
breaks () {
    echo "#include $2" >"tree/$1/bad.c"
    ok "$1 must not include $2" sh -c '! "$1" tree' sh "$scripts/check-layers"
    rm "tree/$1/bad.c"
}
for folder in include core pmpi wrapper aggregate; do
    touch tree/$folder/$folder.h
done
breaks include '"core/core.h"'
breaks core '"pmpi/pmpi.h"'
breaks core '<mpi.h>'
breaks pmpi '<hdf5.h>'
breaks pmpi '"aggregate/aggregate.h"'
breaks wrapper '<papi.h>'
breaks wrapper '"pmpi/pmpi.h"'
breaks aggregate '<mpi.h>'
breaks aggregate '"wrapper/wrapper.h"'
breaks core '"nowhere.h"'
echo '#include <papi.h>' | tee tree/pmpi/one.c >tree/pmpi/two.c
ok "two files must not include <papi.h>" \
    sh -c '! "$1" tree' sh "$scripts/check-layers"
ok "this tree keeps the rules" "$scripts/check-layers" "$source_folder"

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
ok "and a symbol that is in the list alone" grep -q "^not ok 2" text
finish
