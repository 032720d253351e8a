#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// A few special values, then ordinary ones, then arbitrary bit patterns.
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
  M4(__double2uint, u)
  M4(__double2ll, u) M4(__double2ull, u) R(__float_as_uint(__double2float_rn(u)))
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
  M4(__uint2float, t)
  M4(__ll2float, l) M4(__ull2float, u) M4(__ll2double, l) M4(__ull2double, u) R(__int2double_rn(s))
      R(__uint2double_rn(t)) R((float)(short)s) R((double)(signed char)s) R((float)(unsigned char)s)
          R((float)l) R((double)u)
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
