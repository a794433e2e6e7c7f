#!/usr/bin/python3
"""Makes the golden files of tests/data/npy with NumPy; the safetensors file is put together by hand, as the format's
description has it. Run it from anywhere; the same NumPy gives the same bytes.

Unless a name says otherwise, an array has shape (2, 3) and holds -2 ... 3 (0 ... 5 where there is no sign; 0 and 1 by
turns where there are only two values), halved for floats.
"""

import io
import json
import pathlib
import struct
import zipfile

import numpy as np
from numpy.lib import format as npy_format

FOLDER = pathlib.Path(__file__).parent / "npy"
FIRST_DAY = (1980, 1, 1, 0, 0, 0)


def example(dtype):
    kind = np.dtype(dtype).kind
    counted = np.arange(6).reshape(2, 3)
    if kind == "b":
        return counted % 2 == 1
    if kind == "u":
        return counted.astype(dtype)
    if kind == "i":
        return (counted - 2).astype(dtype)
    return ((counted - 2) / 2).astype(dtype)


def npy_bytes(array, version=None, allow_pickle=False):
    file = io.BytesIO()
    npy_format.write_array(file, array, version=version, allow_pickle=allow_pickle)
    return file.getvalue()


def write_npy_files():
    for dtype in ["?", "i1", "u1", "<i2", ">i2", "<u2", "<i4", ">i4", "<u4", "<i8", ">i8", "<u8",
                  "<f2", ">f2", "<f4", ">f4", "<f8", ">f8"]:
        order = {"<": "little_", ">": "big_"}.get(dtype[0], "")
        (FOLDER / f"{order}{np.dtype(dtype).name}.npy").write_bytes(npy_bytes(example(dtype)))
    for version in [(1, 0), (2, 0), (3, 0)]:
        (FOLDER / f"version_{version[0]}.npy").write_bytes(npy_bytes(example("<f4"), version))
    (FOLDER / "fortran.npy").write_bytes(npy_bytes(np.asfortranarray(example("<f4"))))
    counted = np.arange(24, dtype="<i2").reshape(2, 3, 4)
    (FOLDER / "fortran_2x3x4.npy").write_bytes(npy_bytes(np.asfortranarray(counted)))
    for shape in [(), (1,), (4,), (0, 3), (2, 0, 5), (2, 3, 4)]:
        array = np.arange(np.prod(shape, dtype=int), dtype="<f4").reshape(shape)
        name = "x".join(map(str, shape)) or "scalar"
        (FOLDER / f"shape_{name}.npy").write_bytes(npy_bytes(array))
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, 3.4028235e38, 1e300, -1e300], dtype="<f8")
    (FOLDER / "special_float64.npy").write_bytes(npy_bytes(special))
    (FOLDER / "refused_object.npy").write_bytes(npy_bytes(np.array([{}, 1], dtype=object), allow_pickle=True))
    (FOLDER / "refused_text.npy").write_bytes(npy_bytes(np.array(["ab", "c"])))
    (FOLDER / "refused_complex.npy").write_bytes(npy_bytes(np.array([1j])))
    (FOLDER / "refused_records.npy").write_bytes(npy_bytes(np.zeros(2, dtype=[("a", "<f4"), ("b", "<i4")])))
    (FOLDER / "refused_dates.npy").write_bytes(npy_bytes(np.zeros(2, dtype="datetime64[s]")))


def write_headers():
    """What NumPy writes before the numbers of float32, for shapes whose headers end near a multiple of 64 bytes."""
    lines = []
    shapes = [(), (1,), (4,), (0, 3), (2, 3), (12, 1024, 1024), (1, 12, 1024, 1024), (999999999, 1), (1000000000000,)]
    shapes += [(7,) + (1,) * length for length in range(1, 31)]
    for shape in shapes:
        file = io.BytesIO()
        npy_format.write_array_header_1_0(file, {"descr": "<f4", "fortran_order": False, "shape": shape})
        lines.append(",".join(map(str, shape)) + " " + file.getvalue().hex())
    (FOLDER / "headers.txt").write_text("\n".join(lines) + "\n")


def write_npz(name, compression, entries):
    with zipfile.ZipFile(FOLDER / name, "w", compression) as archive:
        for entry, content in entries:
            info = zipfile.ZipInfo(entry, FIRST_DAY)
            info.compress_type = compression
            with archive.open(info, "w", force_zip64=True) as file:  # as np.savez does
                file.write(content)


def write_npz_files():
    ids = np.array([[3, 1, 4], [1, 5, 9]], dtype="<i8")
    entries = [("W_Q.npy", npy_bytes(example("<f4"))), ("ids.npy", npy_bytes(ids)),
               ("layer0.X.npy", npy_bytes(np.asfortranarray(example("<f8")))),
               ("nothing.npy", npy_bytes(np.zeros((0, 4), dtype="<f4")))]
    write_npz("stored.npz", zipfile.ZIP_STORED, entries)
    write_npz("deflated.npz", zipfile.ZIP_DEFLATED, entries)
    write_npz("other_entries.npz", zipfile.ZIP_STORED, [("notes.txt", b"hello"), entries[0]])
    write_npz("bzip2.npz", zipfile.ZIP_BZIP2, entries[:1])
    write_npz("zeros.npz", zipfile.ZIP_DEFLATED, [("zeros.npy", npy_bytes(np.zeros((1024, 2048), dtype="<f4")))])
    recorded = [("A.npy", npy_bytes(np.array([[1, 0, 0], [0.25, 0.75, 0], [0.5, 0.25, 0.25]], dtype="<f4")))]
    write_npz("recorded.npz", zipfile.ZIP_STORED, recorded)
    write_npz("empty.npz", zipfile.ZIP_STORED, [])


def bfloat16_bytes(array):
    return (array.astype("<f4").view("<u4") >> 16).astype("<u2").tobytes()


def write_safetensors():
    floats = example("<f4")
    tensors = [("weight.F32", "F32", (2, 3), floats.tobytes()),
               ("weight.F64", "F64", (2, 3), example("<f8").tobytes()),
               ("weight.F16", "F16", (2, 3), example("<f2").tobytes()),
               ("weight.BF16", "BF16", (2, 3), bfloat16_bytes(floats)),
               ("ids.I64", "I64", (2, 3), example("<i8").tobytes()),
               ("ids.I32", "I32", (2, 3), example("<i4").tobytes()),
               ("mask.BOOL", "BOOL", (2, 3), example("?").tobytes()),
               ("scalar", "F32", (), np.float32(7).tobytes()),
               ("nothing", "F32", (0, 4), b""),
               ("small.U8", "U8", (2, 3), example("u1").tobytes()),
               ("odd.F32", "F32", (2, 3), b"\0" + floats.tobytes())]
    header = {"__metadata__": {"format": "pt"}}
    data = b""
    for name, dtype, shape, content in tensors:
        skipped = 1 if name == "odd.F32" else 0  # at an address that no float has
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data) + skipped, len(data) + len(content)]}
        data += content
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    (FOLDER / "tensors.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + data)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    write_npy_files()
    write_headers()
    write_npz_files()
    write_safetensors()
