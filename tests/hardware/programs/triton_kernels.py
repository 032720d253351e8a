import json, os, re, sys, traceback
import torch, triton, triton.language as tl
out_dir = sys.argv[1]; os.makedirs(out_dir, exist_ok=True)
torch.manual_seed(1)
size = {"8": 1, "16": 2, "32": 4, "64": 8}
def record(name, kernel, grid, args, const, num_warps=4, **kw):
    try:
        tensors = [a for a in args if torch.is_tensor(a)]
        torch.cuda.synchronize()
        steps, data = [], bytearray()
        def put(kind, t):
            b = t.contiguous().view(torch.uint8).cpu().numpy().tobytes()
            steps.append({kind: t.data_ptr(), "data": [len(data), len(b)]}); data.extend(b)
        for t in tensors: steps.append({"allocate": t.data_ptr(), "bytes": t.numel() * t.element_size()})
        for t in tensors: put("write", t)
        h = kernel[grid](*args, **const, num_warps=num_warps, **kw)
        torch.cuda.synchronize()
        ptx = h.asm["ptx"]
        m = re.search(r"\.entry\s+(\w+)\s*\(([^)]*)\)", ptx)
        sizes = [size[re.search(r"\.[busf](8|16|32|64)\b", p)[1]] for p in m[2].split(",") if ".param" in p]
        values = []
        for a in args:
            if torch.is_tensor(a): values.append(a.data_ptr())
            elif isinstance(a, int) and a == 1: continue
            elif isinstance(a, float):
                import struct; values.append(struct.unpack("<I", struct.pack("<f", a))[0])
            else: values.append(a & (2**64 - 1))
        values += [0] * (len(sizes) - len(values))
        g = list(grid) + [1, 1, 1]
        steps.append({"launch": m[1], "grid": g[:3], "cta": [32 * num_warps, 1, 1], "shared": h.metadata.shared, "parameters": [(v & (256**s - 1)).to_bytes(s, "little").hex() for v, s in zip(values, sizes)]})
        for t in tensors: put("expect", t)
        base = os.path.join(out_dir, "triton_" + name); os.makedirs(base, exist_ok=True)
        json.dump({"device": torch.cuda.get_device_name(), "driver": 0, "steps": steps}, open(base + "/triton_" + name + ".json", "w"))
        open(base + "/triton_" + name + ".bin", "wb").write(data); open(base + "/triton_" + name + ".ptx", "w").write(ptx)
        print(name, "ok", len(ptx), sizes, flush=True)
    except Exception as e: print(name, "FAILED", repr(e)[:300], flush=True)
def rnd(*s, dtype=torch.float32): return torch.randn(*s, device="cuda").to(dtype)
@triton.jit
def add(x, y, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B); m = i < n
    tl.store(o + i, tl.load(x + i, mask=m) + tl.load(y + i, mask=m), mask=m)
@triton.jit
def softmax(o, x, stride, n, B: tl.constexpr):
    r = tl.program_id(0); c = tl.arange(0, B); v = tl.load(x + r * stride + c, mask=c < n, other=-float("inf"))
    v = v - tl.max(v, axis=0); e = tl.exp(v); tl.store(o + r * stride + c, e / tl.sum(e, axis=0), mask=c < n)
@triton.jit
def layer_norm(x, y, w, b, n, eps, B: tl.constexpr):
    r = tl.program_id(0); c = tl.arange(0, B); m = c < n
    v = tl.load(x + r * n + c, mask=m, other=0.0).to(tl.float32)
    mean = tl.sum(v, axis=0) / n; d = tl.where(m, v - mean, 0.0); var = tl.sum(d * d, axis=0) / n
    tl.store(y + r * n + c, d / tl.sqrt(var + eps) * tl.load(w + c, mask=m) + tl.load(b + c, mask=m), mask=m)
@triton.jit
def int_hash(x, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B); v = tl.load(x + i, mask=i < n)
    v = (v ^ (v >> 16)) * 0x45d9f3b; v = (v ^ (v >> 15)) % 1013; v = v // 7 + (v & 31) << 3
    tl.store(o + i, v, mask=i < n)
@triton.jit
def scan(x, o, B: tl.constexpr):
    i = tl.arange(0, B); tl.store(o + i, tl.cumsum(tl.load(x + i), axis=0))
@triton.jit
def sort(x, o, B: tl.constexpr):
    i = tl.arange(0, B); tl.store(o + i, tl.sort(tl.load(x + i)))
@triton.jit
def argmax(x, o, p, n, B: tl.constexpr):
    r = tl.program_id(0); c = tl.arange(0, B); v = tl.load(x + r * n + c, mask=c < n, other=-1e9)
    tl.store(o + r, tl.argmax(v, axis=0)); tl.store(p + r, tl.max(v, axis=0))
@triton.jit
def histogram(x, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B); v = tl.load(x + i, mask=i < n, other=0)
    tl.atomic_add(o + v, tl.where(i < n, 1, 0), mask=i < n)
@triton.jit
def philox(o, seed, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B); tl.store(o + i, tl.randint(seed, i))
@triton.jit
def rand_drop(x, o, p, seed, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B); v = tl.load(x + i, mask=i < n); k = tl.rand(seed, i) > p
    tl.store(o + i, tl.where(k, v / (1 - p), 0.0), mask=i < n)
@triton.jit
def gelu(x, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B); v = tl.load(x + i, mask=i < n)
    tl.store(o + i, 0.5 * v * (1 + tl.erf(v * 0.7071067811865476)), mask=i < n)
