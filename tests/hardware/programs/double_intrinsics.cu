#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// A few special values, then ordinary ones, then arbitrary bit patterns.
inline std::vector<double> doubles(int n, unsigned seed = 2) {
  const unsigned long long sp[] = {0,
                                   1ull << 63,
                                   0x7ff0000000000000ull,
                                   0xfff0000000000000ull,
                                   0x7ff8000000000000ull,
                                   1,
                                   0x8000000000000001ull,
                                   0x000fffffffffffffull,
                                   0x0010000000000000ull,
                                   0x7fefffffffffffffull,
                                   0xffefffffffffffffull,
                                   0x3ff0000000000000ull,
                                   0xbff0000000000000ull,
                                   0x3fefffffffffffffull,
                                   0x3ff0000000000001ull,
                                   0x3fe0000000000000ull,
                                   0xbfe0000000000000ull,
                                   0x3ff8000000000000ull,
                                   0x4004000000000000ull,
                                   0x4330000000000000ull,
                                   0x41dfffffffc00000ull,
                                   0x41e0000000000000ull,
                                   0xc1e0000000000000ull,
                                   0x43e0000000000000ull,
                                   0xc3e0000000000000ull,
                                   0x43f0000000000000ull,
                                   0x3e60000000000000ull,
                                   0x400921fb54442d18ull,
                                   0x40862e42fefa39efull,
                                   0xc0874910d52d3051ull};
  std::vector<double> v;
  Rng r(seed);
  for (unsigned long long b : sp) {
    double f;
    memcpy(&f, &b, 8);
    v.push_back(f);
  }
  while ((int)v.size() < n) {
    if (v.size() % 4 == 3) {
      unsigned long long b = r.u64();
      if ((b >> 52 & 2047) == 2047) b ^= 1ull << 60;
      double f;
      memcpy(&f, &b, 8);
      v.push_back(f);
    } else if (v.size() % 4 == 2)
      v.push_back(r.unit() * 2 - 1);
    else
      v.push_back(r.unit() * 40 - 20);
  }
  v.resize(n);
  return v;
}
#define R4(F, ...) R(F##_rn(__VA_ARGS__)) R(F##_rz(__VA_ARGS__)) R(F##_ru(__VA_ARGS__)) R(F##_rd(__VA_ARGS__))
__global__ void rounded(const double* a, const double* b, const double* c, double* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double u = a[i], v = b[i], w = c[i];
  int r = 0;
#define R(e) y[r++ * n + i] = (e);
  R4(__dadd, u, v)
  R4(__dsub, u, v) R4(__dmul, u, v) R4(__ddiv, u, v) R4(__fma, u, v, w) R4(__drcp, u) R4(__dsqrt, u)
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
