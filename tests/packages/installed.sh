#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What `make install` installs, told Debian's folders, is in one of Debian's
# packages, or is left out by name; as dh_missing has it, but without building one.
. "${srcdir:-.}/tests/tap.sh"
top=$PWD
debian=$(cd "${srcdir:-.}" && pwd)/debian
work=$(mktemp -d "$top/tests/packages/work.XXXXXX") || bail_out "no folder to work in"
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

unset MAKEFLAGS MFLAGS MAKELEVEL DESTDIR
installs () {
    make -s install DESTDIR="$work/root" prefix=/usr exec_prefix=/usr \
        bindir=/usr/bin libdir=/usr/lib/any/hpmmpi hpmlibdir=/usr/lib/any pkgconfigdir=/usr/lib/any/pkgconfig \
        sysconfdir=/etc datarootdir=/usr/share \
        datadir=/usr/share mandir=/usr/share/man includedir=/usr/include \
        zshcompletiondir=/usr/share/zsh/vendor-completions
}
ok "make install installs with Debian's folders" installs
cd "$work/root" || bail_out "nothing was installed"

# files_of LIST: the files that its lines stand for, sorted.
files_of () {
    while read -r pattern; do
        # shellcheck disable=SC2086
        find $pattern ! -type d 2>/dev/null
    done <"$1" | sort
}

# idle LIST: lines that stand for nothing.
idle () {
    while read -r pattern; do
        # shellcheck disable=SC2086
        find $pattern >/dev/null 2>&1 || echo "$pattern"
    done <"$1"
}

find . ! -type d | sed 's|^\./||' | sort >"$work/installed"
for list in "$debian"/*.install; do
    is "$(idle "$list")" "" "each line of ${list##*/} stands for a file"
    files_of "$list" >>"$work/packed"
done
is "$(sort "$work/packed" | uniq -d)" "" "no file is in two packages"
files_of "$debian/not-installed" | sort -u - "$work/packed" >"$work/known"
is "$(comm -23 "$work/installed" "$work/known")" "" \
    "every file is in a package, or in debian/not-installed"
ok "there are files in packages" test "$(wc -l <"$work/packed")" -gt 20

version=$(sed -n 's/^#define PACKAGE_VERSION "\(.*\)"/\1/p' "$top/config.h")
is "$(sed -n '1s/.*(\(.*\)).*/\1/p' "$debian/changelog")" "$version" \
    "the newest entry of debian/changelog is of this version"
finish
