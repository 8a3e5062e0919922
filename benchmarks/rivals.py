"""What people use today instead: TF-IDF n-grams with a linear SVM or logistic regression, and fastText.

    python3 benchmarks/rivals.py DATA [SET ...]

DATA holds a folder for each set with train.tsv and test.tsv (sst2: dev.tsv), sequence and label in two columns below
a header; and cov2 (the set "spike") with spike.fasta.gz and spike_metadata.tsv, whose columns id, variant and split
say what is what. Prints accuracy, macro F1 and seconds on the test records. Needs scikit-learn; fastText where the
package fasttext or fasttext-wheel is installed.
"""

import argparse
import csv
import gzip
import pathlib
import tempfile
import time

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, f1_score
from sklearn.pipeline import make_union
from sklearn.svm import LinearSVC

try:
    import fasttext
except ImportError:
    fasttext = None

SETS = ["sst2", "trec", "splice", "protein_localization", "genefamily", "spike"]
# Logistic regression takes hours on more numbers than this.
MOST_NUMBERS = 25_000_000


def read_table(path):
    """Sequences and labels of a file with a header; quotes mean nothing in it."""
    with open(path, encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines][1:]
    return [row[0] for row in rows], [row[1] for row in rows]


def read_fasta(path):
    """Name and sequence of each record."""
    name, parts = None, []
    with gzip.open(path, "rt", encoding="ascii") as lines:
        for line in lines:
            if line.startswith(">"):
                if name is not None:
                    yield name, "".join(parts)
                name, parts = line[1:].split("|")[0].strip(), []
            else:
                parts.append(line.strip())
    if name is not None:
        yield name, "".join(parts)


def read_spike(folder):
    with open(folder / "spike_metadata.tsv", encoding="utf-8", newline="") as lines:
        about = {row["id"]: row for row in csv.DictReader(lines, delimiter="\t")}
    parts = {"train": ([], []), "dev": ([], []), "test": ([], [])}
    for name, sequence in read_fasta(folder / "spike.fasta.gz"):
        sequences, labels = parts[about[name]["split"]]
        sequences.append(sequence)
        labels.append(about[name]["variant"])
    return parts["train"], parts["test"]


def read(data, name):
    if name == "spike":
        return read_spike(data / "cov2")
    test = "dev.tsv" if name == "sst2" else "test.tsv"
    return read_table(data / name / "train.tsv"), read_table(data / name / test)


def kind_of(sequences):
    if any(" " in sequence.strip() for sequence in sequences[:50]):
        return "text"
    return "bases" if len(set("".join(sequences[:50]).upper())) < 8 else "residues"


def ngrams(kind):
    """Words 1-2 and letters 2-5 within words of text; letters 1-6 of bases; letters 1-3 of residues."""
    if kind == "text":
        return make_union(
            TfidfVectorizer(ngram_range=(1, 2), token_pattern=r"\S+", sublinear_tf=True),
            TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 5), sublinear_tf=True, min_df=2),
        )
    longest = 6 if kind == "bases" else 3
    return TfidfVectorizer(analyzer="char", ngram_range=(1, longest), sublinear_tf=True)


def report(name, rival, labels, predicted, since):
    print(
        f"{name:22} {rival:20} accuracy {accuracy_score(labels, predicted):.4f}"
        f"  macro F1 {f1_score(labels, predicted, average='macro', zero_division=0):.4f}"
        f"  {time.time() - since:.0f} s",
        flush=True,
    )


def linear_rivals(name, kind, train, test):
    since = time.time()
    vectors = ngrams(kind)
    known, unknown = vectors.fit_transform(train[0]), vectors.transform(test[0])
    encoding = time.time() - since
    for rival, model in (
        ("linear SVM", LinearSVC(C=1.0, random_state=1)),
        ("logistic regression", LogisticRegression(C=10, max_iter=300)),
    ):
        if rival != "linear SVM" and known.nnz > MOST_NUMBERS:
            print(f"{name:22} {rival:20} left out: {known.nnz} numbers are too many", flush=True)
            continue
        since = time.time() - encoding
        report(name, rival, test[1], model.fit(known, train[1]).predict(unknown), since)


def fasttext_rival(name, kind, train, test):
    """Words of text with their pieces; overlapping k-mers as the words of sequences. One thread, so it repeats."""

    def words(sequence):
        if kind == "text":
            return sequence.lower().replace("\n", " ")
        k = 6 if kind == "bases" else 3
        return " ".join(sequence[i : i + k] for i in range(max(1, len(sequence) - k + 1)))

    since = time.time()
    numbers = {label: str(i) for i, label in enumerate(sorted(set(train[1])))}
    names = {f"__label__{number}": label for label, number in numbers.items()}
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        for sequence, label in zip(*train):
            file.write(f"__label__{numbers[label]} {words(sequence)}\n")
        file.flush()
        model = fasttext.train_supervised(
            file.name, epoch=25, lr=0.5, wordNgrams=2, minn=2 if kind == "text" else 0,
            maxn=5 if kind == "text" else 0, dim=100, thread=1, seed=1, verbose=0,
        )
    # The wrapper's own predict needs an old NumPy; what it wraps does not.
    predicted = [names[model.f.predict(words(s) + "\n", 1, 0.0, "strict")[0][1]] for s in test[0]]
    report(name, "fastText", test[1], predicted, since)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=pathlib.Path, help="folder of the sets")
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"all of them if none is named: {', '.join(SETS)}")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.sets if name not in SETS]
    if unknown:
        parser.error(f"no set is called {unknown[0]}; there are {', '.join(SETS)}")
    if fasttext is None:
        print("fastText is left out: no package fasttext or fasttext-wheel is installed", flush=True)
    for name in arguments.sets or SETS:
        train, test = read(arguments.data, name)
        kind = kind_of(train[0])
        linear_rivals(name, kind, train, test)
        if fasttext is not None:
            fasttext_rival(name, kind, train, test)


if __name__ == "__main__":
    main()
