#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

typedef __int128 i128;
typedef unsigned __int128 u128;
struct alignas(16) Pair {
  unsigned long long lo, hi;
};
__host__ __device__ Pair pack(u128 x) { return {(unsigned long long)x, (unsigned long long)(x >> 64)}; }
__host__ __device__ int calc(unsigned long long a, unsigned long long b, unsigned long long c,
                             unsigned long long d, Pair* y, int step) {
  u128 u = (u128)a << 64 | b, v = (u128)c << 64 | d;
  i128 s = (i128)u, t = (i128)v;
  int r = 0;
#define R(e) y[r++ * step] = pack((u128)(e));
  R(u + v)
  R(u - v)
  R(u * v) R(u & ~v) R(u ^ v) R(u << (d & 127)) R(u >> (d & 127)) R(s >> (d & 127)) R(u < v) R(s < t)
      R(s == t) R((u128)a * c) R((i128)(long long)a * (long long)c) R(-s) if (v) {
    R(u / v) R(u % v)
  }
  else {
    R(1) R(2)
  }
  if (d) {
    R(u / d) R(u % d)
  } else {
    R(3) R(4)
  }
  if (t && t != -1) {
    R(s / t) R(s % t)
  } else {
    R(5) R(6)
  }
  return r;
}
__global__ void wide(const unsigned long long* a, Pair* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) calc(a[i], a[(i * 3 + 1) % n], a[(i * 5 + 2) % n] >> (i % 4 * 20), a[(i * 7 + 3) % n], y + i, n);
}
int main() {
  const int n = 160;
  auto a = ulongs(n, 61);
  Buf<unsigned long long> A(a);
  Buf<Pair> y(n * 22);
  wide<<<5, 32>>>(A.d, y.d, n);
  y.down();
  for (int i = 0; i < n; ++i) {
    Pair z[22];
    int m = calc(a[i], a[(i * 3 + 1) % n], a[(i * 5 + 2) % n] >> (i % 4 * 20), a[(i * 7 + 3) % n], z, 1);
    for (int r = 0; r < m; ++r) check(z[r].lo == y.h[r * n + i].lo && z[r].hi == y.h[r * n + i].hi);
  }
  return finish("int128_math");
}
