#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// 64-bit division and remainder, and 8- and 16-bit arithmetic with promotion.
__global__ void div64(const unsigned long long* a, const unsigned long long* b, unsigned long long* y,
                      int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long u = a[i], v = b[i];
  long long s = (long long)u, t = (long long)v;
  int r = 0;
#define R(e) y[r++ * n + i] = (unsigned long long)(e);
  bool ok = !(s == INT64_MIN && t == -1);
  R(v ? u / v : 0)
  R(v ? u % v : 0)
  R(v && ok ? s / t : 0) R(v && ok ? s % t : 0) R(u / 10) R(s / 10) R(u % 1000000007ull) R(s % 1000000007ll)
      R(s / 4096) R(s % 4096) R(s / -3) R(u / 0xffffffffffull) R(u / 3 * 3 == u)
          R((unsigned)v ? u / (unsigned)v : 1) R((unsigned)v ? u % (unsigned)v : 1)
}
template <class T>
__device__ void narrow(const unsigned* a, const unsigned* b, T* y, int n, int i) {
  T u = (T)a[i], v = (T)(b[i] >> 3);
  int r = 0;
#undef R
#define R(e) y[r++ * n + i] = (T)(e);
  R(u + v)
  R(u - v)
  R(u * v) R(v ? u / v : 0) R(v ? u % v : 0) R(u << (v & 7)) R(u >> (v & 7)) R(-u) R(~u) R(u & v) R(u | v)
      R(u ^ v) R(u < v ? u : v) R((u + v) >> 1) R((u * v) >> 8) T t = u;
  t += v;
  t *= 3;
  t -= u;
  R(t)++ t;
  t--;
  t = t >> 2;
  R(t) R(u == v) R((unsigned)u > (unsigned)v) R(abs((int)u - (int)v))
}
__global__ void bytes(const unsigned* a, const unsigned* b, signed char* y, unsigned char* z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    narrow(a, b, y, n, i);
    narrow(a, b, z, n, i);
  }
}
__global__ void shorts(const unsigned* a, const unsigned* b, short* y, unsigned short* z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    narrow(a, b, y, n, i);
    narrow(a, b, z, n, i);
  }
}
int main() {
  const int n = 240;
  auto a = ulongs(n, 71), b = ulongs(n, 72);
  for (int i = 0; i < 98; ++i) {
    a[i] = a[i % 14];
    b[i] = b[(i * 5 + i / 14) % 14];
  }
  Buf<unsigned long long> A(a), B(b), y(n * 15);
  div64<<<2, 128>>>(A.d, B.d, y.d, n);
  y.down();
  for (int i = 0; i < n; ++i)
    if (b[i]) check(y.h[i] == a[i] / b[i] && y.h[n + i] == a[i] % b[i]);
  Buf<unsigned> C(uints(n, 73)), D(uints(n, 74));
  Buf<signed char> p(n * 20);
  Buf<unsigned char> q(n * 20);
  Buf<short> s(n * 20);
  Buf<unsigned short> t(n * 20);
  bytes<<<2, 128>>>(C.d, D.d, p.d, q.d, n);
  p.down();
  q.down();
  shorts<<<2, 128>>>(C.d, D.d, s.d, t.d, n);
  s.down();
  t.down();
  return finish("div64_small_ints");
}
