#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// brx.idx as inline PTX (nvcc 13.0 makes compare trees of every switch): divergent indices, in a loop, a
// table with repeated targets, uniform form.
__global__ void dispatch(const unsigned* a, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned u = a[i], d;
  asm volatile(
      "{\n .reg .u32 k, c, v;\n .reg .pred p;\n mov.u32 v, %1;\n mov.u32 c, 0;\n"
      "LOOP:\n setp.ge.u32 p, c, 12;\n @p bra DONE;\n add.u32 c, c, 1;\n and.b32 k, v, 7;\n"
      "TAB: .branchtargets A0, A1, A2, A1, A3, A4, A0, DONE;\n brx.idx k, TAB;\n"
      "A0:\n mad.lo.u32 v, v, 5, 3;\n bra LOOP;\n"
      "A1:\n xor.b32 v, v, 0x1b3;\n add.u32 v, v, c;\n bra A3;\n"
      "A2:\n shr.u32 v, v, 1;\n bra LOOP;\n"
      "A3:\n add.u32 v, v, 11;\n bra LOOP;\n"
      "A4:\n not.b32 v, v;\n setp.gt.u32 p, v, 0x70000000;\n @p bra A2;\n bra A0;\n"
      "DONE:\n shl.b32 c, c, 24;\n xor.b32 %0, v, c;\n}"
      : "=r"(d)
      : "r"(u));
  y[i] = d;
}
__global__ void uniform(const unsigned* a, unsigned* y) {
  unsigned d, k = blockIdx.x;
  asm volatile(
      "{\nTAB: .branchtargets L0, L1, L2, L3;\n brx.idx.uni %2, TAB;\n"
      "L0:\n mov.u32 %0, 100;\n bra.uni OUT;\nL1:\n add.u32 %0, %1, 1;\n bra.uni OUT;\nL2:\n mul.lo.u32 %0, "
      "%1, %1;\n bra.uni OUT;\nL3:\n brev.b32 %0, %1;\nOUT:\n}"
      : "=&r"(d)
      : "r"(a[threadIdx.x]), "r"(k & 3));
  y[blockIdx.x * 64 + threadIdx.x] = d;
}
int main() {
  const int n = 300;
  auto x = uints(n, 82);
  Buf<unsigned> A(x), y(n), z(256);
  dispatch<<<3, 128>>>(A.d, y.d, n);
  y.down();
  uniform<<<4, 64>>>(A.d, z.d);
  z.down();
  for (int i = 0; i < n; ++i) {
    unsigned v = x[i], c = 0;
    while (c < 12) {
      ++c;
      int k = v & 7;
      if (k == 7) break;
      if (k == 0 || k == 6)
        v = v * 5 + 3;
      else if (k == 1 || k == 3)
        v = (v ^ 0x1b3) + c + 11;
      else if (k == 2)
        v >>= 1;
      else if (k == 4)
        v += 11;
      else {
        v = ~v;
        v = v > 0x70000000u ? v >> 1 : v * 5 + 3;
      }
    }
    check(y.h[i] == (v ^ c << 24));
  }
  return finish("ptx_brx_tables");
}
