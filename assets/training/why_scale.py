#!/usr/bin/python3
"""Writes ../presets/why-scale.json: queries and keys of 256 random numbers with variance 1.

The eight words are the rows of the identity, so that W_Q holds the queries themselves and W_K the keys. Cutting d_k
keeps the first columns, and with them the variance. Without the scale a score has variance d_k; the seed is one of
those that lie near the mean over seeds at d_k = 256, 64, 16 and 4, with and without the scale. Needs python3-numpy.
"""
import json
import pathlib

import numpy

SEED = 1992
WORDS = ["which", "of", "these", "eight", "words", "will", "I", "read"]
WIDTHS = [256, 64, 16, 4]
target = pathlib.Path(__file__).parent.parent / "presets" / "why-scale.json"


def shares(scores):
    """The softmax of each row."""
    exponentials = numpy.exp(scores - scores.max(axis=1, keepdims=True))
    return exponentials / exponentials.sum(axis=1, keepdims=True)


def mean_entropy(scores):
    """In bits, over the rows."""
    of_row = shares(scores)
    return -(of_row * numpy.log2(numpy.maximum(of_row, 1e-300))).sum(axis=1).mean()


def rows(matrix, indent):
    """A matrix in JSON, a row a line."""
    lines = ["[" + ", ".join(f"{value:g}" for value in row) + "]" for row in matrix]
    return "[\n" + ",\n".join(" " * indent + line for line in lines) + "]"


queries, keys = numpy.round(numpy.random.default_rng(SEED).standard_normal((2, len(WORDS), WIDTHS[0])), 2)
for width in WIDTHS:
    scores = queries[:, :width] @ keys[:, :width].T
    print(f"d_k {width:3}: without the scale {mean_entropy(scores):.2f} bits, "
          f"with it {mean_entropy(scores / numpy.sqrt(width)):.2f}")
print(numpy.round(shares(queries @ keys.T), 2))
print(numpy.round(shares(queries @ keys.T / 16), 2))

texts = {
    "version": 1,
    "title": "Why a scale",
    "question": "Why is a score divided by √{name d_k}?",
    "about": "Queries and keys are random numbers of variance 1. Without the scale a score adds up {name d_k} products: at {name d_k} "
             "= 256 scores differ by about √256 = 16, and softmax gives nearly everything to one key, so that a {row} "
             "holds 0.2 bits on average, of 3. Divided by √{name d_k}, scores differ by about 1 however long they add, and "
             "{rows} keep about 2.5 bits.",
    "try": "put the scale to 1/√{name d_k}, and back. Then make {name d_k} 64, 16, 4 in Sizes. Undo leads back to 256.",
}
goals = [({"deviation": "scaled", "at_most": 1.5}, "with the scale scores differ by about 1"),
         ({"deviation": "scaled", "at_least": 8}, "without it by about √{name d_k}"),
         ({"size": "d_k", "is": 4}, "{name d_k} is 4")]
opening = {"stage": "A", "item": 1, "head": 1, "row": 1, "column": 2}
words = ",\n".join(f"  {json.dumps(word)}: [{', '.join('1' if i == j else '0' for j in range(len(WORDS)))}]"
                   for i, word in enumerate(WORDS))
target.write_text("{\n" + "".join(f" {json.dumps(key)}: {json.dumps(text, ensure_ascii=False)},\n"
                                  for key, text in texts.items())
                  + ' "done": [\n' + ",\n".join("  " + json.dumps({"when": when, "say": say}, ensure_ascii=False)
                                                for when, say in goals) + "],\n"
                  + f' "open": {json.dumps(opening)},\n'
                  + f' "tokens": {json.dumps(WORDS)},\n'
                  + f' "sizes": {json.dumps({"d_model": 8, "heads": 1, "d_k": WIDTHS[0], "d_v": 8})},\n'
                  + ' "embeddings": {\n' + words + "},\n"
                  + ' "heads": [\n  {\n   "W_Q": ' + rows(queries, 4) + ',\n   "W_K": ' + rows(keys, 4)
                  + ',\n   "W_V": "identity",\n   "W_O": "identity"}],\n "scale": 1}\n')
