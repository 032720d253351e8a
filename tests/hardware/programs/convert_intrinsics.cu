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
inline std::vector<unsigned long long> ulongs(int n, unsigned seed = 4) {
  std::vector<unsigned long long> v = {0,
                                       1,
                                       2,
                                       0x7fffffffull,
                                       0x80000000ull,
                                       0xffffffffull,
                                       0x100000000ull,
                                       0x7fffffffffffffffull,
                                       0x8000000000000000ull,
                                       0x8000000000000001ull,
                                       0xffffffffffffffffull,
                                       0xfffffffffffffffeull,
                                       0x20000000000000ull,
                                       0x20000000000001ull};
  Rng r(seed);
  while ((int)v.size() < n) {
    unsigned long long x = r.u64();
    v.push_back(v.size() % 3 == 0 ? x >> (x & 63) : x);
  }
  v.resize(n);
  return v;
}
#define M4(F, x) R(F##_rn(x)) R(F##_rz(x)) R(F##_ru(x)) R(F##_rd(x))
__global__ void from_float(const float* a, long long* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float u = a[i];
  int r = 0;
#define R(e) y[r++ * n + i] = (long long)(e);
  M4(__float2int, u)
  M4(__float2uint, u) M4(__float2ll, u) M4(__float2ull, u) R(__float_as_uint((float)(double)u))
}
__global__ void from_double(const double* a, long long* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double u = a[i];
  int r = 0;
  M4(__double2int, u)
  M4(__double2uint, u) M4(__double2ll, u) M4(__double2ull, u) R(__float_as_uint(__double2float_rn(u)))
      R(__float_as_uint(__double2float_rz(u))) R(__float_as_uint(__double2float_ru(u)))
          R(__float_as_uint(__double2float_rd(u)))
}
__global__ void from_int(const unsigned long long* a, double* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long u = a[i];
  int s = (int)u;
  unsigned t = (unsigned)(u >> 7);
  long long l = (long long)u;
  int r = 0;
#undef R
#define R(e) y[r++ * n + i] = (double)(e);
  M4(__int2float, s)
  M4(__uint2float, t) M4(__ll2float, l) M4(__ull2float, u) M4(__ll2double, l) M4(__ull2double, u)
      R(__int2double_rn(s)) R(__uint2double_rn(t)) R((float)(short)s) R((double)(signed char)s)
          R((float)(unsigned char)s) R((float)l) R((double)u)
}
int main() {
  const int n = 180;
  auto f = floats(n, 51);
  auto d = doubles(n, 52);
  Rng r(53);
  for (int i = 60; i < n; i += 3) {
    f[i] = (float)((int)(r.u32() % 64) - 32) * 0.5f;
    d[i] = f[i] * 1000001.0;
  }
  for (int i = 61; i < n; i += 6) {
    f[i] = (float)(r.unit() * 4.4e9 - 1e8);
    d[i] = r.unit() * 1.9e19 - 1e18;
  }
  Buf<float> F(f);
  Buf<double> D(d), z(n * 31);
  Buf<unsigned long long> U(ulongs(n, 54));
  Buf<long long> x(n * 17), y(n * 20);
  from_float<<<2, 96>>>(F.d, x.d, n);
  x.down();
  from_double<<<2, 96>>>(D.d, y.d, n);
  y.down();
  from_int<<<2, 96>>>(U.d, z.d, n);
  z.down();
  return finish("convert_intrinsics");
}
