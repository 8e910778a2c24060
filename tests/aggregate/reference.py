# SPDX-License-Identifier: BSD-3-Clause
"""What make_stream wrote and what must become of it, the naive way."""

MASK = (1 << 64) - 1
NOT_COUNTED = (0, 4)           # absent, unavailable
OS = ["WALL_TIME", "USER_TIME", "SYSTEM_TIME", "WAIT_TIME", "MINOR_FAULTS",
      "MAJOR_FAULTS", "VOLUNTARY_SWITCHES", "INVOLUNTARY_SWITCHES",
      "CPU_MIGRATIONS", "BYTES_READ", "BYTES_WRITTEN", "PEAK_MEMORY",
      "CPU_TIME"]
NAMES = ["PAPI_TOT_INS", "PAPI_TOT_CYC", "PAPI_FP_OPS", "PAPI_L1_DCM"]
DEFAULTS = dict (ranks=4, said=0, threads=4, events=16, os=1, hosts=1, mpi=0,
                 huge=0, gap=-1, partial=-1, mpmd=0, scaled=0, nopmu=0,
                 holes=0, end=1, unknown=0, equal=0, calls=0,
                 odd=-1, unrecorded=-1, bytes=8, older=0, inexact=0)
MPI = ["TIME", "IO_TIME", "CALLS", "BYTES_SENT", "BYTES_RECEIVED",
       "CPU_TIME", "WAIT_TIME", "ARRIVAL_TIME", "AWAITED_TIME"]
# Name, and whether it sends, receives and is MPI I/O.
FUNCTIONS = [("MPI_Send", 1, 0, 0), ("MPI_Recv", 0, 1, 0),
             ("MPI_Irecv", 0, 1, 0), ("MPI_Barrier", 0, 0, 0),
             ("MPI_File_write", 1, 0, 1), None,
             ("MPI_Allreduce", 1, 1, 0)]
