#include <cuda_bf16.h>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// A few special values, then ordinary ones, then arbitrary bit patterns.
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
  R(__hsub(u, v))
  R(__hmul(u, v)) R(__hdiv(u, v)) R(__hadd_sat(u, v)) R(__hsub_sat(u, v)) R(__hmul_rn(u, v)) R(__hneg(u))
      R(__habs(u)) R(u * v + w) R(__hmax(u, v)) R(__hmin_nan(u, v)) R(u / v - w) P(__heq(u, v)) P(__hne(u, v))
          P(__hle(u, v)) P(__hgt(u, v)) P(__hltu(u, v)) P(__hgeu(u, v)) P(__hisinf(u)) P(__hisnan(u))
              R(hsqrt(u)) R(hrsqrt(u)) R(hrcp(u)) R(hlog(u)) R(hlog2(u)) R(hlog10(u)) R(hexp(u)) R(hexp2(u))
                  R(hexp10(u)) R(hcos(u)) R(hsin(u)) R(hrint(u)) R(hfloor(u)) R(hceil(u)) R(htrunc(u))
                      R(htanh(u))
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
  R(__hsub2(u, v))
  R(__hmul2(u, v)) R(__h2div(u, v)) R(__hadd2_sat(u, v)) R(__hneg2(u)) R(__habs2(u)) R(__hmax2(u, v))
      R(__hmin2(u, v)) R(__heq2(u, v)) R(h2exp(u)) R(h2sqrt(u)) R(__lowhigh2highlow(u)) R(u + v * w)
          y[r++ * n + i] = __hble2(u, v);
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
  R(__float2bfloat16_rz(u))
  R(__float2bfloat16_ru(u)) R(__float2bfloat16_rd(u)) R(__double2bfloat16(d[i])) R(__int2bfloat16_rn((int)q))
      R(__uint2bfloat16_rz((unsigned)q)) R(__ll2bfloat16_ru((long long)q)) R(__ull2bfloat16_rd(q))
          R(__short2bfloat16_rn((short)q)) R(__ushort2bfloat16_rn((unsigned short)q))
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
