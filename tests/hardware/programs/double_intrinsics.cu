#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// A few special values, then ordinary ones, then arbitrary bit patterns.
#define R4(F, ...) R(F##_rn(__VA_ARGS__)) R(F##_rz(__VA_ARGS__)) R(F##_ru(__VA_ARGS__)) R(F##_rd(__VA_ARGS__))
__global__ void rounded(const double* a, const double* b, const double* c, double* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double u = a[i], v = b[i], w = c[i];
  int r = 0;
#define R(e) y[r++ * n + i] = (e);
  R4(__dadd, u, v)
  R4(__dsub, u, v)
  R4(__dmul, u, v) R4(__ddiv, u, v) R4(__fma, u, v, w) R4(__drcp, u) R4(__dsqrt, u)
      R(__hiloint2double(__double2hiint(u), __double2loint(v)))
          R(__longlong_as_double(__double_as_longlong(u) ^ 1))
}
int main() {
  const int n = 300;
  auto a = doubles(n, 11), b = doubles(n, 12), c = doubles(n, 13);
  for (int i = 0; i < 180; ++i) {
    b[i] = b[(i * 7 + i / 30) % 30];
    c[i] = c[(i * 13 + 3 * (i / 30)) % 30];
  }
  for (int i = 180; i < 260; i += 3) c[i] = -a[i] * b[i];
  Buf<double> A(a), B(b), C(c), y(n * 31);
  rounded<<<3, 128>>>(A.d, B.d, C.d, y.d, n);
  y.down();
  return finish("double_intrinsics");
}
