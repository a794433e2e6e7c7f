#!/usr/bin/python3
"""Writes torch/*.npz: layers of torch.nn.MultiheadAttention with their weights, inputs and results in float64.

Cross-attention with keys and values of other widths, padding of keys, a mask for each head, and long sequences.
Run with Debian's python3-torch; the files are committed, so that tests need neither.
"""
import pathlib

import numpy
import torch

folder = pathlib.Path(__file__).parent / "torch"


def layer(name, *, items, queries, keys, width, context_width, heads, bias, padding=None, mask=None, seed=0):
    torch.manual_seed(seed)
    cross = context_width is not None
    module = torch.nn.MultiheadAttention(width, heads, bias=bias, batch_first=True, dtype=torch.float64,
                                         kdim=context_width, vdim=context_width)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(torch.randn(parameter.shape, dtype=torch.float64) * 0.3)
            parameter.copy_(parameter.float().double())  # both sides begin with the same float32
    x = torch.randn(items, queries, width).double()
    context = torch.randn(items, keys, context_width).double() if cross else x
    arrays = {"X": x, "heads": torch.tensor(float(heads))}
    if cross:
        arrays["context"] = context
    added = torch.zeros(items * heads, queries, keys, dtype=torch.float64)
    if mask is not None:
        given = torch.randn(items, heads, queries, keys).double()
        arrays["mask"] = given
        added += given.reshape(added.shape)
    if padding is not None:
        row = torch.zeros(items, keys, dtype=torch.float64)
        for item, first in enumerate(padding):
            row[item, first:] = -torch.inf
        arrays["padding"] = row
        added += row.repeat_interleave(heads, 0)[:, None, :]
    y, shares = module(x, context, context, attn_mask=added, need_weights=True, average_attn_weights=False)
    if module.in_proj_weight is None:
        weights = [module.q_proj_weight, module.k_proj_weight, module.v_proj_weight]
    else:
        weights = module.in_proj_weight.chunk(3)
    for letter, weight in zip("QKV", weights):
        arrays[f"W_{letter}"] = weight.T
    arrays["W_O"] = module.out_proj.weight.T
    if bias:
        for letter, row in zip("QKV", module.in_proj_bias.chunk(3)):
            arrays[f"b_{letter}"] = row
        arrays["b_O"] = module.out_proj.bias
    exact = {"A": shares, "Y": y}
    numpy.savez_compressed(folder / f"{name}.npz",
                           **{key: value.detach().numpy().astype(numpy.float32) for key, value in arrays.items()},
                           **{key: value.detach().numpy() for key, value in exact.items()})


folder.mkdir(exist_ok=True)
layer("cross", items=2, queries=5, keys=7, width=12, context_width=9, heads=3, bias=True, seed=1)
layer("cross_padded", items=3, queries=4, keys=6, width=8, context_width=5, heads=2, bias=False, padding=[6, 3, 1], seed=2)
layer("mask_for_each_head", items=2, queries=6, keys=6, width=8, context_width=None, heads=4, bias=True, mask=True, seed=3)
layer("long", items=1, queries=70, keys=70, width=24, context_width=None, heads=2, bias=True, seed=4)
