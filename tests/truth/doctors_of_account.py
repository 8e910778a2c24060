# SPDX-License-Identifier: BSD-3-Clause
"""What makes sentences about the account of time false."""

import re

from doctored import doctored, went


@doctored ("shares_of_time")
def shares (parts):
    parts.text = went ("user 99.0 %, blocked 20.0 %")


@doctored ("shares_of_time")
def share_of_event (parts):
    parts.text = went ("user 10.0 %, blocked 90.0 %")


@doctored ("shares_of_time")
def share_of_place (parts):
    parts.text = re.sub (r"outside MPI [\d.]+", "outside MPI 50.0", parts.text)


def part (account, name="user"):
    return next (p for p in account["parts"] if p["part"] == name)


@doctored ("account_adds_up")
def whole (parts):
    parts.job["account"]["whole_s"] *= 1.01


@doctored ("account_adds_up")
def part_of_rank (parts):
    for key in ("time_s", "share"):
        part (parts.ranks[0]["account"])[key] *= 1.5
    parts.ranks[0]["account"]["whole_s"] += part (parts.ranks[0]["account"])["time_s"] / 3


@doctored ("account_adds_up")
def negative_part (parts):
    account = parts.job["account"]
    account["parts"].append ({"part": "blocked", "time_s": -1.0, "share": 0})
    part (account)["time_s"] += 1


@doctored ("account_adds_up")
def lives (parts):
    parts.threads[-1]["counts"]["os::WALL_TIME"] += 10 ** 9


@doctored ("account_within_clocks")
def clock_of_rank (parts):
    parts.count (0, "os::CPU_TIME", 10 ** 9)
    parts.count (0, "os::USER_TIME", 10 ** 9)


@doctored ("account_within_clocks")
def waits_of_rank (parts):
    parts.ranks[0]["account"]["parts"].append ({"part": "mpi_waiting", "time_s": 1.0})


@doctored ("errors_of_account")
def error_of_job (parts):
    parts.job["account"]["parts"][0]["error_s"] = 20.0


@doctored ("account_of_clocks")
def more_than_clock (parts):
    parts.event ("os::CPU_TIME")["total"] //= 2


@doctored ("account_of_clocks")
def less_than_clock (parts):
    parts.event ("os::WAIT_TIME")["total"] += 10 ** 9


@doctored ("account_of_clocks")
def more_than_calls (parts):
    for thread in parts.threads:
        if thread.get ("mpi_s"):
            thread["mpi_s"] /= 2


@doctored ("account_of_clocks")
def less_than_split (parts):
    parts.job["run"]["mpi_mode"] = "split"
    parts.event ("mpi::CPU_TIME").update (total=10 ** 12, missing=0)


@doctored ("cost_of_account")
def dear (parts):
    parts.finding ("slowest")["cost_s"] = 1000.0


@doctored ("cost_of_account")
def said_dear (parts):
    finding = parts.finding ("slowest")
    finding["text"] = re.sub (r"[\d.]+ % of all time", "55 % of all time", finding["text"])


@doctored ("cost_of_slow_rank")
def dear_rank (parts):
    parts.finding ("slowest")["cost_s"] *= 1.1


@doctored ("cost_of_slow_rank")
def dear_causes (parts):
    parts.say ("kernel", "it spends 1 s more in the kernel", value=1.0,
               cost_s=parts.finding ("slowest")["cost_s"])


@doctored ("cost_of_slow_rank")
def dear_cause (parts):
    parts.say ("blocked", "it is blocked for 0.1 s more", value=0.1, cost_s=5.0)


@doctored ("in_turns")
def turns (parts):
    parts.say ("serial", "as if one worked at a time", value=1.0, reference=8)


@doctored ("in_turns")
def turns_of_waiting (parts):
    parts.job["verdict"] = parts.job["verdict"][:1]
    times = [r["useful_s"] for r in parts.ranks]
    parts.say ("serial", "as if one worked at a time", reference=len (times),
               value=sum (times) / max (r["wall_s"] for r in parts.ranks))


@doctored ("blocked_alike")
def idle (parts):
    parts.say ("idle", "main threads are blocked 40 % of their time", value=0.4)
