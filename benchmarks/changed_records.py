#!/usr/bin/env python3
"""Writes records as they should not be, from a TSV file of sequences and labels, to see what a model makes of them:

  python3 benchmarks/changed_records.py test.tsv FOLDER

FOLDER/front.tsv and FOLDER/behind.tsv have one letter put in front of or behind every record, drawn from the
letters of that file; strand.tsv the other strand (of DNA); random.tsv records as long as these whose letters are drawn
evenly from the letters that make up at least one in a hundred. The draws depend on nothing but the file.
"""
import collections
import pathlib
import random
import sys

COMPLEMENT = str.maketrans("ACGTRYMKBVDHacgt", "TGCAYRKMVBHDtgca")


def main(source, folder):
    lines = pathlib.Path(source).read_text(encoding="utf-8").splitlines()
    header, *rows = (line.split("\t") for line in lines)
    at = next(header.index(name) for name in ("sequence", "text", "sentence") if name in header)
    letters = collections.Counter("".join(row[at] for row in rows))
    common = sorted(c for c, n in letters.items() if n >= 0.01 * sum(letters.values()))
    draw = random.Random(1)
    changes = {
        "front": lambda s: draw.choice(common) + s,
        "behind": lambda s: s + draw.choice(common),
        "random": lambda s: "".join(draw.choices(common, k=len(s))),
    }
    if set("".join(common).upper()) <= set("ACGTN"):
        changes["strand"] = lambda s: s.translate(COMPLEMENT)[::-1]
    out = pathlib.Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    for name, change in changes.items():
        with open(out / f"{name}.tsv", "w", encoding="utf-8") as file:
            print(*header, sep="\t", file=file)
            for row in rows:
                print(*row[:at], change(row[at]), *row[at + 1 :], sep="\t", file=file)
    print(f"{len(rows)} records each in {', '.join(f'{name}.tsv' for name in changes)}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