@triton.jit
def casts(x, h, b, k, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B); v = tl.load(x + i, mask=i < n)
    tl.store(h + i, v.to(tl.float16), mask=i < n); tl.store(b + i, v.to(tl.bfloat16), mask=i < n); tl.store(k + i, (v * 100).to(tl.int8), mask=i < n)
@triton.jit
def half_axpy(x, y, o, a, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B); tl.store(o + i, tl.load(x + i, mask=i < n) * a + tl.load(y + i, mask=i < n), mask=i < n)
@triton.jit
def transpose(x, o, M, N, BM: tl.constexpr, BN: tl.constexpr):
    r = tl.program_id(0) * BM + tl.arange(0, BM); c = tl.program_id(1) * BN + tl.arange(0, BN)
    v = tl.load(x + r[:, None] * N + c[None, :], mask=(r[:, None] < M) & (c[None, :] < N), other=0.0)
    tl.store(o + c[:, None] * M + r[None, :], tl.trans(v), mask=(c[:, None] < N) & (r[None, :] < M))
@triton.jit
def matmul(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    r = tl.program_id(0) * BM + tl.arange(0, BM); q = tl.program_id(1) * BN + tl.arange(0, BN); acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        kk = k + tl.arange(0, BK)
        acc += tl.dot(tl.load(a + r[:, None] * K + kk[None, :]), tl.load(b + kk[:, None] * N + q[None, :]), input_precision="ieee")
    tl.store(c + r[:, None] * N + q[None, :], acc)
@triton.jit
def outer_reduce(x, o, M, N, BM: tl.constexpr, BN: tl.constexpr):
    c = tl.program_id(0) * BN + tl.arange(0, BN); acc = tl.zeros((BN,), dtype=tl.float32)
    for r0 in range(0, M, BM):
        r = r0 + tl.arange(0, BM)
        acc += tl.sum(tl.load(x + r[:, None] * N + c[None, :], mask=(r[:, None] < M) & (c[None, :] < N), other=0.0), axis=0)
    tl.store(o + c, acc, mask=c < N)
@triton.jit
def while_collatz(x, o, n, B: tl.constexpr):
    i = tl.program_id(0); v = tl.load(x + i); s = 0
    while v != 1:
        v = tl.where(v % 2 == 0, v // 2, 3 * v + 1); s += 1
    tl.store(o + i, s)
n = 1000
z = lambda *s, dtype=torch.float32: torch.zeros(*s, device="cuda", dtype=dtype)
ri = lambda lo, hi, *s: torch.randint(lo, hi, s, device="cuda", dtype=torch.int32)
record("add", add, (4,), [rnd(n), rnd(n), z(n), n], dict(B=256))
record("add_w8", add, (1,), [rnd(n), rnd(n), z(n), n], dict(B=1024), 8)
record("softmax", softmax, (8,), [z(8, 100), rnd(8, 100), 100, 100], dict(B=128))
record("layer_norm", layer_norm, (6,), [rnd(6, 200), z(6, 200), rnd(200), rnd(200), 200, 1e-5], dict(B=256))
record("int_hash", int_hash, (4,), [ri(-2**31, 2**31 - 1, n), z(n, dtype=torch.int32), n], dict(B=256))
record("scan", scan, (1,), [ri(-9, 9, 512), z(512, dtype=torch.int32)], dict(B=512))
record("sort", sort, (1,), [ri(-999, 999, 256), z(256, dtype=torch.int32)], dict(B=256))
record("sort_float", sort, (1,), [rnd(256), z(256)], dict(B=256))
record("argmax", argmax, (5,), [rnd(5, 77), z(5, dtype=torch.int32), z(5), 77], dict(B=128))
record("histogram", histogram, (4,), [ri(0, 40, n), z(64, dtype=torch.int32), n], dict(B=256))
record("philox", philox, (2,), [z(512, dtype=torch.int32), 12345], dict(B=256))
record("rand_drop", rand_drop, (4,), [rnd(n), z(n), 0.3, 77, n], dict(B=256))
record("gelu", gelu, (4,), [rnd(n), z(n), n], dict(B=256))
record("casts", casts, (4,), [rnd(n), z(n, dtype=torch.float16), z(n, dtype=torch.bfloat16), z(n, dtype=torch.int8), n], dict(B=256))
record("half_axpy", half_axpy, (4,), [rnd(n, dtype=torch.float16), rnd(n, dtype=torch.float16), z(n, dtype=torch.float16), 1.5, n], dict(B=256))
record("bf16_axpy", half_axpy, (4,), [rnd(n, dtype=torch.bfloat16), rnd(n, dtype=torch.bfloat16), z(n, dtype=torch.bfloat16), 1.5, n], dict(B=256))
record("transpose", transpose, (3, 2), [rnd(80, 50), z(50, 80), 80, 50], dict(BM=32, BN=32))
record("matmul", matmul, (2, 2), [rnd(64, 48), rnd(48, 64), z(64, 64), 64, 64, 48], dict(BM=32, BN=32, BK=16))
record("matmul_f16", matmul, (2, 2), [rnd(64, 48, dtype=torch.float16), rnd(48, 64, dtype=torch.float16), z(64, 64), 64, 64, 48], dict(BM=32, BN=32, BK=16))
record("outer_reduce", outer_reduce, (2,), [rnd(70, 100), z(100), 70, 100], dict(BM=16, BN=64))
record("collatz", while_collatz, (12,), [ri(1, 5000, 12), z(12, dtype=torch.int32), 12], dict(B=32), 1)
