# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the tests of the standard ABI of MPI 5 share: those of MPICH's helpers, with
# a compiler of the ABI, and its library in the place of others.
#
#   $abis    the libraries that there are: "stand-in", over the installed Open MPI,
#            and those of Debian, as its packages call them
#   $whose   the one that is used, for claims
mpicc=cc mpirun=true
. "${srcdir:-.}/tests/mpich/lib.sh"

abi=$source_folder/tests/abi
libraries=/usr/lib/$(cc -print-multiarch)

# make_stand_in: in the folder stand-in; programs find it by LD_LIBRARY_PATH.
make_stand_in () {
    open_mpi=$(ldd "$top/tests/calls/programs/p2p" | sed -n 's/.*libmpi\.so[^ ]* => \([^ ]*\).*/\1/p')
    command -v mpirun.openmpi >/dev/null && [ -f "$open_mpi" ] || return
    mkdir stand-in
    cp "$abi/mpi.h" stand-in
    for part in functions library; do
        awk -v what=$part -f "$abi/functions.awk" \
            "$source_folder/pmpi/wrap/signatures.table" \
            >stand-in/mpi_$part.h || return
    done
    cc -g -O1 -shared -fPIC -Wall -Werror "-DOPEN_MPI=\"$open_mpi\"" \
        -Wl,-soname,libmpi_abi.so.1 -Istand-in \
        -o stand-in/libmpi_abi.so.1 "$abi/library.c" -ldl >stand-in.log 2>&1 || {
        cat stand-in.log
        bail_out "no library of the standard ABI can be built"
    }
    include=$work/stand-in
}

# find_installed NAME FOLDER: of Debian's packages, with mpi.h in that folder.
find_installed () {
    library=$(find "$libraries" -name "libmpi_abi_$1.so.1*" 2>/dev/null | head -n 1)
    command -v "mpirun.$1" >/dev/null && [ -f "$library" ] &&
        [ -f "$libraries/$2/mpi.h" ] || return
    mkdir "$1"
    ln -s "$library" "$1/libmpi_abi.so.1"
    include=$libraries/$2
}

abis=
# add NAME COMMAND...: which finds it, and puts it into the folder of that name.
add () {
    name=$1
    shift
    "$@" || return 0
    printf '#!/bin/sh\nexec cc -I%s "$@" -L%s -l:libmpi_abi.so.1\n' "$include" \
        "$work/$name" >"mpicc-$name"
    chmod +x "mpicc-$name"
    abis="$abis $name"
}
add stand-in make_stand_in
add mpich find_installed mpich mpi_abi_mpich/include
add openmpi find_installed openmpi openmpi/include/standard_abi
[ -n "$abis" ] || skip_all "there is no library of the standard ABI, and no Open MPI"

# use NAME: of $abis.
use () {
    whose="$1: "
    mpicc=$work/mpicc-$1
    export LD_LIBRARY_PATH="$work/$1"
    case $1 in
    mpich)
        mpirun=$(command -v mpirun.mpich)
        library_name="MPICH Version: "
        ;;
    *)
        mpirun="$(command -v mpirun.openmpi) --bind-to none"
        library_name="Open MPI v"
        ;;
    esac
}
