# SPDX-License-Identifier: BSD-3-Clause
"""What every dataset of every result file must say of itself.

walk.py FILE...: a line for each that is not so, and the number of datasets seen.
"""
import sys

import h5py


def text (value):
    return value.decode () if isinstance (value, bytes) else value


def faults (file, name, data):
    if not text (data.attrs.get ("long_name", "")):
        yield "has no long_name"
    numbers = data.dtype.kind in "iuf"
    units = text (data.attrs.get ("units", ""))
    # A dimension without labels has numbers that mean nothing.
    if numbers and not units and "not a netCDF variable" not in text (
            data.attrs.get ("NAME", "")):
        yield "has numbers and no units"
    if not numbers and units:
        yield "has texts in units"
    if units.startswith ("by ") and units[3:] not in file:
        yield "has units by %s, which is no dimension" % units[3:]
    if not numbers and h5py.check_string_dtype (data.dtype) is None:
        yield "has neither numbers nor texts"
    if name.startswith ("hpm/") or data.attrs.get ("CLASS"):
        return
    for axis in data.dims:
        if len (axis) != 1:
            yield "has an axis without a scale"
        elif axis[0].name[1:] not in file:
            yield "lies along %s, which is no dimension" % axis[0].name


def walk (path):
    seen = [0]
    with h5py.File (path, "r") as file:
        def see (name, data):
            if isinstance (data, h5py.Dataset):
                seen[0] += 1
                for fault in faults (file, name, data):
                    print (path, name, fault)
                data[...]
        file.visititems (see)
        for name in "rank", "thread":
            if list (file[name][...]) != list (range (len (file[name]))):
                print (path, name, "is no coordinate")
    return seen[0]


print ("%d datasets" % sum (walk (path) for path in sys.argv[1:]))
