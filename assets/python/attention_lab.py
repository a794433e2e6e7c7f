"""Calls the program attention-lab: traces, figures, and checks of PyTorch modules and Hugging Face models.

Needs NumPy and the program, which is looked for in PATH, or where ATTENTION_LAB says. PyTorch is used only by check().

    import attention_lab as lab
    lab.trace("~/models/gpt2", text="The cat sat on")["layers.3.A"]     # arrays by name; several texts as a list
    lab.figure("~/models/gpt2", layer=0, text="The cat", stage="A", head=2)
    lab.check(torch.nn.MultiheadAttention(16, 4, batch_first=True), x)
    lab.check(model, input_ids)                                        # of transformers
"""
import json
import os
import pathlib
import struct
import subprocess
import tempfile

import numpy as np


class Refused(RuntimeError):
    """What the program says where it cannot do what it was asked for."""


def _run(*words):
    program = os.environ.get("ATTENTION_LAB", "attention-lab")
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True)
    if done.returncode not in (0, 1):  # 1: a check found a difference
        raise Refused(done.stderr.strip() or done.stdout.strip())
    return done


def run(*words):
    """Runs the program with these words and returns what it prints."""
    return _run(*words).stdout


def _source(source, text=None, ids=None, layer=None, **options):
    words = [os.path.expanduser(str(source))]
    for one in [text] if isinstance(text, str) else text or []:
        words += ["--text", one]
    rows = np.zeros((0, 0)) if ids is None else np.atleast_2d(np.asarray(ids))
    if rows.ndim > 2:
        raise ValueError(f"ids have the shape {rows.shape}; expected one text, or texts of one length")
    for row in rows:
        words += ["--ids", " ".join(str(int(number)) for number in row)]
    if layer is not None:
        words += ["--layer", layer]
    for name, value in options.items():
        if value is not False and value is not None:
            words += ["--" + name.replace("_", "-")] + ([] if value is True else [value])
    return words


def trace(source, **options):
    """The arrays of a session, a layer or a whole model, by name: trace(model, text="…")["layers.0.A"]."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "trace.npz"
        run("trace", *_source(source, **options), "-o", file)
        with np.load(file) as arrays:
            return {name: arrays[name] for name in arrays.files}


class Figure:
    """A picture as SVG, which notebooks show."""

    def __init__(self, svg):
        self.svg = svg

    def _repr_svg_(self):
        return self.svg


def figure(source, **options):
    """A figure: figure("session.json", stage="A", head=1)."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "figure.svg"
        run("figure", *_source(source, **options), "-o", file)
        return Figure(file.read_text())


class Report:
    """What check() found: `agrees`, and the program's words in `text`."""

    def __init__(self, agrees, text):
        self.agrees, self.text = agrees, text

    def __bool__(self):
        return self.agrees

    def __repr__(self):
        return self.text


def check(module, *inputs, tolerance=None, **options):
    """Compares a torch.nn.MultiheadAttention, or a model of transformers, with the program, stage by stage."""
    import torch

    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        folder = pathlib.Path(folder)
        if isinstance(module, torch.nn.MultiheadAttention):
            words = _attention(module, folder, *inputs, **options)
        else:
            words = _model(module, folder, *inputs, **options)
        if tolerance is not None:
            words += ["--tolerance", tolerance]
        done = _run("check", *words, "--against", folder / "mine.npz")
    return Report(done.returncode == 0, done.stdout)


def _attention(module, folder, query, key=None, value=None, key_padding_mask=None, need_weights=True, attn_mask=None,
               average_attn_weights=None, **options):
    """One layer: its weights, its input, and what it gives. The weights of each head are asked for, not their average."""
    if key is not None and key is not query or value is not None and value is not query:
        raise NotImplementedError("only self-attention is checked: key and value are the query")
    if module.in_proj_weight is None:
        raise NotImplementedError("keys and values of another width are not checked")
    if module.bias_k is not None or module.add_zero_attn:
        raise NotImplementedError("add_bias_kv and add_zero_attn are not checked: their key stands beside those of the tokens")
    if module.training and module.dropout > 0:
        raise ValueError("the module is being trained and drops numbers: call module.eval() first")
    unknown = set(options) - {"is_causal"}  # which only says of what kind attn_mask is
    if unknown:
        raise NotImplementedError(f"{', '.join(sorted(unknown))}: the program does not know this option of the call")
    Y, A = module(query, query, query, key_padding_mask=key_padding_mask, need_weights=need_weights, attn_mask=attn_mask,
                  average_attn_weights=False, **options)
    has_items = query.dim() == 3
    X, Y = (rows if module.batch_first or not has_items else rows.transpose(0, 1) for rows in (query, Y))
    np.savez(folder / "weights.npz", **{name: _numbers(of) for name, of in module.state_dict().items()})
    np.save(folder / "x.npy", _numbers(X))
    np.savez(folder / "mine.npz", Y=_numbers(Y), **({} if A is None else {"A": _numbers(A)}))
    words = ["--weights", folder / "weights.npz", "--input", folder / "x.npy", "--heads", module.num_heads, "--rotary",
             "none", "--mask", "none"]
    items, tokens = X.shape[:2] if has_items else (1, X.shape[0])
    if key_padding_mask is not None:
        np.save(folder / "padding.npy", _added(key_padding_mask).reshape(items, tokens))
        words += ["--padding", folder / "padding.npy"]
    if attn_mask is not None:
        mask = _added(attn_mask)
        np.save(folder / "mask.npy", mask.reshape(items, module.num_heads, tokens, tokens) if mask.ndim == 3 else mask)
        words += ["--mask-file", folder / "mask.npy"]
    return words


