#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

#define ALL(X)                                                                                            \
  X(__vadd2)                                                                                              \
  X(__vadd4)                                                                                              \
  X(__vaddss2) X(__vaddss4) X(__vaddus2) X(__vaddus4) X(__vsub2) X(__vsub4) X(__vsubss2) X(__vsubss4)     \
      X(__vsubus2) X(__vsubus4) X(__vavgs2) X(__vavgs4) X(__vavgu2) X(__vavgu4) X(__vhaddu2) X(__vhaddu4) \
          X(__vabsdiffs2) X(__vabsdiffs4) X(__vabsdiffu2) X(__vabsdiffu4) X(__vmaxs2) X(__vmaxs4)         \
              X(__vmaxu2) X(__vmaxu4) X(__vmins2) X(__vmins4) X(__vminu2) X(__vminu4) X(__vsads2)         \
                  X(__vsads4) X(__vsadu2) X(__vsadu4)
#define CMP(X) X(eq) X(ges) X(geu) X(gts) X(gtu) X(les) X(leu) X(lts) X(ltu) X(ne)
__global__ void arith(const unsigned* a, const unsigned* b, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned u = a[i], v = b[i];
  int r = 0;
#define X(f) y[r++ * n + i] = f(u, v);
  ALL(X)
#undef X
#define R(e) y[r++ * n + i] = (unsigned)(e);
  R(__vabs2(u))
  R(__vabs4(u)) R(__vabsss2(u)) R(__vabsss4(u)) R(__vneg2(u)) R(__vneg4(u)) R(__vnegss2(u)) R(__vnegss4(u))
}
__global__ void compare(const unsigned* a, const unsigned* b, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned u = a[i], v = b[i];
  int r = 0;
#define X(c) R(__vcmp##c##2(u, v)) R(__vcmp##c##4(u, v)) R(__vset##c##2(u, v)) R(__vset##c##4(u, v))
  CMP(X)
#undef X
}
__global__ void three(const unsigned* a, const unsigned* b, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned u = a[i], v = b[i], w = a[n - 1 - i];
  int r = 0;
  R(__vimax3_s32((int)u, (int)v, (int)w))
  R(__vimin3_u32(u, v, w))
  R(__vimax3_s16x2(u, v, w)) R(__vimin3_u16x2(u, v, w))
      R(__viaddmax_s32((int)(u >> 2), (int)(v >> 2), (int)w)) R(__viaddmin_u16x2(u, v, w))
          R(__vimax_s32_relu((int)u, (int)v)) R(__vimax_s16x2_relu(u, v)) R(__viaddmax_s16x2_relu(u, v, w))
              R(__vimin3_s16x2_relu(u, v, w)) bool p,
      q;
  R(__vibmax_s32((int)u, (int)v, &p)) R(p) R(__vibmin_u16x2(u, v, &p, &q)) R(p * 2 + q)
}
int main() {
  const int n = 200;
  auto a = uints(n, 31), b = uints(n, 32);
  for (int i = 0; i < 120; ++i) b[i] = b[(i * 7 + i / 20) % 20];
  Buf<unsigned> A(a), B(b), y(n * 42), z(n * 40), w(n * 14);
  arith<<<2, 128>>>(A.d, B.d, y.d, n);
  y.down();
  compare<<<2, 128>>>(A.d, B.d, z.d, n);
  z.down();
  three<<<2, 128>>>(A.d, B.d, w.d, n);
  w.down();
  return finish("simd_video");
}
