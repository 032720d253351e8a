#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// A few special values, then ordinary ones, then arbitrary bit patterns.
#define R(e) y[r++ * n + i] = (unsigned)(e);
#define F1(ins, a)                           \
  ({                                         \
    float d_;                                \
    asm(ins " %0, %1;" : "=f"(d_) : "f"(a)); \
    __float_as_uint(d_);                     \
  })
#define F2(ins, a, b)                                    \
  ({                                                     \
    float d_;                                            \
    asm(ins " %0, %1, %2;" : "=f"(d_) : "f"(a), "f"(b)); \
    __float_as_uint(d_);                                 \
  })
#define F3(ins, a, b, c)                                             \
  ({                                                                 \
    float d_;                                                        \
    asm(ins " %0, %1, %2, %3;" : "=f"(d_) : "f"(a), "f"(b), "f"(c)); \
    __float_as_uint(d_);                                             \
  })
#define TP(what, a)                                                                               \
  ({                                                                                              \
    unsigned d_;                                                                                  \
    asm("{ .reg .pred p; testp." what ".f32 p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(d_) : "f"(a)); \
    d_;                                                                                           \
  })
#define TD(what, a)                                                                               \
  ({                                                                                              \
    unsigned d_;                                                                                  \
    asm("{ .reg .pred p; testp." what ".f64 p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(d_) : "d"(a)); \
    d_;                                                                                           \
  })
#define SP(cmp, a, b)                                                                                       \
  ({                                                                                                        \
    unsigned d_;                                                                                            \
    asm("{ .reg .pred p; setp." cmp ".f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(d_) : "f"(a), "f"(b)); \
    d_;                                                                                                     \
  })
#define CI(ins, a)                           \
  ({                                         \
    unsigned d_;                             \
    asm(ins " %0, %1;" : "=r"(d_) : "f"(a)); \
    d_;                                      \
  })
#define CF(ins, a)                           \
  ({                                         \
    float d_;                                \
    asm(ins " %0, %1;" : "=f"(d_) : "r"(a)); \
    __float_as_uint(d_);                     \
  })
__global__ void floats_k(const float* a, const double* b, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float u = a[i], v = a[(i * 7 + i / 30) % n], w = a[(i * 3 + 1) % n];
  double d = b[i];
  int r = 0;
  R(TP("finite", u))
  R(TP("infinite", u))
  R(TP("number", u)) R(TP("notanumber", u)) R(TP("normal", u)) R(TP("subnormal", u)) R(TD("subnormal", d))
      R(TD("normal", d)) R(TD("number", d)) R(F2("copysign.f32", u, v)) R(F1("neg.f32", u))
          R(F1("abs.f32", u)) R(F1("abs.ftz.f32", u)) R(F1("neg.ftz.f32", u)) R(F2("add.ftz.f32", u, v)) R(
              F2("add.rz.ftz.sat.f32", u, v)) R(F2("mul.ftz.sat.f32", u, v)) R(F3("fma.rn.ftz.f32", u, v, w))
              R(F3("fma.rp.sat.f32", u, v, w)) R(F3("mad.rm.f32", u, v, w)) R(F2("min.ftz.f32", u, v))
                  R(F2("max.f32", u, v)) R(F1("sqrt.approx.f32", u)) R(F1("sqrt.rn.ftz.f32", u))
                      R(F1("rsqrt.approx.ftz.f32", u)) R(F1("rcp.approx.f32", u)) R(F1("rcp.rn.ftz.f32", u))
                          R(F1("lg2.approx.f32", u)) R(F1("ex2.approx.f32", u)) R(F1("ex2.approx.ftz.f32", u))
                              R(F1("sin.approx.f32", u)) R(F1("cos.approx.ftz.f32", u))
                                  R(F1("tanh.approx.f32", u)) R(F2("div.full.f32", u, v))
                                      R(F2("div.approx.ftz.f32", u, v)) R(F2("div.rp.f32", u, v))
                                          R(F1("cvt.rni.f32.f32", u)) R(F1("cvt.rpi.ftz.f32.f32", u))
                                              R(F1("cvt.sat.f32.f32", u)) R(F1("cvt.rmi.sat.f32.f32", u))
                                                  R(CI("cvt.rni.u32.f32", u)) R(CI("cvt.rzi.s32.f32", u)) R(
                                                      CI("cvt.rpi.ftz.s32.f32", u))
                                                      R(CF("cvt.rz.f32.u32", i * 0x1234567u)) R(CF(
                                                          "cvt.rp.f32.s32", i * 0x7654321u)) R(SP("eq", u, v))
                                                          R(SP("ne", u, v)) R(SP("lt", u, v))
                                                              R(SP("equ", u, v)) R(SP("neu", u, v))
                                                                  R(SP("ltu", u, v)) R(SP("leu", u, v))
                                                                      R(SP("gtu", u, v)) R(SP("geu", u, v))
                                                                          R(SP("num", u, v))
                                                                              R(SP("nan", u, v))
                                                                                  R(SP("lt.ftz", u, v))
}
__global__ void preds(const unsigned* a, const float* f, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned u = a[i], v = a[(i * 7 + i / 20) % n], w = a[(i * 3 + 1) % n], d, e;
  float x = f[i], z = f[(i * 7 + i / 30) % n], g;
  int r = 0;
  asm("{ .reg .pred p, q, t; setp.lt.s32 t, %2, %4; setp.gt.and.u32 p|q, %2, %3, t; selp.b32 %0, %2, %3, p; "
      "selp.b32 %1, 7, 9, q; }"
      : "=r"(d), "=r"(e)
      : "r"(u), "r"(v), "r"(w));
  R(d)
  R(e)
  asm("{ .reg .pred p, q, t; setp.hi.u32 t, %2, %4; setp.le.xor.s32 p|q, %2, %3, !t; selp.b32 %0, 3, 4, p; "
      "selp.b32 %1, 7, 9, q; }"
      : "=r"(d), "=r"(e)
      : "r"(u), "r"(v), "r"(w));
  R(d)
  R(e)
  asm("{ .reg .pred p, q, t, s; setp.ls.or.u32 p, %1, %2, 0; setp.ne.u32 q, %3, 0; and.pred t, p, q; "
      "xor.pred s, t, q; not.pred p, s; or.pred p, p, t; mov.u32 %0, 5; @p mov.u32 %0, 6; @!q add.u32 %0, "
      "%0, 10; }"
      : "=&r"(d)
      : "r"(u), "r"(v), "r"(w));
  R(d)
  asm("slct.u32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(u), "r"(v), "r"(w));
  R(d)
  asm("slct.u32.f32 %0, %1, %2, %3;" : "=r"(d) : "r"(u), "r"(v), "f"(x));
  R(d)
  asm("slct.ftz.f32.f32 %0, %1, %2, %3;" : "=f"(g) : "f"(x), "f"(z), "f"(z));
  R(__float_as_uint(g))
  asm("set.lt.u32.s32 %0, %1, %2;" : "=r"(d) : "r"(u), "r"(v));
  R(d)
  asm("set.gt.f32.u32 %0, %1, %2;" : "=f"(g) : "r"(u), "r"(v));
  R(__float_as_uint(g))
  asm("{ .reg .pred p; setp.lo.u32 p, %3, %1; set.eq.and.u32.f32 %0, %2, %2, p; }"
      : "=r"(d)
      : "r"(u), "f"(x), "r"(v));
  R(d)
  asm("{ .reg .s8 b; .reg .u16 h; cvt.sat.s8.s32 b, %1; cvt.s32.s8 %0, b; }" : "=r"(d) : "r"(u));
  R(d)
  asm("{ .reg .u16 h; cvt.sat.u16.s32 h, %1; cvt.u32.u16 %0, h; }" : "=r"(d) : "r"(u));
  R(d)
  asm("{ .reg .u8 b; cvt.sat.u8.s32 b, %1; cvt.u32.u8 %0, b; }" : "=r"(d) : "r"(u));
  R(d)
  asm("{ .reg .u16 h; cvt.rzi.sat.u8.f32 h, %1; cvt.u32.u16 %0, h; }" : "=r"(d) : "f"(x));
  R(d)
  asm("{ .reg .s16 h; cvt.rni.s16.f32 h, %1; cvt.s32.s16 %0, h; }" : "=r"(d) : "f"(x));
  R(d)
  asm("{ .reg .s64 q; cvt.s64.s32 q, %1; shl.b64 q, q, 5; cvt.sat.s32.s64 %0, q; }" : "=r"(d) : "r"(u));
  R(d)
  asm("{ .reg .f16 h; cvt.rn.f16.f32 h, %1; cvt.rni.s32.f16 %0, h; }" : "=r"(d) : "f"(x));
  R(d)
  asm("{ .reg .f16x2 p, q, s; mov.b32 p, %1; mov.b32 q, 0x3c003800; fma.rn.f16x2 s, p, q, q; mov.b32 %0, s; }"
      : "=r"(d)
      : "r"(u & 0xbfffbfffu));
  R(d)
  asm("{ .reg .u16 a, b, c; mov.b32 {a, b}, %1; mul.lo.u16 c, a, b; mad.lo.u16 c, c, a, b; mul.wide.u16 %0, "
      "c, a; }"
      : "=r"(d)
      : "r"(u));
  R(d)
  asm("{ .reg .s16 a, b, c; mov.b32 {a, b}, %1; max.s16 c, a, b; sub.s16 c, c, 77; shr.s16 c, c, 2; abs.s16 "
      "a, a; mov.b32 %0, {c, a}; }"
      : "=r"(d)
      : "r"(u));
  R(d)
}
int main() {
  const int n = 240;
  Buf<float> A(floats(n, 44));
  Buf<double> B(doubles(n, 45));
  Buf<unsigned> U(uints(n, 46)), y(n * 60), z(n * 23);
  floats_k<<<2, 128>>>(A.d, B.d, y.d, n);
  y.down();
  preds<<<2, 128>>>(U.d, A.d, z.d, n);
  z.down();
  return finish("ptx_predicates_float");
}