def _added(mask):
    """What is added to scores: where PyTorch's mask of truths hides, minus infinity."""
    import torch

    return _numbers(torch.zeros(mask.shape).masked_fill(mask.cpu(), -np.inf) if mask.dtype is torch.bool else mask)


# What a module's output is, by the end of its name. Heads stand side by side where the program has them apart.
_NAMES = {"q_proj": "Q", "k_proj": "K", "v_proj": "V", "o_proj": "Y", "mlp.up_proj": "mlp_up", "mlp.gate_proj": "mlp_gate",
          "mlp.down_proj": "mlp_Y", "mlp": "mlp_Y", "input_layernorm": "X", "ln_1": "X", "ln_2": "mlp_X",
          "attn.c_proj": "Y", "mlp.c_fc": "mlp_up", "mlp.c_proj": "mlp_Y"}
_OUTSIDE = {"norm": "norm_final", "ln_f": "norm_final", "lm_head": "logits"}


def _model(module, folder, ids, **options):
    """A whole model: its tensors and config as files, and what its modules give."""
    if not hasattr(module, "config"):
        raise NotImplementedError("expected torch.nn.MultiheadAttention, or a model with a config as transformers has")
    if module.training:
        raise ValueError("the model is being trained and may drop numbers: call model.eval() first")
    mask = options.pop("attention_mask", None)
    if mask is not None and not bool((mask == 1).all()):
        raise NotImplementedError("attention_mask hides tokens, which the program does not know: give each text by itself")
    unknown = set(options) - {"use_cache", "return_dict", "output_attentions", "output_hidden_states"}
    if unknown:
        raise NotImplementedError(f"{', '.join(sorted(unknown))}: the program does not know this option of the call")
    if ids.dim() > 2 or ids.is_floating_point():
        raise NotImplementedError("expected token ids, one text or texts of one length")
    ids = ids.reshape(-1, ids.shape[-1])
    found, hooks = {}, []

    def note(name):
        def hook(_module, _inputs, output):
            rows = _numbers(output[0] if isinstance(output, tuple) else output)
            found[name] = rows[0] if len(ids) == 1 else rows
        return hook

    for path, part in module.named_modules():
        pieces = path.split(".")
        number = next((piece for piece in pieces if piece.isdigit()), None)
        if number is None:
            name = _OUTSIDE.get(pieces[-1])
        else:
            behind = ".".join(pieces[pieces.index(number) + 1:])
            known = next((own for end, own in _NAMES.items() if behind == end or behind.endswith("." + end)), None)
            name = known and f"layers.{number}.{known}"
        if name:
            hooks.append(part.register_forward_hook(note(name)))
    try:
        module(ids, **options)
    finally:
        for hook in hooks:
            hook.remove()
    if not found:
        raise NotImplementedError("no module of this model has a name that is known")
    config = module.config.to_dict() if hasattr(module.config, "to_dict") else dict(module.config)
    (folder / "config.json").write_text(json.dumps(config, default=str))
    _write_safetensors(folder / "model.safetensors", module.state_dict())
    np.savez(folder / "mine.npz", **found)
    np.save(folder / "ids.npy", ids.cpu().numpy().astype("<f4"))
    return [folder, "--ids", folder / "ids.npy"]


def _numbers(tensor):
    return np.ascontiguousarray(tensor.detach().cpu().float().numpy())


def _write_safetensors(path, tensors):
    header, place, parts = {}, 0, []
    for name, tensor in tensors.items():
        numbers = _numbers(tensor)
        header[name] = {"dtype": "F32", "shape": list(numbers.shape), "data_offsets": [place, place + numbers.nbytes]}
        place += numbers.nbytes
        parts.append(numbers)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for numbers in parts:
            file.write(numbers.astype("<f4").tobytes())
