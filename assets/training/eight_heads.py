#!/usr/bin/python3
"""Trains one attention layer to spell backwards and to count, and writes ../presets/eight-heads.json.

A word of 1 to 10 letters comes in. At each place the layer has to say which letter stands at the mirrored place, and
how often its own letter stands in the word. The output is read as it stands, with nothing behind it:

  columns  1 to 26 of Y   votes for the mirrored letter, a to z
  columns 27 to 30 of Y   votes for once, twice, three times, more often
  columns 31 to 64 of Y   unused, zero

A place is told from both ends: P_i = from_start_i + from_end_(S - 1 - i), so that words of every length share two
tables of 10 rows. Embeddings, positions and weights begin small and random and are all learned, by Adam with a cosine
of the rate and an L2 penalty, which also keeps heads from doing what nobody needs. No head is told what to do. The
letters are drawn during training: from an alphabet of m, m uniform in 2 to 26, so that equal letters are common. One
word in 16, chosen by a hash of its letters, is never trained on.

What the preset says in words and where it opens is written by hand and stays; its numbers are replaced. Heads are put
in order: those that read the mirrored place most come first. Weights are rounded to two decimals, and all that is
reported is measured after that, on words that training never saw: 20000 drawn from those left out, and the English
words and names of eight_heads_words.txt, which are left out too. The report goes to eight_heads.txt.

Decay (of 1e-4, 2e-4 and 3e-4, with one seed) was chosen by that report: with each the layer spells every word, and with
the least each head has something to do that words describe.

Needs python3-numpy; takes some minutes on one core.
"""
import argparse
import json
import math
import pathlib

import numpy

LETTERS, LONGEST, WIDTH, HEADS, HEAD_WIDTH, COUNTS = 26, 10, 64, 8, 8, 4
here = pathlib.Path(__file__).parent
ENGLISH_WORDS = sorted(set((here / "eight_heads_words.txt").read_text().split()))
arguments = argparse.ArgumentParser()
arguments.add_argument("--steps", type=int, default=4000)
arguments.add_argument("--decay", type=float, default=1e-4)
arguments.add_argument("--seed", type=int, default=8)
arguments.add_argument("--preset", type=pathlib.Path, default=here.parent / "presets" / "eight-heads.json")
arguments.add_argument("--report", type=pathlib.Path, default=here / "eight_heads.txt")
options = arguments.parse_args()


class Words:
    """Words (items x 10 letters, as numbers from 0), their lengths, and what follows from the lengths."""

    def __init__(self, letters, lengths):
        self.letters, self.lengths = letters, lengths
        place = numpy.arange(LONGEST)
        self.there = place < lengths[:, None]  # items x 10: a letter stands at this place
        self.mirror = numpy.maximum(lengths[:, None] - 1 - place, 0)  # also the place from the end
        # What is to be said at each place: the mirrored letter, and the class of how often the own letter stands.
        self.mirrored = numpy.take_along_axis(letters, self.mirror, axis=1)
        self.equal = (letters[:, :, None] == letters[:, None, :]) & self.there[:, None, :] & self.there[:, :, None]
        self.counts = numpy.clip(self.equal.sum(-1) - 1, 0, COUNTS - 1)

    def of(self, chosen):
        return Words(self.letters[chosen], self.lengths[chosen])


def spelt(words):
    letters = numpy.zeros((len(words), LONGEST), dtype=int)
    for row, word in enumerate(words):
        letters[row, :len(word)] = [ord(letter) - ord("a") for letter in word]
    return Words(letters, numpy.array([len(word) for word in words]))


def keys(words):
    """A number for each word, different for different words."""
    powers = (LETTERS + 1) ** numpy.arange(LONGEST, dtype=numpy.int64)
    return ((words.letters + 1) * words.there * powers).sum(-1)


LEFT_OUT_WORDS = keys(spelt(ENGLISH_WORDS))


