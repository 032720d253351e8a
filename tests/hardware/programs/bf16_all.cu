#include <cuda_bf16.h>
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
typedef __nv_bfloat16 B16;
typedef __nv_bfloat162 B2;
__global__ void scalar(const unsigned short* a, const unsigned short* b, unsigned short* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  B16 u = __ushort_as_bfloat16(a[i]), v = __ushort_as_bfloat16(b[i]),
      w = __ushort_as_bfloat16(a[(i + 7) % n]);
  int r = 0;
#define R(e) y[r++ * n + i] = __bfloat16_as_ushort(e);
#define P(e) y[r++ * n + i] = (unsigned short)(e);
  R(__hadd(u, v))
  R(__hsub(u, v)) R(__hmul(u, v)) R(__hdiv(u, v)) R(__hadd_sat(u, v)) R(__hsub_sat(u, v)) R(__hmul_rn(u, v))
      R(__hneg(u)) R(__habs(u)) R(u * v + w) R(__hmax(u, v)) R(__hmin_nan(u, v)) R(u / v - w) P(__heq(u, v))
          P(__hne(u, v)) P(__hle(u, v)) P(__hgt(u, v)) P(__hltu(u, v)) P(__hgeu(u, v)) P(__hisinf(u))
              P(__hisnan(u)) R(hsqrt(u)) R(hrsqrt(u)) R(hrcp(u)) R(hlog(u)) R(hlog2(u)) R(hlog10(u))
                  R(hexp(u)) R(hexp2(u)) R(hexp10(u)) R(hcos(u)) R(hsin(u)) R(hrint(u)) R(hfloor(u))
                      R(hceil(u)) R(htrunc(u)) R(htanh(u))
}
__global__ void pairs(const B2* a, const B2* b, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  B2 u = a[i], v = b[i], w = a[(i + 5) % n];
  int r = 0;
#undef R
#undef P
#define R(e)                                                                    \
  {                                                                             \
    B2 q_ = (e);                                                                \
    y[r++ * n + i] = (unsigned)__bfloat16_as_ushort(__low2bfloat16(q_)) |       \
                     (unsigned)__bfloat16_as_ushort(__high2bfloat16(q_)) << 16; \
  }
  R(__hadd2(u, v))
  R(__hsub2(u, v)) R(__hmul2(u, v)) R(__h2div(u, v)) R(__hadd2_sat(u, v)) R(__hneg2(u)) R(__habs2(u))
      R(__hmax2(u, v)) R(__hmin2(u, v)) R(__heq2(u, v)) R(h2exp(u)) R(h2sqrt(u)) R(__lowhigh2highlow(u))
          R(u + v * w) y[r++ * n + i] = __hble2(u, v);
  y[r++ * n + i] = __hgt2_mask(u, v);
}
__global__ void conv(const float* f, const double* d, const unsigned long long* k, const unsigned short* a,
                     unsigned short* y, long long* z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float u = f[i];
  unsigned long long q = k[i];
  B16 h = __ushort_as_bfloat16(a[i]);
  int r = 0, s = 0;
#undef R
#define R(e) y[r++ * n + i] = __bfloat16_as_ushort(e);
#define K(e) z[s++ * n + i] = (long long)(e);
  R(__float2bfloat16_rn(u))
  R(__float2bfloat16_rz(u)) R(__float2bfloat16_ru(u)) R(__float2bfloat16_rd(u)) R(__double2bfloat16(d[i]))
      R(__int2bfloat16_rn((int)q)) R(__uint2bfloat16_rz((unsigned)q)) R(__ll2bfloat16_ru((long long)q))
          R(__ull2bfloat16_rd(q)) R(__short2bfloat16_rn((short)q)) R(__ushort2bfloat16_rn((unsigned short)q))
              R(__ll2bfloat16_rn((long long)q)) R(__low2bfloat16(__floats2bfloat162_rn(u, 2.0f)))
                  K(__bfloat162int_rn(h)) K(__bfloat162int_rz(h)) K(__bfloat162int_ru(h))
                      K(__bfloat162int_rd(h)) K(__bfloat162uint_rz(h)) K(__bfloat162ll_rn(h))
                          K(__bfloat162ull_rz(h)) K(__bfloat162short_rn(h)) K(__bfloat162ushort_rz(h))
                              K(__float_as_uint(__bfloat162float(h))) K(__bfloat162char_rz(h))
                                  K(__bfloat162uchar_rz(h))
}
int main() {
  const int n = 256;
  std::vector<unsigned short> a(n), b(n);
  Rng r(95);
  const unsigned short hs[] = {0,    0x8000, 0x7f80, 0xff80, 0x7fc0, 1,      0x8001, 0x7f,
                               0x80, 0x7f7f, 0xff7f, 0x3f80, 0xbf80, 0x3f00, 0x3f81, 0x4f00};
  for (int i = 0; i < n; ++i) {
    a[i] = r.u32();
    b[i] = r.u32();
    if ((a[i] & 0x7f80) == 0x7f80) a[i] ^= 0x4000;
    if ((b[i] & 0x7f80) == 0x7f80) b[i] ^= 0x4000;
    if (i % 3 == 0) {
      a[i] = (a[i] & 0x83ff) | 0x3c00;
      b[i] = (b[i] & 0x80ff) | 0x3f00;
    }
    if (i < 96) {
      a[i] = hs[i % 16];
      b[i] = hs[(i * 3 + i / 16) % 16];
    }
  }
  Buf<unsigned short> A(a), B(b), y(n * 37), p(n * 13);
  Buf<unsigned> z(n / 2 * 16);
  Buf<long long> q(n * 12);
  Buf<float> F(floats(n, 96));
  Buf<double> D(doubles(n, 97));
  Buf<unsigned long long> KK(ulongs(n, 98));
  scalar<<<2, 128>>>(A.d, B.d, y.d, n);
  y.down();
  pairs<<<1, 128>>>((B2*)A.d, (B2*)B.d, z.d, n / 2);
  z.down();
  conv<<<2, 128>>>(F.d, D.d, KK.d, A.d, p.d, q.d, n);
  p.down();
  q.down();
  return finish("bf16_all");
}
