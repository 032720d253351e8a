#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

__global__ void i32(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned u = a[i], v = b[i], w = c[i];
  int s = (int)u, t = (int)v, r = 0;
#define R(e) y[r++ * n + i] = (unsigned)(e);
  R(__mul24(s, t))
  R(__umul24(u, v))
  R(__mulhi(s, t)) R(__umulhi(u, v)) R(__sad(s, t, w)) R(__usad(u, v, w)) R(__hadd(s, t)) R(__rhadd(s, t))
      R(__uhadd(u, v)) R(__urhadd(u, v)) R(__brev(u)) R(__clz(s)) R(__ffs(s)) R(__popc(u))
          R(__byte_perm(u, v, w)) R(__byte_perm(u, v, 0x0123)) R(__byte_perm(u, v, 0xfedc & w))
              R(__funnelshift_l(u, v, w)) R(__funnelshift_r(u, v, w)) R(__funnelshift_lc(u, v, w))
                  R(__funnelshift_rc(u, v, w)) R(__funnelshift_lc(u, v, w & 63))
                      R(__fns(u, w & 31, (int)(v % 9) - 4)) R(min(s, t)) R(max(s, t)) R(umin(u, v))
                          R(umax(u, v)) R(abs(s == INT32_MIN ? 0 : s)) R(v ? u / v : 0) R(v ? u % v : 0)
                              R(t && !(s == INT32_MIN && t == -1) ? s / t : 0)
                                  R(t && !(s == INT32_MIN && t == -1) ? s % t : 0) R(u << (w & 31))
                                      R(u >> (w & 31)) R(s >> (w & 31)) R(~u ^ (v & w)) R(u / 7) R(s / 7)
                                          R(s % 10) R(u % 1000003) R(s / -16) R(s % 16)
}
__global__ void i64(const unsigned long long* a, const unsigned long long* b, unsigned long long* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long u = a[i], v = b[i];
  long long s = (long long)u, t = (long long)v;
  int r = 0;
#undef R
#define R(e) y[r++ * n + i] = (unsigned long long)(e);
  R(__mul64hi(s, t))
  R(__umul64hi(u, v))
  R(__brevll(u)) R(__clzll(s)) R(__ffsll(s)) R(__popcll(u)) R(llmin(s, t)) R(llmax(s, t)) R(ullmin(u, v))
      R(ullmax(u, v)) R(llabs(s == INT64_MIN ? 0 : s)) R(u * v) R(u + v) R(u - v) R(u << (v & 63))
          R(u >> (v & 63)) R(s >> (v & 63)) R(u < v) R(s < t) R((unsigned long long)(unsigned)u * (unsigned)v)
              R((long long)(int)s * (int)t) R(-s == s ? 1 : 0)
}
int main() {
  const int n = 300;
  auto a = uints(n, 21), b = uints(n, 22), c = uints(n, 23);
  for (int i = 0; i < 160; ++i) b[i] = b[(i * 7 + i / 20) % 20];
  Buf<unsigned> A(a), B(b), C(c), y(n * 42);
  i32<<<3, 128>>>(A.d, B.d, C.d, y.d, n);
  y.down();
  auto d = ulongs(n, 24), e = ulongs(n, 25);
  for (int i = 0; i < 112; ++i) e[i] = e[(i * 5 + i / 14) % 14];
  Buf<unsigned long long> D(d), E(e), z(n * 22);
  i64<<<3, 128>>>(D.d, E.d, z.d, n);
  z.down();
  for (int i = 0; i < n; ++i)
    check(y.h[3 * n + i] == (unsigned)((unsigned long long)a[i] * b[i] >> 32) &&
          z.h[n + i] == (unsigned long long)((unsigned __int128)d[i] * e[i] >> 64) &&
          y.h[13 * n + i] == (unsigned)__builtin_popcount(a[i]));
  return finish("int_intrinsics");
}
