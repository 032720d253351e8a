#include <cuComplex.h>
#include <cuda_pipeline_primitives.h>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

__global__ void cmul(const cuFloatComplex* a, const cuDoubleComplex* b, cuFloatComplex* y, cuDoubleComplex* z,
                     int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cuFloatComplex p = a[i], q = a[(i + 1) % n];
  cuDoubleComplex s = b[i], t = b[(i + 1) % n];
  y[i] = cuCaddf(cuCmulf(p, q), cuCdivf(p, cuConjf(q)));
  y[n + i] = make_cuFloatComplex(cuCabsf(p), cuCrealf(cuCfmaf(p, q, p)));
  z[i] = cuCsub(cuCmul(s, t), cuCdiv(s, t));
  z[n + i] = make_cuDoubleComplex(cuCabs(s), cuCimag(cuConj(t)));
}
__global__ void fft(const float2* x, float2* y, const float2* tw) {
  __shared__ float2 s[128];
  int t = threadIdx.x;
  for (int k = t; k < 128; k += 64) s[__brev((unsigned)k) >> 25] = x[blockIdx.x * 128 + k];
  __syncthreads();
  for (int h = 1; h < 128; h *= 2) {
    int p = t / h * 2 * h + t % h;
    float2 w = tw[(t % h) * (64 / h)], a = s[p], b = s[p + h],
           c = make_float2(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
    s[p] = make_float2(a.x + c.x, a.y + c.y);
    s[p + h] = make_float2(a.x - c.x, a.y - c.y);
    __syncthreads();
  }
  for (int k = t; k < 128; k += 64) y[blockIdx.x * 128 + k] = s[k];
}
__global__ void staged(const int4* x, int4* y) {
  __shared__ int4 s[2][32];
  int t = threadIdx.x;
  int4 acc = make_int4(0, 0, 0, 0);
  __pipeline_memcpy_async(&s[0][t], x + t, 16);
  __pipeline_commit();
  for (int r = 0; r < 6; ++r) {
    if (r < 5) __pipeline_memcpy_async(&s[(r + 1) & 1][t], x + (r + 1) * 32 + t, 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    int4 v = s[r & 1][31 - t];
    acc.x = acc.x * 3 + v.x;
    acc.y ^= v.y;
    acc.z += v.z;
    acc.w -= v.w;
    __syncthreads();
  }
  y[t] = acc;
}
int main() {
  const int n = 256;
  Rng r(66);
  std::vector<float2> a(n), tw(64);
  std::vector<double2> b(n);
  std::vector<int4> x(192);
  for (auto& v : a) v = make_float2((float)(r.unit() - 0.5), (float)(r.unit() * 3));
  for (auto& v : b) v = make_double2(r.unit() + 0.1, r.unit() - 0.5);
  for (auto& v : x) v = make_int4(r.u32(), r.u32(), r.u32(), r.u32());
  for (int k = 0; k < 64; ++k)
    tw[k] =
        make_float2((float)cos(-2 * 3.14159265358979 * k / 128), (float)sin(-2 * 3.14159265358979 * k / 128));
  Buf<float2> A(a), y(2 * n), f(n), T(tw);
  Buf<double2> B(b), z(2 * n);
  Buf<int4> X(x), w(32);
  cmul<<<2, 128>>>(A.d, B.d, y.d, z.d, n);
  y.down();
  z.down();
  fft<<<2, 64>>>(A.d, f.d, T.d);
  f.down();
  staged<<<1, 32>>>(X.d, w.d);
  w.down();
  return finish("complex_pipeline_primitives");
}
