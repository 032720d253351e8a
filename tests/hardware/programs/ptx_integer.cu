#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// Integer instructions written as inline PTX.
#define A1(ins, a)                           \
  ({                                         \
    unsigned d_;                             \
    asm(ins " %0, %1;" : "=r"(d_) : "r"(a)); \
    d_;                                      \
  })
#define A2(ins, a, b)                                    \
  ({                                                     \
    unsigned d_;                                         \
    asm(ins " %0, %1, %2;" : "=r"(d_) : "r"(a), "r"(b)); \
    d_;                                                  \
  })
#define A3(ins, a, b, c)                                             \
  ({                                                                 \
    unsigned d_;                                                     \
    asm(ins " %0, %1, %2, %3;" : "=r"(d_) : "r"(a), "r"(b), "r"(c)); \
    d_;                                                              \
  })
#define A4(ins, a, b, c, e)                                                      \
  ({                                                                             \
    unsigned d_;                                                                 \
    asm(ins " %0, %1, %2, %3, %4;" : "=r"(d_) : "r"(a), "r"(b), "r"(c), "r"(e)); \
    d_;                                                                          \
  })
#define L1(ins, a)                           \
  ({                                         \
    unsigned d_;                             \
    asm(ins " %0, %1;" : "=r"(d_) : "l"(a)); \
    d_;                                      \
  })
