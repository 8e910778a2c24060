# SPDX-License-Identifier: BSD-3-Clause
"""What a picture of hpmagg --svg or --png shows, as a line of JSON.

  drawn.py texts FILE.svg      its texts, in their order
  drawn.py size FILE.svg       its width and height
  drawn.py width FILE.svg      its width
  drawn.py size FILE.png       the same, in pixels
  drawn.py colours FILE.png    whether it has more than three
  drawn.py ground FILE.svg     the fill of what lies below all
  drawn.py images FILE.svg     how many images are in it
"""
import json
import struct
import sys
import xml.etree.ElementTree
import zlib

SPACE = "{http://www.w3.org/2000/svg}"


def chunks(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n", data[:8]
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + length]
        at += length + 12


def png_size(data):
    return list(struct.unpack(">II", dict(chunks(data))[b"IHDR"][:8]))


def colours(data):
    rows = zlib.decompress(b"".join(part for kind, part in chunks(data) if kind == b"IDAT"))
    return len(set(rows)) > 3


def main():
    what, name = sys.argv[1:]
    with open(name, "rb") as file:
        data = file.read()
    if name.endswith(".png"):
        return png_size(data) if what == "size" else colours(data)
    root = xml.etree.ElementTree.fromstring(data)
    assert root.tag == SPACE + "svg", root.tag
    if what == "texts":
        return ["".join(one.itertext()) for one in root.iter(SPACE + "text")]
    if what == "ground":
        return root[0].get("fill")
    if what == "images":
        return len(list(root.iter(SPACE + "image")))
    if what == "width":
        return int(float(root.get("width")))
    return [int(float(root.get(side))) for side in ("width", "height")]


print(json.dumps(main()))
