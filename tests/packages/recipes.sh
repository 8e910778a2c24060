#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The recipes of packaging/ are of this version, and are read by the tools that
# they are for, or by the language that they are written in.
. "${srcdir:-.}/tests/tap.sh"
top=$PWD
source=$(cd "${srcdir:-.}" && pwd)
work=$(mktemp -d "$top/tests/packages/work.XXXXXX") || bail_out "no folder to work in"
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || bail_out "no folder to work in"
version=$(sed -n 's/^#define PACKAGE_VERSION "\(.*\)"/\1/p' "$top/config.h")

# with TOOL CLAIM COMMAND...
with () {
    tool=$1
    shift
    if command -v "$tool" >/dev/null; then
        ok "$@"
    else
        skip "$1" "there is no $tool"
    fi
}

spec=$source/packaging/hpmmpi.spec
is "$(sed -n 's/^Version: *//p' "$spec")" "$version" "the RPM is of this version"
with rpmspec "rpm reads the spec" rpmspec -P "$spec"
is "$(sed -n 's/^ *version("\(.*\)")/\1/p' "$source/packaging/package.py")" \
    "$version" "Spack's recipe is of this version"
with python3 "Python reads Spack's recipe" python3 -c 'import ast, sys
ast.parse(open(sys.argv[1]).read())' "$source/packaging/package.py"

# What Lmod would do, told by stand-ins for its functions.
. "$top/tests/run/settings.sh"
preload=$libdir/libhpmmpi-calls.so:$libdir/libhpmmpi.so
module=$top/packaging/$version.lua
cat >lmod.lua <<'END'
for _, name in ipairs { "help", "whatis", "conflict", "setenv", "prepend_path" } do
    _G[name] = function (...) print (name, ...) end
end
dofile (arg[1])
END
ok "the modulefile holds no name that was to be replaced" \
    sh -c '! grep "@[a-z]*@" "$1"' sh "$module"
if command -v lua5.4 >/dev/null; then
    ok "Lua runs the modulefile" sh -c 'lua5.4 lmod.lua "$1" >said' sh "$module"
    is "$(sed -n 's/^prepend_path.PATH.//p' said)" "$bindir" \
        "the module finds the tools"
    is "$(sed -n 's/^setenv.HPMMPI_PRELOAD.//p' said)" "$preload" \
        "the module names both libraries to preload"
else
    skip "the modulefile" "there is no lua5.4"
fi
finish
