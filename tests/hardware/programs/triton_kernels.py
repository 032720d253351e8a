#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records what kernels of Triton find and leave in memory on the first GPU: triton_kernels.py FOLDER writes
FOLDER/triton_NAME/triton_NAME.json, .bin and .ptx for each (tb/recording/README.md). Exit status 1 when one fails."""
import json
import pathlib
import re
import struct
import sys

import torch
import triton
import triton.language as tl

folder = pathlib.Path(sys.argv[1])
torch.manual_seed(1)
bytes_of_type = {"8": 1, "16": 2, "32": 4, "64": 8}
failed = 0


def scalar(value):
    """The bits of an argument that is no tensor."""
    if isinstance(value, float):
        return struct.unpack("<I", struct.pack("<f", value))[0]
    return value & (2**64 - 1)


def steps_of(kernel, grid, arguments, constants, warps):
    """Launches the kernel once. Returns the steps of the recording, their data, and the PTX."""
    tensors = [a for a in arguments if torch.is_tensor(a)]
    steps, data = [], bytearray()

    def add(kind, tensor):
        content = tensor.contiguous().view(torch.uint8).cpu().numpy().tobytes()
        steps.append({kind: tensor.data_ptr(), "data": [len(data), len(content)]})
        data.extend(content)

    for t in tensors:
        steps.append({"allocate": t.data_ptr(), "bytes": t.numel() * t.element_size()})
    for t in tensors:
        add("write", t)
    compiled = kernel[grid](*arguments, **constants, num_warps=warps)
    torch.cuda.synchronize()
    ptx = compiled.asm["ptx"]
    name, parameters = re.search(r"\.entry\s+(\w+)\s*\(([^)]*)\)", ptx).groups()
    sizes = [bytes_of_type[re.search(r"\.[busf](8|16|32|64)\b", p)[1]] for p in parameters.split(",") if ".param" in p]
    # An integer that is 1 has become a constant; the last parameters are scratch memory that these kernels do not use.
    values = [a.data_ptr() if torch.is_tensor(a) else scalar(a) for a in arguments if not (isinstance(a, int) and a == 1)]
    values += [0] * (len(sizes) - len(values))
    steps.append({"launch": name, "grid": (list(grid) + [1, 1])[:3], "cta": [32 * warps, 1, 1],
                  "shared": compiled.metadata.shared,
                  "parameters": [(v % 256**s).to_bytes(s, "little").hex() for v, s in zip(values, sizes)]})
    for t in tensors:
        add("expect", t)
    return steps, data, ptx


def record(name, kernel, grid, arguments, constants, warps=4):
    global failed
    base = folder / f"triton_{name}" / f"triton_{name}"
    base.parent.mkdir(parents=True, exist_ok=True)
    try:
        steps, data, ptx = steps_of(kernel, grid, arguments, constants, warps)
    except Exception as error:  # what Triton or the driver says; the other kernels are recorded all the same
        failed = 1
        print(f"{name}: {error}", file=sys.stderr)
        return
    lines = ",\n".join(json.dumps(step) for step in steps)
    base.with_suffix(".json").write_text(f'{{"device": "{torch.cuda.get_device_name()}", "steps": [\n{lines}\n]}}\n')
    base.with_suffix(".bin").write_bytes(data)
    base.with_suffix(".ptx").write_text(ptx)


def drawn(*shape, dtype=torch.float32):
    return torch.randn(*shape, device="cuda").to(dtype)


def zeros(*shape, dtype=torch.float32):
    return torch.zeros(*shape, device="cuda", dtype=dtype)


def integers(low, high, *shape):
    return torch.randint(low, high, shape, device="cuda", dtype=torch.int32)


@triton.jit
def add(x, y, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    tl.store(o + i, tl.load(x + i, mask=m) + tl.load(y + i, mask=m), mask=m)


@triton.jit
def softmax(o, x, stride, n, B: tl.constexpr):
    r = tl.program_id(0)
    c = tl.arange(0, B)
    v = tl.load(x + r * stride + c, mask=c < n, other=-float("inf"))
    v = v - tl.max(v, axis=0)
    e = tl.exp(v)
    tl.store(o + r * stride + c, e / tl.sum(e, axis=0), mask=c < n)


@triton.jit
def layer_norm(x, y, w, b, n, eps, B: tl.constexpr):
    r = tl.program_id(0)
    c = tl.arange(0, B)
    m = c < n
    v = tl.load(x + r * n + c, mask=m, other=0.0).to(tl.float32)
    mean = tl.sum(v, axis=0) / n
    d = tl.where(m, v - mean, 0.0)
    var = tl.sum(d * d, axis=0) / n
    tl.store(y + r * n + c, d / tl.sqrt(var + eps) * tl.load(w + c, mask=m) + tl.load(b + c, mask=m), mask=m)


@triton.jit
def int_hash(x, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i, mask=i < n)
    v = (v ^ (v >> 16)) * 0x45d9f3b
    v = (v ^ (v >> 15)) % 1013
    v = v // 7 + (v & 31) << 3
    tl.store(o + i, v, mask=i < n)


@triton.jit
def scan(x, o, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(o + i, tl.cumsum(tl.load(x + i), axis=0))


@triton.jit
def sort(x, o, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(o + i, tl.sort(tl.load(x + i)))


@triton.jit
def argmax(x, o, p, n, B: tl.constexpr):
    r = tl.program_id(0)
    c = tl.arange(0, B)
    v = tl.load(x + r * n + c, mask=c < n, other=-1e9)
    tl.store(o + r, tl.argmax(v, axis=0))
    tl.store(p + r, tl.max(v, axis=0))


@triton.jit
def histogram(x, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i, mask=i < n, other=0)
    tl.atomic_add(o + v, tl.where(i < n, 1, 0), mask=i < n)


@triton.jit
def philox(o, seed, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(o + i, tl.randint(seed, i))


@triton.jit
def rand_drop(x, o, p, seed, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i, mask=i < n)
    k = tl.rand(seed, i) > p
    tl.store(o + i, tl.where(k, v / (1 - p), 0.0), mask=i < n)


@triton.jit
def gelu(x, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i, mask=i < n)
    tl.store(o + i, 0.5 * v * (1 + tl.erf(v * 0.7071067811865476)), mask=i < n)


@triton.jit
def casts(x, h, b, k, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i, mask=i < n)
    tl.store(h + i, v.to(tl.float16), mask=i < n)
    tl.store(b + i, v.to(tl.bfloat16), mask=i < n)
    tl.store(k + i, (v * 100).to(tl.int8), mask=i < n)


@triton.jit
def half_axpy(x, y, o, a, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(o + i, tl.load(x + i, mask=i < n) * a + tl.load(y + i, mask=i < n), mask=i < n)


@triton.jit
def transpose(x, o, M, N, BM: tl.constexpr, BN: tl.constexpr):
    r = tl.program_id(0) * BM + tl.arange(0, BM)
    c = tl.program_id(1) * BN + tl.arange(0, BN)
    v = tl.load(x + r[:, None] * N + c[None, :], mask=(r[:, None] < M) & (c[None, :] < N), other=0.0)
    tl.store(o + c[:, None] * M + r[None, :], tl.trans(v), mask=(c[:, None] < N) & (r[None, :] < M))


@triton.jit
def outer_reduce(x, o, M, N, BM: tl.constexpr, BN: tl.constexpr):
    c = tl.program_id(0) * BN + tl.arange(0, BN)
    acc = tl.zeros((BN,), dtype=tl.float32)
    for r0 in range(0, M, BM):
        r = r0 + tl.arange(0, BM)
        acc += tl.sum(tl.load(x + r[:, None] * N + c[None, :], mask=(r[:, None] < M) & (c[None, :] < N), other=0.0), axis=0)
    tl.store(o + c, acc, mask=c < N)


@triton.jit
def while_collatz(x, o, n, B: tl.constexpr):
    i = tl.program_id(0)
    v = tl.load(x + i)
    s = 0
    while v != 1:
        v = tl.where(v % 2 == 0, v // 2, 3 * v + 1)
        s += 1
    tl.store(o + i, s)

n = 1000
record("add", add, (4,), [drawn(n), drawn(n), zeros(n), n], dict(B=256))
record("add_w8", add, (1,), [drawn(n), drawn(n), zeros(n), n], dict(B=1024), 8)
record("softmax", softmax, (8,), [zeros(8, 100), drawn(8, 100), 100, 100], dict(B=128))
record("layer_norm", layer_norm, (6,), [drawn(6, 200), zeros(6, 200), drawn(200), drawn(200), 200, 1e-5], dict(B=256))
record("int_hash", int_hash, (4,), [integers(-2**31, 2**31 - 1, n), zeros(n, dtype=torch.int32), n], dict(B=256))
record("scan", scan, (1,), [integers(-9, 9, 512), zeros(512, dtype=torch.int32)], dict(B=512))
record("sort", sort, (1,), [integers(-999, 999, 256), zeros(256, dtype=torch.int32)], dict(B=256))
record("sort_float", sort, (1,), [drawn(256), zeros(256)], dict(B=256))
record("argmax", argmax, (5,), [drawn(5, 77), zeros(5, dtype=torch.int32), zeros(5), 77], dict(B=128))
record("histogram", histogram, (4,), [integers(0, 40, n), zeros(64, dtype=torch.int32), n], dict(B=256))
record("philox", philox, (2,), [zeros(512, dtype=torch.int32), 12345], dict(B=256))
record("rand_drop", rand_drop, (4,), [drawn(n), zeros(n), 0.3, 77, n], dict(B=256))
record("gelu", gelu, (4,), [drawn(n), zeros(n), n], dict(B=256))
record("casts", casts, (4,),
       [drawn(n), zeros(n, dtype=torch.float16), zeros(n, dtype=torch.bfloat16), zeros(n, dtype=torch.int8), n], dict(B=256))
record("half_axpy", half_axpy, (4,),
       [drawn(n, dtype=torch.float16), drawn(n, dtype=torch.float16), zeros(n, dtype=torch.float16), 1.5, n], dict(B=256))
record("bf16_axpy", half_axpy, (4,),
       [drawn(n, dtype=torch.bfloat16), drawn(n, dtype=torch.bfloat16), zeros(n, dtype=torch.bfloat16), 1.5, n], dict(B=256))
record("transpose", transpose, (3, 2), [drawn(80, 50), zeros(50, 80), 80, 50], dict(BM=32, BN=32))
record("outer_reduce", outer_reduce, (2,), [drawn(70, 100), zeros(100), 70, 100], dict(BM=16, BN=64))
record("collatz", while_collatz, (12,), [integers(1, 5000, 12), zeros(12, dtype=torch.int32), 12], dict(B=32), 1)
sys.exit(failed)
