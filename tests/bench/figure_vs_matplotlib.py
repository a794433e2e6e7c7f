#!/usr/bin/env python3
"""figure_vs_matplotlib [PROGRAM]: how long a figure of N x N scores takes here and in matplotlib, with equal pixels.

Ours is a whole process, from reading the session to the written file; matplotlib's is its drawing and writing alone, after
it has been imported and has drawn once. Both run in turn; the best of all turns counts. Without matplotlib it says so.
"""

import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DOTS_AN_INCH = 300
TURNS = 5
CASES = (  # tokens, whether numbers stand in the cells, width in cm
    (16, True, 24),
    (64, True, 60),
    (1024, False, 16),
)
FORMATS = ("png", "svg", "pdf")


def write_session(folder, tokens):
    session = {
        "version": 1,
        "tokens": [f"t{token % 50}" for token in range(tokens)],
        "positions": "sinusoidal",
        "sizes": {"d_model": 16, "heads": 1},
    }
    path = folder / f"{tokens}.json"
    path.write_text(json.dumps(session))
    return path


def pixels(png):
    """Width and height, which stand in the first chunk of the file."""
    return struct.unpack(">II", png.read_bytes()[16:24])


def milliseconds(work):
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


class Ours:
    def __init__(self, program, folder, tokens, numbers, width):
        self.folder = folder
        self.words = [program, "figure", write_session(folder, tokens), "--stage", "scores", "--width", str(width)]
        self.words += ["--dpi", str(DOTS_AN_INCH)] + ([] if numbers else ["--no-numbers"])

    def draw(self, file_format):
        path = self.folder / f"ours.{file_format}"
        subprocess.run(self.words + ["-o", path], check=True, capture_output=True)
        return path

    def scores(self):
        import numpy

        path = self.folder / "trace.npz"
        subprocess.run([self.words[0], "trace", self.words[2], "-o", path], check=True, capture_output=True)
        scores = numpy.load(path)["scores"]
        return scores.reshape(scores.shape[-2:])


class Theirs:
    def __init__(self, folder, scores, numbers, size):
        self.folder, self.scores, self.numbers = folder, scores, numbers
        self.inches = [side / DOTS_AN_INCH for side in size]

    def draw(self, file_format):
        from matplotlib import pyplot

        figure, axes = pyplot.subplots(figsize=self.inches, dpi=DOTS_AN_INCH)
        image = axes.imshow(self.scores, cmap="RdBu", aspect="auto", interpolation="nearest")
        figure.colorbar(image)
        if self.numbers:
            for (i, j), score in enumerate_cells(self.scores):
                axes.text(j, i, f"{score:.2f}", ha="center", va="center", fontsize=6)
        figure.savefig(self.folder / f"theirs.{file_format}", dpi=DOTS_AN_INCH)
        pyplot.close(figure)


def enumerate_cells(matrix):
    return (((i, j), number) for i, row in enumerate(matrix) for j, number in enumerate(row))


def best_times(ours, theirs, file_format):
    """The best of ours and of theirs, in milliseconds, drawn in turn so that both meet the same machine."""
    ours.draw(file_format)
    theirs.draw(file_format)
    turns = [(milliseconds(lambda: ours.draw(file_format)), milliseconds(lambda: theirs.draw(file_format)))
             for _ in range(TURNS)]
    return min(our for our, _ in turns), min(their for _, their in turns)


def main():
    try:
        import matplotlib
    except ImportError:
        print("skipped: matplotlib is not installed (Debian: python3-matplotlib)")
        return
    matplotlib.use("agg")
    program = sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "release" / "bin" / "attention-lab"
    os.environ.setdefault("ATTENTION_LAB_ASSETS", str(pathlib.Path(program).parent.parent / "share" / "attention-lab"))
    print(f"{'figure':<24}{'ours, ms':>10}{'matplotlib ' + matplotlib.__version__ + ', ms':>24}{'ratio':>8}")
    for tokens, numbers, width in CASES:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            ours = Ours(program, folder, tokens, numbers, width)
            theirs = Theirs(folder, ours.scores(), numbers, pixels(ours.draw("png")))
            for file_format in FORMATS:
                our, their = best_times(ours, theirs, file_format)
                case = f"{tokens}×{tokens} {file_format}{', numbers' if numbers else ''}"
                print(f"{case:<24}{our:>10.0f}{their:>24.0f}{their / our:>8.1f}")


if __name__ == "__main__":
    main()
