// nvcc: -G
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// Warp functions, shared memory, atomics and function pointers in the debug build.
struct Base {
  __device__ virtual int f(int v) const { return v + 1; }
};
struct Twice : Base {
  int k;
  __device__ Twice(int q) : k(q) {}
  __device__ int f(int v) const override { return v * k; }
};
__device__ int call(const Base& b, int v) { return b.f(v); }
__device__ int up(int v) { return v + 3; }
__device__ int down(int v) { return v - 5; }
__device__ int (*const ways[2])(int) = {up, down};
__device__ int depth(int n) { return n < 2 ? 1 : depth(n - 1) + depth(n - 2); }
__global__ void warps(const int* x, int* y, int* sums, unsigned long long* big) {
  __shared__ int s[64];
  __shared__ int hist[16];
  int t = threadIdx.x, v = x[t];
  if (t < 16) hist[t] = 0;
  s[t] = v;
  __syncthreads();
  atomicAdd(&hist[v & 15], 1);
  atomicMax(&sums[0], v);
  atomicAdd(&sums[1], v);
  atomicXor(&sums[2], v);
  atomicAdd(big, (unsigned long long)(unsigned)v << 20);
  for (int k = 16; k; k /= 2) v += __shfl_down_sync(0xffffffffu, v, k);
  int b = __ballot_sync(0xffffffffu, s[t] > 0), m = __match_any_sync(0xffffffffu, s[t] & 3), p;
  __match_all_sync(0xffffffffu, t & 32, &p);
  if ((t & 31) == 0) atomicAdd(&sums[3], v);
  __syncthreads();
  Twice tw(t % 5);
  Base ba;
  const Base* o = t & 1 ? (const Base*)&tw : &ba;
  int lock = 0;
  while (atomicCAS(&s[t], s[t], t) != t && lock < 3) ++lock;
  y[t] = call(*o, b) + m + p + ways[t & 1](t) + hist[t & 15] * 1000 + depth(t % 8) + s[t] +
         __syncthreads_count(t & 1);
}
int main() {
  std::vector<int> x(64);
  Rng r(67);
  for (int& v : x) v = (int)(r.u32() % 2001) - 1000;
  Buf<int> X(x), y(64), s(4);
  Buf<unsigned long long> b(1);
  warps<<<1, 64>>>(X.d, y.d, s.d, b.d);
  y.down();
  s.down();
  b.down();
  int q = 0;
  for (int v : x) q += v;
  check(s.h[1] == q && s.h[3] == q);
  return finish("debug_atomics_warps");
}
