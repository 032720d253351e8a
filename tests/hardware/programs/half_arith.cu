#include <cuda_fp16.h>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

__global__ void scalar(const __half* a, const __half* b, unsigned short* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __half u = a[i], v = b[i], w = a[(i + 7) % n];
  int r = 0;
#define R(e) y[r++ * n + i] = __half_as_ushort(e);
#define P(e) y[r++ * n + i] = (unsigned short)(e);
  R(__hadd(u, v))
  R(__hsub(u, v)) R(__hmul(u, v)) R(__hdiv(u, v)) R(__hadd_rn(u, v)) R(__hmul_rn(u, v)) R(__hadd_sat(u, v))
      R(__hsub_sat(u, v)) R(__hmul_sat(u, v)) R(__hfma(u, v, w)) R(__hfma_sat(u, v, w)) R(__hneg(u))
          R(__habs(u)) R(u + v) R(u * v - w) R(u / v) R(-u) R(__hmax(u, v)) R(__hmin(u, v))
              R(__hmax_nan(u, v)) R(__hmin_nan(u, v)) R(__hfma_relu(u, v, w)) P(__heq(u, v)) P(__hne(u, v))
                  P(__hle(u, v)) P(__hge(u, v)) P(__hlt(u, v)) P(__hgt(u, v)) P(__hequ(u, v)) P(__hneu(u, v))
                      P(__hleu(u, v)) P(__hgeu(u, v)) P(__hltu(u, v)) P(__hgtu(u, v)) P(__hisinf(u))
                          P(__hisnan(u)) P(u == v) P(u < v || u > w) __half t = u;
  t += v;
  t *= w;
  ++t;
  R(t)
}
__global__ void pairs(const __half2* a, const __half2* b, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __half2 u = a[i], v = b[i], w = a[(i + 5) % n];
  int r = 0;
#undef R
#undef P
#define R(e)                                                                                            \
  {                                                                                                     \
    __half2 q_ = (e);                                                                                   \
    y[r++ * n + i] =                                                                                    \
        (unsigned)__half_as_ushort(__low2half(q_)) | (unsigned)__half_as_ushort(__high2half(q_)) << 16; \
  }
#define P(e) y[r++ * n + i] = (unsigned)(e);
  R(__hadd2(u, v))
  R(__hsub2(u, v)) R(__hmul2(u, v)) R(__h2div(u, v)) R(__hadd2_sat(u, v)) R(__hsub2_sat(u, v))
      R(__hmul2_sat(u, v)) R(__hfma2(u, v, w)) R(__hfma2_sat(u, v, w)) R(__hneg2(u)) R(__habs2(u)) R(u + v)
          R(u * v - w) R(-u) R(__hmax2(u, v)) R(__hmin2(u, v)) R(__hmax2_nan(u, v)) R(__hmin2_nan(u, v))
              R(__heq2(u, v)) R(__hne2(u, v)) R(__hle2(u, v)) R(__hgt2(u, v)) R(__hltu2(u, v))
                  R(__hgeu2(u, v)) R(__hisnan2(u)) R(__hcmadd(u, v, w)) P(__hbeq2(u, v)) P(__hbne2(u, v))
                      P(__hble2(u, v)) P(__hbgtu2(u, v)) P(__heq2_mask(u, v)) P(__hgt2_mask(u, v))
                          P(__hleu2_mask(u, v)) R(__lowhigh2highlow(u)) R(__lows2half2(u, v))
                              R(__highs2half2(u, v)) R(__low2half2(u)) R(__high2half2(v))
                                  R(__halves2half2(__high2half(u), __low2half(v))) R(__hfma2_relu(u, v, w))
                                      float2 f = __half22float2(u);
  R(__floats2half2_rn(f.y, f.x))
}
int main() {
  const int n = 256;
  std::vector<__half> a(2 * n), b(2 * n);
  Rng r(91);
  const unsigned short hs[] = {0,     0x8000, 0x7c00, 0xfc00, 0x7e00, 1,      0x8001, 0x3ff,
                               0x400, 0x7bff, 0xfbff, 0x3c00, 0xbc00, 0x3800, 0x3bff, 0x0200};
  for (int i = 0; i < 2 * n; ++i) {
    unsigned short p = (unsigned short)r.u32(), q = (unsigned short)r.u32();
    if ((p & 0x7c00) == 0x7c00) p ^= 0x4000;
    if ((q & 0x7c00) == 0x7c00) q ^= 0x4000;
    if (i % 3 == 0) {
      p = (p & 0x83ff) | 0x3c00;
      q = (q & 0x87ff) | 0x3800;
    }
    if (i < 224) {
      p = hs[i % 16];
      q = hs[(i * 3 + i / 16) % 16];
    }
    memcpy(&a[i], &p, 2);
    memcpy(&b[i], &q, 2);
  }
  Buf<__half> A(a), B(b);
  Buf<unsigned short> y(2 * n * 39);
  Buf<unsigned> z(n * 41);
  scalar<<<4, 128>>>(A.d, B.d, y.d, 2 * n);
  y.down();
  pairs<<<2, 128>>>((__half2*)A.d, (__half2*)B.d, z.d, n);
  z.down();
  return finish("half_arith");
}
