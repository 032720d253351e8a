#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// A few special values, then ordinary ones, then arbitrary bit patterns.
// Float functions of two or more arguments or results.
__global__ void two(const float* a, const float* b, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float u = a[i], v = b[i];
  int r = 0;
#define R(e) y[r++ * n + i] = (e);
  R(u + v)
  R(u - v)
  R(u * v) R(u / v) R(powf(u, v)) R(atan2f(u, v)) R(fmodf(u, v)) R(remainderf(u, v)) R(hypotf(u, v))
      R(rhypotf(u, v)) R(fdimf(u, v)) R(fmaxf(u, v)) R(fminf(u, v)) R(copysignf(u, v)) R(nextafterf(u, v))
          R(fdividef(u, v)) R(fmaf(u, v, u)) R(fmaf(u, -v, 1.0f)) R(norm3df(u, v, 1.0f))
              R(rnorm3df(u, v, 2.0f)) R(norm4df(u, v, 3.0f, u))
                  R(rnorm4df(u, v, v, 1.0f)) float p[3] = {u, v, 0.5f};
  R(normf(3, p)) R(rnormf(3, p)) R(u < v ? 1.0f : -1.0f) R(u != v ? 2.0f : 3.0f)
}
__global__ void odd(const float* a, float* y, int* k, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float u = a[i];
  int r = 0, q = 0;
#define K(e) k[q++ * n + i] = (int)(e);
  float s, c, ip;
  sincosf(u, &s, &c);
  R(s) R(c) sincospif(u, &s, &c);
  R(s) R(c) R(modff(u, &ip)) R(ip) int e = 0;
  R(frexpf(u, &e))
  K(isfinite(u) ? e : 77)
  R(ldexpf(u, 3)) R(ldexpf(u, -130)) R(scalbnf(u, 60)) R(scalblnf(u, -20L)) R(pow(u, 5)) R(powf(u, -3.0f))
      R(jnf(3, u)) R(ynf(2, u)) int quo = 0;
  R(remquof(u, 0.75f, &quo))
  K(isfinite(u) && fabsf(u) < 1e6f ? quo & 7 : 0)
  K(isnan(u)) K(isinf(u)) K(isfinite(u)) K(signbit(u) != 0) bool mid = fabsf(u) < 1e9f;
  K(mid ? ilogbf(u) : 0)
  K(mid ? lrintf(u) : 0)
  K(mid ? llrintf(u) : 0) K(mid ? lroundf(u) : 0) K(mid ? llroundf(u) : 0) R(nanf(""))
      R(u > 0 ? sqrtf(u) * rsqrtf(u) : 0.0f)
}
int main() {
  const int n = 300;
  auto a = floats(n, 5), b = floats(n, 6);
  for (int i = 0; i < 150; ++i) b[i] = b[(i * 7 + i / 30) % 30];  // special against special
  Buf<float> A(a), B(b), y(n * 26), z(n * 19);
  Buf<int> k(n * 12);
  two<<<3, 128>>>(A.d, B.d, y.d, n);
  y.down();
  odd<<<3, 128>>>(A.d, z.d, k.d, n);
  z.down();
  k.down();
  return finish("fmath_multi");
}
