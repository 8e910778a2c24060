# SPDX-License-Identifier: BSD-3-Clause
"""What make_stream wrote and what must become of it, the naive way."""

MASK = (1 << 64) - 1
NOT_COUNTED = (0, 4)           # absent, unavailable
OS = ["WALL_TIME", "USER_TIME", "SYSTEM_TIME", "WAIT_TIME", "MINOR_FAULTS",
      "MAJOR_FAULTS", "VOLUNTARY_SWITCHES", "INVOLUNTARY_SWITCHES",
      "CPU_MIGRATIONS", "BYTES_READ", "BYTES_WRITTEN", "PEAK_MEMORY"]
NAMES = ["PAPI_TOT_INS", "PAPI_TOT_CYC", "PAPI_FP_OPS", "PAPI_L1_DCM"]
DEFAULTS = dict (ranks=4, said=0, threads=4, events=16, os=1, hosts=1, mpi=0,
                 huge=0, gap=-1, partial=-1, mpmd=0, scaled=0, nopmu=0,
                 holes=0, end=1, unknown=0, equal=0)


def mix (rank, thread, event):
    z = ((rank << 32) + (thread << 16) + event + 0x9e3779b97f4a7c15) & MASK
    z = ((z ^ (z >> 30)) * 0xbf58476d1ce4e5b9) & MASK
    z = ((z ^ (z >> 27)) * 0x94d049bb133111eb) & MASK
    return z ^ (z >> 31)


class Run:
    def __init__ (self, settings):
        self.__dict__.update (DEFAULTS)
        for setting in settings:
            name, value = setting.split ("=")
            setattr (self, name, int (value))
        self.all_ranks = max (self.said, self.ranks)
        self.all_threads = self.threads + self.mpi
        self.names = [self.name (0, e) for e in range (self.events)]
        if self.os:
            self.names += ["os::" + name for name in OS]
        if self.mpmd and self.ranks > 1:
            self.names.append ("ODD_ONLY")

    def name (self, rank, event):
        if self.mpmd and rank % 2 and event == 0:
            return "ODD_ONLY"
        return NAMES[event] if event < 4 else "TEST_EVENT_%d" % event

    def there (self, rank):
        return rank < self.ranks and rank != self.gap

    def host (self, rank):
        return "node%03d" % (self.hosts * rank // self.ranks)

    def value (self, rank, thread, event):
        random = mix (0 if self.equal else rank, thread, event)
        os = event - self.events
        if os >= 0:
            return [10 ** 10, 6 * 10 ** 9 + random % (3 * 10 ** 9),
                    random % 10 ** 8, random % (4 * 10 ** 8), random % 300,
                    random % 3, random % 200, random % 200, random % 8,
                    random % 10 ** 6, random % 10 ** 6,
                    (100000 + random % 30000) * 4096][os]
        if self.huge:
            return (1 << 61) + random % 1000000007
        return 10 ** 9 + random % (9 * 10 ** 9)

    def cell (self, rank, thread, name):
        """(quality, value) of a thread's event."""
        if name.startswith ("os::"):
            event = self.events + OS.index (name[4:])
            if name == "os::PEAK_MEMORY" and thread:
                return 0, None
            return 1, self.value (rank, thread, event)
        own = [self.name (rank, e) for e in range (self.events)]
        if name not in own:
            return 4, None
        event = own.index (name)
        if self.nopmu or (self.holes and (rank + thread + event) % 5 == 0):
            return 4, None
        return (2 if self.scaled and event == 1 else 1,
                self.value (rank, thread, event))

    def of_rank (self, rank, name):
        """(quality, value) of a rank's event, without the MPI library."""
        if not self.there (rank):
            return 4, None
        cells = [self.cell (rank, t, name) for t in range (self.threads)]
        values = [v for q, v in cells if q not in NOT_COUNTED]
        if not values:
            return max (q for q, v in cells), None
        quality = 3 if any (q == 4 for q, v in cells) \
            else max (q for q, v in cells)
        if rank == self.partial:
            quality = 3
        return quality, sum (values)

    def over (self, ranks, name):
        """Statistics of an event over some ranks."""
        found = [(r,) + self.of_rank (r, name) for r in ranks]
        values = [(v, r) for r, q, v in found if v is not None]
        missing = sum (1 for r, q, v in found if q == 4)
        if not values:
            return dict (values=0, missing=missing, quality=4 if missing else 0)
        numbers = [v for v, r in values]
        total = sum (numbers)
        n = len (numbers)
        least, most = min (numbers), max (numbers)
        # n^2 variance as an integer: no rounding before the last step.
        square = n * sum (v * v for v in numbers) - total * total
        return dict (values=n, missing=missing, sum=total, mean=total / n,
                     min=least, max=most,
                     min_rank=min (r for v, r in values if v == least),
                     max_rank=min (r for v, r in values if v == most),
                     stddev=square ** 0.5 / n,
                     quality=3 if missing else max (q for r, q, v in found
                                                    if v is not None))

    def wall (self, rank):
        return 10 + 1e-6 * rank
