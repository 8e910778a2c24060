# SPDX-License-Identifier: BSD-3-Clause
"""Compare scaled counts in a result file with what is known.

    scaled.py FILE EVENT EXPECTED

The event's total over the program's threads must be no further from EXPECTED than three
times the error stated, which some 3 of 100 counts exceed; and it must have been counted
part of the time.
Where the rate of the event was looked at, that tells the error, else its coverage
does.  Needs h5py; says what it found.
"""
import math
import sys

import h5py

MPI = 2    # role of threads of the MPI library, which are in no total

path, event, expected = sys.argv[1], sys.argv[2], int(sys.argv[3])
with h5py.File(path) as file:
    names = [name.decode().rstrip("\0 ") for name in file["event"][()]]
    at = names.index(event)
    count = file["count"][()]
    axis = count.shape.index(len(names))
    fields = [name.decode() for name in file["thread_field"][()]]
    roles = file["thread_record"][()][fields.index("role")]
    columns = [file[name][()].take(at, axis).flatten()
               for name in ("count", "time_enabled", "time_running",
                            "count_error") if name in file]
    if len(columns) < 4:    # no count of the file knows its error
        columns.append(0 * columns[0])
    rows = [row for row, role in zip(zip(*columns), roles)
            if role != MPI and row[0] != file["count"].attrs["_FillValue"]]
    row = dict(zip((name.decode() for name in file["statistic"][()]),
                   file["job_count"][0, at]))
    stated = row["error"] / row["total"]
    told = row["time_running"] / row["time_enabled"]
total = sum(float(row[0]) for row in rows)
coverage = sum(row[2] for row in rows) / sum(row[1] for row in rows)
# Of each thread by itself; their errors add up.
error = sum(float(own) if own > 0 else
            float(value) * min(1, math.sqrt((1 - running / enabled)
                                            / max(1, running / 16e6)))
            for value, enabled, running, own in rows if enabled) / total
off = abs(total - expected) / expected
print(f"{event}: {total}, expected {expected}, off by {off:.4f},"
      f" coverage {coverage:.4f}, error {error:.4f},"
      f" looked at: {sum(row[3] > 0 for row in rows)} of {len(rows)} threads")
sys.exit(not (0 < coverage < 1 and off <= 3 * error
              and math.isclose(stated, error, rel_tol=1e-9)
              and math.isclose(told, coverage, rel_tol=1e-9)))