def left_out(words):
    """Which words are never trained on: one in 16 by a hash, and those of the list."""
    hashed = keys(words).astype(numpy.uint64) * numpy.uint64(0x9E3779B97F4A7C15) >> numpy.uint64(60)
    return (hashed == 0) | numpy.isin(keys(words), LEFT_OUT_WORDS)


def drawn_words(items, generator):
    """Letters from an alphabet of 2 to 26, lengths from 1 to 10, all uniform."""
    alphabet = numpy.argsort(generator.random((items, LETTERS)), axis=1)
    size = generator.integers(2, LETTERS + 1, (items, 1))
    letters = numpy.take_along_axis(alphabet, generator.integers(0, 1 << 30, (items, LONGEST)) % size, axis=1)
    return Words(letters, generator.integers(1, LONGEST + 1, items))


def softmax(values):
    exponentials = numpy.exp(values - values.max(-1, keepdims=True))
    return exponentials / exponentials.sum(-1, keepdims=True)


def of_heads(values):
    """items x 10 x 64 as items x heads x 10 x 8."""
    return values.reshape(len(values), LONGEST, HEADS, HEAD_WIDTH).transpose(0, 2, 1, 3)


def side_by_side(values):
    """items x heads x 10 x 8 as items x 10 x 64."""
    return values.transpose(0, 2, 1, 3).reshape(len(values), LONGEST, HEADS * HEAD_WIDTH)


def forward(weights, words):
    """Y (items x 10 x 30), A (items x heads x 10 x 10), and what the way back needs."""
    x = weights["E"][words.letters] + weights["from_start"] + weights["from_end"][words.mirror]
    q, k, v = (of_heads(x @ weights[name]) for name in ("W_Q", "W_K", "W_V"))
    scaled = q @ k.transpose(0, 1, 3, 2) / numpy.float32(math.sqrt(HEAD_WIDTH))
    shares = softmax(numpy.where(words.there[:, None, None, :], scaled, numpy.float32(-1e9)))
    joined = side_by_side(shares @ v)
    return joined @ weights["W_O"] + weights["b_O"], shares, (x, q, k, v, joined)


def gradients(weights, words):
    """The loss (the cross entropies of letter and count, means over the places) and its gradients."""
    output, shares, (x, q, k, v, joined) = forward(weights, words)
    places = words.there.sum()
    back = numpy.empty_like(output)
    loss = 0.0
    for columns, answer in ((slice(0, LETTERS), words.mirrored), (slice(LETTERS, None), words.counts)):
        chance = softmax(output[..., columns])
        wanted = numpy.take_along_axis(chance, answer[..., None], axis=2)[..., 0]
        loss -= (numpy.log(numpy.maximum(wanted, 1e-30)) * words.there).sum() / places
        numpy.put_along_axis(chance, answer[..., None], (wanted - 1)[..., None], axis=2)
        back[..., columns] = chance * words.there[..., None] / numpy.float32(places)
    flat = lambda values: values.reshape(-1, values.shape[-1])
    result = {"W_O": flat(joined).T @ flat(back), "b_O": flat(back).sum(0)}
    of_output = of_heads(back @ weights["W_O"].T)
    of_shares = of_output @ v.transpose(0, 1, 3, 2)
    of_scaled = shares * (of_shares - (of_shares * shares).sum(-1, keepdims=True))
    of_scores = of_scaled / numpy.float32(math.sqrt(HEAD_WIDTH))
    of_x = numpy.zeros_like(x)
    for name, value in (("W_Q", of_scores @ k), ("W_K", of_scores.transpose(0, 1, 3, 2) @ q),
                        ("W_V", shares.transpose(0, 1, 3, 2) @ of_output)):
        value = side_by_side(value)
        result[name] = flat(x).T @ flat(value)
        of_x += value @ weights[name].T
    of_x *= words.there[..., None]
    result["E"] = numpy.eye(LETTERS, dtype=numpy.float32)[words.letters.ravel()].T @ flat(of_x)
    result["from_start"] = of_x.sum(0)
    result["from_end"] = numpy.eye(LONGEST, dtype=numpy.float32)[words.mirror.ravel()].T @ flat(of_x)
    return loss, result


