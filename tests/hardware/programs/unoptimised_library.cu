// nvcc: -O0 -Xcicc -O0
#include <cuda_fp16.h>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/tuple>
#include <limits>

#include "program.hpp"

// cub and cuda::std code without optimisation.
__global__ void lib(const int* x, int* y, float* f) {
  typedef cub::BlockReduce<int, 64> R;
  typedef cub::BlockScan<int, 64> S;
  __shared__ union {
    R::TempStorage r;
    S::TempStorage s;
  } u;
  __shared__ int total;
  int t = threadIdx.x, v = x[t], a, b;
  a = R(u.r).Sum(v);
  if (t == 0) total = a;
  __syncthreads();
  S(u.s).ExclusiveSum(v, b);
  __syncthreads();
  cuda::std::array<int, 4> q{v, a * 0, b, t};
  auto p = cuda::std::make_tuple(q[0] + q[2], 1.5f, (char)t);
  cuda::atomic_ref<int, cuda::thread_scope_device>(y[64]).fetch_add(v, cuda::memory_order_relaxed);
  y[t] = total + cuda::std::get<0>(p) + cuda::std::get<2>(p) + q[1];
  f[t] =
      __half2float(__hadd(__float2half(v * 0.1f), __int2half_rn(t))) + sinf(v * 0.01f) * cuda::std::get<1>(p);
}
int main() {
  std::vector<int> x(64);
  Rng r(68);
  for (int& v : x) v = (int)(r.u32() % 2001) - 1000;
  Buf<int> X(x), y(65);
  Buf<float> f(64);
  lib<<<1, 64>>>(X.d, y.d, f.d);
  y.down();
  f.down();
  int q = 0;
  for (int v : x) q += v;
  check(y.h[64] == q);
  return finish("unoptimised_library");
}
