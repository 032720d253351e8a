#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// A few special values, then ordinary ones, then arbitrary bit patterns.
// Comparisons, selections, conversions by cast, bit tricks, polynomial code and loops that end by a float
// test.
__global__ void casts(const float* a, const double* b, const unsigned long long* c, double* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float u = a[i];
  double d = b[i];
  unsigned long long q = c[i];
  int r = 0;
#define R(e) y[r++ * n + i] = (double)(e);
  float cl = fminf(fmaxf(u, -2.0e9f), 2.0e9f);
  double dl = fmin(fmax(d, -9.0e18), 9.0e18);
  R((int)cl)
  R((unsigned)fabsf(cl))
  R((short)(int)cl) R((signed char)fminf(fmaxf(u, -100.f), 100.f)) R((long long)cl) R((long long)dl)
      R((unsigned long long)fabs(dl)) R((float)d) R((double)u) R((float)q) R((float)(long long)q) R((double)q)
          R((double)(long long)q) R((float)(unsigned)q) R((float)(unsigned short)q) R((float)(signed char)q)
              R((bool)u) R((bool)d) R(!u) R(u < 0   ? -1
                                            : u > 0 ? 1
                                                    : 0) R(u == u) R(!(u <= (float)d || u > (float)d))
                  R(!(u >= 1.0f)) R(d < 0.5 || d > 0.5) R(u >= -0.0f) R(u >= (float)d)
}
__global__ void newton(const float* a, float* y, int* k, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = fabsf(a[i]);
  int it = 0;
  if (!(v > 1e-30f && v < 1e30f)) v = 2.0f;
  float g = __int_as_float((__float_as_int(v) >> 1) + 0x1fbb67a8), prev = 0;
  while (it < 20 && fabsf(g - prev) > 1e-6f * g) {
    prev = g;
    g = 0.5f * (g + v / g);
    ++it;
  }
  y[i] = g;
  k[i] = it;
  float rs = __int_as_float(0x5f3759df - (__float_as_int(v) >> 1));
  rs *= 1.5f - 0.5f * v * rs * rs;
  y[n + i] = rs;
  float s = 0, c = 0;
  for (int j = 0; j < 30; ++j) {
    float t = v * (j & 3) * 1e-3f - c, w = s + t;
    c = (w - s) - t;
    s = w;
  }
  y[2 * n + i] = s + c;
  float m = 0;
  int e = 0;
  while (e < 50 && m * m < v) {
    m += 0.37f;
    ++e;
  }
  y[3 * n + i] = m;
}
__global__ void mandel(int* y, int w, int h) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= w || py >= h) return;
  double cx = -2.2 + 3.2 * px / w, cy = -1.3 + 2.6 * py / h, zx = 0, zy = 0;
  int k = 0;
  while (k < 60 && zx * zx + zy * zy < 4) {
    double t = zx * zx - zy * zy + cx;
    zy = 2 * zx * zy + cy;
    zx = t;
    ++k;
  }
  y[py * w + px] = k;
}
int main() {
  const int n = 256;
  Buf<float> A(floats(n, 74)), y(4 * n);
  Buf<double> B(doubles(n, 75)), z(26 * n);
  Buf<unsigned long long> C(ulongs(n, 76));
  Buf<int> k(n), m(40 * 30);
  casts<<<2, 128>>>(A.d, B.d, C.d, z.d, n);
  z.down();
  newton<<<2, 128>>>(A.d, y.d, k.d, n);
  y.down();
  k.down();
  mandel<<<dim3(5, 4), dim3(8, 8)>>>(m.d, 40, 30);
  m.down();
  return finish("float_int_edge");
}
