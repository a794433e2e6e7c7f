#pragma once

#include <string_view>

namespace attn {

// The parts of a script that do not depend on the layer.

constexpr std::string_view numpy_beginning = R"(import base64
import sys

import numpy as np

np.set_printoptions(precision=4, suppress=True, linewidth=120)
inf, nan = float("inf"), float("nan")


def array(rows):
    return np.array(rows, dtype=np.float32)


def zeros(shape):
    return np.zeros(shape, dtype=np.float32)


def eye(rows, columns):
    return np.eye(rows, columns, dtype=np.float32)


def packed(letters, shape):
    return np.frombuffer(base64.b64decode(letters), dtype="<f4").reshape(shape)


def copy(value):
    return np.array(value, dtype=np.float32)


def double(value):
    return np.asarray(value, dtype=np.float64)
)";

constexpr std::string_view torch_beginning = R"(import base64
import sys

import numpy as np
import torch

torch.set_printoptions(precision=4, sci_mode=False, linewidth=120)
inf, nan = float("inf"), float("nan")


def array(rows):
    return torch.tensor(rows, dtype=torch.float32)


def zeros(shape):
    return torch.zeros(shape, dtype=torch.float32)


def eye(rows, columns):
    return torch.eye(rows, columns, dtype=torch.float32)


def packed(letters, shape):
    return torch.frombuffer(bytearray(base64.b64decode(letters)), dtype=torch.float32).reshape(shape)


def copy(value):
    if torch.is_tensor(value):
        return value.to(torch.float32, copy=True)  # what was computed in double is kept in single precision
    return torch.tensor(value, dtype=torch.float32)


def double(value):
    return value.double()
)";

constexpr std::string_view keeping = R"(

trace = {}


def stage(name, value):
    """Keeps a stage, with what is given or pinned in the place of what was computed."""
    value = copy(value)
    for place, rows in given.get(name, []):
        value[place] = array(rows)
    for place, number in pins.get(name, []):
        value[place] = number
    trace[name] = value
    return value


)";

constexpr std::string_view weights_beginning = R"(file = np.load(sys.path[0] + "/" + {})  # in the folder of this script


def weight(name):
    return copy(file[name])
)";

constexpr std::string_view next_words = R"python(
if "probabilities" in trace:
    for shares in trace["probabilities"][:, -1]:
        likeliest = sorted(range(len(shares)), key=lambda word: -float(shares[word]))[:5]
        print("next ids:", ", ".join(f"{word} ({float(shares[word]):.4f})" for word in likeliest))
)python";

constexpr std::string_view printing = R"(
for name, value in trace.items():
    print(name, tuple(value.shape))
    print(value)
)";

constexpr std::string_view saving = R"(
if len(sys.argv) > 1:  # the same arrays as a trace of Attention Lab
    for name in trace:
        if name.endswith(("row_max", "row_sum")):
            trace[name] = trace[name][..., 0]
        if name.endswith("mask") and tuple(trace[name].shape[:2]) == (1, 1):
            trace[name] = trace[name][0, 0]
)";

constexpr std::string_view without_axis_of_items = R"(    if B == 1:
        trace = {{name: value if name.split(".")[-1] in ({}) else value[0] for name, value in trace.items()}}
)";

constexpr std::string_view saved_by_numpy = "    np.savez(sys.argv[1], **trace)\n";
constexpr std::string_view saved_by_torch =
    "    np.savez(sys.argv[1], **{name: value.numpy() for name, value in trace.items()})\n";

} // namespace attn
