#!/usr/bin/env python3
"""torch_forward.py THREADS B/S/D/H... S...: milliseconds of a forward by PyTorch, a line for each size.

B/S/D/H is a layer: the best of three ways to write it, the fused module, explicitly, and explicitly into tensors that are
there before. S alone is a whole model of GPT-2 small's size on as many tokens, up to the shares of all words: the best of
its functions as people write them, and of the same compiled by TorchScript. The first line says which kernel of which
library multiplied, and on how many threads; it is missing where that cannot be told.
"""

import ctypes
import re
import sys
import time

import torch


def kernel():
    """As OpenBLAS or MKL calls it; None where neither says so."""
    libraries = {line.split()[-1] for line in open("/proc/self/maps", encoding="utf-8") if re.search(r"openblas|mkl_rt", line)}
    for name in sorted(libraries):
        library = ctypes.CDLL(name)
        try:
            library.openblas_get_corename.restype = ctypes.c_char_p
            return f"OpenBLAS {library.openblas_get_corename().decode()}, threads: {library.openblas_get_num_threads()}"
        except AttributeError:
            continue
    if torch.backends.mkl.is_available():
        return f"MKL, threads: {torch.get_num_threads()}"
    return None


class Layer:
    """Weights of one layer with biases and a causal mask, and an input; each head's scale is 1/√d_k."""

    def __init__(self, items, tokens, width, heads):
        self.items, self.tokens, self.width, self.heads = items, tokens, width, heads
        self.head_width = width // heads
        self.X = torch.randn(items, tokens, width)
        self.in_weight = torch.randn(3 * width, width) / width**0.5
        self.in_bias = torch.randn(3 * width) / width**0.5
        self.out_weight = torch.randn(width, width) / width**0.5
        self.out_bias = torch.randn(width) / width**0.5
        self.mask = torch.full((tokens, tokens), float("-inf")).triu(1)

    def fused(self):
        """torch.nn.MultiheadAttention, which gives Y and A."""
        module = torch.nn.MultiheadAttention(self.width, self.heads, batch_first=True).eval()
        module.in_proj_weight.data, module.in_proj_bias.data = self.in_weight, self.in_bias
        module.out_proj.weight.data, module.out_proj.bias.data = self.out_weight, self.out_bias

        def run():
            return module(self.X, self.X, self.X, attn_mask=self.mask, need_weights=True, average_attn_weights=False)[0]

        return run

    def explicit(self):
        """As people write it: Q, K, V, scores, masked scores, A, O and Y, each a tensor of its own."""
        shape = (self.items, self.tokens, self.heads, self.head_width)
        W_Q, W_K, W_V = (weight.T.contiguous() for weight in self.in_weight.chunk(3))
        b_Q, b_K, b_V = self.in_bias.chunk(3)
        W_O = self.out_weight.T.contiguous()

        def run():
            Q, K, V = ((self.X @ W + b).view(shape).transpose(1, 2)
                       for W, b in ((W_Q, b_Q), (W_K, b_K), (W_V, b_V)))
            masked = Q @ K.transpose(2, 3) * self.head_width**-0.5 + self.mask
            O = torch.softmax(masked, -1) @ V
            return O.transpose(1, 2).reshape(self.items, self.tokens, self.width) @ W_O + self.out_bias

        return run

    def preallocated(self):
        """The same, with each head's part of the output, into tensors that are there before."""
        each, tokens, width = self.items * self.heads, self.tokens, self.width

        def by_head(weight, inputs):  # head h owns columns h · d_k …
            split = weight.T.reshape(inputs, self.heads, self.head_width).transpose(0, 1)
            return split.repeat(self.items, 1, 1).contiguous()

        W_Q, W_K, W_V = (by_head(weight, width) for weight in self.in_weight.chunk(3))
        b_Q, b_K, b_V = (bias.view(self.heads, 1, self.head_width).repeat(self.items, 1, 1) for bias in self.in_bias.chunk(3))
        W_O = self.out_weight.T.reshape(self.heads, self.head_width, width).repeat(self.items, 1, 1).contiguous()
        X = self.X[:, None].expand(self.items, self.heads, tokens, width).reshape(each, tokens, width)
        Q, K, V, O = (torch.empty(each, tokens, self.head_width) for _ in range(4))
        scores, masked, shares = (torch.empty(each, tokens, tokens) for _ in range(3))
        parts, Y = torch.empty(each, tokens, width), torch.empty(self.items, tokens, width)

        def run():
            for weights, bias, result in ((W_Q, b_Q, Q), (W_K, b_K, K), (W_V, b_V, V)):
                torch.bmm(X, weights, out=result)
                result.add_(bias)
            torch.bmm(Q, K.transpose(1, 2), out=scores)
            torch.mul(scores, self.head_width**-0.5, out=masked)
            masked.add_(self.mask)
            torch.softmax(masked, -1, out=shares)
            torch.bmm(shares, V, out=O)
            torch.bmm(O, W_O, out=parts)
            torch.sum(parts.view(self.items, self.heads, tokens, width), 1, out=Y)
            return Y.add_(self.out_bias)

        return run


