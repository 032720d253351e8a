#include <cmath>
#include <cstdint>
#include <cstring>
#include <cub/cub.cuh>
#include <cuda/ptx>
#include <limits>

#include "program.hpp"

template <int W>
__global__ void warp(const int* x, int* y) {
  typedef cub::WarpReduce<int, W> R;
  typedef cub::WarpScan<int, W> S;
  __shared__ typename R::TempStorage r[128 / W];
  __shared__ typename S::TempStorage s[128 / W];
  int g = threadIdx.x / W, v = x[threadIdx.x], a, b, c, d;
  int sum = R(r[g]).Sum(v);
  __syncwarp();
  int mx = R(r[g]).Reduce(v, cuda::maximum<>{});
  __syncwarp();
  int seg = R(r[g]).HeadSegmentedSum(v, v % 5 == 0 || threadIdx.x % W == 0);
  __syncwarp();
  int tail = R(r[g]).TailSegmentedReduce(v, v % 7 == 0, cuda::minimum<>{});
  __syncwarp();
  bool head = threadIdx.x % W == 0 || v % 5 == 0;
  bool first = threadIdx.x % W == 0 || x[threadIdx.x - 1] % 7 == 0;
  S(s[g]).InclusiveSum(v, a);
  __syncwarp();
  S(s[g]).ExclusiveSum(v, b);
  __syncwarp();
  S(s[g]).InclusiveScan(v, c, cuda::minimum<>{});
  __syncwarp();
  S(s[g]).ExclusiveScan(v, d, 3, cuda::maximum<>{});
  __syncwarp();
  int bc = S(s[g]).Broadcast(v, W - 1);
  y[threadIdx.x] = a + 3 * b + 5 * c + 7 * d + bc + (threadIdx.x % W == 0 ? 11 * sum + 13 * mx : 0) +
                   (head ? 17 * seg : 0) + (first ? 19 * tail : 0);
}
template <int W>
__global__ void sort(const int* x, int* y, short* z) {
  typedef cub::WarpMergeSort<int, 4, W, short> M;
  __shared__ typename M::TempStorage m[64 / W];
  int k[4];
  short v[4];
  int g = threadIdx.x / W;
  for (int j = 0; j < 4; ++j) {
    k[j] = x[threadIdx.x * 4 + j];
    v[j] = (short)(threadIdx.x * 4 + j);
  }
  M(m[g]).Sort(k, v, [](int a, int b) { return a < b; });
  __syncwarp();
  M(m[g]).StableSort(k, v, [](int a, int b) { return (a & 255) < (b & 255); });
  for (int j = 0; j < 4; ++j) {
    y[threadIdx.x * 4 + j] = k[j];
    z[threadIdx.x * 4 + j] = v[j];
  }
}
__global__ void transfer(const int* x, int* y) {
  typedef cub::WarpLoad<int, 4, cub::WARP_LOAD_TRANSPOSE> L;
  typedef cub::WarpStore<int, 4, cub::WARP_STORE_STRIPED> T;
  typedef cub::WarpExchange<int, 4> E;
  __shared__ L::TempStorage l[2];
  __shared__ T::TempStorage t[2];
  __shared__ E::TempStorage e[2];
  int g = threadIdx.x / 32, v[4];
  L(l[g]).Load(x + g * 128, v);
  __syncwarp();
  for (int& q : v) q = q * 3 + 1;
  E(e[g]).BlockedToStriped(v, v);
  __syncwarp();
  T(t[g]).Store(y + g * 128, v);
}
__global__ void misc(const int* x, unsigned* y) {
  unsigned v = (unsigned)x[threadIdx.x];
  y[threadIdx.x] = cub::BFE(v, 5, 9) + cuda::ptx::get_sreg_laneid() + cub::ShuffleIndex<16>(v, 3, ~0u) +
                   cub::ShuffleUp<8>(v, 2, 0, ~0u) + cub::ShuffleDown<32>(v, 4, 31, ~0u) +
                   cub::MatchAny<3>(v & 7) + cub::RowMajorTid(128, 1, 1);
  y[128 + threadIdx.x] = (unsigned)cub::ThreadLoad<cub::LOAD_CG>(x + threadIdx.x) +
                         (unsigned)cub::ThreadLoad<cub::LOAD_LDG>(x + threadIdx.x + 5) +
                         (unsigned)cub::ThreadLoad<cub::LOAD_CV>(x + 9) +
                         (unsigned)cub::ThreadLoad<cub::LOAD_CS>(x + 19);
  cub::ThreadStore<cub::STORE_WT>(y + 256 + threadIdx.x, v);
  cub::ThreadStore<cub::STORE_CS>(y + 384 + threadIdx.x, v ^ 9);
}
int main() {
  std::vector<int> x(256);
  Rng r(19);
  for (int& v : x) v = (int)(r.u32() % 2001) - 1000;
  Buf<int> X(x), y(128), z(256), t(256);
  Buf<short> s(256);
  Buf<unsigned> m(512);
  warp<32><<<1, 128>>>(X.d, y.d);
  y.down();
  warp<16><<<1, 128>>>(X.d, y.d);
  y.down();
  warp<8><<<1, 128>>>(X.d, y.d);
  y.down();
  warp<4><<<1, 128>>>(X.d, y.d);
  y.down();
  sort<32><<<1, 64>>>(X.d, z.d, s.d);
  z.down();
  s.down();
  sort<8><<<1, 64>>>(X.d, z.d, s.d);
  z.down();
  s.down();
  transfer<<<1, 64>>>(X.d, t.d);
  t.down();
  misc<<<1, 128>>>(X.d, m.d);
  m.down();
  return finish("cub_warp");
}
