#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Results that are doctored so that a sentence is false: the rule that is meant
for it refutes each.  Prints TAP.

usage: refute_test.py HPMAGG PLAIN SPLIT

PLAIN and SPLIT are files of a run whose rank 5 of 8 computes longer.
"""

import copy
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert (0, os.path.dirname (os.path.abspath (__file__)))
import doctors_of_account       # noqa: F401: these fill DOCTORS
import doctors_of_course        # noqa: F401
import doctors_of_waiting       # noqa: F401
import refute
import rules_of_verdict
from doctored import DOCTORS, doctored, Parts, SLOW, went

@doctored ("efficiency_of_ranks")
def balance (parts):
    parts.job["efficiency"]["load_balance"] += 0.1


@doctored ("processors_of_ranks")
def no_processors (parts):
    for rank in range (8):
        parts.count (rank, "os::WAIT_TIME", 5 * 10 ** 9)


@doctored ("processors_of_ranks")
def overall (parts):
    parts.job["efficiency"]["overall"] /= 2


@doctored ("efficiency_sentence")
def sentence (parts):
    parts.finding ("efficiency")["text"] = \
        "efficiency 0.99 = balance 0.99 x communication 1.00"


@doctored ("efficiency_sentence")
def sentence_without_range (parts):
    parts.job["efficiency"]["processors_least"] = 0.1


@doctored ("efficiency_sentence")
def sentence_with_range (parts):
    text = parts.finding ("efficiency")["text"]
    parts.finding ("efficiency")["text"] = text.replace ("efficiency ",
                                                         "efficiency 0.10 to ")


@doctored ("good_account")
def good (parts):
    parts.finding ("efficiency")["text"] += " (good)"


@doctored ("good_account")
def good_at_most (parts):
    parts.finding ("efficiency")["text"] += " (good)"
    parts.job["verdict"] = parts.job["verdict"][:1]
    parts.job["efficiency"].update (parallel=0.95, processors=1, processors_least=0.9)
    parts.text = went ("user 98.0 %, blocked 2.0 %")


@doctored ("good_account")
def good_while_idle (parts):
    parts.finding ("efficiency")["text"] += " (good)"
    parts.job["verdict"] = parts.job["verdict"][:1]
    parts.text = went ("user 80.0 %, blocked 20.0 %")


@doctored ("threads_on_processors")
def threads (parts):
    parts.job["efficiency"]["threads"] = 0.0


@doctored ("slowest_rank")
def slowest (parts):
    parts.finding ("slowest")["rank"] = 0


@doctored ("lightest_rank")
def lightest (parts):
    parts.say ("light", "rank 5 has little to do", value=7.5)


@doctored ("computes_longer")
def longer (parts):
    for rank in range (8):
        parts.count (rank, "os::CPU_TIME", 7 * 10 ** 9)
        parts.count (rank, "mpi::CPU_TIME", 0)


@doctored ("less_than_half")
def half (parts):
    parts.say ("unexplained", "less than half of the difference is computing",
               value=2, reference=1.0, share=2.0)


@doctored ("waits_longer")
def waits (parts):
    for rank in range (8):
        parts.count (rank, "os::WAIT_TIME", 7 * 10 ** 9)
    parts.say ("cpu_wait", "it waits for a processor 70 % of the run", value=0.7)


@doctored ("waits_longer")
def waits_not (parts):
    parts.say ("cpu_wait", "it waits for a processor 90 % of the run", value=0.9)


@doctored ("blocked_difference")
def blocked (parts):
    parts.say ("blocked", "it is blocked outside MPI for at least 3 s more", value=3.0)


@doctored ("kernel_difference")
def kernel (parts):
    parts.say ("kernel", "it spends 2 s more in the kernel", value=2.0)


@doctored ("kernel_difference")
def kernel_ticks (parts):
    parts.count (SLOW, "os::SYSTEM_TIME", 10 ** 7)
    parts.say ("kernel", "it spends 10 ms more in the kernel", value=0.01)


def say_in_mpi (parts, **numbers):
    function = max (parts.job["mpi"], key=lambda f: f["time_s"])
    finding = dict (value=1.0, share=1 - parts.job["efficiency"]["communication"],
                    subject=function["function"], reference=rules_of_verdict.mean_size (function))
    finding.update (numbers)
    parts.say ("in_mpi", "even the slowest rank is in MPI", **finding)


@doctored ("time_in_mpi")
def in_mpi (parts):
    say_in_mpi (parts, share=0.5)


@doctored ("time_in_mpi")
def cost_in_mpi (parts):
    say_in_mpi (parts, cost_s=1e6)


@doctored ("time_in_mpi")
def in_function (parts):
    say_in_mpi (parts, value=0.5)


@doctored ("time_in_mpi")
def size (parts):
    say_in_mpi (parts, reference=1e6)


@doctored ("table_of_functions")
def functions (parts):
    parts.job["mpi"][0]["time_s"] *= 2


@doctored ("table_of_functions")
def parts_of_functions (parts):
    parts.job["mpi"][0]["longest_s"] = 2 * parts.job["mpi"][0]["time_max_s"]


@doctored ("time_in_mpi_of_rank")
def mpi_of_rank (parts):
    parts.ranks[0]["mpi_s"] = 2 * parts.ranks[0]["wall_s"]


@doctored ("all_wait")
def all_wait (parts):
    parts.say ("oversubscribed", "ranks wait for a processor 30 % of the run", value=0.3)


@doctored ("busier_than_processors")
def crowded (parts):
    parts.say ("crowded", "99 busy threads", value=99, reference=2)


@doctored ("oversubscribed_by_itself")
def oversubscribed (parts):
    parts.say ("oversubscribed", "ranks wait 0 % of the run (oversubscribed)", value=0)


@doctored ("migrating_rank")
def migrating (parts):
    parts.say ("migrating", "it moved 77 times", value=77)


@doctored ("rank_out_of_line")
def outlier (parts):
    parts.finding ("rank_outlier").update (subject="useful", value=1.0)


@doctored ("known_of_children")
def children (parts):
    row = copy.deepcopy (parts.threads[-1])
    row.update (role="children", rating={"waiting_share": "good"})
    parts.threads.append (row)


@doctored ("memory_of_children")
def memory_of_children (parts):
    row = copy.deepcopy (parts.threads[0])
    row["role"] = "children"
    row["counts"]["os::PEAK_MEMORY"] = 0
    parts.threads.append (row)


@doctored ("parts_of_processor_time")
def user_and_system (parts):
    parts.threads[0]["counts"]["os::USER_TIME"] -= 10 ** 6


@doctored ("processor_within_life")
def more_than_life (parts):
    parts.threads[0]["counts"]["os::CPU_TIME"] = 11 * 10 ** 9


@doctored ("processor_within_life")
def more_waiting_than_life (parts):
    parts.threads[0]["counts"]["os::WAIT_TIME"] = 9 * 10 ** 9


@doctored ("not_negative")
def negative (parts):
    parts.threads[0]["counts"]["os::MINOR_FAULTS"] = -1


@doctored ("not_negative")
def negative_time (parts):
    parts.ranks[0]["useful_s"] = -0.1


@doctored ("useful_of_main_thread")
def useful (parts):
    parts.main (0)["useful_s"] += 0.0003


@doctored ("rank_of_threads")
def of_threads (parts):
    parts.ranks[0]["counts"]["os::MINOR_FAULTS"] += 1


@doctored ("events_of_ranks")
def event_sum (parts):
    parts.event ("os::MINOR_FAULTS")["total"] += 1


@doctored ("events_of_ranks")
def event_rank (parts):
    parts.event ("PAPI_TOT_INS")["max_rank"] = 0


@doctored ("metrics_of_ranks")
def metric_mean (parts):
    parts.metric ("user_time")["mean"] *= 1.01


@doctored ("totals_of_shares")
def total (parts):
    parts.job["metrics"].append ({"name": "share", "title": "Share", "unit": "%",
                                  "total": 50, "mean": 65, "min": 60, "max": 70,
                                  "quality": "exact"})


@doctored ("hosts_of_ranks")
def of_host (parts):
    parts.hosts[0]["counts"]["os::MINOR_FAULTS"] += 1


@doctored ("printed_table")
def table (parts):
    parts.text = "  User time   s   140   1.750   9.000 @0   9.000 @0   1\n"


@doctored ("quality_of_metrics")
def quality (parts):
    parts.metric ("user_time")["quality"] = "exact"
    parts.event ("os::USER_TIME")["quality"] = "partial"


@doctored ("value_and_quality")
def unavailable (parts):
    parts.metric ("user_time")["quality"] = "unavailable"


@doctored ("ended_early")
def early (parts):
    parts.text += "\nINCOMPLETE: 1 of 8 ranks left no record, 2 ended early\n"


@doctored ("ended_early")
def recovered_early (parts):
    parts.ranks[0]["status"] = "partial"
    parts.text += "\nRECOVERED\nINCOMPLETE: 1 of 8 ranks ended early\n"


@doctored ("inside_mpi")
def inside (parts):
    parts.text += "\nranks 0-7 inside MPI_Recv for 0.0 s\n"


@doctored ("not_judged")
def judged_all_the_same (parts):
    parts.say ("not_timed", "8 of 8 ranks left no complete record: not judged")


@doctored ("advice_not_followed")
def advice (parts):
    parts.job["run"]["options"] = "HPM_MPI=split\n"
    parts.text += "\nmore than that: hpmrun --mpi=split\n"


@doctored ("advice_not_followed")
def advice_of_groups (parts):
    parts.job["run"]["options"] = "HPM_GROUPS=flops\n"
    parts.text += "\nhpmrun -g flops tells why\n"


def main (arguments):
    hpmagg, plain, split = arguments
    bases = {"plain": refute.read (hpmagg, plain), "split": refute.read (hpmagg, split)}
    count = failed = 0

    def ok (holds, claim, note):
        nonlocal count, failed
        count += 1
        failed += not holds
        print ("%s %d - %s" % ("ok" if holds else "not ok", count, claim))
        if not holds:
            print ("# %s" % (note,))

    for name, (short, full) in bases.items ():
        refuted = refute.refute (full)
        ok (not refuted, "nothing is refuted of the file %s" % name, refuted)
        refuted = refute.refute (short)
        ok (not refuted, "nothing is refuted of the short summary of %s" % name, refuted)
    for rule in refute.RULES:
        ok (rule in DOCTORS, "%s has a test" % rule, "none")
    for rule, doctors in DOCTORS.items ():
        for doctor in doctors:
            parts = Parts (bases["plain"][1])
            doctor (parts)
            refuted = refute.refute (parts.run ())
            ok (rule in [r for r, _, _ in refuted],
                "%s refutes what is doctored as %s" % (rule, doctor.__name__), refuted)
    print ("1..%d" % count)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit (main (sys.argv[1:]))
