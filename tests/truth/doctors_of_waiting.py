# SPDX-License-Identifier: BSD-3-Clause
"""What makes sentences about processors, other threads and advice false."""

from doctored import doctored, SLOW


@doctored ("other_work_had_them")
def others_in_a_crowd (parts):
    parts.say ("crowded", "host node001: 4 busy threads", value=4, reference=2)
    parts.say ("cpu_wait", "it waits for a processor 30 % of the run (other work had them)",
               value=0.3)


def share_cores (parts, **numbers):
    parts.say ("shared_cores", "host node001: 4 ranks share cores with another rank",
               **dict (dict (value=4, reference=4, share=1), **numbers))


@doctored ("on_hyper_threads")
def more_than_there_are (parts):
    share_cores (parts, value=5, reference=8)


@doctored ("on_hyper_threads")
def fewer_processors_left (parts):
    share_cores (parts, reference=3)


@doctored ("on_hyper_threads")
def one_wants_none (parts):
    for row in parts.threads:
        if row["rank"] == SLOW:
            row["counts"].update ({"os::CPU_TIME": 0, "os::WAIT_TIME": 0})
    share_cores (parts)


@doctored ("on_hyper_threads")
def on_another_host (parts):
    share_cores (parts, rank=0)


@doctored ("on_hyper_threads")
def on_more_hosts (parts):
    share_cores (parts, share=3)


@doctored ("on_hyper_threads")
def all_share_processors (parts):
    parts.job["run"]["binding"] = "2 processors shared"
    share_cores (parts)


@doctored ("on_hyper_threads")
def one_left_nothing (parts):
    parts.ranks[0]["status"] = "missing"
    share_cores (parts)


@doctored ("oversubscribed_by_others")
def others_had_nothing (parts):
    del parts.hosts[1:]
    for row in parts.threads:
        row["host"] = "node001"
    parts.main (SLOW)["counts"]["os::CPU_TIME"] = 10 ** 12
    parts.say ("crowded", "host node001: 99 busy threads", value=99, reference=2)
    parts.say ("oversubscribed", "ranks wait for a processor 5 % of the run "
               "(oversubscribed, and other work had most of them)", value=0.05,
               rank=None)


@doctored ("stopped_by_limit")
def stopped_longer (parts):
    for row in parts.ranks:
        row["throttled_s"] = 0.5
    parts.say ("throttled", "a cgroup's limit of 2 processors stopped ranks of node001 "
               "for 9 s", value=9.0, host="node001", cost_s=9.0, rank=None)


@doctored ("stopped_by_limit")
def stopped_by_nothing (parts):
    parts.say ("throttled", "a cgroup's limit of 2 processors stopped ranks of node001 "
               "for 1 ms", value=0.001, host="node001", cost_s=0.001, rank=None)


@doctored ("waits_in_vain")
def waits_elsewhere (parts):
    parts.say ("oversubscribed", "ranks wait for a processor 5 % of the run; up to 99 % "
               "of that in MPI", value=0.05, share=0.99, rank=None)


@doctored ("late_start")
def late (parts):
    for row in parts.ranks:
        row["before_mpi_s"] = 0.1
    parts.say ("late_start", "rank 5 ran for 2 s before MPI_Init", value=2.0,
               reference=0.1)


@doctored ("all_wait")
def threads_wait (parts):
    parts.say ("oversubscribed", "threads wait for a processor 50 % of their time",
               value=0.5)


def beside (parts, seconds):
    for row in parts.threads:
        if row["role"] != "main" and row["rank"] == SLOW:
            row["counts"].update ({"os::CPU_TIME": int (1e9 * seconds),
                                   "os::WALL_TIME": 10 ** 10})


@doctored ("blocked_alike")
def idle_outside (parts):
    parts.say ("idle", "main threads are blocked outside MPI 50 % of their time", value=0.5,
               rank=None)


@doctored ("waits_for_files")
def files (parts):
    beside (parts, 9)
    parts.say ("blocked", "it is blocked outside MPI for at least 3 s more (files)",
               value=3.0)