SIZE_KINDS = ["p2p", "collective", "one_sided", "io"]


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
        self.most = max (self.calls_of (0), self.calls_of (1))
        if self.most:
            self.names += ["mpi::" + name for name in MPI]
        self.regions = ["program", "useful", "mpi", "mpi_io", "measuring"][
            :4 if self.older else 5] \
            if self.most == 2 else ["run"]

    def calls_of (self, rank):
        return self.odd if rank % 2 and self.odd >= 0 else self.calls

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
        if os >= 0 and OS[os] == "CPU_TIME":
            return sum (self.value (rank, thread, self.events + OS.index (part))
                        for part in ("USER_TIME", "SYSTEM_TIME"))
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
        if name.startswith ("mpi::"):
            if rank == self.unrecorded or not self.calls_of (rank):
                return 4, None
            value = self.in_mpi (rank, thread)[MPI.index (name[5:])]
            return 2 if self.is_estimate (name) and value else 1, value
        own = [self.name (rank, e) for e in range (self.events)]
        if name not in own:
            return 4, None
        event = own.index (name)
        if self.nopmu or (self.holes and (rank + thread + event) % 5 == 0):
            return 4, None
        return (2 if self.scaled and event == 1 else 1,
                self.value (rank, thread, event))

    def is_estimate (self, name):
        return bool (self.inexact) and name in ("mpi::CPU_TIME",
                                                "mpi::WAIT_TIME",
                                                "mpi::ARRIVAL_TIME",
                                                "mpi::AWAITED_TIME")

    def error (self, rank, thread, name):
        """That a cell of the whole run has by itself."""
        if not self.is_estimate (name):
            return 0
        return self.in_mpi (rank, thread)[MPI.index (name[5:])] // 50

    def part (self, rank, thread, name, region):
        """(quality, value) in a region that is not the whole run."""
        split = self.calls_of (rank) == 2
        if name.startswith ("mpi::"):
            return (4 if rank == self.unrecorded or not split else 0), None
        if not split:
            return 4, None
        quality, value = self.cell (rank, thread, name)
        if quality in NOT_COUNTED:
            return quality, None
        mpi, io = value // 4, value // 16
        measuring = 0 if self.older else value // 64
        if name == "os::WALL_TIME":
            mpi, io = self.in_mpi (rank, thread)[:2]
            measuring = 0
        elif name.startswith ("os::"):
            return 4, None
        return quality, [value - mpi - io - measuring, mpi, io,
                         measuring][region - 1]

    def call (self, rank, thread, f):
        """calls, time, shortest, longest, sent, received; None if none"""
        if thread > 1 or thread >= self.threads or not FUNCTIONS[f] \
                or (rank + f) % 4 == 0 or rank == self.unrecorded \
                or not self.calls_of (rank) \
                or not self.there (rank):
            return None
        random = mix (rank, thread, 1000 + f)
        calls, time = 1 + random % 1000, (random >> 10) % 10 ** 8
        _, sends, receives, _ = FUNCTIONS[f]
        return [calls, time, time // calls // 2, time // calls * 2,
                sends * calls * self.bytes * (1 + f),
                receives * calls * self.bytes * (2 + f)]

    def in_mpi (self, rank, thread):
        """time, time in I/O, calls, sent, received, time on a processor,
        waiting for one, before others had come and waited for by them, of a
        thread"""
        sums = [0] * 5
        for f in range (len (FUNCTIONS)):
            call = self.call (rank, thread, f)
            if call:
                sums[FUNCTIONS[f][3]] += call[1]
                for i, j in (2, 0), (3, 4), (4, 5):
                    sums[i] += call[j]
        return sums + [(sums[0] + sums[1]) // 2, sums[0] // 8, sums[0] // 4,
                       sums[0] // 5]

    def calls_of_rank (self, rank, f):
        """The same numbers as call, of all threads."""
        calls = [c for c in (self.call (rank, t, f) for t in (0, 1)) if c]
        if not calls:
            return [0] * 6
        columns = list (zip (*calls))
        return [sum (columns[0]), sum (columns[1]), min (columns[2]),
                max (columns[3]), sum (columns[4]), sum (columns[5])]

    def size (self, rank, kind):
        """bucket, messages"""
        return 3 * kind + rank % 3, 1 + mix (rank, 0, 2000 + kind) % 100

    def recorded (self):
        return [r for r in range (self.all_ranks)
                if self.there (r) and r != self.unrecorded
                and self.calls_of (r)]

    def useful_of (self, ranks, name):
        """Outside MPI, the mean of the ranks; None if one has no count."""
        parts = [[self.part (r, t, name, 1) for t in range (self.threads)]
                 for r in ranks if self.most == 2]
        counts = [[v for q, v in p if q not in NOT_COUNTED] for p in parts]
        return sum (map (sum, counts)) / len (ranks) \
            if counts and all (counts) else None

    def efficiency (self, ranks):
        """As the POP project defines it, of ranks that are complete."""
        ranks = [r for r in ranks if r != self.partial]
        useful = {r: self.wall (r) - 1e-9 * sum (self.in_mpi (r, 0)[:2])
                  for r in ranks}
        runtime = max (self.wall (r) for r in self.recorded ()
                       if r != self.partial)
        mean, most = sum (useful.values ()) / len (useful), max (useful.values ())
        instructions = self.useful_of (ranks, "PAPI_TOT_INS")
        cycles = self.useful_of (ranks, "PAPI_TOT_CYC")
        return dict (instructions=instructions,
                     ipc=instructions and cycles and instructions / cycles,
                     frequency=cycles and 1e-9 * cycles / mean,
                     parallel=mean / runtime, load_balance=mean / most,
                     communication=most / runtime, useful_mean=mean,
                     useful_max=most, runtime=runtime, ranks=len (useful),
                     slowest_rank=min (r for r in ranks if useful[r] == most))

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
