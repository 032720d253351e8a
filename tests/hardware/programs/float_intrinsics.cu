#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// A few special values, then ordinary ones, then arbitrary bit patterns.
inline std::vector<float> floats(int n, unsigned seed = 1) {
  const unsigned sp[] = {0,           0x80000000u, 0x7f800000u, 0xff800000u, 0x7fc00000u, 1,
                         0x80000001u, 0x007fffffu, 0x00800000u, 0x80800000u, 0x7f7fffffu, 0xff7fffffu,
                         0x3f800000u, 0xbf800000u, 0x3f7fffffu, 0x3f800001u, 0x3f000000u, 0xbf000000u,
                         0x3fc00000u, 0x40200000u, 0x4b000000u, 0x4b7fffffu, 0x4effffffu, 0x4f000000u,
                         0xcf000000u, 0x5f000000u, 0x33800000u, 0x40490fdbu, 0x42b17218u, 0xc2cff1b5u};
  std::vector<float> v;
  Rng r(seed);
  for (unsigned b : sp) {
    float f;
    memcpy(&f, &b, 4);
    v.push_back(f);
  }
  while ((int)v.size() < n) {
    if (v.size() % 4 == 3) {
      unsigned b = r.u32();
      if ((b & 0x7f800000u) == 0x7f800000u) b ^= 0x20000000u;
      float f;
      memcpy(&f, &b, 4);
      v.push_back(f);
    } else if (v.size() % 4 == 2)
      v.push_back((float)(r.unit() * 2 - 1));
    else
      v.push_back((float)(r.unit() * 40 - 20));
  }
  v.resize(n);
  return v;
}
#define R4(F, ...) R(F##_rn(__VA_ARGS__)) R(F##_rz(__VA_ARGS__)) R(F##_ru(__VA_ARGS__)) R(F##_rd(__VA_ARGS__))
__global__ void rounded(const float* a, const float* b, const float* c, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float u = a[i], v = b[i], w = c[i];
  int r = 0;
#define R(e) y[r++ * n + i] = (e);
  R4(__fadd, u, v)
  R4(__fsub, u, v) R4(__fmul, u, v) R4(__fdiv, u, v) R4(__fmaf, u, v, w) R4(__frcp, u) R4(__fsqrt, u)
      R(__frsqrt_rn(u)) R(__fmaf_ieee_rn(u, v, w)) R(__fmaf_ieee_rz(u, v, w)) R(__fmaf_ieee_ru(u, v, w))
          R(__fmaf_ieee_rd(u, v, w))
}
__global__ void approx(const float* a, const float* b, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float u = a[i], v = b[i];
  int r = 0;
  R(__sinf(u))
  R(__cosf(u)) R(__tanf(u)) R(__expf(u)) R(__exp10f(u)) R(__logf(u)) R(__log2f(u)) R(__log10f(u))
      R(__powf(u, v)) R(__fdividef(u, v)) R(__saturatef(u)) R(__saturatef(u * v + 0.25f))
          R(__tanhf(u)) float s,
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
