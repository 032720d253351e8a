#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// A few special values, then ordinary ones, then arbitrary bit patterns.
#define R(e) y[r++ * n + i] = (unsigned)(e);
__global__ void conv(const float* a, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float u = a[i], v = a[n - 1 - i];
  int r = 0;
  R(__nv_cvt_float_to_fp8(u, __NV_SATFINITE, __NV_E4M3))
  R(__nv_cvt_float_to_fp8(u, __NV_NOSAT, __NV_E4M3))
  R(__nv_cvt_float_to_fp8(u, __NV_SATFINITE, __NV_E5M2)) R(__nv_cvt_float_to_fp8(u, __NV_NOSAT, __NV_E5M2))
      R(__nv_cvt_float2_to_fp8x2(make_float2(u, v), __NV_SATFINITE, __NV_E4M3))
          R(__nv_cvt_double_to_fp8((double)u, __NV_SATFINITE, __NV_E5M2)) __nv_fp8_e4m3 p(u);
  __nv_fp8_e5m2 q(v);
  R(__float_as_uint((float)p))
  R(__float_as_uint((float)q + 1.0f))
  R(__half_as_ushort(__half(__nv_cvt_fp8_to_halfraw((unsigned char)(i * 7), __NV_E4M3))))
  R(__half_as_ushort(__half(__nv_cvt_fp8_to_halfraw((unsigned char)(i * 5), __NV_E5M2))))
  R(__nv_cvt_float_to_fp6(u, __NV_E2M3, cudaRoundNearest))
  R(__nv_cvt_float_to_fp6(u, __NV_E3M2, cudaRoundNearest))
      R(__nv_cvt_float_to_fp4(u, __NV_E2M1, cudaRoundNearest))
          R(__half_as_ushort(__half(__nv_cvt_fp4_to_halfraw((unsigned char)(i & 15), __NV_E2M1))))
              R(__nv_cvt_float2_to_fp4x2(make_float2(u, v), __NV_E2M1, cudaRoundNearest))
                  R(__nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw{(unsigned short)(i * 257)}, __NV_SATFINITE,
                                                __NV_E4M3))
                      R(__nv_cvt_float_to_e8m0(u, __NV_SATFINITE, cudaRoundPosInf))
}
int main() {
  const int n = 256;
  auto a = floats(n, 62);
  for (int i = 60; i < n; i += 2) a[i] = ldexpf(a[i] > 1e6f || a[i] < -1e6f ? 1.3f : a[i], i % 9 - 5);
  Buf<float> A(a);
  Buf<unsigned> y(n * 18);
  conv<<<2, 128>>>(A.d, y.d, n);
  y.down();
  return finish("fp8_fp4_convert");
}
