#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Result files as labelled arrays in programs that know nothing of hpmmpi.  The
# files are made here, or were made on another system: HPM_FILES_TO names a folder
# to leave them in, HPM_FILES_FROM one to take them from.
. "${srcdir:-.}/tests/aggregate/lib.sh"

made="r.h5 calls.h5 joined.h5"
if [ -n "${HPM_FILES_FROM:-}" ]; then
    for file in $made; do
        cp "$HPM_FILES_FROM/$file" . || bail_out "no $file of another system"
    done
else
    result r.h5 ranks=4 hosts=2 holes=1
    result calls.h5 ranks=3 hosts=2 threads=2 events=4 calls=2 scaled=1 huge=1 \
        mpi=1
    result one.h5 ranks=4 hosts=2 events=3
    result two.h5 ranks=4 hosts=2 events=8 first=7
    run --join one.h5 two.h5 -o joined.h5 --summary=none
    is "$status" 0 "two runs were joined"
fi
if [ -n "${HPM_FILES_TO:-}" ]; then
    # shellcheck disable=SC2086
    mkdir -p "$HPM_FILES_TO" && cp $made "$HPM_FILES_TO" ||
        bail_out "no files in $HPM_FILES_TO"
fi
for file in $made; do
    run --format=json --per=thread $file
    is "$status:$(cat err)" 0: "hpmagg reads $file"
done

for engine in h5netcdf netcdf4; do
    module=$engine
    [ $engine = netcdf4 ] && module=netCDF4
    if ! have_python "xarray, $module"; then
        skip "xarray with $engine" "no xarray or no $module for $python"
        continue
    fi
    cat >look.py <<'END'
import sys
import numpy
import xarray
data = xarray.open_dataset ("r.h5", engine=sys.argv[1])
assert data["count"].dims == ("region", "event", "thread")
assert list (data.event.values[:2]) == ["PAPI_TOT_INS", "PAPI_TOT_CYC"]
assert list (data.host.values) == ["node000", "node001"]
assert list (data["rank"].values) == [0, 1, 2, 3]
assert data.hpm_command == "./solver --size 512"
one = data["count"].sel (region="run", event="PAPI_TOT_CYC")
assert numpy.isnan (one.values).sum () == 3
assert one.sum ().item () > 1e9
mean = data.job_count.sel (region="run", event="PAPI_TOT_CYC",
                           statistic="mean").item ()
assert 4e9 < mean < 4e10
assert data.host_count.sel (host="node001", event="os::WALL_TIME",
                            statistic="total").item () == 8e10
start = data.rank_record.sel (rank_field="start_time", rank=1).item ()
assert start == 1767323045678001000
assert data.event_unit.sel (event="os::WALL_TIME").item () == "ns"
name = data.thread_record.sel (thread_field="name").values[0]
assert data.text.values[name] == "solver"
assert data.count_quality.attrs["flag_meanings"].split ()[1] == "exact"
assert data.hpm_ranks == 4 and data.hpm_cpu_mhz == 2000
assert list (data.thread.values) == list (range (16))
joined = xarray.open_dataset ("joined.h5", engine=sys.argv[1])
assert numpy.allclose (joined.run_wall_time.values, 10, rtol=1e-6)
starts = joined.run_start_time.values.astype ("datetime64[ns]")
assert str (starts[1]) == "2026-01-02T03:04:05.678000007", starts
assert joined.event_description.sel (event="TEST_EVENT_11").item () \
    == "made up event number 4 of the tests"
END
    ok "xarray with $engine reads labelled arrays" "$python" look.py $engine
done

if command -v h5dump >/dev/null 2>&1; then
    h5dump -d /event r.h5 >out 2>err
    has out '"PAPI_TOT_INS"' "h5dump shows the names of events"
    h5dump -a /hpm_command r.h5 >out 2>err
    has out "./solver --size 512" "h5dump shows the command"
else
    skip "h5dump" "not installed (Debian: hdf5-tools)"
fi
if have_python h5py; then
    ok "every variable lies along dimension scales, in both directions" \
        "$python" -c '
import h5py
file = h5py.File ("r.h5")
for name, data in file.items ():
    if not isinstance (data, h5py.Dataset) or data.attrs.get ("CLASS"):
        continue
    for axis in range (data.ndim):
        scale = data.dims[axis][0]
        assert scale.shape[0] == data.shape[axis], name
        pairs = [(file[p[0]].name, p[1]) for p in scale.attrs["REFERENCE_LIST"]]
        assert (data.name, axis) in pairs, name'
    # shellcheck disable=SC2086
    is "$("$python" "$here/walk.py" $made 2>&1 | sed 's/^[0-9]* datasets$/all/')" all \
        "every dataset has a long_name, its units and its scales"
    ok "every variable says what it is, and texts are texts" "$python" -c '
import h5py
for path in "r.h5", "calls.h5", "joined.h5":
    file = h5py.File (path)
    for name, data in file.items ():
        if not isinstance (data, h5py.Dataset):
            continue
        labels = data.attrs.get ("CLASS")
        assert labels or data.attrs["long_name"], name
        if data.dtype.kind in "OS":
            assert h5py.check_string_dtype (data.dtype).encoding == "utf-8", name
            assert data.ndim == 1, name
    assert file["event_unit"].asstr ()[0] == "1"
    assert file["rank"].attrs["long_name"] and file["thread"].attrs["long_name"]
times = h5py.File ("calls.h5")["time_enabled"]
assert times.attrs["units"] in ("ns", b"ns")'
    # Superblock 2, object headers 2 and layouts 3 are the newest that HDF5 1.8
    # reads, from which all that is in use today descends; with addresses of 8
    # bytes, all agree on how long a reference is.
    cat >versions.py <<'END'
import struct
import sys
import h5py

def layouts (data, at):
    assert data[at:at + 4] == b"OHDR" and data[at + 4] == 2
    flags = data[at + 5]
    at += 6 + (16 if flags & 0x20 else 0) + (4 if flags & 0x10 else 0)
    width = 1 << (flags & 3)
    size = int.from_bytes (data[at:at + width], "little")
    at += width
    end = at + size
    while at + 4 <= end:
        kind, bytes = struct.unpack ("<BH", data[at:at + 3])
        at += 4 + (2 if flags & 4 else 0)
        if kind == 8:
            yield data[at]
        at += bytes

for path in sys.argv[1:]:
    data = open (path, "rb").read ()
    assert data[8] == 2, "superblock %d" % data[8]
    assert data[9] == 8, "addresses of %d bytes" % data[9]
    file = h5py.File (path)
    found = [version for item in file.values ()
             for version in layouts (data, h5py.h5o.get_info (item.id).addr)]
    assert len (found) >= 20 and set (found) == { 3 }, (path, found)
END
    ok "HDF5 from 1.8 on knows the versions and sizes of all parts of the format" \
        "$python" versions.py r.h5 calls.h5 joined.h5
else
    skip "dimension scales" "no h5py"
fi
finish
