#include <cmath>
#include <cstdint>
#include <cstring>
#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>
#include <limits>

#include "program.hpp"

// A few special values, then ordinary ones, then arbitrary bit patterns.
template <class K, int B, int I>
__global__ void radix(const K* x, K* y, int* p, bool down) {
  typedef cub::BlockLoad<K, B, I, cub::BLOCK_LOAD_TRANSPOSE> L;
  typedef cub::BlockRadixSort<K, B, I, int> S;
  typedef cub::BlockStore<K, B, I, cub::BLOCK_STORE_WARP_TRANSPOSE> T;
  __shared__ union {
    typename L::TempStorage l;
    typename S::TempStorage s;
    typename T::TempStorage t;
  } u;
  K k[I];
  int v[I];
  L(u.l).Load(x, k);
  __syncthreads();
  for (int j = 0; j < I; ++j) v[j] = threadIdx.x * I + j;
  if (down)
    S(u.s).SortDescending(k, v);
  else
    S(u.s).Sort(k, v, 0, sizeof(K) * 8);
  __syncthreads();
  T(u.t).Store(y, k);
  for (int j = 0; j < I; ++j) p[threadIdx.x * I + j] = v[j];
}
__global__ void exchange(const int* x, int* y) {
  typedef cub::BlockExchange<int, 64, 4> E;
  __shared__ E::TempStorage s;
  int v[4];
  for (int j = 0; j < 4; ++j) v[j] = x[j * 64 + threadIdx.x];
  E(s).StripedToBlocked(v);
  __syncthreads();
  for (int j = 0; j < 4; ++j) y[threadIdx.x * 4 + j] = v[j];
  E(s).BlockedToWarpStriped(v);
  __syncthreads();
  int rank[4];
  for (int j = 0; j < 4; ++j) rank[j] = (threadIdx.x * 4 + j) * 37 % 256;
  E(s).ScatterToStriped(v, rank);
  for (int j = 0; j < 4; ++j) y[256 + j * 64 + threadIdx.x] = v[j];
}
__global__ void load_store(const int* x, int* y, int n) {
  int a[3], b[3], c[4];
  {
    typedef cub::BlockLoad<int, 96, 3, cub::BLOCK_LOAD_DIRECT> L;
    L().Load(x, a, n, -5);
  }
  {
    typedef cub::BlockLoad<int, 96, 3, cub::BLOCK_LOAD_WARP_TRANSPOSE> L;
    __shared__ L::TempStorage s;
    L(s).Load(x + 1, b, n - 1, 9);
  }
  {
    typedef cub::BlockLoad<int, 96, 4, cub::BLOCK_LOAD_VECTORIZE> L;
    __shared__ L::TempStorage s;
    L(s).Load((int*)x, c);
  }
  for (int j = 0; j < 3; ++j) a[j] = a[j] * 3 + b[j] + c[j] - c[3];
  typedef cub::BlockStore<int, 96, 3, cub::BLOCK_STORE_STRIPED> T;
  __shared__ T::TempStorage t;
  T(t).Store(y, a, n);
}
__global__ void hist(const unsigned char* x, unsigned* y) {
  typedef cub::BlockHistogram<unsigned char, 64, 8, 256, cub::BLOCK_HISTO_ATOMIC> A;
  typedef cub::BlockHistogram<unsigned char, 64, 8, 256, cub::BLOCK_HISTO_SORT> S;
  __shared__ A::TempStorage a;
  __shared__ S::TempStorage s;
  __shared__ unsigned h[256], g[256];
  unsigned char v[8];
  for (int j = 0; j < 8; ++j) v[j] = x[threadIdx.x * 8 + j];
  A(a).Histogram(v, h);
  S(s).Histogram(v, g);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += 64) {
    y[i] = h[i];
    y[256 + i] = g[i];
  }
}
__global__ void heads(const int* x, int* y) {
  typedef cub::BlockDiscontinuity<int, 64> D;
  typedef cub::BlockAdjacentDifference<int, 64> A;
  typedef cub::BlockShuffle<int, 64> S;
  typedef cub::BlockMergeSort<int, 64, 2> M;
  __shared__ D::TempStorage d;
  __shared__ A::TempStorage a;
  __shared__ S::TempStorage s;
  __shared__ M::TempStorage m;
  int v[2] = {x[threadIdx.x * 2] & 3, x[threadIdx.x * 2 + 1] & 3}, f[2], g[2], o[2];
  D(d).FlagHeads(f, v, cuda::std::not_equal_to<>{});
  __syncthreads();
  D(d).FlagTails(g, v, cuda::std::not_equal_to<>{});
  A(a).SubtractLeft(v, o, cuda::std::minus<>{});
  int n = 0;
  S(s).Offset(v[0], n, 1);
  if (threadIdx.x == 63) n = 0;
  int w[2] = {x[threadIdx.x * 2], x[threadIdx.x * 2 + 1]};
  M(m).Sort(w, [](int p, int q) { return p > q; });
  for (int j = 0; j < 2; ++j) {
    y[threadIdx.x * 2 + j] = f[j] * 8 + g[j] * 4 + o[j] * 100 + n * 1000;
    y[128 + threadIdx.x * 2 + j] = w[j];
  }
}
int main() {
  auto u = uints(512, 16);
  auto f = floats(512, 17);
  auto l = ulongs(256, 18);
  for (float& v : f)
    if (v != v) v = 3;
  std::vector<int> x(u.begin(), u.end());
  std::vector<unsigned char> c(512);
  for (int i = 0; i < 512; ++i) c[i] = (unsigned char)(u[i] % 29 * 7);
  Buf<int> X(x), p(512), e(512), t(300), h(256), xs(512);
  Buf<float> F(f), g(512);
  Buf<unsigned long long> L(l), m(256);
  Buf<unsigned char> C(c);
  Buf<unsigned> H(512);
  radix<int, 128, 4><<<1, 128>>>(X.d, xs.d, p.d, false);
  xs.down();
  p.down();
  radix<float, 64, 8><<<1, 64>>>(F.d, g.d, p.d, true);
  g.down();
  p.down();
  radix<unsigned long long, 64, 4><<<1, 64>>>(L.d, m.d, p.d, false);
  m.down();
  p.down();
  exchange<<<1, 64>>>(X.d, e.d);
  e.down();
  load_store<<<1, 96>>>(X.d, t.d, 250);
  t.down();
  hist<<<1, 64>>>(C.d, H.d);
  H.down();
  heads<<<1, 64>>>(X.d, h.d);
  h.down();
  for (int i = 1; i < 512; ++i) check(xs.h[i - 1] <= xs.h[i] && g.h[i - 1] >= g.h[i]);
  for (int i = 0; i < 256; ++i) check(H.h[i] == H.h[256 + i]);
  return finish("cub_block_sort_exchange");
}
