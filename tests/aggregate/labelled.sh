#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Result files as labelled arrays in programs that know nothing of hpmmpi.
. "${srcdir:-.}/tests/aggregate/lib.sh"

result r.h5 ranks=4 hosts=2 holes=1

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
assert data.text_value.values[name] == "solver"
assert data.count_quality.attrs["flag_meanings"].split ()[1] == "exact"
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
else
    skip "dimension scales" "no h5py"
fi
finish
