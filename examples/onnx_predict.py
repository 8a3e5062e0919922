"""Asks an exported model in Python, with nothing of INCRT: the answers of `./incrt predict`.

    ./incrt export --model DIR --format onnx --out model.onnx
    python3 examples/onnx_predict.py DIR model.onnx records.tsv

Needs numpy and onnxruntime (and tokenizers, for a model with data.wordPieces). Reads config.json, tokenizer.json and
companions.safetensors of the model's folder, and a table of records as `predict` does: TSV with a header, or one record
a line where there is no column `text`, `sentence` or `sequence`. Writes TSV: id, label, probability, probabilities,
known. The column `warning` is not computed.

Two things have to be computed before the file can be asked: the tokens, and `floor`, what the linear model on n-grams
says. Each is one class below; docs/formats.md says the same in words.
"""

import json
import pathlib
import re
import sys
import unicodedata

import numpy
import onnxruntime

PADDING, UNKNOWN = 0, 1
BATCH = 32


class Tokens:
    """Cuts a record into the numbers of its tokens."""

    def __init__(self, config, tokenizer):
        self.kmers = config["tokenizer"] if config["tokenizer"]["type"] == "kmer" else None
        self.vocabulary = tokenizer["model"]["vocab"]
        self.library = None
        if tokenizer["model"]["type"] != "WordLevel":
            import tokenizers

            self.library = tokenizers.Tokenizer.from_str(json.dumps(tokenizer))

    def of(self, record):
        if self.library:
            return self.library.encode(record).ids
        pieces = self.windows(record) if self.kmers else self.words(record)
        return [self.vocabulary.get(piece, UNKNOWN) for piece in pieces]

    def letters(self, record, spell):
        """Of each token's word: code points in lower case between two marks; of long words both ends."""
        if self.library:
            encoding, spans = self.library.encode(record), {}
            for word, (start, end) in zip(encoding.word_ids, encoding.offsets):
                spans[word] = (spans.get(word, (start,))[0], end)
            words = ["".join(letter.lower() for letter in record[slice(*spans[word])]) for word in encoding.word_ids]
        else:
            words = self.words(record)
        half = spell["most"] // 2
        words = [word if len(word) <= 2 * half else word[:half] + word[-half:] for word in words]
        return [[spell["start"], *map(ord, word), spell["end"]] for word in words]

    def windows(self, record):
        """Windows of k letters; a record that is shorter is one unknown token."""
        k, stride = self.kmers["k"], self.kmers["stride"]
        letters = re.sub(r"[ \t\n\x0b\f\r]+", "", record.upper())
        if 0 < len(letters) < k:
            return [None]
        return [letters[i : i + k] for i in range(0, len(letters) - k + 1, stride)]

    def words(self, record):
        """Runs of letters, digits and _, and single marks, in lower case."""
        # Letter by letter: else Python would write the last sigma of a Greek word in another way.
        text = "".join(letter.lower() for letter in record)
        words, run = [], ""
        for letter in text + " ":
            category = unicodedata.category(letter)
            if category[0] in "LN" or letter == "_":
                run += letter
                continue
            if run:
                words.append(run)
                run = ""
            if category[0] != "Z" and letter not in "\t\n\v\f\r\x85":
                words.append(letter)
        return words


