#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A result file that refers to other files would show their bytes to whoever it
# is sent to, once somebody has read it here.
. "${srcdir:-.}/tests/aggregate/lib.sh"

if ! have_python h5py; then
    echo "1..0 # SKIP no h5py"
    exit 0
fi
result good.h5 ranks=2 events=3
yes SECRET | head -c 4000 >secret
"$python" - <<'END'
import h5py
import numpy

CODES = "event_scope"

def spoil (name, change):
    open (name, "wb").write (open ("good.h5", "rb").read ())
    with h5py.File (name, "r+") as file:
        change (file)

def other ():
    """The same codes, and a group, with other bytes in them."""
    with h5py.File ("good.h5", "r") as good, h5py.File ("other.h5", "w") as out:
        shape = good[CODES].shape
        out[CODES] = numpy.full (shape, 2, "u1")
        good.copy ("hpm", out)
    return shape

shape = other ()

def storage (file):
    del file[CODES]
    file.create_dataset (CODES, shape, "u1",
                         external=[("secret", 0, shape[0])])

def virtual (file):
    layout = h5py.VirtualLayout (shape, "u1")
    layout[:] = h5py.VirtualSource ("other.h5", CODES, shape, "u1")
    del file[CODES]
    file.create_virtual_dataset (CODES, layout)

def link (file):
    del file[CODES]
    file[CODES] = h5py.ExternalLink ("other.h5", CODES)

def group (file):
    del file["hpm"]
    file["hpm"] = h5py.ExternalLink ("other.h5", "hpm")

def soft (file):
    """One that leads to another one."""
    link (file)
    file["far"] = file.get (CODES, getlink=True)
    del file[CODES]
    file[CODES] = h5py.SoftLink ("/far")

spoil ("storage.h5", storage)
spoil ("virtual.h5", virtual)
spoil ("link.h5", link)
spoil ("soft.h5", soft)
spoil ("group.h5", group)
END
run --format=json good.h5
is "$status" 0 "the file they are made of is sound"
for file in storage virtual link; do
    refuses "$file.h5 is damaged or cut short (event_scope is in another file)" \
        --format=json $file.h5
done
refuses "soft.h5 is damaged or cut short (event_scope)" soft.h5
refuses "group.h5 is damaged or cut short" --format=json group.h5
refuses "storage.h5 is damaged or cut short" --join good.h5 storage.h5
finish
