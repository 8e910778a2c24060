# SPDX-License-Identifier: BSD-3-Clause
"""check.py FILE JSON-FOLDER SETTING...: compare a result file, as h5py and as
hpmagg's JSON tell it, with the reference."""
import json
import math
import sys

import h5py
import numpy

from reference import FUNCTIONS, NOT_COUNTED, SIZE_KINDS, Run

WORDS = ["absent", "exact", "scaled", "partial", "unavailable"]
path, folder, settings = sys.argv[1], sys.argv[2], sys.argv[3:]
run = Run (settings)
file = h5py.File (path, "r")
wrong = 0


def same (got, expected, what, tolerance=0):
    global wrong
    if isinstance (expected, float) and isinstance (got, (int, float)):
        if math.isclose (got, expected, rel_tol=tolerance, abs_tol=1e-300):
            return
    elif got == expected:
        return
    wrong += 1
    if wrong < 20:
        print ("%s: got %r, expected %r" % (what, got, expected))


def labels (name):
    return [t.decode () if isinstance (t, bytes) else t for t in file[name][:]]


def load (name):
    return json.load (open ("%s/%s.json" % (folder, name)))


# Cells.
there = [r for r in range (run.all_ranks) if run.there (r)]
rows = [(r, t) for r in there for t in range (run.all_threads)]
events = labels ("event")
same (sorted (events), sorted (run.names), "events")
count, quality = file["count"], file["count_quality"][:]
same (count.shape, (len (run.regions), len (events), len (rows)), "shape of count")
same (labels ("region"), run.regions, "regions")
values = count[:]
for e, name in enumerate (events):
    for row, (rank, thread) in enumerate (rows):
        wanted = run.cell (rank, thread, name)
        same (int (quality[0, e, row]), wanted[0], "quality %s %d" % (name, row))
        same (int (values[0, e, row]),
              -2 ** 63 if wanted[0] in NOT_COUNTED else wanted[1],
              "%s of rank %d thread %d" % (name, rank, thread))
for r in range (1, len (run.regions)):
    for e, name in enumerate (events):
        for row, (rank, thread) in enumerate (rows):
            wanted = run.part (rank, thread, name, r)
            same ((int (quality[r, e, row]), int (values[r, e, row])),
                  (wanted[0], -2 ** 63 if wanted[1] is None else wanted[1]),
                  "%s in %s" % (name, run.regions[r]))
same (int (count.attrs["_FillValue"][0]), -2 ** 63, "_FillValue")
same ("time_running" in file, bool (run.scaled), "times where multiplexed")
if run.scaled:
    e = events.index ("PAPI_TOT_CYC")
    same ((2 * file["time_running"][0, e] == file["time_enabled"][0, e]).all (),
          True, "half the time")
same ("count_error" in file, bool (run.inexact), "errors where there are some")
if run.inexact:
    for e, name in enumerate (events):
        same ([int (error) for error in file["count_error"][0, e]],
              [run.error (rank, thread, name)
               if run.cell (rank, thread, name)[0] not in NOT_COUNTED else 0
               for rank, thread in rows], "errors of " + name)

# Records.
fields = labels ("rank_field")
record = {f: file["rank_record"][i] for i, f in enumerate (fields)}
hosts = labels ("host")
texts = [text.decode () for text in file["text"][:]]
for rank in range (run.all_ranks):
    status = 2 if not run.there (rank) else 1 if rank == run.partial else 0
    same (int (record["status"][rank]), status, "status of %d" % rank)
    if status == 2:
        same (int (record["threads"][rank]), 0, "threads of a missing rank")
        continue
    same (int (record["pid"][rank]), 1000 + rank, "pid")
    same (hosts[record["host"][rank]], run.host (rank), "host of %d" % rank)
    same (texts[record["cpus_allowed"][rank]], str (rank % 64), "cpus allowed")
    same (int (record["first_thread"][rank]), rows.index ((rank, 0)), "first")
    same (int (record["threads"][rank]), run.all_threads, "threads")
fields = labels ("thread_field")
record = {f: file["thread_record"][i] for i, f in enumerate (fields)}
same (list (record["rank"]), [r for r, t in rows], "rank of threads")
same (list (record["number"]), [t for r, t in rows], "number of threads")
same ([texts[i] for i in record["name"]],
      ["worker" if t else "solver" for r, t in rows], "names of threads")