class Model(torch.nn.Module):
    """GPT-2 small's size with random weights: 12 blocks, 12 heads, 768 numbers a token, 50,257 words."""

    layers, heads, width, words, places = 12, 12, 768, 50257, 1024

    def __init__(self):
        super().__init__()

        def drawn(*shape):
            return torch.nn.Parameter(torch.randn(*shape) * 0.02)

        width = self.width
        self.embeddings, self.positions = drawn(self.words, width), drawn(self.places, width)
        self.blocks = torch.nn.ModuleList()
        for _ in range(self.layers + 1):  # the last has the last norm alone
            block = torch.nn.Module()
            block.gains, block.biases = drawn(2, width), drawn(2, width)
            block.W_in, block.b_in = drawn(width, 3 * width), drawn(3 * width)
            block.W_out, block.b_out = drawn(width, width), drawn(width)
            block.W_up, block.b_up = drawn(width, 4 * width), drawn(4 * width)
            block.W_down, block.b_down = drawn(4 * width, width), drawn(width)
            self.blocks.append(block)

    def forward(self, ids):
        count, width = ids.shape[0], self.width
        norm, linear = torch.nn.functional.layer_norm, torch.addmm
        hidden = torch.full((count, count), float("-inf")).triu(1)
        x = self.embeddings[ids] + self.positions[:count]
        for block in self.blocks[:-1]:
            X = norm(x, (width,), block.gains[0], block.biases[0])
            Q, K, V = (part.view(count, self.heads, -1).transpose(0, 1)
                       for part in linear(block.b_in, X, block.W_in).split(width, 1))
            A = torch.softmax(Q @ K.transpose(1, 2) * (width // self.heads) ** -0.5 + hidden, -1)
            x = x + linear(block.b_out, (A @ V).transpose(0, 1).reshape(count, width), block.W_out)
            inner = linear(block.b_up, norm(x, (width,), block.gains[1], block.biases[1]), block.W_up)
            x = x + linear(block.b_down, torch.nn.functional.gelu(inner, approximate="tanh"), block.W_down)
        last = norm(x, (width,), self.blocks[-1].gains[0], self.blocks[-1].biases[0])
        return torch.softmax(last @ self.embeddings.T, -1)

    def ways(self, tokens):
        ids = torch.arange(tokens) * 7919 % self.words
        compiled = torch.jit.optimize_for_inference(torch.jit.freeze(torch.jit.trace(self.eval(), ids)))
        return [lambda: self(ids), lambda: compiled(ids)]


def best_milliseconds(run, seconds=1.0):
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
        torch.randn(64, 64) @ torch.randn(64, 64)  # loads what multiplies
        if known := kernel():
            print("kernel", known)
        for size in sys.argv[2:]:
            if "/" in size:
                layer = Layer(*map(int, size.split("/")))
                ways = [layer.fused(), layer.explicit(), layer.preallocated()]
            else:
                ways = Model().ways(int(size))
            first = ways[0]().clone()
            if not all(torch.allclose(first, way(), atol=1e-3 * float(first.abs().max())) for way in ways[1:]):
                sys.exit(f"{size}: the ways do not agree, so that this library's kernel cannot be trusted here")
            print(size, f"{min(best_milliseconds(way) for way in ways):.4f}", flush=True)


main()
