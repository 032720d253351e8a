// nvcc: -maxrregcount=32
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

__global__ void __launch_bounds__(128, 4) dct(const float* x, float* y) {
  float v[32];
  int t = threadIdx.x;
#pragma unroll
  for (int k = 0; k < 32; ++k) v[k] = x[k * 64 + t];
#pragma unroll
  for (int r = 0; r < 5; ++r)
#pragma unroll
    for (int k = 0; k < 32; ++k)
      if (!(k & (1 << r))) {
        float a = v[k], b = v[k | 1 << r];
        v[k] = a + b;
        v[k | 1 << r] = (a - b) * (0.5f + k * 0.01f);
      }
#pragma unroll
  for (int k = 0; k < 32; ++k) y[k * 64 + t] = v[k] + v[31 - k] * v[(k * 7) & 31];
}
__global__ void mat(const double* a, double* y) {
  double m[4][4], p[4][4];
  int t = threadIdx.x;
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    m[k / 4][k % 4] = a[(t * 16 + k) % 512];
    p[k / 4][k % 4] = a[(t + k * 31) % 512];
  }
#pragma unroll 1
  for (int r = 0; r < 3; ++r) {
    double q[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        double s = 0;
        for (int k = 0; k < 4; ++k) s += m[i][k] * p[k][j];
        q[i][j] = s;
      }
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      p[k / 4][k % 4] = m[k / 4][k % 4];
      m[k / 4][k % 4] = q[k / 4][k % 4] * 0.5;
    }
  }
  for (int k = 0; k < 16; ++k) y[t * 16 + k] = m[k / 4][k % 4];
}
int main() {
  std::vector<float> x(2048);
  std::vector<double> a(512);
  Rng r(58);
  for (float& v : x) v = (float)r.unit();
  for (double& v : a) v = r.unit() - 0.5;
  Buf<float> X(x), y(2048);
  Buf<double> A(a), z(1024);
  dct<<<1, 64>>>(X.d, y.d);
  y.down();
  mat<<<1, 64>>>(A.d, z.d);
  z.down();
  return finish("register_spills");
}