# Statistics, in the file and as hpmagg says them.
statistics = labels ("statistic")


def compare_events (objects, ranks, what):
    for event in objects:
        wanted = run.over (ranks, event["name"])
        label = "%s %s " % (what, event["name"])
        same (event["quality"], WORDS[wanted["quality"]], label + "quality")
        same (event["values"], wanted["values"], label + "ranks")
        same (event["missing"], wanted["missing"], label + "missing")
        for key in "min", "max", "min_rank", "max_rank":
            same (event[key], wanted.get (key), label + key)
        for key in "mean", "stddev":
            same (event[key], wanted.get (key), label + key, 1e-12)
        total = wanted.get ("sum")
        if total is not None and abs (total) >= 2 ** 63:
            same (event["total_exact"], str (total), label + "sum_exact")
            total = float (total)
        same (event["total"], total, label + "sum", 1e-15)


job = load ("job")
same (len (job["events"]),
      sum (1 for r in range (len (run.regions)) for name in events
           if r == 0 or any (run.part (rank, 0, name, r)[0] for rank in there)
           or (len (there) < run.all_ranks)), "number of events")
whole = [e for e in job["events"] if e.get ("region", "program") == "program"]
compare_events (whole, range (run.all_ranks), "job")
for event in job["events"] + job["metrics"]:
    same ("error" in event,
          (bool (run.scaled) and event["name"] in ("PAPI_TOT_CYC", "ipc"))
          or (event.get ("region", "program") == "program"
              and any (run.error (rank, thread, event["name"])
                       for rank, thread in rows)),
          "%s: an error where it was scaled" % event["name"])
table = {s: file["job_count"][0, :, i] for i, s in enumerate (labels ("statistic"))}
same (bool ((table["error"] > 0).any ()), bool (run.scaled or run.inexact),
      "errors in the file")
if run.inexact:
    for e, name in enumerate (events):
        if run.is_estimate (name):
            same (float (table["error"][e]),
                  float (sum (run.error (rank, thread, name)
                              for rank, thread in rows)), name + ": sum of errors")
if run.scaled:
    # All threads alike: half of the time, in slices of 10 ms.
    e, m = events.index ("PAPI_TOT_CYC"), labels ("metric").index ("ipc")
    wanted = (0.5 / (float (file["time_running"][0, e, 0]) / 1.6e7)) ** 0.5
    for event in job["events"] + job["metrics"]:
        if "error" in event:
            same (event["error"], wanted, event["name"] + " error", 1e-12)
        if event["name"] == "PAPI_TOT_CYC":
            same (event["coverage"], 0.5, "coverage")
    same (float (table["error"][e] / table["total"][e]), wanted, "error", 1e-12)
    same (float (table["time_running"][e] / table["time_enabled"][e]), 0.5,
          "coverage")
    metric = dict (zip (statistics, file["job_metric"][0, m]))
    same (float (metric["error"] / metric["total"]), wanted, "ipc error", 1e-12)
table = file["job_count"][0]
for e, name in enumerate (events):
    wanted = run.over (range (run.all_ranks), name)
    for key, stored in ("sum", "total"), ("mean", "mean"), ("min", "min"), \
            ("max", "max"), ("stddev", "stddev"), ("min_rank", "min_rank"), \
            ("values", "values"), ("missing", "missing"):
        got = float (table[e, statistics.index (stored)])
        if key in wanted:
            same (got, float (wanted[key]), "job_count %s %s" % (name, key),
                  1e-12)
        else:
            same (math.isnan (got), True, "job_count %s %s" % (name, key))
same (job["run"]["ranks"], run.all_ranks, "ranks")
same (job["run"]["ranks_missing"], run.all_ranks - len (there), "missing")
same (job["run"]["threads"], len (there) * run.threads, "threads")
same (job["run"]["mpi_threads"], len (there) * run.mpi, "MPI threads")
same (job["run"]["hosts"], len (hosts), "hosts")
same (job["run"]["status"], "complete" if len (there) == run.all_ranks
      and run.partial < 0 else "partial", "status")
same (job["run"]["wall_s"], run.wall (there[-1]), "wall", 1e-12)


