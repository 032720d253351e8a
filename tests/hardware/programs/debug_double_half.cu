// nvcc: -G
#include <cuda_fp16.h>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// A few special values, then ordinary ones, then arbitrary bit patterns.
__global__ void doubles_k(const double* a, double* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double u = a[i], v = a[n - 1 - i];
    y[i] = sin(u);
    y[n + i] = exp(v) / u;
    y[2 * n + i] = pow(fabs(u), 0.3) - cbrt(v);
    y[3 * n + i] = fma(u, v, -1.0) + floor(u);
  }
}
__global__ void halves_k(const float* a, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    __half h = __float2half(a[i]), g = __float2half(a[n - 1 - i]);
    y[i] = __half2float(__hfma(h, g, h));
    y[n + i] = __half2float(hexp2(h) * g);
    y[2 * n + i] = __half2float(__hmax(h, g)) + (__hlt(h, g) ? 1.0f : 0.0f);
  }
}
template <class T>
__device__ void bubble(T* a, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j + 1 < n - i; ++j)
      if (a[j] > a[j + 1]) {
        T t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
}
__global__ void sorts(const unsigned long long* a, unsigned long long* y) {
  unsigned long long l[10];
  short s[6];
  for (int k = 0; k < 10; ++k) l[k] = a[(threadIdx.x * 10 + k) % 300];
  for (int k = 0; k < 6; ++k) s[k] = (short)l[k];
  bubble(l, 10);
  bubble(s, 6);
  for (int k = 0; k < 10; ++k)
    y[threadIdx.x * 10 + k] = l[k] / (k + 3) + (k < 6 ? s[k] : 0) + __umul64hi(l[k], l[0]);
}
int main() {
  const int n = 300;
  Buf<double> D(doubles(n, 54)), y(4 * n);
  Buf<float> F(floats(n, 55)), z(3 * n);
  Buf<unsigned long long> L(ulongs(n, 56)), w(960);
  doubles_k<<<3, 128>>>(D.d, y.d, n);
  y.down();
  halves_k<<<3, 128>>>(F.d, z.d, n);
  z.down();
  sorts<<<1, 96>>>(L.d, w.d);
  w.down();
  return finish("debug_double_half");
}
