# SPDX-License-Identifier: BSD-3-Clause
"""schema.py HPMAGG SCHEMA [CASE]: whether JSON of hpmagg is as the schema says.

Standard input has a line for each call: a name of $defs, a tab, and arguments,
separated by tabs.  Prints what deviates, a line each, and how many documents
there were of which kind.  The schema lets further members be, for files of later
versions; here there are none.  CASE "a strange member" or "a member less" spoils each
document so.
"""

import collections
import copy
import json
import subprocess
import sys

import jsonschema


def closed (schema):
    """The same schema, for objects without further members."""
    if isinstance (schema, list):
        return [closed (s) for s in schema]
    if not isinstance (schema, dict):
        return schema
    made = {key: closed (value) for key, value in schema.items ()}
    if isinstance (made.get ("properties"), dict) and made.get ("type") == "object":
        made.setdefault ("additionalProperties", False)
    return made


def validator (schema, kind):
    definitions = closed (schema["$defs"])
    return jsonschema.Draft202012Validator (
        dict (definitions[kind], **{"$defs": definitions}))


def spoiled (document, case):
    document = copy.deepcopy (document)
    if case == "a strange member":
        document["strange"] = 1
    elif case == "a member less":
        document.pop (next (iter (document)))
    return document


def main ():
    hpmagg, path = sys.argv[1:3]
    case = sys.argv[3] if len (sys.argv) > 3 else ""
    with open (path, encoding="utf-8") as file:
        schema = json.load (file)
    jsonschema.Draft202012Validator.check_schema (schema)
    seen = collections.Counter ()
    for line in sys.stdin:
        kind, *arguments = line.rstrip ("\n").split ("\t")
        got = subprocess.run ([hpmagg, "--format=json", *arguments],
                              capture_output=True)
        if got.returncode == 2 and kind == "result" and "--per=" in arguments[0]:
            # there are no such rows
            seen["refused"] += 1
            continue
        if got.returncode:
            print ("%s: exit status %d, %s" % (" ".join (arguments), got.returncode,
                                               got.stderr.decode ("utf-8", "replace")))
            continue
        document = spoiled (json.loads (got.stdout), case)
        seen[kind] += 1
        for error in validator (schema, kind).iter_errors (document):
            print ("%s: %s: %s" % (" ".join (arguments),
                                   "/".join (map (str, error.absolute_path)),
                                   error.message[:200]))
            break
        if kind == "result":
            seen.update (key for key in schema["$defs"]["result"]["properties"]
                         if document.get (key))
    print (" ".join ("%s=%d" % pair for pair in sorted (seen.items ())))


main ()
