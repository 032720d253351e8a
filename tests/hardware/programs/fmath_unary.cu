#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// A few special values, then ordinary ones, then arbitrary bit patterns.
// Every one-argument float function; a table row each.
#define LIST(X)                                                                                              \
  X(sinf)                                                                                                    \
  X(cosf)                                                                                                    \
  X(tanf) X(asinf) X(acosf) X(atanf) X(sinhf) X(coshf) X(tanhf) X(asinhf) X(acoshf) X(atanhf) X(expf)        \
      X(exp2f) X(exp10f) X(expm1f) X(logf) X(log2f) X(log10f) X(log1pf) X(logbf) X(sqrtf) X(rsqrtf) X(cbrtf) \
          X(rcbrtf) X(erff) X(erfcf) X(erfinvf) X(erfcinvf) X(erfcxf) X(normcdff) X(normcdfinvf) X(tgammaf)  \
              X(lgammaf) X(j0f) X(j1f) X(y0f) X(y1f) X(cyl_bessel_i0f) X(cyl_bessel_i1f) X(sinpif) X(cospif) \
                  X(floorf) X(ceilf) X(truncf) X(roundf) X(rintf) X(nearbyintf) X(fabsf)
enum {
  ROWS = 0
#define X(f) +1
  LIST(X)
#undef X
};
#define X(f)                                               \
  __global__ void k_##f(const float* x, float* y, int n) { \
    int i = blockIdx.x * blockDim.x + threadIdx.x;         \
    if (i < n) y[i] = f(x[i]);                             \
  }
__global__ void table(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = x[i];
  int r = 0;
#undef X
#define X(f) y[r++ * n + i] = f(v);
  LIST(X)
#undef X
}
#define X(f)                                               \
  __global__ void k_##f(const float* x, float* y, int n) { \
    int i = blockIdx.x * blockDim.x + threadIdx.x;         \
    if (i < n) y[i] = f(x[i]);                             \
  }
X(sinf)
X(tanf)
X(lgammaf) X(expf)
#undef X
    int main() {
  const int n = 400;
  Buf<float> x(floats(n)), y(n * ROWS), z(n);
  table<<<(n + 127) / 128, 128>>>(x.d, y.d, n);
  y.down();
  k_sinf<<<(n + 127) / 128, 128>>>(x.d, z.d, n);
  z.down();
  k_tanf<<<(n + 127) / 128, 128>>>(x.d, z.d, n);
  z.down();
  k_lgammaf<<<(n + 127) / 128, 128>>>(x.d, z.d, n);
  z.down();
  k_expf<<<(n + 127) / 128, 128>>>(x.d, z.d, n);
  z.down();
  return finish("fmath_unary");
}
