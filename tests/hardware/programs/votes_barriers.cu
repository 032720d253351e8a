#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

__global__ void votes(const int* x, unsigned* y, int rounds) {
  int t = threadIdx.x, lane = t & 31;
  unsigned acc = 0;
  for (int r = 0; r < rounds; ++r) {
    int v = x[(t * 7 + r * 13) & 127];
    unsigned b = __ballot_sync(~0u, v > 0);
    acc = acc * 31 + b + __any_sync(~0u, v > 90) + 2 * __all_sync(~0u, v > -200);
    if (lane < 20)
      acc ^= __ballot_sync(0xfffffu, v & 1) << 3;
    else if (lane & 1)
      acc += __any_sync(0xaaa00000u, v < 0) ? 5 : 9;
    else {
      acc += __all_sync(0x55500000u, v < 60);
    }
    __syncwarp();
    if (v & 2) acc += __popc(__ballot_sync(__activemask() & 0u | (1u << lane), 1));  // a mask of itself only
    __syncwarp();
    int p;
    unsigned m = __match_all_sync(~0u, lane / 32, &p);
    acc += m + p;
    m = __match_any_sync(~0u, v % 5);
    acc += m;
    m = __match_any_sync(~0u, (unsigned long long)(v % 3) << 40);
    acc ^= m;
    m = __match_all_sync(~0u, (long long)v, &p);
    acc += 3 * m + p;
    if (v % 3 == 0) {
      unsigned who = 0;
      for (int k = 0; k < 32; ++k) who |= (x[((t & ~31) + k) * 7 + r * 13 & 127] % 3 == 0) << k;
      acc += __match_any_sync(who, v & 12) + __match_all_sync(who, 5, &p);
    }
    __syncwarp();
  }
  y[t] = acc;
}
__global__ void shuffles(const int* x, int* y, double* d, float* f, unsigned long long* q) {
  int t = threadIdx.x, lane = t & 31, v = x[t];
  unsigned acc = 0;
#pragma unroll
  for (int w = 2; w <= 32; w *= 2) {
    acc = acc * 7 + __shfl_sync(~0u, v, lane * 5 + 3, w);
    acc = acc * 7 + __shfl_up_sync(~0u, v, 3, w);
    acc = acc * 7 + __shfl_down_sync(~0u, v, 5, w);
    acc = acc * 7 + __shfl_xor_sync(~0u, v, w / 2 + 1, w);
  }
  for (int k = 0; k < 40; k += 3)
    acc += __shfl_sync(~0u, acc, k) ^ __shfl_up_sync(~0u, v, k) ^ __shfl_down_sync(~0u, v, k & 31);
  if (lane < 12)
    acc += __shfl_sync(0xfffu, v, (lane + 5) % 12);
  else
    acc -= __shfl_xor_sync(0xfffff000u, v, 1);
  __syncwarp();
  if (lane & 1) acc ^= __shfl_down_sync(0xaaaaaaaau, v, 2, 32);
  __syncwarp();
  y[t] = acc;
  d[t] = __shfl_sync(~0u, v * 1.25, 31 - lane) + __shfl_up_sync(~0u, v * 0.5, 1, 8);
  f[t] = __shfl_xor_sync(~0u, v + 0.5f, 16) - __shfl_down_sync(~0u, (float)v, 9);
  unsigned long long u = (unsigned long long)v * 0x123456789abull;
  q[t] = __shfl_sync(~0u, u, lane ^ 3) + __shfl_up_sync(~0u, (long long)u, 7) +
         __shfl_xor_sync(~0u, (unsigned long)u, 21);
}
__global__ void barrier_counts(const int* x, int* y, int n) {
  int t = threadIdx.x, v = x[t];
  int a = __syncthreads_count(v > 10), b = __syncthreads_and(v > -1000), c = __syncthreads_or(v == 99),
      d = __syncthreads_and(v != x[3]), e = __syncthreads_or(v & 1);
  y[blockIdx.x * blockDim.x + t] = a * 16 + (b != 0) * 8 + (c != 0) * 4 + (d != 0) * 2 + (e != 0);
}
// Warps that leave before the barrier of the others.
__global__ void early_exit(const int* x, int* y) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  if (t >= 96) return;
  if (t / 32 == 1) {
    y[t] = -1;
    return;
  }
  s[t] += 1000;
  __syncthreads();
  y[t] = s[(t + 64) % 128] + __syncthreads_count(t & 1);
}
// One aggregated atomic for each group that is active; the sum and the set of the slots do not depend on the
// groups.
__global__ void aggregate(const int* x, unsigned* count, int* slot_of, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0) {
    unsigned m = __activemask(), lane = threadIdx.x & 31, base = 0;
    int leader = __ffs(m) - 1;
    if (lane == leader) base = atomicAdd(count, (unsigned)__popc(m));
    base = __shfl_sync(m, base, leader);
    atomicAdd(slot_of + base + __popc(m & ((1u << lane) - 1)), 1);
  }
}
int main() {
  std::vector<int> x(512);
  Rng r(5);
  for (int& v : x) v = (int)(r.u32() % 201) - 100;
  Buf<int> X(x), y(128), z(384), e(128), slots(512);
  Buf<unsigned> o(128), c(1);
  Buf<double> d(128);
  Buf<float> f(128);
  Buf<unsigned long long> q(128);
  votes<<<1, 128>>>(X.d, o.d, 6);
  o.down();
  shuffles<<<1, 128>>>(X.d, y.d, d.d, f.d, q.d);
  y.down();
  d.down();
  f.down();
  q.down();
  barrier_counts<<<3, 100>>>(X.d, z.d, 100);
  z.down();
  early_exit<<<1, 128>>>(X.d, e.d);
  e.down();
  aggregate<<<4, 128>>>(X.d, c.d, slots.d, 512);
  c.down();
  slots.down();
  return finish("votes_barriers");
}