# Metrics, of which two are enough: a ratio and a sum.
def metric_of (name, rank):
    def number (event):
        return run.of_rank (rank, event)[1] if event in events else None
    if name == "ipc":
        a, b = number ("PAPI_TOT_INS"), number ("PAPI_TOT_CYC")
        return None if a is None or b is None else a / b
    if name == "mips":
        a = number ("PAPI_TOT_INS")
        return None if a is None else 1e-6 * a / run.wall (rank)
    a = number ("os::USER_TIME")
    return None if a is None else 1e-9 * a


stored = labels ("metric")
for name in "ipc", "mips", "user_time":
    wanted = [(metric_of (name, r), r) for r in range (run.all_ranks)]
    needs = {"ipc": {"PAPI_TOT_INS", "PAPI_TOT_CYC"}, "mips": {"PAPI_TOT_INS"},
             "user_time": {"os::USER_TIME"}}[name] <= set (events)
    same (name in stored, needs, "%s is stored" % name)
    if name not in stored:
        continue
    for value, rank in wanted:
        got = float (file["rank_metric"][0, stored.index (name), rank])
        if value is None:
            same (math.isnan (got), True, "%s of rank %d" % (name, rank))
        else:
            same (got, value, "%s of rank %d" % (name, rank), 4e-5)
    wanted = [(v, r) for v, r in wanted if v is not None]
    found = [m for m in job["metrics"] if m["name"] == name
             and m.get ("region", "program") == "program"]
    same (len (found), 1 if wanted else 0, "%s is shown" % name)
    for metric in found:
        same (metric["mean"], sum (v for v, r in wanted) / len (wanted),
              name + " mean", 1e-12)
        same (metric["min"], min (wanted)[0], name + " min", 1e-12)
        same (metric["max_rank"], max (wanted, key=lambda x: (x[0], -x[1]))[1],
              name + " max_rank")
same ([m for m in job["metrics"] if m["name"] == "impossible"], [],
      "a metric without events is not invented")
same ("impossible" in stored, False, "nor stored")


# MPI calls.
def compare_calls ():
    recorded = run.recorded ()
    called = [f for f in range (len (FUNCTIONS))
              if any (run.calls_of_rank (r, f)[0] for r in recorded)]
    names = [FUNCTIONS[f][0] for f in called]
    same (labels ("function"), names, "functions")
    same (labels ("call_field"), ["calls", "time", "min_time", "max_time",
                                  "sent", "received"], "call_field")
    stored = file["rank_call"][:]
    for i, f in enumerate (called):
        for rank in range (run.all_ranks):
            same ([int (v) for v in stored[i, :, rank]],
                  run.calls_of_rank (rank, f) if rank in recorded
                  else [-2 ** 63] * 6, "%s of rank %d" % (names[i], rank))
    by_name = {m["function"]: m for m in job["mpi"]}
    same (sorted (by_name), sorted (names), "functions in JSON")
    for f in called:
        got = by_name[FUNCTIONS[f][0]]
        each = [run.calls_of_rank (r, f) for r in recorded]
        same (got["calls"], sum (c[0] for c in each), "calls")
        same (got["time_s"], 1e-9 * sum (c[1] for c in each), "time", 1e-12)
        same (got["shortest_s"], 1e-9 * min (c[2] for c in each if c[0]),
              "shortest", 1e-12)
        same (got["longest_s"], 1e-9 * max (c[3] for c in each), "longest",
              1e-12)
        if FUNCTIONS[f][1]:
            same (got["sent"], sum (c[4] for c in each), "sent")
        same ("sent" in got, bool (FUNCTIONS[f][1]), "sent is there")
        if FUNCTIONS[f][2]:
            same (got["received"], sum (c[5] for c in each), "received")
    times = [m["time_s"] for m in job["mpi"]]
    same (times, sorted (times, reverse=True), "most costly first")
    record = dict (zip (labels ("mpi_field"), file["mpi_record"][:]))
    for rank in recorded:
        same (int (record["mode"][rank]), run.calls_of (rank), "mode")
        same (int (record["calls"][rank]),
              sum (run.in_mpi (rank, t)[2] for t in range (run.threads)),
              "calls of the rank")
        calls = int (record["calls"][rank])
        for field, value in (("overhead", 20 * calls),
                             ("removed", 0 if run.older else 8 * calls),
                             ("larger", 0 if run.older else rank == 1)):
            same (int (record[field][rank]), value, field)
            same (job["run"]["mpi_overhead" + {"overhead": "_s",
                  "removed": "_removed_s", "larger": "_larger"}[field]],
                  sum (int (record[field][r]) for r in recorded)
                  * (1 if field == "larger" else 1e-9), field, 1e-12)


