#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What a site takes from packaging/site, with stand-ins for Slurm and Lmod.
. "${srcdir:-.}/tests/aggregate/lib.sh"
. "$top/tests/run/settings.sh"
version=$(sed -n 's/^#define PACKAGE_VERSION "\(.*\)"/\1/p' "$top/config.h")
made=$top/packaging/site
preload=$libdir/libhpmmpi-calls.so:$libdir/libhpmmpi.so

ok "nothing is left to be replaced" \
    sh -c '! grep "@[a-z]*@" "$1"/task-prolog "$1"/epilog "$1"/*.lua' sh "$made"

# The sample is what hpmrun takes, to the last line.
"$top/tests/run/stage$bindir/hpmrun" --site="$source_folder/packaging/site/hpmmpi.conf" \
    --show-config >out 2>err
is "$(cat err)" "" "hpmrun has nothing to say of the sample of settings"
has out "packaging/site/hpmmpi.conf" "hpmrun reads the sample of settings"

# Slurm's TaskProlog: of the built one, with a folder that is there.
sed "s|^library=.*|library=$work/lib|" "$made/task-prolog" >prolog
is "$(sh prolog)" "" "the prolog says nothing where there is no library"
mkdir lib
touch lib/libhpmmpi.so
is "$(sh prolog)" \
    "export LD_PRELOAD=$work/lib/libhpmmpi-calls.so:$work/lib/libhpmmpi.so" \
    "the prolog preloads both libraries"
is "$(LD_PRELOAD=/x.so sh prolog)" \
    "export LD_PRELOAD=/x.so:$work/lib/libhpmmpi-calls.so:$work/lib/libhpmmpi.so" \
    "the prolog keeps what is preloaded"
is "$(LD_PRELOAD=/y/libhpmmpi.so sh prolog)" "" "the prolog preloads nothing twice"
is "$(HPMMPI=off sh prolog)" "" "a job that is switched off is left alone"

# Slurm's Epilog, as the user himself.
user=$(id -un) number=$(id -u)
sed "s|^hpmagg=.*|hpmagg=$hpmagg|" "$made/epilog" >epilog
# epilog JOB: what it says, and what it recovered.
epilog () {
    SLURM_JOB_USER=$user SLURM_JOB_ID=$1 HPMMPI_SNAPSHOTS=$work/shm \
        HPMMPI_LOGS=$work/logs sh epilog >out 2>err
    status=$?
    recovered=$(cd logs && find . -path '*/recovered/*.h5' | wc -l | tr -d ' ')
}
mkdir -p shm "logs/$user/2026-01"
stream ranks=2 threads=1 events=1
cp stream "logs/$user/2026-01/solver.4711.h5.stream-99"
for job in 12 471 711 99 5; do
    epilog $job
    is "$status:$recovered" 0:0 "streams of other jobs than $job are left alone"
done
epilog 4711
is "$status:$recovered" 0:1 "a stream of the job becomes a result"
is "$(find logs -name '*.stream-*')" "" "a stream that became a result is removed"
ok "the result of a stream can be read" "$hpmagg" --catalog logs
is "$(stat -c %a "logs/$user/recovered")" 700 "what is recovered is for its owner alone"
if [ -x "$python" ]; then
    mkdir "shm/hpmmpi-$number-1-a" "shm/hpmmpi-$number-2-b" "shm/hpmmpi-${number}9-3-c"
    for folder in shm/*; do
        "$python" "$here/make_checkpoint.py" stream "$folder/host.checkpoint"
    done
    ln -s "hpmmpi-$number-1-a" "shm/hpmmpi-$number-4-d"
    # What nodes copied while the job ran: this one, and another one.
    mkdir "logs/$user/2026-01/hpmmpi-$number-1-a" "logs/$user/2026-01/hpmmpi-$number-2-b"
    for file in 1-a/host 1-a/other 2-b/host; do
        cp "shm/hpmmpi-$number-${file%/*}/host.checkpoint" \
            "logs/$user/2026-01/hpmmpi-$number-$file.checkpoint"
    done
    "$python" -c 'import mmap, sys, time
file = open (sys.argv[1], "rb")
held = mmap.mmap (file.fileno (), 0, prot=mmap.PROT_READ)
print (flush=True)
time.sleep (60)' "$work/shm/hpmmpi-$number-2-b/host.checkpoint" >held &
    holder=$!
    until [ -s held ]; do kill -0 $holder 2>/dev/null || break; done
    epilog 4712
    is "$status:$recovered" 0:2 "snapshots of the user become a result"
    is "$(cd shm && echo *)" \
        "hpmmpi-$number-2-b hpmmpi-$number-4-d hpmmpi-${number}9-3-c" \
        "snapshots in use, links and those of others are left alone"
    copies="find logs/$user/2026-01 -mindepth 1 -name *.checkpoint"
    is "$($copies | sed 's,.*/hpmmpi-[0-9]*-,,' | sort | tr '\n' ' ')" \
        "1-a/other.checkpoint 2-b/host.checkpoint " \
        "copies of what was recovered are removed, and those of other nodes stay"
    kill $holder 2>/dev/null
    wait $holder 2>/dev/null
    epilog 4712
    is "$status:$recovered" 0:3 "snapshots are recovered when nobody uses them"
    is "$(find logs -name "hpmmpi-$number-2-b")" "" "a folder without a copy is removed"
else
    skip "snapshots of the user become a result" "no $python"
fi
# Without that variable, which Slurm does not hand on: where the site has its logs.
stream ranks=2 threads=1 events=1
for pattern in "$work/sited/%u/%Y/%p.%j.h5" "\"$work/quoted/%u/x.%j.h5\""; do
    printf '# HPM_OUTPUT /none/%%u/x.h5\nHPM_QUIET 1\nHPM_OUTPUT  %s\n' "$pattern" >conf
    folder=${pattern%%/%*}
    folder=${folder#\"}
    mkdir -p "$folder/$user"
    cp stream "$folder/$user/solver.4713.h5.stream-99"
    sed "s|^settings=.*|settings=$work/conf|" epilog >of-site
    SLURM_JOB_USER=$user SLURM_JOB_ID=4713 HPMMPI_SNAPSHOTS=$work/shm \
        sh of-site >out 2>err
    ok "results go to the site's folder of logs: $pattern" \
        test -s "$folder/$user/recovered/solver.4713.stream.h5"
done
SLURM_JOB_USER='' sh epilog >out 2>err
is "$?:$(cat out err)" 0: "an epilog of no job does nothing"

# Lmod.
cat >lmod.lua <<'END'
for _, name in ipairs { "help", "whatis", "conflict", "setenv", "prepend_path" } do
    _G[name] = function (...) print (name, ...) end
end
dofile (arg[1])
END
if command -v lua5.4 >/dev/null; then
    lua5.4 lmod.lua "$made/$version.lua" >said
    is "$(sed -n 's/^prepend_path.LD_PRELOAD.\([^\t]*\).*/\1/p' said | sort | tr '\n' :)" \
        "$preload:" "the module preloads both libraries"
else
    skip "the module preloads both libraries" "there is no lua5.4"
fi
finish
