// nvcc: -G
#include <cooperative_groups.h>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// Code of many kinds as the debug build makes it.
namespace cg = cooperative_groups;
struct Acc {
  int n;
  double s;
  __device__ Acc() : n(0), s(0) {}
  __device__ void add(double v) {
    ++n;
    s += v;
  }
  __device__ double mean() const { return n ? s / n : 0; }
};
__device__ int collatz(int v) {
  int k = 0;
  while (v != 1 && k < 100) {
    v = v % 2 ? 3 * v + 1 : v / 2;
    ++k;
  }
  return k;
}
__device__ double poly(const double* c, int n, double x) {
  double r = 0;
  for (int i = n - 1; i >= 0; --i) r = r * x + c[i];
  return r;
}
__constant__ double cc[5] = {1, -0.5, 0.25, 2, -3};
__global__ void mixed(const int* x, double* y, int* z, float* f) {
  __shared__ int s[128];
  __shared__ double sum;
  int t = threadIdx.x;
  s[t] = x[t];
  if (t == 0) sum = 0;
  __syncthreads();
  Acc a;
  for (int i = 0; i < 8; ++i) a.add(s[(t + i * 3) % 128]);
  double c[5];
  for (int i = 0; i < 5; ++i) c[i] = cc[i] * t;
  y[t] = a.mean() + poly(c, 5, 0.125) + poly(cc, 5, 0.5);
  int k = 0;
  switch (s[t] & 7) {
    case 0:
      k = collatz(t + 1);
      break;
    case 1:
      k = -t;
      break;
    case 2:
    case 3:
      k = s[t] / 3;
      break;
    case 4:
      k = s[t] % 9;  // falls through
    case 5:
      k += 100;
      break;
    default:
      k = __popc(s[t]);
  }
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  k += tile.shfl_down(k, 3) + __shfl_xor_sync(0xffffffffu, k, 7) + __popc(__ballot_sync(0xffffffffu, k & 1));
  atomicAdd(&sum, (double)(k & 63));
  __syncthreads();
  z[t] = k + (int)sum + (int)((long long)k * 123456789012ll % 1000003);
  f[t] = sinf(k * 0.01f) + sqrtf(fabsf((float)k)) + powf(1.01f, (float)(k & 31)) / 3.0f +
         (t & 1 ? expf(-t * 0.1f) : logf(t + 1.0f));
}
int main() {
  std::vector<int> x(128);
  Rng r(53);
  for (int& v : x) v = (int)(r.u32() % 20001) - 10000;
  Buf<int> X(x), z(128);
  Buf<double> y(128);
  Buf<float> f(128);
  mixed<<<1, 128>>>(X.d, y.d, z.d, f.d);
  y.down();
  z.down();
  f.down();
  return finish("debug_build");
}
