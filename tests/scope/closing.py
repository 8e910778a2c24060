# SPDX-License-Identifier: BSD-3-Clause
"""Who reads a program's output reads its end when the program has closed it.

    closing.py both|output WORD...    run the command, whose output, and error
                                      if both, are a pipe

The command closes both, and then waits for the end of its input, or for half a
minute; it ends with 7.  This ends with 0 if the end of the pipe came first.
"""
import subprocess
import sys

process = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE,
                           stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT if sys.argv[1] == "both"
                           else None)
text = process.stdout.read()
early = process.poll() is None
process.stdin.close()
status = process.wait()
print(text.decode(), "the end came", "early" if early else "late",
      "and then status", status)
sys.exit(not (early and status == 7))
