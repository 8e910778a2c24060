#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The program notices nothing but its LD_PRELOAD, HPM_*, and the tool that
# libraries of marks load.
. "${srcdir:-.}/tests/wrapper/lib.sh"

# Everything else in the environment, in its order, odd things included.
others () {
    tr '\0' '\n' | grep -v -e '^HPM_' -e '^LD_PRELOAD=' -e '^_=' -e "=$marks\$"
}
marks=$stage$pkglibdir/marks.so
unset KOKKOS_TOOLS_LIBS KOKKOS_PROFILE_LIBRARY NVTX_INJECTION64_PATH \
    INTEL_LIBITTNOTIFY64
export 'ODD=a b
HOME=not a variable' EMPTY=
cat /proc/self/environ | others >plain
"$hpmrun" -e PAPI_TOT_INS -o x.h5 cat /proc/self/environ | others >under
ok "the rest of the environment is the same" cmp plain under

# tools [NAME=VALUE...]: the variables that name a tool for marks, and whose it is.
tools () {
    env "$@" "$hpmrun" -o x.h5 env | grep '^KOKKOS\|^NVTX\|^INTEL' |
        sed -e "s,=$marks\$, ours," -e 's/=/ /' | sort | tr '\n' ','
}
is "$(tools)" "INTEL_LIBITTNOTIFY64 ours,KOKKOS_TOOLS_LIBS ours,NVTX_INJECTION64_PATH ours," \
    "libraries of marks are told of ours"
is "$(tools KOKKOS_TOOLS_LIBS=k NVTX_INJECTION64_PATH=n INTEL_LIBITTNOTIFY64=)" \
    "INTEL_LIBITTNOTIFY64 ,KOKKOS_TOOLS_LIBS k,NVTX_INJECTION64_PATH n," \
    "a tool of the user's stays, and none where there is to be none"
is "$(tools KOKKOS_PROFILE_LIBRARY=k)" \
    "INTEL_LIBITTNOTIFY64 ours,KOKKOS_PROFILE_LIBRARY k,NVTX_INJECTION64_PATH ours," \
    "Kokkos gets one tool, by whatever name the user has"

run -o x.h5 sh -c 'echo "$LD_PRELOAD"'
is "$(cat out)" "$preloaded" "the libraries are preloaded"
run --mpi=off -o x.h5 sh -c 'echo "$LD_PRELOAD"'
is "$(cat out)" "$library" "--mpi=off does without wrappers"
run cat /proc/self/maps
has out "$library" "the library is in the program"
LD_PRELOAD=$backend run sh -c 'echo "$LD_PRELOAD"'
is "$(cat out)" "$backend:$preloaded" "the user's own LD_PRELOAD stays first"
LD_PRELOAD="$backend $backend" run sh -c 'echo "$LD_PRELOAD"'
is "$(cat out)" "$backend $backend:$preloaded" "the user's own LD_PRELOAD stays first where it is separated by blanks"
run "$hpmrun" sh -c 'echo "$LD_PRELOAD"'
is "$(cat out)" "$preloaded" "hpmrun under hpmrun adds them once"

head -c 100000 /dev/urandom >bytes
"$hpmrun" cat <bytes >copy
ok "standard input and output pass byte for byte" cmp bytes copy
run sh -c 'echo text >&2'
is "$(cat err)" text "nothing is added to standard error"

# Who was to read standard error is gone, and hpmrun has something to say.
cat >unread.py <<'E2'
"""unread.py COMMAND...: nobody reads its standard error; end with its status."""
import os
import subprocess
import sys

reader, writer = os.pipe()
os.close(reader)
sys.exit(subprocess.run(sys.argv[1:], stderr=writer).returncode % 256)
E2
HPM_NO_SUCH_SETTING=1 python3 unread.py "$hpmrun" -o unread.h5 sh -c 'exit 5'
is $? 5 "a pipe that nobody reads any more as standard error: the program runs"

for wanted in 0 1 2 77 126 127 255; do
    run sh -c "exit $wanted"
    is "$status" "$wanted" "exit status $wanted stays the same"
done
"$static" >plain 2>&1
expected=$?
run "$static"
is "$status" "$expected" "a program that cannot be preloaded into ends as it does"
run sh -c 'kill -TERM $$'
is "$status" 143 "death by a signal is told as 128 and its number"
(
    trap '' INT
    "$hpmrun" grep SigIgn /proc/self/status >ignored
    exec grep SigIgn /proc/self/status >plain_ignored
)
ok "ignored signals stay ignored" cmp ignored plain_ignored
# shellcheck disable=SC2016
"$hpmrun" -v sh -c 'echo $$ >pid' &
wait $!
is "$(cat pid)" "$!" "the program is this very process"

run printf '<%s>' 'a b' '' '*' --output=y -h '$HOME'
is "$(cat out)" '<a b><><*><--output=y><-h><$HOME>' \
    "arguments pass as they are, flags among them"
run -o x.h5 -- printf '%s' --
is "$(cat out)" -- "-- ends the flags of hpmrun once"

ls -l /proc/self/fd | awk '{ print $9 }' >plain_files
"$hpmrun" -e PAPI_TOT_INS ls -l /proc/self/fd | awk '{ print $9 }' >files
ok "no file is left open by the check of events" cmp plain_files files

echo 'echo script "$1"' >script
chmod +x script
run ./script x
is "$(cat out)" "script x" "a script without a first line runs"
finish
