#include <cmath>
#include <cstdint>
#include <cstring>
#include <cub/cub.cuh>
#include <limits>

#include "program.hpp"

template <cub::BlockReduceAlgorithm A, int B>
__global__ void reduce(const int* x, int* y, int n) {
  typedef cub::BlockReduce<int, B, A> R;
  __shared__ typename R::TempStorage s;
  int v[3];
  for (int k = 0; k < 3; ++k) v[k] = x[(threadIdx.x * 3 + k + blockIdx.x * 11) % n];
  int a = R(s).Sum(v);
  __syncthreads();
  int b = R(s).Reduce(v[0], cuda::maximum<>{});
  __syncthreads();
  int c = R(s).Sum(v[1], 50);
  if (threadIdx.x == 0) {
    y[blockIdx.x * 3] = a;
    y[blockIdx.x * 3 + 1] = b;
    y[blockIdx.x * 3 + 2] = c;
  }
}
struct Running {
  int t;
  __device__ int operator()(int agg) {
    int o = t;
    t += agg;
    return o;
  }
};
template <cub::BlockScanAlgorithm A, int B>
__global__ void scan(const int* x, int* y, int n) {
  typedef cub::BlockScan<int, B, A> S;
  __shared__ typename S::TempStorage s;
  int v[2], o[2], agg, acc;
  for (int k = 0; k < 2; ++k) v[k] = x[(threadIdx.x * 2 + k) % n];
  S(s).InclusiveSum(v, o, agg);
  acc = o[0] * 3 + o[1] + agg;
  __syncthreads();
  S(s).ExclusiveSum(v[0], o[0]);
  acc = acc * 5 + o[0];
  __syncthreads();
  S(s).InclusiveScan(v, o, cuda::maximum<>{});
  acc = acc * 5 + o[1];
  __syncthreads();
  S(s).ExclusiveScan(v, o, -1000, cuda::minimum<>{});
  acc = acc * 5 + o[0] - o[1];
  __syncthreads();
  Running pre{7};
  for (int r = 0; r < 2; ++r) {
    S(s).ExclusiveSum(v[r], o[r], pre);
    acc += o[r];
    __syncthreads();
  }
  y[threadIdx.x] = acc;
}
__global__ void float_min(const float* x, float* y) {
  typedef cub::BlockReduce<float, 128> R;
  __shared__ R::TempStorage s;
  float v = x[threadIdx.x], m = R(s).Reduce(v, [](float a, float b) { return fminf(a, b); });
  __syncthreads();
  double d = 0;
  {
    typedef cub::BlockReduce<double, 128> D;
    __shared__ D::TempStorage t;
    d = D(t).Sum((double)(int)(v * 4));
  }
  if (!threadIdx.x) {
    y[0] = m;
    y[1] = (float)d;
  }
}
int main() {
  std::vector<int> x(600);
  Rng r(15);
  for (int& v : x) v = (int)(r.u32() % 201) - 100;
  std::vector<float> f(128);
  for (float& v : f) v = (int)(r.u32() % 999) * 0.25f - 100;
  Buf<int> X(x), y(9), z(128);
  Buf<float> F(f), g(2);
  reduce<cub::BLOCK_REDUCE_WARP_REDUCTIONS, 128><<<3, 128>>>(X.d, y.d, 600);
  y.down();
  reduce<cub::BLOCK_REDUCE_RAKING, 96><<<3, 96>>>(X.d, y.d, 600);
  y.down();
  reduce<cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, 64><<<3, 64>>>(X.d, y.d, 600);
  y.down();
  scan<cub::BLOCK_SCAN_WARP_SCANS, 128><<<1, 128>>>(X.d, z.d, 600);
  z.down();
  scan<cub::BLOCK_SCAN_RAKING, 96><<<1, 96>>>(X.d, z.d, 600);
  z.down();
  scan<cub::BLOCK_SCAN_RAKING_MEMOIZE, 64><<<1, 64>>>(X.d, z.d, 600);
  z.down();
  float_min<<<1, 128>>>(F.d, g.d);
  g.down();
  return finish("cub_block_scan_reduce");
}
