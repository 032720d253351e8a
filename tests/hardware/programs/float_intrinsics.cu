#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// A few special values, then ordinary ones, then arbitrary bit patterns.
#define R4(F, ...) R(F##_rn(__VA_ARGS__)) R(F##_rz(__VA_ARGS__)) R(F##_ru(__VA_ARGS__)) R(F##_rd(__VA_ARGS__))
__global__ void rounded(const float* a, const float* b, const float* c, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float u = a[i], v = b[i], w = c[i];
  int r = 0;
#define R(e) y[r++ * n + i] = (e);
  R4(__fadd, u, v)
  R4(__fsub, u, v)
  R4(__fmul, u, v) R4(__fdiv, u, v) R4(__fmaf, u, v, w) R4(__frcp, u) R4(__fsqrt, u) R(__frsqrt_rn(u))
      R(__fmaf_ieee_rn(u, v, w)) R(__fmaf_ieee_rz(u, v, w)) R(__fmaf_ieee_ru(u, v, w))
          R(__fmaf_ieee_rd(u, v, w))
}
__global__ void approx(const float* a, const float* b, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float u = a[i], v = b[i];
  int r = 0;
  R(__sinf(u))
  R(__cosf(u))
  R(__tanf(u)) R(__expf(u)) R(__exp10f(u)) R(__logf(u)) R(__log2f(u)) R(__log10f(u)) R(__powf(u, v))
      R(__fdividef(u, v)) R(__saturatef(u)) R(__saturatef(u * v + 0.25f)) R(__tanhf(u)) float s,
      c;
  __sincosf(u, &s, &c);
  R(s) R(c)
}
int main() {
  const int n = 340;
  auto a = floats(n, 11), b = floats(n, 12), c = floats(n, 13);
  for (int i = 0; i < 200; ++i) {
    b[i] = b[(i * 7 + i / 30) % 30];
    c[i] = c[(i * 13 + 3 * (i / 30)) % 30];
  }
  for (int i = 200; i < 300; i += 3) c[i] = -a[i] * b[i];  // cancellation
  Buf<float> A(a), B(b), C(c), y(n * 33), z(n * 15);
  rounded<<<3, 128>>>(A.d, B.d, C.d, y.d, n);
  y.down();
  approx<<<3, 128>>>(A.d, B.d, z.d, n);
  z.down();
  return finish("float_intrinsics");
}