#define R(e) y[r++ * n + i] = (e);
__global__ void bits(const unsigned* a, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned u = a[i], v = a[(i * 7 + 3) % n], w = a[(i * 3 + 1) % n];
  unsigned long long q = (unsigned long long)u << 32 | v;
  int r = 0;
  R(({
    unsigned d;
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(d) : "r"(u), "r"(v), "r"(w));
    d;
  }))
  R(({
    unsigned d;
    asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(d) : "r"(u), "r"(v), "r"(w));
    d;
  }))
  R(({
    unsigned d;
    asm("lop3.b32 %0, %1, %2, %3, 0x1d;" : "=r"(d) : "r"(u), "r"(v), "r"(w));
    d;
  })) R(A3("prmt.b32", u, v, w)) R(A3("prmt.b32.f4e", u, v, w)) R(A3("prmt.b32.b4e", u, v, w))
      R(A3("prmt.b32.rc8", u, v, w)) R(A3("prmt.b32.ecl", u, v, w)) R(A3("prmt.b32.ecr", u, v, w))
          R(A3("prmt.b32.rc16", u, v, w)) R(A1("bfind.u32", u)) R(A1("bfind.s32", u))
              R(A1("bfind.shiftamt.u32", u)) R(A1("bfind.shiftamt.s32", u)) R(L1("bfind.u64", q))
                  R(L1("bfind.s64", q)) R(L1("bfind.shiftamt.u64", q)) R(A3("bfe.u32", u, v & 255, w & 255))
                      R(A3("bfe.s32", u, v & 255, w & 255)) R(A3("bfe.u32", u, v & 31, w & 31))
                          R(A3("bfe.s32", u, v & 31, w & 31)) R(A4("bfi.b32", u, v, w & 31, u & 31)) R(
                              A4("bfi.b32", u, v, w & 255, v & 255)) R(A1("brev.b32", u)) R(A1("clz.b32", u))
                              R(A1("popc.b32", u)) R(L1("clz.b64", q)) R(L1("popc.b64", q))
                                  R(A1("not.b32", u)) R(A1("cnot.b32", u)) R(A1("neg.s32", u))
                                      R(A1("abs.s32", u)) R(A3("shf.l.clamp.b32", u, v, w))
                                          R(A3("shf.l.wrap.b32", u, v, w)) R(A3("shf.r.clamp.b32", u, v, w))
                                              R(A3("shf.r.wrap.b32", u, v, w)) R(A2("shl.b32", u, v))
                                                  R(A2("shr.u32", u, v & 63)) R(A2("shr.s32", u, v))
                                                      R(A2("bmsk.clamp.b32", u & 63, v & 63))
                                                          R(A2("bmsk.wrap.b32", u, v))
                                                              R(A3("fns.b32", u, v & 31, (w & 7) - 3))
                                                                  R(A2("szext.clamp.u32", u, v & 63))
                                                                      R(A2("szext.wrap.s32", u, v))
}
__global__ void arith(const unsigned* a, unsigned* y, unsigned long long* z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned u = a[i], v = a[(i * 7 + 3) % n], w = a[(i * 3 + 1) % n], x = a[(i * 11 + 5) % n];
  int r = 0;
  R(A3("mad24.lo.u32", u, v, w))
  R(A3("mad24.hi.s32", u, v, w))
  R(A2("mul24.hi.u32", u, v)) R(A3("mad.hi.u32", u, v, w)) R(A3("mad.hi.s32", u, v, w))
      R(A3("mad.hi.sat.s32", u, v, w)) R(A3("mad.lo.s32", u, v, w)) R(A3("sad.u32", u, v, w))
          R(A3("sad.s32", u, v, w)) R(A2("add.sat.s32", u, v)) R(A2("sub.sat.s32", u, v))
              R(A2("min.s32", u, v)) R(A2("max.u32", u, v)) R(A3("dp4a.s32.u32", u, v, w))
                  R(A3("dp4a.u32.s32", u, v, w)) R(A3("dp2a.lo.s32.u32", u, v, w))
                      R(A3("dp2a.hi.u32.s32", u, v, w)) R(A3("vadd.s32.u32.s32.sat", u, v, 0u) * 0 + u)
                          R(A2("div.u32", u, v | 1)) R(A2("rem.s32", u, (v | 1) & 0x7fffffff)) unsigned s0,
      s1, s2, s3;
  asm("add.cc.u32 %0, %4, %6; addc.cc.u32 %1, %5, %7; addc.cc.u32 %2, %4, %4; addc.u32 %3, %5, 0;"
      : "=&r"(s0), "=&r"(s1), "=&r"(s2), "=&r"(s3)
      : "r"(u), "r"(v), "r"(w), "r"(x));
  R(s0)
  R(s1)
  R(s2) R(s3) asm("sub.cc.u32 %0, %4, %6; subc.cc.u32 %1, %5, %7; subc.cc.u32 %2, %6, %4; subc.u32 %3, 0, 0;"
                  : "=&r"(s0), "=&r"(s1), "=&r"(s2), "=&r"(s3)
                  : "r"(u), "r"(v), "r"(w), "r"(x));
  R(s0)
  R(s1)
  R(s2) R(s3) asm(
      "mad.lo.cc.u32 %0, %4, %6, %7; madc.hi.cc.u32 %1, %4, %6, %5; madc.lo.cc.u32 %2, %5, %6, 1; "
      "madc.hi.u32 %3, %5, %6, 0;"
      : "=&r"(s0), "=&r"(s1), "=&r"(s2), "=&r"(s3)
      : "r"(u), "r"(v), "r"(w), "r"(x));
  R(s0)
  R(s1)
  R(s2) R(s3) unsigned long long p = (unsigned long long)u << 32 | w,
                                 q = (unsigned long long)v << 32 | x, t0, t1;
  int k = 0;
#define Z(e) z[k++ * n + i] = (e);
  asm("add.cc.u64 %0, %2, %3; addc.u64 %1, %2, 0;" : "=&l"(t0), "=&l"(t1) : "l"(p), "l"(q));
  Z(t0)
  Z(t1)
  asm("mul.wide.u32 %0, %2, %3; mad.wide.s32 %1, %2, %3, %4;"
      : "=&l"(t0), "=&l"(t1)
      : "r"(u), "r"(v), "l"(q));
  Z(t0)
  Z(t1) asm("mul.hi.s64 %0, %2, %3; mad.lo.u64 %1, %2, %3, %2;" : "=&l"(t0), "=&l"(t1) : "l"(p), "l"(q));
  Z(t0)
  Z(t1)
  asm("bfe.s64 %0, %2, %4, %5; bfi.b64 %1, %2, %3, %4, %5;"
      : "=&l"(t0), "=&l"(t1)
      : "l"(p), "l"(q), "r"(v & 63), "r"(w & 63));
  Z(t0) Z(t1) asm("brev.b64 %0, %2; abs.s64 %1, %3;" : "=&l"(t0), "=&l"(t1) : "l"(p), "l"(q));
  Z(t0)
  Z(t1)
  asm("{ .reg .b32 lo, hi; .reg .b16 a, b, c, d; mov.b64 {lo, hi}, %2; mov.b64 {a, b, c, d}, %3; mov.b64 %0, "
      "{hi, lo}; mov.b64 %1, {d, a, c, b}; }"
      : "=&l"(t0), "=&l"(t1)
      : "l"(p), "l"(q));
  Z(t0) Z(t1)
}
int main() {
  const int n = 220;
  Buf<unsigned> A(uints(n, 40)), y(n * 50), z(n * 36);
  Buf<unsigned long long> w(n * 12);
  bits<<<2, 128>>>(A.d, y.d, n);
  y.down();
  arith<<<2, 128>>>(A.d, z.d, w.d, n);
  z.down();
  w.down();
  return finish("ptx_integer");
}