def train():
    generator = numpy.random.default_rng(options.seed)
    width = HEADS * HEAD_WIDTH
    shapes = {"E": (LETTERS, WIDTH), "from_start": (LONGEST, WIDTH), "from_end": (LONGEST, WIDTH),
              "W_Q": (WIDTH, width), "W_K": (WIDTH, width), "W_V": (WIDTH, width),
              "W_O": (width, LETTERS + COUNTS), "b_O": (LETTERS + COUNTS,)}
    weights = {name: (generator.standard_normal(shape) * (0.15 if name[0] in "Wb" else 0.3)).astype(numpy.float32)
               for name, shape in shapes.items()}
    first = {name: numpy.zeros_like(value) for name, value in weights.items()}
    second = {name: numpy.zeros_like(value) for name, value in weights.items()}
    for step in range(1, options.steps + 1):
        rate = 0.008 * (0.5 + 0.5 * math.cos(math.pi * step / options.steps)) * min(1, step / 50)
        words = drawn_words(128, generator)
        words = words.of(~left_out(words))
        loss, of_weights = gradients(weights, words)
        for name, value in weights.items():
            of_value = of_weights[name] + 2 * options.decay * value
            first[name] += 0.1 * (of_value - first[name])
            second[name] += 0.001 * (of_value ** 2 - second[name])
            moment, spread = first[name] / (1 - 0.9 ** step), second[name] / (1 - 0.999 ** step)
            value -= (rate * moment / (numpy.sqrt(spread) + 1e-8)).astype(numpy.float32)
        if step % 200 == 0:
            print(step, round(float(loss), 4), flush=True)
    return {name: numpy.round(value, 2) for name, value in weights.items()}


def on_mirror(shares, words):
    """The share of attention on the mirrored place: items x heads x 10."""
    return numpy.take_along_axis(shares, words.mirror[:, None, :, None], axis=3)[..., 0]


def mean(values, where):
    return float((values * where).sum() / where.sum())


def with_mirror_first(weights):
    """The same layer with its heads in another order: those that read the mirrored place most come first."""
    words = drawn_words(4000, numpy.random.default_rng(options.seed + 3))
    read = on_mirror(forward(weights, words)[1], words)
    order = numpy.argsort([-mean(read[:, head], words.there) for head in range(HEADS)])
    columns = (order[:, None] * HEAD_WIDTH + numpy.arange(HEAD_WIDTH)).ravel()
    moved = {name: weights[name][:, columns] for name in ("W_Q", "W_K", "W_V")} | {"W_O": weights["W_O"][columns]}
    return weights | moved


def right(weights, words):
    """Where (items x 10) the mirrored letter is right, and the count; and how sure the least sure letter is."""
    output, _, _ = forward(weights, words)
    letters = output[..., :LETTERS]
    sure = numpy.where(words.there, softmax(letters).max(-1), 1).min(-1)
    return letters.argmax(-1) == words.mirrored, output[..., LETTERS:].argmax(-1) == words.counts, sure


def without_head(weights, head):
    """The layer in which a head hands over nothing."""
    w_o = weights["W_O"].copy()
    w_o[head * HEAD_WIDTH:(head + 1) * HEAD_WIDTH] = 0
    return weights | {"W_O": w_o}


def unseen_words(items, generator):
    """Words drawn as in training, of those that are left out there, 2 letters or more."""
    found = None
    while found is None or len(found.lengths) < items:
        words = drawn_words(50000, generator)
        words = words.of(left_out(words) & (words.lengths > 1))
        found = words if found is None else Words(numpy.concatenate((found.letters, words.letters)),
                                                  numpy.concatenate((found.lengths, words.lengths)))
    return found.of(slice(0, items))