class Floor:
    """The linear model on n-grams: log-probabilities of the classes.

    An n-gram is known by a 64-bit key: two bits of the block it belongs to (words, letters, letters by place, letters
    at the ends) and 60 bits of a hash of its letters, which are UTF-16 code units in lower case. All arithmetic is
    modulo 2^64.
    """

    BASE = numpy.uint64(0x9E3779B97F4A7C15)
    LENGTH = 0xD1B54A32D192ED03
    PLACE = 0x8CB92BA72F3D8DD7
    WORDS, LETTERS, PLACED, ENDS = range(4)
    STRAND, OTHER_STRAND = "acgtrymkbvdhswn-", "tgcayrkmvbhdswn-"

    def __init__(self, described, tables):
        self.shape = described["shape"]
        self.scale = described["scale"]
        # Each key is four floats of 16 bits, the lowest first.
        pieces = tables["floor.keys"].astype(numpy.uint64)
        self.keys = sum(pieces[:, i] << numpy.uint64(16 * i) for i in range(4))
        self.rarity = tables["floor.rarity"].astype(float)
        self.weights = tables["floor.weights"].astype(float)
        self.bias = tables["floor.bias"].astype(float)
        other = {ord(a): ord(b) for a, b in zip(self.STRAND, self.OTHER_STRAND)}
        self.complement = numpy.array([other.get(i, i) for i in range(1 << 16)], dtype=numpy.uint64)

    def of(self, record):
        self.found = []
        with numpy.errstate(over="ignore"):
            if self.shape["kind"] == "TEXT":
                self.text(self.letters(record))
            else:
                self.sequence(self.letters(record))
        scores = self.bias + self.vector() @ self.weights[self.rows]
        logits = self.scale * scores
        return logits - logits.max() - numpy.log(numpy.exp(logits - logits.max()).sum())

    def vector(self):
        """1 + ln(count), times the rarity; each block has length 1."""
        keys, counts = numpy.unique(numpy.concatenate(self.found + [self.keys[:0]]), return_counts=True)
        at = numpy.searchsorted(self.keys, keys)
        known = self.keys[numpy.minimum(at, len(self.keys) - 1)] == keys
        self.rows = at[known]
        weights = (1 + numpy.log(counts[known])) * self.rarity[self.rows]
        blocks = (self.keys[self.rows] >> numpy.uint64(60)).astype(int)
        return weights / numpy.sqrt(numpy.bincount(blocks, weights**2, 4))[blocks]

    def letters(self, record):
        """UTF-16 code units in lower case; of bases u is t."""
        units = numpy.frombuffer(record.encode("utf-16-le", "surrogatepass"), dtype="<u2")
        small = {unit: self.lower(chr(unit)) for unit in set(units.tolist())}
        return numpy.array([small[unit] for unit in units.tolist()], dtype=numpy.uint64)

    def lower(self, letter):
        small = "i" if letter == "\u0130" else letter.lower()
        return ord("t" if small == "u" and self.shape["kind"] in ("DNA", "RNA") else small)

    def text(self, letters):
        """N-grams of words, and of letters within words with a blank on either side."""
        blank = [self.is_blank(chr(letter)) for letter in letters.tolist()] + [True]
        recent, start = [], 0
        for end in (i for i, is_blank in enumerate(blank) if is_blank):
            word, start = letters[start:end], end + 1
            if len(word) == 0:
                continue
            hashed = numpy.zeros(1, dtype=numpy.uint64)
            for letter in word:
                hashed = (hashed + letter + numpy.uint64(1)) * self.BASE
            recent = [self.mixed(hashed)] + recent[: max(0, self.shape["words"] - 1)]
            hashed = numpy.zeros(1, dtype=numpy.uint64)
            for n in range(1, min(self.shape["words"], len(recent)) + 1):
                hashed = (hashed + recent[n - 1]) * self.BASE
                self.give(self.WORDS, hashed, n)
            space = numpy.array([ord(" ")], dtype=numpy.uint64)
            for n, hashed in self.grams(numpy.concatenate([space, word, space]), self.shape["longest"]):
                if n >= self.shape["shortest"]:
                    self.give(self.LETTERS, hashed, n)

    @staticmethod
    def is_blank(letter):
        return unicodedata.category(letter)[0] == "Z" or letter in "\t\n\v\f\r\x1c\x1d\x1e\x1f"

    def sequence(self, letters):
        both = self.shape["bothStrands"]
        grams = self.grams_of_both_strands if both else self.grams
        for n, hashed in grams(letters, self.shape["longest"]):
            if n >= self.shape["shortest"]:
                self.give(self.LETTERS, hashed, n)
        if self.shape["placed"]:
            self.found.append(self.by_place(letters))
        # Stretches that double in length from either end inwards.
        stretch, start, ends = 0, 0, min(self.shape["ends"], len(letters))
        while start < ends:
            end = min(8 << stretch, ends)
            self.give_end(letters[start:end], 2 * stretch)
            self.give_end(letters[len(letters) - end : len(letters) - start], 2 * stretch + 1)
            start, stretch = end, stretch + 1

    def by_place(self, letters):
        """Places are counted from a record's end, unless it is not as long as the training records and what stands
        where is far more usual if they are counted from its start."""
        by_end = self.placed(letters, len(letters))
        if len(letters) == self.shape["length"]:
            return by_end
        by_start = self.placed(letters, self.shape["length"])
        return by_start if self.rarities(by_start) + 30 < self.rarities(by_end) else by_end

    def placed(self, letters, end):
        before, self.found = self.found, []
        for n, hashed in self.grams(letters, self.shape["placed"]):
            places = (end - numpy.arange(len(hashed))).astype(numpy.int64).view(numpy.uint64)
            self.give(self.PLACED, hashed + places * numpy.uint64(self.PLACE), n)
        keys, self.found = numpy.concatenate(self.found), before
        return keys

    def rarities(self, keys):
        """Of all n-grams together; of one that no training record has a little more than the most."""
        at = numpy.minimum(numpy.searchsorted(self.keys, keys), len(self.keys) - 1)
        return numpy.where(self.keys[at] == keys, self.rarity[at], self.rarity.max() + numpy.log(2)).sum()

    def give_end(self, letters, place):
        for n, hashed in self.grams(letters, 3):
            self.give(self.ENDS, hashed + numpy.uint64((place + 1) * self.PLACE % 2**64), n)

    def grams(self, letters, longest):
        """The hashes of all n-grams, n by n: a polynomial in the letters."""
        hashed = numpy.zeros(len(letters) + 1, dtype=numpy.uint64)
        for n in range(1, min(longest, len(letters)) + 1):
            hashed = hashed[:-1] * self.BASE + letters[n - 1 :]
            yield n, hashed

    def grams_of_both_strands(self, letters, longest):
        """The smaller of an n-gram's hash and its reverse complement's, as signed numbers."""
        others = self.complement[letters]
        backward = numpy.zeros(len(letters) + 1, dtype=numpy.uint64)
        power = numpy.uint64(1)
        for n, forward in self.grams(letters, longest):
            backward = backward[:-1] + power * others[n - 1 :]
            power = power * self.BASE
            yield n, numpy.minimum(forward.view(numpy.int64), backward.view(numpy.int64)).view(numpy.uint64)

    def give(self, block, hashed, n):
        mixed = self.mixed(hashed + numpy.uint64(n * self.LENGTH % 2**64))
        self.found.append(numpy.uint64(block << 60) | mixed >> numpy.uint64(4))

    @staticmethod
    def mixed(hashed):
        """The last steps of SplitMix64."""
        z = (hashed ^ hashed >> numpy.uint64(30)) * numpy.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ z >> numpy.uint64(27)) * numpy.uint64(0x94D049BB133111EB)
        return z ^ z >> numpy.uint64(31)