def compare_sizes ():
    sizes = {}
    for rank in run.recorded ():
        for kind, word in enumerate (SIZE_KINDS):
            bucket, messages = run.size (rank, kind)
            floor = 2 ** bucket // 2
            one = sizes.setdefault ((word, floor), [0, 0])
            one[0] += messages
            one[1] += messages * floor
            at = file["rank_size"][kind, bucket, :, rank]
            same ([int (v) for v in at], [messages, messages * floor],
                  "sizes of rank %d" % rank)
    same ({(s["kind"], s["from"]): [s["messages"], s["bytes"]]
           for s in job["message_sizes"]}, sizes, "message sizes")
    floors = [int (f) for f in file["size_bucket"][:]]
    same (floors, [2 ** b // 2 for b in range (len (floors))], "size_bucket")
    same (file["job_size"][:].sum (axis=(0, 1)).tolist (),
          [sum (s[0] for s in sizes.values ()),
           sum (s[1] for s in sizes.values ())], "sum of sizes")


def compare_efficiency (got, ranks, what):
    for name, value in run.efficiency (ranks).items ():
        same (got[name], value, "%s: %s" % (what, name), 1e-12)


if run.most:
    compare_calls ()
    compare_sizes ()
    compare_efficiency (job["efficiency"], run.recorded (), "job")
    stored_efficiency = dict (zip (labels ("efficiency"),
                                   file["job_efficiency"][:]))
    same (float (stored_efficiency["parallel"]), job["efficiency"]["parallel"],
          "stored", 1e-15)
    for object in load ("host")["host"] if len (hosts) > 1 else []:
        compare_efficiency (object["efficiency"],
                            [r for r in run.recorded ()
                             if run.host (r) == object["host"]],
                            object["host"])
else:
    same ("mpi" in job or "efficiency" in job or "rank_call" in file, False,
          "nothing is said of calls that were not recorded")


# Lists of ranks, threads and hosts.
def compare_counts (got, expected, what):
    for name in events:
        quality, value = expected (name)
        if quality == 0:
            same (name in got, False, what + name + " is absent")
        else:
            same (got[name], value, what + name)


def compare_times (object, rank, thread):
    """How the thread's time is divided; MPI's own threads have no part."""
    what = "time of %d.%d" % (rank, thread)
    known = run.most and rank in run.recorded () and thread < run.threads
    same ("mpi_s" in object, bool (known), what)
    if known:
        inside = 1e-9 * sum (run.in_mpi (rank, thread)[:2])
        same (object["mpi_s"], inside, what + " in MPI", 1e-12)
        same (object["useful_s"], object["wall_s"] - inside, what, 1e-12)


for object in load ("rank")["rank"]:
    compare_times (object, object["rank"], 0)
    compare_counts (object["counts"],
                    lambda name: run.of_rank (object["rank"], name),
                    "rank %d: " % object["rank"])
listed = load ("thread")["thread"]
same (len (listed), len (rows), "number of threads listed")
for object in listed:
    compare_times (object, object["rank"], object["thread"])
    compare_counts (object["counts"],
                    lambda name: run.cell (object["rank"], object["thread"],
                                           name),
                    "thread %d.%d: " % (object["rank"], object["thread"]))
for object in load ("host")["host"]:
    mine = [r for r in there if run.host (r) == object["host"]]
    same (object["ranks"], len (mine), "ranks of " + object["host"])
    same (object["threads"], len (mine) * run.threads, "threads of a host")

    def of_host (name):
        over = run.over (mine, name)
        total = over.get ("sum")
        return (over["quality"], total if total is None or total < 2 ** 53
                else float (total))
    compare_counts (object["counts"], of_host, object["host"] + ": ")
sys.exit (1 if wrong else 0)
