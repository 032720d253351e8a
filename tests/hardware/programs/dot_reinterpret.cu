#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// dp4a, dp2a and the reinterpreting intrinsics.
__global__ void dots(const int* a, const int* b, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int u = a[i], v = b[i], w = a[(i + 1) % n], r = 0;
#define R(e) y[r++ * n + i] = (int)(e);
  R(__dp4a(u, v, w))
  R(__dp4a((unsigned)u, (unsigned)v, (unsigned)w))
  R(__dp2a_lo(u, v, w)) R(__dp2a_hi(u, v, w)) R(__dp2a_lo((unsigned)u, (unsigned)v, (unsigned)w))
      R(__dp2a_hi((unsigned)u, (unsigned)v, (unsigned)w)) char4 p = make_char4(u, u >> 8, u >> 16, u >> 24),
                                                                q = make_char4(v, v >> 8, v >> 16, v >> 24);
  R(__dp4a(p, q, w))
  uchar4 s = make_uchar4(u, u >> 8, u >> 16, u >> 24), t = make_uchar4(v, v >> 8, v >> 16, v >> 24);
  R(__dp4a(s, t, 5u))
  R(__dp2a_lo(make_short2(u, u >> 16), q, w)) R(__dp2a_hi(make_ushort2(u, u >> 16), t, (unsigned)w))
}
__global__ void bits(const unsigned* a, float* f, int* k, double* d, long long* l, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  f[i] = __uint_as_float(a[i]);
  f[n + i] = __int_as_float((int)a[i] ^ 0x80000000);
  k[i] = __float_as_int(f[i]) + 1;
  k[n + i] = (int)__float_as_uint(-f[i]);
  d[i] = __hiloint2double(a[i], a[n - 1 - i]);
  d[n + i] = __longlong_as_double((long long)a[i] << 32 | 7);
  l[i] = __double_as_longlong(d[i]) ^ 5;
  l[n + i] = ((long long)__double2hiint(d[n + i]) << 32) + __double2loint(d[i]);
}
int main() {
  const int n = 300;
  auto ua = uints(n, 41), ub = uints(n, 42);
  std::vector<int> a(ua.begin(), ua.end()), b(ub.begin(), ub.end());
  Buf<int> A(a), B(b), y(n * 10);
  dots<<<3, 128>>>(A.d, B.d, y.d, n);
  y.down();
  for (int i = 0; i < n; ++i) {
    unsigned s = a[(i + 1) % n];
    for (int k = 0; k < 4; ++k) s += (int)(signed char)(a[i] >> 8 * k) * (int)(signed char)(b[i] >> 8 * k);
    check(y.h[i] == (int)s && y.h[6 * n + i] == (int)s);
  }
  Buf<unsigned> U(ua);
  Buf<float> f(2 * n);
  Buf<int> k(2 * n);
  Buf<double> d(2 * n);
  Buf<long long> l(2 * n);
  bits<<<3, 128>>>(U.d, f.d, k.d, d.d, l.d, n);
  f.down();
  k.down();
  d.down();
  l.down();
  return finish("dot_reinterpret");
}
