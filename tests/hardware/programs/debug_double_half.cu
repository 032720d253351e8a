// nvcc: -G
#include <cuda_fp16.h>
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