def report(weights):
    words = unseen_words(20000, numpy.random.default_rng(options.seed + 2))
    english = spelt(ENGLISH_WORDS)
    lines = [f"Trained with --steps {options.steps} --decay {options.decay:g} --seed {options.seed}; "
             "measured after rounding to two decimals, on words that training never saw.", "",
             f"{len(words.lengths)} drawn words, {len(ENGLISH_WORDS)} English words and names. "
             "A word is right if each of its letters is.", "",
             "          words  words right  letters right  counts right  words with each letter over 99 % sure"]
    groups = [(f"{length:2} letters", words.of(words.lengths == length)) for length in range(2, LONGEST + 1)]
    for name, sample in groups + [("all", words), ("English", english)]:
        letter, count, sure = right(weights, sample)
        whole = (letter | ~sample.there).all(-1)
        lines.append(f"{name:10}{len(sample.lengths):5}{100 * whole.mean():11.2f} %"
                     f"{100 * mean(letter, sample.there):13.2f} %"
                     f"{100 * mean(count, sample.there):12.2f} %{100 * (sure > 0.99).mean():16.2f} %")
    _, shares, _ = forward(weights, english)
    lengths = english.there.sum(-1, keepdims=True)
    repeated = english.there & (english.equal.sum(-1) > 1)
    lines += ["", "What a claim explains: the share of attention on the mirrored place, and the share that letters",
              "which stand more than once give to their equals (themselves among them). Then what is still right when",
              "the head is off. All over the English words and names.", "",
              "head  mirrored  equal letters   without it: mirrored letters     counts"]
    for head in range(HEADS):
        explained = mean(on_mirror(shares, english)[:, head], english.there)
        equal = mean((shares[:, head] * english.equal).sum(-1), repeated)
        letter, count, _ = right(without_head(weights, head), english)
        lines.append(f"{head + 1:4}{explained:10.2f}{equal:15.2f}{100 * mean(letter, english.there):31.1f} %"
                     f"{100 * mean(count, english.there):9.1f} %")
    lines.append(f"even{mean(1 / lengths + 0 * english.there, english.there):10.2f}"
                 f"{mean(english.equal.sum(-1) / lengths, repeated):15.2f}")
    text = "\n".join(lines) + "\n"
    options.report.write_text(text)
    print(text)


def number(value):
    return f"{round(float(value), 2) + 0.0:g}"  # + 0.0: no -0


def row(values):
    return "[" + ", ".join(number(value) for value in values) + "]"


def matrix(values, indent):
    return "[\n" + ",\n".join(" " * indent + row(line) for line in values) + "]"


def write_preset(weights):
    unused = WIDTH - LETTERS - COUNTS
    w_o = numpy.pad(weights["W_O"], ((0, 0), (0, unused)))
    before = json.loads(options.preset.read_text())
    parts = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in before.items()
             if key not in ("sizes", "embeddings", "positions", "heads", "b_O")]
    sizes = {"d_model": WIDTH, "heads": HEADS, "d_k": HEAD_WIDTH, "d_v": HEAD_WIDTH}
    parts.append(f' "sizes": {json.dumps(sizes)}')
    words = [f"  {json.dumps(chr(ord('a') + letter))}: {row(weights['E'][letter])}" for letter in range(LETTERS)]
    parts.append(' "embeddings": {\n' + ",\n".join(words) + "}")
    parts.append(' "positions": {\n  "from_start": ' + matrix(weights["from_start"], 3)
                 + ',\n  "from_end": ' + matrix(weights["from_end"], 3) + "}")
    heads = []
    for head in range(HEADS):
        own = slice(head * HEAD_WIDTH, (head + 1) * HEAD_WIDTH)
        of_head = {name: weights[name][:, own] for name in ("W_Q", "W_K", "W_V")} | {"W_O": w_o[own]}
        heads.append("  {\n" + ",\n".join(f'   "{name}": ' + matrix(value, 4) for name, value in of_head.items()) + "}")
    parts.append(' "heads": [\n' + ",\n".join(heads) + "]")
    parts.append(' "b_O": ' + row(numpy.pad(weights["b_O"], (0, unused))))
    options.preset.write_text("{\n" + ",\n".join(parts) + "}\n")


trained = with_mirror_first(train())
report(trained)
write_preset(trained)
