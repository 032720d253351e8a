#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// 64-bit signed min/max, float, double, half2, 16-bit compare-and-swap, and the _block and _system forms.
__global__ void sums(float* f, double* d, __half2* h, __half* h1, __nv_bfloat16* b, long long* l,
                     const int* x, int n) {
  __shared__ float sf;
  __shared__ double sd;
  __shared__ __half2 sh;
  __shared__ long long lo, hi;
  if (!threadIdx.x) {
    sf = 0;
    sd = 0;
    sh = __float2half2_rn(0);
    lo = INT64_MAX;
    hi = INT64_MIN;
  }
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int v = x[i];
    atomicAdd(f, (float)v);
    atomicAdd(d, v * 0.5);
    atomicAdd(h, __floats2half2_rn((float)(v & 1), 1.0f));
    atomicAdd(h1, __float2half(1.0f));
    atomicAdd(b + (i & 3), __float2bfloat16((float)(v & 1)));
    atomicAdd(&sf, (float)-v);
    atomicAdd(&sd, v * 0.25);
    atomicAdd(&sh, __floats2half2_rn(1.0f, 2.0f));
    long long w = (long long)v * 0x123456789ll;
    atomicMin(&lo, w);
    atomicMax(&hi, w);
    atomicMin(l, w);
    atomicMax(l + 1, w);
    atomicAnd((unsigned long long*)l + 2, ~(1ull << (i & 63)) | 0xff);
    atomicOr((unsigned long long*)l + 3, 1ull << (i % 61));
    float fo = atomicExch(f + 8 + i, (float)v);
    f[8 + n + i] = fo;
  }
  __syncthreads();
  if (!threadIdx.x) {
    f[1 + blockIdx.x] = sf;
    d[1 + blockIdx.x] = sd;
    h[1 + blockIdx.x] = sh;
    l[4 + 2 * blockIdx.x] = lo;
    l[5 + 2 * blockIdx.x] = hi;
  }
}
__global__ void scopes(unsigned* g, unsigned long long* q, float* f, double* d) {
  __shared__ unsigned s[4];
  __shared__ unsigned long long t[2];
  if (threadIdx.x < 4) s[threadIdx.x] = 0;
  if (threadIdx.x < 2) t[threadIdx.x] = 0;
  __syncthreads();
  unsigned v = threadIdx.x * 7 + 1;
  atomicAdd_block(g + 16 * blockIdx.x, v);
  atomicAdd_system(g + 64, v);
  atomicMax_block(g + 16 * blockIdx.x + 1, v);
  atomicMin_system((int*)g + 65, -(int)v);
  atomicOr_block(g + 16 * blockIdx.x + 2, 1u << (v & 31));
  atomicXor_system(g + 66, v);
  atomicAnd_system(g + 67, ~v);
  atomicInc_block(g + 16 * blockIdx.x + 3, 100);
  atomicDec_system(g + 68, 1000);
  atomicSub_block(g + 16 * blockIdx.x + 4, v);
  atomicAdd_block(q + blockIdx.x, (unsigned long long)v << 30);
  atomicAdd_system(q + 8, (unsigned long long)v << 33);
  atomicMax_system(q + 9, (unsigned long long)v << 40);
  atomicAdd_block(f + blockIdx.x, (float)v);
  atomicAdd_system(f + 8, 1.0f);
  atomicAdd_block(d + blockIdx.x, 0.5 * v);
  atomicAdd_system(d + 8, 2.0);
  atomicAdd_block(s, v);
  atomicAdd_block(t, (unsigned long long)v);
  atomicExch_block(s + 1, 5u);
  if (threadIdx.x == 3) atomicCAS_block(s + 2, 0u, 77u);
  if (threadIdx.x == 3) atomicCAS_system(q + 10, 0ull, 99ull);
  __syncthreads();
  if (threadIdx.x < 4) g[16 * blockIdx.x + 8 + threadIdx.x] = s[threadIdx.x] + (unsigned)t[threadIdx.x & 1];
}
__global__ void cas16(unsigned short* a, unsigned short* old) {
  __shared__ unsigned short s[2];
  if (threadIdx.x < 2) s[threadIdx.x] = threadIdx.x * 1000;
  __syncthreads();
  unsigned short cur = a[threadIdx.x & 7];
  for (;;) {
    unsigned short was = atomicCAS(a + (threadIdx.x & 7), cur, (unsigned short)(cur + threadIdx.x));
    if (was == cur) break;
    cur = was;
  }
  cur = s[threadIdx.x & 1];
  for (;;) {
    unsigned short was = atomicCAS(s + (threadIdx.x & 1), cur, (unsigned short)(cur + 3));
    if (was == cur) break;
    cur = was;
  }
  __syncthreads();
  if (threadIdx.x < 2) old[threadIdx.x] = s[threadIdx.x];
  old[2 + threadIdx.x] =
      atomicCAS(old + 200 + threadIdx.x, (unsigned short)(threadIdx.x % 3), (unsigned short)9);
}
int main() {
  const int n = 300;
  std::vector<int> x(n);
  Rng r(7);
  for (int& v : x) v = (int)(r.u32() % 41) - 20;
  Buf<int> X(x);
  Buf<float> f(8 + 2 * n), f2(16);
  Buf<double> d(8), d2(16);
  Buf<__half2> h(8);
  Buf<__half> h1(2);
  Buf<__nv_bfloat16> b(4);
  Buf<long long> l(std::vector<long long>{100, -100, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  sums<<<3, 128>>>(f.d, d.d, h.d, h1.d, b.d, l.d, X.d, n);
  f.down();
  d.down();
  h.down();
  h1.down();
  b.down();
  l.down();
  int s = 0;
  for (int v : x) s += v;
  check(f.h[0] == (float)s && d.h[0] == s * 0.5 && f.h[1] + f.h[2] + f.h[3] == (float)-s);
  Buf<unsigned> g(80);
  Buf<unsigned long long> q(12);
  scopes<<<4, 64>>>(g.d, q.d, f2.d, d2.d);
  g.down();
  q.down();
  f2.down();
  d2.down();
  Buf<unsigned short> a(8), old(400);
  cas16<<<1, 128>>>(a.d, old.d);
  a.down();
  old.down();
  return finish("atomics_more");
}
