#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// Hash tables by compare-and-swap in shared and global memory, histograms, linked lists by exchange; only
// order-free results are kept.
__global__ void count_keys(const unsigned* x, int n, unsigned long long* table, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned k = x[i] % 50 + 1, h = k * 37 % size;
  for (;;) {
    unsigned long long was = atomicCAS(&table[h], 0ull, (unsigned long long)k << 32);
    if (was == 0 || (unsigned)(was >> 32) == k) {
      atomicAdd(&table[h], 1ull);
      return;
    }
    h = (h + 1) % size;
  }
}
__global__ void lookup(const unsigned long long* table, int size, unsigned* y) {
  unsigned k = threadIdx.x + 1, h = k * 37 % size, c = 0;
  for (int p = 0; p < size; ++p) {
    unsigned long long e = table[h];
    if (!e) break;
    if ((unsigned)(e >> 32) == k) {
      c = (unsigned)e;
      break;
    }
    h = (h + 1) % size;
  }
  y[threadIdx.x] = c;
}
__global__ void lists(const unsigned* x, int n, unsigned* y) {
  __shared__ int head[8], next[256];
  if (threadIdx.x < 8) head[threadIdx.x] = -1;
  __syncthreads();
  if (threadIdx.x < n) next[threadIdx.x] = atomicExch(&head[x[threadIdx.x] & 7], (int)threadIdx.x);
  __syncthreads();
  if (threadIdx.x < 8) {
    unsigned s = 0, c = 0;
    for (int p = head[threadIdx.x]; p >= 0; p = next[p]) {
      s += x[p] * 3;
      c ^= p;
    }
    y[threadIdx.x] = s;
    y[8 + threadIdx.x] = c;
  }
}
__global__ void histogram(const unsigned char* x, int n, unsigned* y) {
  __shared__ unsigned short h[256];
  __shared__ unsigned wide[64];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) h[i] = 0;
  if (threadIdx.x < 64) wide[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&wide[x[i] & 63], 1u << (x[i] >> 6 << 3));
  __syncthreads();
  if (threadIdx.x < 64)
    for (int k = 0; k < 4; ++k) h[k * 64 + threadIdx.x] = (unsigned short)(wide[threadIdx.x] >> 8 * k & 255);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    if (h[i]) atomicAdd(&y[i], (unsigned)h[i]);
}
__device__ float atomic_mul(float* p, float v) {
  int *q = (int*)p, old = *q, was;
  do {
    was = old;
    old = atomicCAS(q, was, __float_as_int(__int_as_float(was) * v));
  } while (old != was);
  return __int_as_float(old);
}
__device__ void atomic_fmax(float* p, float v) {
  if (v >= 0)
    atomicMax((int*)p, __float_as_int(v));
  else
    atomicMin((unsigned*)p, __float_as_uint(v));
}
__device__ double atomic_dmin(double* p, double v) {
  unsigned long long *q = (unsigned long long*)p, old = *q, was;
  do {
    was = old;
    if (__longlong_as_double(was) <= v) break;
    old = atomicCAS(q, was, __double_as_longlong(v));
  } while (old != was);
  return 0;
}
__global__ void by_hand(const float* x, int n, float* f, double* d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomic_mul(f, i % 4 == 0 ? 2.0f : i % 4 == 1 ? 0.5f : 1.0f);
    atomic_fmax(f + 1, x[i]);
    atomic_dmin(d, x[i] * 3.0);
  }
}
int main() {
  const int n = 800;
  auto u = uints(n, 77);
  Rng r(78);
  std::vector<unsigned char> c(n);
  for (auto& v : c) v = (unsigned char)(r.u32() % 251);
  std::vector<float> x(400);
  for (float& v : x) v = (float)(r.unit() * 100 - 50);
  Buf<unsigned> U(u), y(50), l(16), h(256);
  Buf<unsigned long long> t(128);
  count_keys<<<4, 200>>>(
      U.d, n, t.d,
      127);  // 37 and 127 give every key a place of its own, so that the table does not depend on the order
  lookup<<<1, 50>>>(t.d, 127, y.d);
  y.down();
  lists<<<1, 256>>>(U.d, 250, l.d);
  l.down();
  Buf<unsigned char> C(c);
  histogram<<<3, 128>>>(C.d, n, h.d);
  h.down();
  Buf<float> X(x), f(std::vector<float>{1, -1000});
  Buf<double> d(std::vector<double>{1e9});
  by_hand<<<4, 100>>>(X.d, 400, f.d, d.d);
  f.down();
  d.down();
  std::vector<unsigned> k(50), g(256);
  for (unsigned v : u) k[v % 50]++;
  for (unsigned char v : c) g[v]++;
  float mx = -1000;
  for (float v : x) mx = v > mx ? v : mx;
  check(k == y.h && g == h.h && f.h[0] == 1 && f.h[1] == mx);
  return finish("hash_tables");
}
