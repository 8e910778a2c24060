# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the scripts that try hpmmpi in a system of its own share: make one, run
# something in it.  Takes root, mmdebstrap and unshare (util-linux).

# this_suite: this machine's release of Debian.
this_suite () {
    (. /etc/os-release && echo "${VERSION_CODENAME:-}")
}

# sources_of SUITE: the lines of apt for it, from where this machine has its own.
sources_of () {
    for sources in /etc/apt/sources.list.d/debian.sources \
        /etc/apt/sources.list; do
        [ ! -s "$sources" ] || break
    done
    sed "s/\\b$(this_suite)\\b/$1/g" "$sources"
}

# make_system SUITE ROOT [PACKAGE...]: a Debian with apt in the folder ROOT.
make_system () {
    system_suite=$1
    system_root=$2
    shift 2
    [ $# = 0 ] || set -- "--include=$*"
    mkdir -p "$(dirname "$system_root")"
    sources_of "$system_suite" >"$system_root.sources"
    grep -q '^Types:' "$system_root.sources" ||
        mv "$system_root.sources" "$system_root.list"
    mmdebstrap --quiet --mode=root --variant=apt \
        --aptopt='Acquire::Check-Valid-Until "false"' \
        --dpkgopt=force-unsafe-io "$@" "$system_suite" "$system_root" \
        "$(ls "$system_root.sources" "$system_root.list" 2>/dev/null)" ||
        return
    rm -f "$system_root.sources" "$system_root.list"
    echo '127.0.0.1 localhost system' >"$system_root/etc/hosts"
}

# What is mounted goes away with the namespace of these processes, and with
# them whatever still runs there.  The folder becomes the root of the namespace,
# since in a mere chroot the kernel grants no namespace of users.
system_enter='mount --bind "$1" "$1" && cd "$1" && mount -t proc proc proc &&
    mount --rbind /sys sys && mount -t tmpfs tmpfs dev &&
    mkdir dev/shm dev/pts && mount -t tmpfs -o mode=1777 tmpfs dev/shm &&
    mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts &&
    ln -s pts/ptmx dev/ptmx && ln -s /proc/self/fd dev/fd &&
    for node in null zero full random urandom tty; do
        : >dev/$node && mount --bind /dev/$node dev/$node || exit 1
    done && hostname system && mount --move . / &&
    exec chroot . env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive sh -euc "$2"'

# inside ROOT COMMANDS: of a shell, as root, in a system of make_system.
inside () {
    unshare -m -p -f --uts --kill-child sh -c "$system_enter" sh "$1" "$2"
}

# ---- packages that are in /packages of such a system --------------------------
# Commands for `inside`.  What debian-packages and other-debian have in common.

# check_policy FOLDER: of the packages that were built in it.
check_policy () {
    lintian --allow-root --tag-display-limit 0 --fail-on error,warning \
        "$1"/*.changes
}

# Only what the packages and their tests ask for, nothing that builds them.
install_packages='
depends=$(sed -n "s/^Depends: hpmmpi, libhpmmpi-dev, //p" /packages/control |
    tr -d ,)
apt-get -q update
apt-get -q -y --no-install-recommends install /packages/*.deb $depends'

# A package that is removed leaves nothing.
remove_packages='
apt-get -q -y purge hpmmpi libhpm0 libhpmmpi libhpmmpi-dev hpmmpi-doc
left=$(find / -xdev -path /packages -prune -o -path /proc -prune -o -path /tmp -prune \
    -o -name "*hpmmpi*" -print)
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }'
