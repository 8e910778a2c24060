#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Events of PAPI's components: what the one that is installed has, and what is
# said of others.  Debian's has few; with another one first in LD_LIBRARY_PATH
# (./configure --with-components="net io appio" in PAPI's src) more is tried.
# Measures: what the system does beside the program.
. "${srcdir:-.}/tests/run/lib.sh"

[ "$sanitizer" != thread ] ||
    skip_all "no program that was built without it bears libtsan"
"$hpmrun" --list=events >events 2>/dev/null
grep -q '^sde:::\|^PAPI_TOT_INS' events || skip_all "there is no PAPI"

# has COMPONENT: whether events of it can be counted here.
has_component () {
    grep -q "^$1:::[^ ]* *yes " events
}

# run FILE EVENTS COMMAND...: its stderr is in err
run () {
    file=$1 list=$2
    shift 2
    rm -f "$file"
    "$hpmrun" --summary=none -o "$file" -e "$list" "$@" >out 2>err </dev/null
}

run none.h5 nowhere:::x,os::CPU_TIME true
is "$?" 0 "a component that is not there does not stop the program"
ok "it is said which component this PAPI lacks, and which it has" grep -q \
    "^hpmrun: nowhere:::x will not be counted, because this PAPI has no component nowhere; it has .*perf_event" \
    err
is "$(wc -l <err)" 1 "nothing else is said of it"
ok "hpmagg prints JSON of none.h5" json none.h5
ok "the result has the reason" $known value none.h5.json \
    '"no component of that name" in event ("nowhere:::x")["reason"]'

for name in coretemp nvml rocm_smi; do
    if grep -q "^$name:::" events; then
        event=$(sed -n "s/^\($name:::[^ ]*\) .*/\1/p" events | head -n 1)
        run gauge.h5 "$event" true
        has err "it tells how something is at a moment, and is no count" \
            "what $name tells is no count"
    else
        skip "what $name tells is no count" "this PAPI has no such events"
    fi
done

if has_component io; then
    run io.h5 io:::rchar dd if=/dev/zero of=/dev/null bs=1000000 count=20
    ok "hpmagg prints JSON of io.h5" json io.h5
    ok "what a process read is counted from the beginning of the count" \
        $known value io.h5.json '20e6 <= of ("io:::rchar") < 21e6'
    ok "what is of a process is exact" $known quality io.h5.json io:::rchar exact
    run io.h5 io:::rchr true
    is "$? $(cat err)" \
        "2 hpmrun: unknown event io:::rchr; did you mean io:::rchar or io:::wchar?" \
        "a slip in the name of a component's event is an error"
else
    skip "what a process read" "this PAPI has no component io"
fi

if grep -q "^appio:::" events; then
    run appio.h5 appio:::READ_BYTES dd if=/dev/zero of=/dev/null bs=1000000 count=2
    has err "the component sees programs alone that are linked to PAPI" \
        "a component that would count nothing but zeros is not used"
else
    skip "a component that would count nothing but zeros" \
        "this PAPI has no component appio"
fi

cat >send.py <<'END'
import socket
import sys
import time
to = socket.socket (socket.AF_INET, socket.SOCK_DGRAM)
for i in range (100):
    to.sendto (bytes (10000), ("127.0.0.1", 9))
time.sleep (float (sys.argv[1]))
END
if has_component net && grep -q "^net:::lo:tx:bytes" events; then
    run net.h5 net:::lo:tx:bytes /usr/bin/env python3 send.py 1.5
    ok "hpmagg prints JSON of net.h5" json net.h5
    ok "what a host sent is counted, up to the last look" $known value net.h5.json \
        '[(e["name"], e["quality"], e["total"] >= 1e6, e["values"])
          for e in data["node_events"]] == [("net:::lo:tx:bytes", "partial", True, 1)]'
    run net.h5 net:::lo:tx:bytes true
    ok "hpmagg prints JSON of a short run" json net.h5
    ok "before the first look nothing is known" $known value net.h5.json \
        '[(e["quality"], e["total"], "once a second" in e["reason"])
          for e in data["node_events"]] == [("unavailable", None, True)]'
    OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_LOCAL_RANK=1 OMPI_COMM_WORLD_SIZE=2 \
        "$hpmrun" --summary=none -o other.h5 -e net:::lo:tx:bytes \
        /usr/bin/env python3 send.py 1.5 >out 2>err
    ok "hpmagg prints JSON of the second rank" json other.1.h5
    ok "the second rank of a host counts nothing for it" $known value \
        other.1.h5.json '[e["total"] for e in data["node_events"]] == [None]'
else
    skip "what a host sent is counted" "this PAPI has no component net"
fi
finish
