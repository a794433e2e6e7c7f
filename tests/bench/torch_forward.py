#!/usr/bin/env python3
"""torch_forward.py THREADS B/S/D/H...: milliseconds of a forward of the same layer by PyTorch, a line for each size.

Every stage that we keep is written into a tensor that is there before: Q, K, V, scores, shares, the heads' outputs, their
parts and Y. The best of many runs, after some to warm up.
"""

import sys
import time

import torch


def forward_of(items, tokens, width, heads):
    head_width = width // heads
    each = items * heads

    def normal(*shape):
        return torch.randn(*shape) / shape[-2] ** 0.5

    X = normal(items, 1, tokens, width).expand(items, heads, tokens, width).reshape(each, tokens, width)
    W_Q, W_K, W_V = (normal(1, heads, width, head_width).expand(items, heads, width, head_width)
                     .reshape(each, width, head_width) for _ in range(3))
    W_O = normal(1, heads, head_width, width).expand(items, heads, head_width, width).reshape(each, head_width, width)
    b = normal(1, 1, head_width)
    b_O = normal(1, 1, width)
    mask = torch.full((tokens, tokens), float("-inf")).triu(1)
    Q, K, V, O = (torch.empty(each, tokens, head_width) for _ in range(4))
    scores, masked, shares = (torch.empty(each, tokens, tokens) for _ in range(3))
    parts, Y = torch.empty(each, tokens, width), torch.empty(items, tokens, width)

    def run():
        for weights, result in ((W_Q, Q), (W_K, K), (W_V, V)):
            torch.bmm(X, weights, out=result)
            result.add_(b)
        torch.bmm(Q, K.transpose(1, 2), out=scores)
        torch.mul(scores, head_width**-0.5, out=masked)
        masked.add_(mask)
        torch.softmax(masked, -1, out=shares)
        torch.bmm(shares, V, out=O)
        torch.bmm(O, W_O, out=parts)
        torch.sum(parts.view(items, heads, tokens, width), 1, out=Y)
        Y.add_(b_O)

    return run


def best_milliseconds(run, seconds=2.0):
    for _ in range(3):
        run()
    best = float("inf")
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        begin = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - begin)
    return best * 1e3


def main():
    torch.set_num_threads(int(sys.argv[1]))
    with torch.inference_mode():
        for size in sys.argv[2:]:
            print(f"{size} {best_milliseconds(forward_of(*map(int, size.split('/')))):.4f}", flush=True)


main()
