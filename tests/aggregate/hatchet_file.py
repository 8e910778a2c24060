#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A file of --format=hatchet, against what Hatchet's reader of Caliper's JSON asks for.

    hatchet_file.py FILE [EXPRESSION...]

The reader takes four members, and all else for what is known of the run.  It finds the tree
in "nodes", by the column that rows have a place of it in; a parent has to be there before
its children.  It puts 0 where a node has no row, or none of a rank, so that each has to have
all.  The expression may use rows, a list of dictionaries by the reader's names ("nid",
"rank", ...), with the "path" of labels; of (label, column[, rank]), the values in nodes of
that label; and run, what is left.
"""

import json
import sys

FUNCTION = "source.function#callpath.address"
NUMBER = (int, float, type(None))


def complain(text):
    raise SystemExit(f"{sys.argv[1]}: {text}")


def refuse_constant(text):
    complain(f"{text} is no JSON")


def read():
    with open(sys.argv[1], encoding="utf-8") as file:
        run = json.load(file, parse_constant=refuse_constant)
    return [run.pop(name) for name in ("data", "columns", "column_metadata", "nodes")] + [run]


def check_columns(columns, metadata):
    """Which one has the place of a node."""
    if len(set(columns)) != len(columns) or len(columns) != len(metadata):
        complain(f"columns {columns}")
    found = [i for i, what in enumerate(metadata) if what["is_value"] is False]
    if len(found) != 1 or columns[found[0]] not in ("path", FUNCTION):
        complain(f"hierarchies {found}")
    if columns[0] != "Node order" or metadata[0]["is_value"] is not None:
        complain("the order is not first, or is called a number")
    if not all(what["is_value"] is True for what in metadata[1:] if what is not metadata[found[0]]):
        complain("is_value is true")
    return found[0]


def check_nodes(nodes, column):
    """The labels from the root on, of each."""
    paths = []
    for at, node in enumerate(nodes):
        if node["column"] != column or not isinstance(node["label"], str) or not node["label"]:
            complain(f"node {node}")
        parent = node.get("parent", -1)
        if not -1 <= parent < at:
            complain(f"node {at} comes before its parent {parent}")
        paths.append((paths[parent] if parent >= 0 else ()) + (node["label"],))
    return paths


def check_rows(data, columns, at, paths):
    names = {columns[at]: "nid", "mpi.rank": "rank"}
    columns = [names.get(name, name) for name in columns]
    rows = []
    for values in data:
        if len(values) != len(columns) or not all(isinstance(value, NUMBER) for value in values):
            complain(f"row {values}")
        rows.append(dict(zip(columns, values)))
        rows[-1]["path"] = paths[rows[-1]["nid"]]
    return rows


def check_all_there(rows, paths):
    ranks = range(1 + max(row["rank"] for row in rows)) if "rank" in rows[0] else [None]
    there = sorted(((row["nid"], row.get("rank")) for row in rows), key=str)
    wanted = sorted(((node, rank) for node in range(len(paths)) for rank in ranks), key=str)
    if there != wanted:
        complain("a node has no row of a rank, or two")


def check_order(data, at, nodes):
    """The reader takes that of the n-th node out of the n-th row; siblings are in the order of
    their labels."""
    if [row[at] for row in data[:len(nodes)]] != list(range(len(nodes))):
        complain("the first rows are not those of all nodes")
    order = [row[0] for row in data[:len(nodes)]]
    if any(row[0] != order[row[at]] for row in data):
        complain("a node has two orders")
    if sorted(order) != list(range(1, 1 + len(nodes))):
        complain("the order is not that of numbers")
    siblings = sorted(range(len(nodes)), key=lambda node: order[node])
    labels = [nodes[node]["label"] for node in siblings if "\\x" not in nodes[node]["label"]]
    if labels != sorted(labels):
        complain("the order is not that of labels")


def check_sums(rows, column):
    """What is inclusive is at least what is not, and the sum below, where nothing is missing."""
    below = {}
    for row in rows:
        if row[f"{column} (inc)"] is not None:
            above = (row["path"][:-1], row.get("rank"))
            below[above] = below.get(above, 0) + row[f"{column} (inc)"]
    for row in rows:
        if row[column] is None or row[f"{column} (inc)"] is None:
            continue
        inside = below.get((row["path"], row.get("rank")), 0)
        if abs(row[column] + inside - row[f"{column} (inc)"]) > 1e-6 * abs(inside) + 1e-6:
            complain(f"{column} of {row}, and {inside} below")


def main():
    data, columns, metadata, nodes, run = read()
    at = check_columns(columns, metadata)
    paths = check_nodes(nodes, columns[at])
    rows = check_rows(data, columns, at, paths)
    check_all_there(rows, paths)
    check_order(data, at, nodes)

    def of(label, column, rank=None):
        return [row[column] for row in rows if row["path"][-1] == label and row.get("rank") == rank]

    def adds_up(*names):
        for name in names:
            check_sums(rows, name)
        return True

    known = {"rows": rows, "of": of, "run": run, "columns": columns, "adds_up": adds_up,
             "kind": columns[at], "nodes": nodes,
             "unit": {name: what.get("attribute.unit") for name, what in zip(columns, metadata)}}
    for expression in sys.argv[2:]:
        if not eval(f"({expression})", known):  # pylint: disable=eval-used
            complain(f"not so: {expression}; {rows[:8]}")


if __name__ == "__main__":
    main()
