#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# configure refuses what it can't build with, and says what it takes.
. "${srcdir:-.}/tests/tap.sh"
top=$PWD
source=$(cd "${srcdir:-.}" && pwd)
# Beside sources that are configured, configure refuses to be run elsewhere.
[ "$source" != "$top" ] || { echo "1..0 # SKIP built where the sources are"; exit 0; }
work=$(mktemp -d "$top/tests/packages/work.XXXXXX") || bail_out "no folder to work in"
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || bail_out "no folder to work in"
unset MAKEFLAGS MFLAGS MAKELEVEL CONFIG_SITE

# What was found out of compilers here need not be found out again.
grep -E '^(ac|am|lt)_cv_' "$top/config.log" | grep -v -e '^ac_cv_env_' -e MPICC \
    >known

# configures ARGUMENT...: prints what it says, and no answer from a cache.
configures () {
    cp known cache
    "$source/configure" --cache-file=cache "$@" >said 2>&1
    status=$?
}

configures --prefix="$work/a b"
is "$status" 1 "a prefix with a blank is refused"
has said "no blank may be in --prefix or --libdir" "a blank in a prefix is named"

configures MPICC=true
is "$status" 1 "a command that makes nothing is no compiler of MPI"
has said "MPICC=true compiles no program that includes mpi.h of MPI 3" \
    "what is missing is told by its name"
has said "name the compiler of an Open MPI 4 or later" "with what to do"

# A compiler of MPI, and the one library that is in lib64.  The others are those
# of pkg-config, which knows old versions.
mkdir -p mpi/include papi/include papi/lib64 papi/lib
echo '#define MPI_VERSION 3
typedef int MPI_Comm;' >mpi/include/mpi.h
: >papi/include/papi.h
: >papi/lib64/libpapi.so
cat >pkg-config <<'END'
#!/bin/sh
case $* in
*--exists*smartcols*) exit 1 ;;
*--modversion*) echo 1.8.12 ;;
*--atleast-version=0*) exit 0 ;;
*--atleast-version*) exit 1 ;;
esac
END
chmod +x pkg-config
configures MPICC="${CC:-cc} -I$work/mpi/include" PKG_CONFIG="$work/pkg-config" \
    --with-papi="$work/papi"
is "$status" 1 "libraries that are too old are missing"
has said "hdf5 1.10.5 or later (found 1.8.12)" "both versions are told"
has said "smartcols 2.29 or later, for" "what is not there has no version"
has said "apt-get install libsmartcols-dev" "with what to do about it"
ok "what is there is not missing" sh -c '! grep -q "papi 6.0 or later, for" said'
has config.log "-L$work/papi/lib64 -Wl,-rpath,$work/papi/lib64 -lpapi" \
    "a library may be in lib64"

rm -r papi/lib64
configures MPICC="${CC:-cc} -I$work/mpi/include" --with-papi="$work/papi"
is "$status" 1 "a folder without the library is refused"
has said "--with-papi=$work/papi: no libpapi below lib64 or lib there" \
    "it is told why a folder was refused"

# Where the loader looks anyway no path is written into what is built.
in_system=
for file in /usr/lib*/libpapi.* /usr/lib/*/libpapi.*; do
    [ ! -f "$file" ] || [ ! -f /usr/include/papi.h ] || in_system=1
done
if [ "$in_system" ]; then
    configures MPICC="${CC:-cc} -I$work/mpi/include" --with-papi=/usr \
        PKG_CONFIG="$work/pkg-config"
    has config.log "PAPI_LIBS='-lpapi'" "libraries of the system need no path"
else
    skip "libraries of the system need no path" "PAPI is not in /usr"
fi

"$source/configure" --help >help
for version in "Open MPI (4 or later)" "papi (6.0 or later)" "hdf5 (1.10.5 or later)" \
    "smartcols (2.29 or later)"; do
    ok "--help names $version" sh -c 'tr -s " \n" " " <help | grep -qF "$1"' sh "$version"
done
finish
