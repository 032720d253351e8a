#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

namespace cg = cooperative_groups;
template <int N>
__global__ void tiles(const int* x, int* y, float* f) {
  auto blk = cg::this_thread_block();
  auto t = cg::tiled_partition<N>(blk);
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];
  int a = cg::reduce(t, v, cg::plus<int>()), b = cg::reduce(t, v, cg::less<int>()),
      c = cg::reduce(t, v, cg::greater<int>()), d = cg::reduce(t, (unsigned)v, cg::bit_xor<unsigned>());
  int e = cg::inclusive_scan(t, v), g = cg::exclusive_scan(t, v, cg::plus<int>()),
      h = cg::inclusive_scan(t, v, cg::greater<int>());
  int k = t.shfl(v, (t.thread_rank() + 1) % t.size()) + t.shfl_xor(v, N / 2) + t.any(v > 50) * 3 +
          t.all(v > -50) * 5 + (int)t.ballot(v & 1);
  k += t.shfl_up(v, 1) - t.shfl_down(v, 1) + (int)t.match_any(v & 3) + (int)t.meta_group_rank() * 7 +
       (int)t.meta_group_size();
  t.sync();
  blk.sync();
  y[i] = a + 3 * b + 5 * c + 7 * d + 11 * e + 13 * g + 17 * h + 19 * k;
  f[i] = cg::reduce(t, v * 0.5f, [](float p, float q) { return p > q ? p : q; });
}
__global__ void coalesced(const int* x, int* y) {
  int i = threadIdx.x, v = x[i];
  y[i] = 0;
  __syncwarp();
  auto w = cg::tiled_partition<32>(cg::this_thread_block());
  auto bin = cg::binary_partition(w, v > 0);
  int a = cg::reduce(bin, v, cg::plus<int>()) + (int)bin.size() * 1000 + (int)bin.thread_rank();
  auto lab = cg::labeled_partition(w, v & 3);
  a += cg::reduce(lab, v, cg::greater<int>()) * 3 + cg::inclusive_scan(lab, 1) + lab.shfl(v, 0) * 5 +
       (int)lab.num_threads();
  a += cg::exclusive_scan(lab, v & 15) * 2;
  w.sync();
  y[i] = a;
}
// The groups of coalesced_threads may be any, so only sums over the whole CTA are kept.
__global__ void whole(const int* x, int* y) {
  __shared__ int sum;
  auto blk = cg::this_thread_block();
  if (blk.thread_rank() == 0) sum = 0;
  blk.sync();
  int v = x[threadIdx.x];
  if (v & 1) {
    auto c = cg::coalesced_threads();
    int s = cg::reduce(c, v, cg::plus<int>());
    if (c.thread_rank() == 0) atomicAdd(&sum, s + (int)c.size() * 100000);
  }
  blk.sync();
  y[threadIdx.x] = sum + (int)blk.group_index().x + (int)blk.thread_index().x + (int)blk.size();
  auto t8 = cg::tiled_partition(blk, 8);
  y[threadIdx.x] += (int)t8.size() * (int)t8.thread_rank();
  cg::invoke_one(cg::tiled_partition<16>(blk), [&] { y[threadIdx.x] ^= 1 << 30; });
  y[threadIdx.x] &= 0x3fffffff;
}
int main() {
  std::vector<int> x(256);
  Rng r(8);
  for (int& v : x) v = (int)(r.u32() % 201) - 100;
  Buf<int> X(x), y(256), z(128), w(128);
  Buf<float> f(256);
  tiles<1><<<2, 128>>>(X.d, y.d, f.d);
  y.down();
  f.down();
  tiles<2><<<2, 128>>>(X.d, y.d, f.d);
  y.down();
  f.down();
  tiles<4><<<2, 128>>>(X.d, y.d, f.d);
  y.down();
  f.down();
  tiles<8><<<2, 128>>>(X.d, y.d, f.d);
  y.down();
  f.down();
  tiles<16><<<2, 128>>>(X.d, y.d, f.d);
  y.down();
  f.down();
  tiles<32><<<2, 128>>>(X.d, y.d, f.d);
  y.down();
  f.down();
  coalesced<<<1, 128>>>(X.d, z.d);
  z.down();
  whole<<<1, 128>>>(X.d, w.d);
  w.down();
  return finish("cg_tiles");
}