def safetensors(file):
    """The tensors of a file: eight bytes with the length of a JSON header, the header, 32-bit floats."""
    content = file.read_bytes()
    start = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:start])
    header.pop("__metadata__", None)
    return {
        name: numpy.frombuffer(content[start + place["data_offsets"][0] : start + place["data_offsets"][1]], "<f4")
        .reshape(place["shape"])
        for name, place in header.items()
    }


def records(file):
    """Pairs of an id and a text."""
    try:
        lines = re.split(r"\r\n|\n|\r", pathlib.Path(file).read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"{file} cannot be read as text: {error}")
    if lines[0].startswith((">", "{")) or ("," in lines[0] and "\t" not in lines[0] and "label" in lines[0].lower()):
        sys.exit(f"{file} is read as TSV or as one record a line, but seems to be FASTA, JSON lines or CSV")
    columns = [name.lower() for name in lines[0].split("\t")]
    text = next((columns.index(name) for name in ("text", "sentence", "sequence") if name in columns), None)
    if text is None:
        return [(f"{pathlib.Path(file).name}:{i}", line) for i, line in enumerate(lines, 1) if line.strip()]
    return [
        (line.split("\t")[columns.index("id")] if "id" in columns else f"{pathlib.Path(file).name}:{i}", line.split("\t")[text])
        for i, line in enumerate(lines[1:], 2)
        if line.strip()
    ]


def main(folder, onnx, file):
    folder = pathlib.Path(folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    tokens = Tokens(config, json.loads((folder / "tokenizer.json").read_text(encoding="utf-8")))
    session = onnxruntime.InferenceSession(onnx, providers=["CPUExecutionProvider"])
    mixed = "floor" in [given.name for given in session.get_inputs()]
    floor = Floor(config["floor"], safetensors(folder / "companions.safetensors")) if mixed else None
    about = session.get_modelmeta().custom_metadata_map
    if json.loads(about["labels"]) != config["labels"]:
        sys.exit(f"{onnx} was not exported from {folder}: it has other labels")
    limits = json.loads(about["tokens"])
    asked = records(file)
    print("id", "label", "probability", "probabilities", "known", sep="\t")
    for start in range(0, len(asked), BATCH):
        batch = asked[start : start + BATCH]
        cut = [tokens.of(text) for _, text in batch]
        longest = max(min(len(one), limits["maxLength"]) for one in cut)
        length = -(-longest // limits["multipleOf"]) * limits["multipleOf"]
        given = numpy.full((len(batch), length), PADDING, dtype=numpy.int64)
        for row, one in zip(given, cut):
            row[: min(len(one), limits["maxLength"])] = one[: limits["maxLength"]]
        inputs = {"tokens": given}
        if floor:
            inputs["floor"] = numpy.array([floor.of(text) for _, text in batch], dtype=numpy.float32)
        if "letters" in limits:
            spelled = [tokens.letters(text, limits["letters"])[:length] for _, text in batch]
            given = numpy.zeros((len(batch), length, limits["letters"]["most"] + 2), dtype=numpy.int64)
            for i, words in enumerate(spelled):
                for j, word in enumerate(words):
                    given[i, j, : len(word)] = word
            inputs["letters"] = given
        [answers] = session.run(["probabilities"], inputs)
        for (name, _), one, answer in zip(batch, cut, answers):
            order = numpy.argsort(-answer, kind="stable")
            shares = " ".join(f"{config['labels'][i]}={answer[i]:.6f}" for i in order)
            known = sum(token != UNKNOWN for token in one) / max(1, len(one))
            print(name, config["labels"][order[0]], f"{answer[order[0]]:.6f}", shares, f"{known:.6f}", sep="\t")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: onnx_predict.py MODEL_FOLDER MODEL.onnx RECORDS.tsv")
    main(*sys.argv[1:])