@doctored ("waits_for_files")
def files_alone (parts):
    for row in parts.threads:
        if row["role"] != "main":
            row["counts"].update ({"os::CPU_TIME": 9 * 10 ** 9,
                                   "os::WALL_TIME": 10 ** 10})
    parts.say ("blocked", "it is blocked outside MPI for at least 3 s more (files)",
               value=3.0)


@doctored ("computes_longer")
def computes_and_waits (parts):
    parts.say ("slowest", "the slowest rank is 5", value=5.0, reference=1.0, share=5.0)
    parts.say ("unexplained", "it computes longer, and waits for a processor outside MPI "
               "for up to 99 s", value=0, share=99.0)


@doctored ("program_computes_longer")
def program_as_others (parts):
    parts.say ("slowest", "the slowest rank is 5", value=5.0, reference=1.0, share=5.0)
    parts.say ("unexplained", "it computes longer", value=0)
    for rank in range (8):
        parts.count (rank, "os::USER_TIME", 10 ** 9)
        parts.count (rank, "mpi::CPU_TIME", 0)


@doctored ("waiting_of_kernel")
def kernel_and_all_waiting (parts):
    del parts.job["verdict"][:]
    parts.threads = [t for t in parts.threads if t["role"] == "main"]
    parts.say ("slowest", "the slowest rank is 5", value=5.0, reference=1.0, share=5.0)
    parts.say ("kernel", "it spends 100 ms more in the kernel", value=0.1, share=0.9)


@doctored ("blocked_in_init")
def init (parts):
    parts.job["run"]["scope"] = "from the start of the process to MPI_Finalize"
    parts.say ("idle", "main threads are blocked (files, sleep)", value=0.0, rank=None)


def in_mpi (parts, advice, **changes):
    function = max (parts.job["mpi"], key=lambda f: f["time_s"])
    function.update (changes)
    parts.say ("in_mpi", "even the slowest rank is in MPI", subject=function["function"],
               value=1.0, share=1 - parts.job["efficiency"]["communication"],
               advice=advice)


@doctored ("who_comes_late")
def late (parts):
    in_mpi (parts, "see who comes late there, and what is sent", kind="io")


@doctored ("who_comes_late")
def late_alone (parts):
    parts.job["run"]["ranks"] = 1
    in_mpi (parts, "see who comes late there")


@doctored ("who_comes_late")
def sent_by_barrier (parts):
    in_mpi (parts, "see what is sent", kind="synchronising")


@doctored ("split_would_tell")
def split (parts):
    for event in parts.job["events"]:
        event["total"] = None
    parts.say ("unexplained", "it computes longer (hpmrun --mpi=split)", value=0)


def own (parts, seconds):
    parts.job["account"]["parts"].append ({"part": "own", "place": "measuring",
                                           "time_s": seconds, "share": 0})


@doctored ("own_cost_of_account")
def own_said (parts):
    own (parts, 8.0)
    parts.say ("own", "timing 8,000 calls of MPI takes 50 % of all time", value=0.5,
               reference=8000, cost_s=40.0)


@doctored ("own_cost_of_account")
def own_hushed (parts):
    own (parts, 16.0)


@doctored ("cost_of_a_call")
def call (parts):
    parts.job["run"]["mpi_call_overhead_s"] *= 0.5


@doctored ("changed_on_the_way")
def changed_nowhere (parts):
    parts.say ("changed", "after 3 s ranks are in MPI 50 % of the time, 1 % before",
               value=3.0, reference=0.01, share=0.5)


@doctored ("changed_on_the_way")
def changed_less (parts):
    parts.job["run"]["threads"] = parts.job["run"]["ranks"]
    parts.text += ("\n  part            0 to        3 s  in MPI 1 %, processors 2"
                   "\n  part            3 to       10 s  in MPI 5 %, processors 2\n")
    parts.say ("changed", "after 3 s ranks are in MPI 50 % of the time, 1 % before",
               value=3.0, reference=0.01, share=0.5)
