#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// Partial warps, one-thread CTAs, odd block shapes, launch bounds, early returns, many CTAs, special
// registers in three dimensions.
__global__ void __launch_bounds__(96, 2) shape(int* y, int n) {
  int b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x,
      t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x,
      i = b * (blockDim.x * blockDim.y * blockDim.z) + t;
  if (i >= n) return;
  y[i] = (int)(threadIdx.x + 3 * threadIdx.y + 5 * threadIdx.z + 7 * blockIdx.x + 11 * blockIdx.y +
               13 * blockIdx.z + 17 * blockDim.x + 19 * gridDim.y) +
         warpSize;
}
__global__ void partial(const int* x, int* y) {
  __shared__ int s[45];
  int t = threadIdx.x;
  unsigned m = t < 32 ? ~0u : 0x1fffu;
  s[t] = x[t] + __shfl_sync(m, x[t], ((t & 31) + 1) % __popc(m)) + (int)__ballot_sync(m, x[t] & 1);
  __syncthreads();
  y[blockIdx.x * 45 + t] = s[44 - t] + __syncthreads_count(x[t] > 0);
}
__global__ void single(const int* x, int* y, int n) {
  int a = 0;
  for (int i = 0; i < n; ++i) a = a * 31 + x[i];
  y[blockIdx.x] = a + (int)blockIdx.x;
}
__global__ void grid_stride(const int* x, long long* y, int n) {
  long long a = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (x[i] == 13) continue;
    a += (long long)x[i] * i;
    if (a > 1000000) break;
  }
  y[blockIdx.x * blockDim.x + threadIdx.x] = a;
}
__global__ void nothing() {}
__global__ void maybe(int* y, bool go) {
  if (!go) return;
  y[threadIdx.x] = 1;
}
template <int T>
__global__ void __launch_bounds__(T) fixed(const float* x, float* y) {
  __shared__ float s[T];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int k = T / 2; k > 0; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + k]);
    __syncthreads();
  }
  y[threadIdx.x] = s[0] - x[threadIdx.x];
}
int main() {
  std::vector<int> x(500);
  Rng r(72);
  for (int& v : x) v = (int)(r.u32() % 201) - 100;
  std::vector<float> f(256);
  for (float& v : f) v = (float)r.unit();
  Buf<int> X(x), y(1000), p(90), s(40), m(32);
  Buf<long long> g(96);
  Buf<float> F(f), h(256);
  shape<<<dim3(3, 2, 2), dim3(7, 3, 4)>>>(y.d, 1000);
  y.down();
  partial<<<2, 45>>>(X.d, p.d);
  p.down();
  single<<<40, 1>>>(X.d, s.d, 60);
  s.down();
  grid_stride<<<3, 32>>>(X.d, g.d, 500);
  g.down();
  nothing<<<2, 32>>>();
  maybe<<<1, 32>>>(m.d, false);
  m.down();
  maybe<<<1, 20>>>(m.d, true);
  m.down();
  fixed<64><<<1, 64>>>(F.d, h.d);
  h.down();
  fixed<256><<<1, 256>>>(F.d, h.d);
  h.down();
  check(m.h[19] == 1 && m.h[20] == 0);
  return finish("launch_shapes");
}
