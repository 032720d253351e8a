#include <cstdio>
#include <cstring>
#include <vector>
__global__ void flush(const float* in, const double* wide, const unsigned short* half, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float a = in[i], b = in[n + i], c = in[2 * n + i], d = in[3 * n + i];
  double e = wide[i];
  unsigned short p = half[i], q = half[n + i], z = half[2 * n + i];
  {
    float x;
    asm volatile("mul.rn.ftz.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
    out[0 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("fma.rn.ftz.f32 %0, %1, %2, %3;" : "=f"(x) : "f"(a), "f"(b), "f"(c));
    out[1 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("div.rn.ftz.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(d));
    out[2 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("mul.rz.ftz.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
    out[3 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("fma.rz.ftz.f32 %0, %1, %2, %3;" : "=f"(x) : "f"(a), "f"(b), "f"(c));
    out[4 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("div.rz.ftz.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(d));
    out[5 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("mul.rm.ftz.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
    out[6 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("fma.rm.ftz.f32 %0, %1, %2, %3;" : "=f"(x) : "f"(a), "f"(b), "f"(c));
    out[7 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("div.rm.ftz.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(d));
    out[8 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("mul.rp.ftz.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
    out[9 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("fma.rp.ftz.f32 %0, %1, %2, %3;" : "=f"(x) : "f"(a), "f"(b), "f"(c));
    out[10 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("div.rp.ftz.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(d));
    out[11 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("mul.rn.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
    out[12 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("mul.rn.ftz.sat.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
    out[13 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("cvt.rn.ftz.f32.f64 %0, %1;" : "=f"(x) : "d"(e));
    out[14 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("cvt.rz.ftz.f32.f64 %0, %1;" : "=f"(x) : "d"(e));
    out[15 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("cvt.rm.ftz.f32.f64 %0, %1;" : "=f"(x) : "d"(e));
    out[16 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("cvt.rp.ftz.f32.f64 %0, %1;" : "=f"(x) : "d"(e));
    out[17 * n + i] = __float_as_uint(x);
  }
  {
    unsigned short x;
    asm volatile("mul.rn.ftz.f16 %0, %1, %2;" : "=h"(x) : "h"(p), "h"(q));
    out[18 * n + i] = x;
  }
  {
    unsigned short x;
    asm volatile("fma.rn.ftz.f16 %0, %1, %2, %3;" : "=h"(x) : "h"(p), "h"(q), "h"(z));
    out[19 * n + i] = x;
  }
  {
    unsigned short x;
    asm volatile("mul.rn.f16 %0, %1, %2;" : "=h"(x) : "h"(p), "h"(q));
    out[20 * n + i] = x;
  }
  {
    unsigned x;
    asm volatile("fns.b32 %0, %1, %2, %3;"
                 : "=r"(x)
                 : "r"(__float_as_uint(a)), "r"(i & 31),
                   "r"(i % 7 == 0 ? 0x80000000u : (unsigned)(i % 67 - 33)));
    out[21 * n + i] = x;
  }
}
int main() {
  const int n = 1500;
  std::vector<float> f(4 * n);
  std::vector<double> w(n);
  std::vector<unsigned short> h(3 * n);
  unsigned s = 5;
  auto r = [&] {
    s = s * 1664525u + 1013904223u;
    return s >> 8;
  };
  for (int i = 0; i < n; ++i) {
    unsigned ba = (64u + r() % 60) << 23 | (r() & 0x7fffff);
    float a;
    memcpy(&a, &ba, 4);
    double b = 0x1p-126 / a;
    float fb = (float)b;
    unsigned bb;
    memcpy(&bb, &fb, 4);
    bb += r() % 7 - 3;
    memcpy(&fb, &bb, 4);
    f[i] = r() & 1 ? -a : a;
    f[n + i] = fb;
    f[2 * n + i] = i % 3 == 0   ? 0.0f
                   : i % 3 == 1 ? 0x1p-126f * (1 + (r() & 3) * 0x1p-23f)
                                : -0x1p-126f * (1 + (r() & 7) * 0x1p-23f);
    if (i % 3 != 0) f[n + i] *= (i % 5) ? 0x1p-10f : 2.0f;
    double dd = a / 0x1p-126;
    float fd = (float)dd;
    unsigned bd;
    memcpy(&bd, &fd, 4);
    bd += r() % 7 - 3;
    memcpy(&fd, &bd, 4);
    f[3 * n + i] = fd;
    w[i] = 0x1p-126 * (1 - (double)(r() % 4096) * 0x1p-34) * (r() & 1 ? 1 : -1);
    h[i] = 0x1400 + r() % 0x2000;
    h[n + i] = 0x2000 + r() % 0x1c00;
    h[2 * n + i] = i % 2 ? 0 : 0x0400 + r() % 4;
  }
  float* d;
  double* v;
  unsigned short* g;
  unsigned* o;
  cudaMalloc(&d, f.size() * 4);
  cudaMalloc(&v, n * 8);
  cudaMalloc(&g, h.size() * 2);
  cudaMalloc(&o, n * 4 * 22);
  cudaMemset(o, 0, n * 4 * 22);
  cudaMemcpy(d, f.data(), f.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(v, w.data(), n * 8, cudaMemcpyHostToDevice);
  cudaMemcpy(g, h.data(), h.size() * 2, cudaMemcpyHostToDevice);
  flush<<<(n + 127) / 128, 128>>>(d, v, g, o, n);
  printf("flush_truth %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
