#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// Warp-level algorithms: radix ranking by ballots, segmented scans by shuffles, producers and consumers in
// one warp, warp-wide queues.
__global__ void rank_bits(const unsigned* x, unsigned* y) {
  __shared__ unsigned s[4][32];
  int w = threadIdx.x / 32, l = threadIdx.x & 31;
  unsigned v = x[threadIdx.x];
  for (int b = 0; b < 32; ++b) {
    unsigned ones = __ballot_sync(~0u, v >> b & 1), lt = (1u << l) - 1;
    int pos = v >> b & 1 ? __popc(~ones) + __popc(ones & lt) : __popc(~ones & lt);
    s[w][pos] = v;
    __syncwarp();
    v = s[w][l];
    __syncwarp();
  }
  y[threadIdx.x] = v;
}
__global__ void segmented(const int* x, int* y) {
  int l = threadIdx.x & 31, v = x[threadIdx.x], head = l == 0 || v % 5 == 0;
  unsigned h = __ballot_sync(~0u, head);
  int start = 31 - __clz(h & (~0u >> (31 - l)));
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    int o = __shfl_up_sync(~0u, v, d);
    if (l - d >= start) v += o;
  }
  y[threadIdx.x] = v + __shfl_sync(~0u, v, start) * 3;
}
// The lower half of the warp fills what the upper half eats.
__global__ void halves(const int* x, int* y) {
  __shared__ volatile int box[2][16];
  int l = threadIdx.x, acc = 0;
  for (int r = 0; r < 8; ++r) {
    if (l < 16) box[r & 1][l] = x[r * 16 + l] * (r + 1);
    __syncwarp();
    if (l >= 16)
      acc = acc * 3 + box[r & 1][31 - l];
    else if (r & 1)
      acc += box[0][l] - box[1][15 - l];
    __syncwarp();
  }
  y[l] = acc;
}
__global__ void compact(const int* x, int* y, int* n) {
  __shared__ int q[128], cnt[4];
  int w = threadIdx.x / 32, l = threadIdx.x & 31, v = x[threadIdx.x];
  unsigned m = __ballot_sync(~0u, v > 0);
  if (l == 0) cnt[w] = __popc(m);
  __syncthreads();
  int base = 0;
  for (int k = 0; k < w; ++k) base += cnt[k];
  if (v > 0) q[base + __popc(m & ((1u << l) - 1))] = v;
  __syncthreads();
  int total = cnt[0] + cnt[1] + cnt[2] + cnt[3];
  if (threadIdx.x < total) y[threadIdx.x] = q[total - 1 - threadIdx.x];
  if (threadIdx.x == 0) *n = total;
}
// Lanes that do different numbers of rounds and meet again; some leave for good.
__global__ void ragged(const int* x, int* y) {
  int l = threadIdx.x & 31, v = x[threadIdx.x], r = 0;
  unsigned live = ~0u;
  for (;;) {
    bool stay = r < (v & 15);
    unsigned next = __ballot_sync(live, stay);
    if (!stay) break;
    live = next;
    v += (__shfl_sync(live, v, __ffs(live) - 1) & 0xff) << 4;
    v += __popc(__match_any_sync(live, v >> 4 & 3)) << 8;
    ++r;
  }
  __syncwarp();
  y[threadIdx.x] = v;
  if (threadIdx.x % 3 == 0) return;
  for (int k = 0; k < l; ++k) {
    v = v * 5 + k;
    if (v % 13 == 2) {
      y[threadIdx.x] = v;
      return;
    }
  }
  y[threadIdx.x] = v ^ 0x555;
}
int main() {
  auto u = uints(128, 70);
  std::vector<int> x(128);
  Rng r(71);
  for (int& v : x) v = (int)(r.u32() % 201) - 100;
  std::vector<int> p(x);
  for (int& v : p) v += 100;
  Buf<unsigned> U(u), V(128);
  Buf<int> X(x), P(p), y(128), z(32), c(128), n(1), g(128);
  rank_bits<<<1, 128>>>(U.d, V.d);
  V.down();
  segmented<<<1, 128>>>(X.d, y.d);
  y.down();
  halves<<<1, 32>>>(X.d, z.d);
  z.down();
  compact<<<1, 128>>>(X.d, c.d, n.d);
  c.down();
  n.down();
  ragged<<<1, 128>>>(P.d, g.d);
  g.down();
  for (int i = 0; i < 128; ++i)
    if (i % 32) check(V.h[i - 1] <= V.h[i]);
  return finish("warp_patterns");
}
