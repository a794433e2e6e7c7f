#!/usr/bin/python3
"""Makes the golden files of tests/data/spectra with NumPy: a layer's weights and the singular values of its heads'
products W_Q W_K^T and W_V W_O in double precision, from the whole products. Run it from anywhere; the same NumPy gives
the same numbers.
"""

import pathlib

import numpy as np

FOLDER = pathlib.Path(__file__).parent / "spectra"


def weights(seed, heads, d_model, d_context, d_k, d_v):
    random = np.random.default_rng(seed)

    def normal(*shape):
        return random.normal(size=shape).astype(np.float32)

    return {
        "W_Q": normal(heads, d_model, d_k),
        "W_K": normal(heads, d_context, d_k),
        "W_V": normal(heads, d_context, d_v),
        "W_O": normal(heads, d_v, d_model),
    }


def singular_values(product, bound):
    """As many as the rank can be; NaN where the product has a number that is none."""
    if not np.isfinite(product).all():
        return np.full(bound, np.nan)
    return np.linalg.svd(product, compute_uv=False)[:bound]


def effective_rank(values):
    if not values.sum() > 0:
        return np.nan if np.isnan(values).any() else 0.0
    shares = values[values > 0] / values.sum()
    return np.exp(-(shares * np.log(shares)).sum())


def expected(given):
    W_Q, W_K, W_V, W_O = (given[name].astype(np.float64) for name in ("W_Q", "W_K", "W_V", "W_O"))
    asking = min(W_Q.shape[1], W_Q.shape[2], W_K.shape[1])
    writing = min(W_V.shape[1], W_V.shape[2], W_O.shape[2])
    found = {
        "W_QW_K": np.array([singular_values(q @ k.T, asking) for q, k in zip(W_Q, W_K)]),
        "W_VW_O": np.array([singular_values(v @ o, writing) for v, o in zip(W_V, W_O)]),
    }
    found["effective_rank"] = np.array([[effective_rank(row) for row in found[name]] for name in ("W_QW_K", "W_VW_O")])
    return {name: values.astype(np.float32) for name, values in found.items()}


def cases():
    yield "plain", weights(1, 3, 8, 8, 4, 3)
    yield "context", weights(2, 2, 6, 9, 4, 5)
    yield "wide", weights(3, 2, 5, 5, 12, 7)  # d_k > D
    yield "narrow_context", weights(4, 2, 9, 3, 6, 6)  # D_c < d_k < D
    deficient = weights(5, 2, 8, 8, 4, 4)
    deficient["W_Q"][0, :, 2:] = deficient["W_Q"][0, :, :2]  # rank 2
    deficient["W_V"][1, :, 1:] = 0  # rank 1
    yield "deficient", deficient
    zero = weights(6, 2, 4, 4, 3, 3)
    zero["W_K"][0] = 0
    zero["W_V"][0] = 0
    zero["W_O"][0] = 0
    yield "zero", zero
    not_a_number = weights(7, 2, 4, 4, 3, 3)
    not_a_number["W_Q"][1, 2, 1] = np.nan
    yield "not_a_number", not_a_number
    yield "large", weights(8, 2, 96, 80, 32, 24)


def main():
    FOLDER.mkdir(exist_ok=True)
    for name, given in cases():
        np.savez(FOLDER / f"{name}.npz", **given, **expected(given))


if __name__ == "__main__":
    main()
