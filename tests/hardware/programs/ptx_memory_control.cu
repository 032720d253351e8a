#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

__device__ int gvar[8];
__global__ void loads(const unsigned* a, unsigned* y, unsigned* sums) {
  __shared__ unsigned s[128];
  int t = threadIdx.x;
  const unsigned* p = a + t * 4;
  unsigned d0, d1, d2, d3, acc = 0;
  unsigned long long q0, q1;
  unsigned short h;
  float f0, f1;
  asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(d0), "=r"(d1), "=r"(d2), "=r"(d3)
               : "l"(__cvta_generic_to_global(p)));
  acc += d0 + 3 * d1 + 5 * d2 + 7 * d3;
  asm volatile("ld.v2.u64 {%0, %1}, [%2];" : "=l"(q0), "=l"(q1) : "l"(p));
  acc += (unsigned)(q0 >> 32) ^ (unsigned)q1;
  asm volatile("ld.volatile.global.u32 %0, [%1+4];" : "=r"(d0) : "l"(p));
  acc = acc * 3 + d0;
  asm volatile("ld.global.cg.u32 %0, [%1+8];" : "=r"(d0) : "l"(p));
  acc = acc * 3 + d0;
  asm volatile("ld.global.ca.v2.f32 {%0, %1}, [%2+8];" : "=f"(f0), "=f"(f1) : "l"(p));
  acc = acc * 3 + __float_as_uint(f0) + __float_as_uint(f1);
  asm volatile("ld.global.nc.u32 %0, [%1+12];" : "=r"(d0) : "l"(p));
  acc = acc * 3 + d0;
  asm volatile("ld.global.cs.u16 %0, [%1+2];" : "=h"(h) : "l"(p));
  acc = acc * 3 + h;
  asm volatile("ld.global.lu.u32 %0, [%1];" : "=r"(d0) : "l"(p));
  acc += d0;
  asm volatile("ld.global.cv.s32 %0, [%1];" : "=r"(d0) : "l"(p));
  acc ^= d0;
  asm volatile("{ .reg .s16 h; ld.global.s8 h, [%1+3]; cvt.s32.s16 %0, h; }" : "=r"(d0) : "l"(p));
  acc = acc * 3 + d0;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(d0) : "l"(p));
  acc += d0;
  asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(d0) : "l"(p));
  acc += d0;
  asm volatile("ld.weak.global.u32 %0, [%1];" : "=r"(d0) : "l"(p));
  acc += d0;
  asm volatile("ldu.global.u32 %0, [%1];" : "=r"(d0) : "l"(a));
  acc += d0;
  asm volatile("prefetch.global.L2 [%0]; prefetch.global.L1 [%0]; prefetchu.L1 [%0];" ::"l"(p));
  unsigned sa = (unsigned)__cvta_generic_to_shared(s + t);
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(sa), "r"(acc) : "memory");
  __syncthreads();
  asm volatile("ld.shared.u32 %0, [%1];"
               : "=r"(d1)
               : "r"((unsigned)__cvta_generic_to_shared(s + (t ^ 1)))
               : "memory");
  acc ^= d1;
  __syncthreads();
  asm volatile(
      "st.global.cg.u32 [%0], %1; st.global.wt.u32 [%0+512], %2; st.global.cs.u32 [%0+1024], %1; "
      "st.global.wb.u32 [%0+1536], %2;" ::"l"(y + t),
      "r"(acc), "r"(d1)
      : "memory");
  asm volatile(
      "st.volatile.global.u16 [%0+2048], %1; st.relaxed.gpu.global.u32 [%0+2560], %2; "
      "st.release.sys.global.u32 [%0+3072], %2; st.global.u8 [%0+3584], %2;" ::"l"(y + t),
      "h"(h), "r"(acc)
      : "memory");
  asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(y + 1024 + 4 * t), "r"(acc), "r"(d1), "r"(d2),
               "r"(d3)
               : "memory");
  asm volatile("membar.gl; membar.cta; membar.sys; fence.acq_rel.gpu; fence.sc.cta;" ::: "memory");
  asm volatile(
      "red.global.add.u32 [%0], %1; red.global.xor.b32 [%0+4], %1; red.global.max.u32 [%0+8], %1; "
      "red.global.or.b32 [%0+12], 5; red.relaxed.gpu.global.add.u64 [%0+16], %2;" ::"l"(sums),
      "r"(acc), "l"(q0)
      : "memory");
  asm volatile(
      "red.shared.add.u32 [%0], 3; red.global.inc.u32 [%1+24], 50; red.global.add.f32 [%1+28], 0f3f800000;" ::
          "r"((unsigned)__cvta_generic_to_shared(s)),
      "l"(sums)
      : "memory");
  asm volatile("atom.global.add.u32 %0, [%1+32], 2; atom.acq_rel.gpu.global.exch.b32 %0, [%2], 77;"
               : "=r"(d0)
               : "l"(sums), "l"(y + 1536 + t)
               : "memory");
  acc = d0;
  asm volatile("atom.global.cas.b64 %0, [%1], 0, 0x123456789;"
               : "=l"(q0)
               : "l"((unsigned long long*)(y + 1664) + t)
               : "memory");
  asm volatile("atom.shared.and.b32 %0, [%1], 0x7fffffff;" : "=r"(d0) : "r"(sa) : "memory");
  y[1920 + t] = acc + (unsigned)q0;
}
__global__ void control(const unsigned* a, unsigned* y) {
  int t = threadIdx.x;
  unsigned u = a[t], d;
  asm volatile(
      "{\n .reg .pred p;\n .reg .u32 k, v;\n mov.u32 k, 0;\n mov.u32 v, %1;\nLOOP:\n setp.ge.u32 p, k, 20;\n "
      "@p bra DONE;\n and.b32 %0, v, 1;\n setp.eq.u32 p, %0, 0;\n @p bra EVEN;\n mad.lo.u32 v, v, 3, 1;\n "
      "bra.uni NEXT;\nEVEN:\n shr.u32 v, v, 1;\nNEXT:\n add.u32 k, k, 1;\n bra LOOP;\nDONE:\n mov.u32 %0, "
      "v;\n}"
      : "=&r"(d)
      : "r"(u));
  y[t] = d;
  asm volatile(
      "{\n .local .align 8 .b8 room[64];\n .reg .u64 p, q;\n .reg .u32 k, v;\n and.b32 k, %1, 12;\n mov.u64 "
      "p, room;\n cvt.u64.u32 q, k;\n add.u64 p, p, q;\n st.local.u32 [room], 1; st.local.u32 [room+4], 2; "
      "st.local.u32 [room+8], 3; st.local.u32 [room+12], 4;\n st.local.v2.u32 [room+16], {%1, %1};\n "
      "ld.local.u32 v, [p];\n ld.local.u32 k, [room+20];\n cvta.local.u64 q, p;\n st.u8 [q+1], 9;\n "
      "ld.local.u32 q, [p];\n mad.lo.u32 %0, v, 1000, k;\n}"
      : "=r"(d)
      : "r"(u));
  y[128 + t] = d;
  unsigned lane, m0, m1, m2, m3, m4, nt, ct, nc;
  asm volatile(
      "mov.u32 %0, %%laneid; mov.u32 %1, %%lanemask_eq; mov.u32 %2, %%lanemask_lt; mov.u32 %3, "
      "%%lanemask_le; mov.u32 %4, %%lanemask_gt; mov.u32 %5, %%lanemask_ge; mov.u32 %6, %%ntid.x; mov.u32 "
      "%7, %%ctaid.x; mov.u32 %8, %%nctaid.x;"
      : "=r"(lane), "=r"(m0), "=r"(m1), "=r"(m2), "=r"(m3), "=r"(m4), "=r"(nt), "=r"(ct), "=r"(nc));
  y[256 + t] = lane + m0 * 3 + m1 * 5 + m2 * 7 + m3 * 11 + m4 * 13 + nt * 17 + ct * 19 + nc * 23;
  int dummy = (int)u, loc[4] = {1, 2, 3, dummy};
  __shared__ int sh[4];
  if (t < 4) sh[t] = t;
  __syncthreads();
  const void* ps[] = {gvar, sh, &loc[u & 3], y, a};
  unsigned bits = 0;
  for (int k = 0; k < 5; ++k) {
    unsigned g, s, l;
    asm volatile(
        "{ .reg .pred p, q, r; isspacep.global p, %3; isspacep.shared q, %3; isspacep.local r, %3; selp.u32 "
        "%0, 1, 0, p; selp.u32 %1, 1, 0, q; selp.u32 %2, 1, 0, r; }"
        : "=r"(g), "=r"(s), "=r"(l)
        : "l"(ps[k]));
    bits = bits << 3 | g << 2 | s << 1 | l;
  }
  y[384 + t] = bits + __isGlobal(ps[0]) + 2 * __isShared(ps[1]) + 4 * __isLocal(ps[2]);
  unsigned b0, b1;
  asm volatile(
      "{ .reg .pred p, q; setp.gt.u32 p, %2, 1000; vote.sync.ballot.b32 %0, p, 0xffffffff; "
      "vote.sync.any.pred q, p, -1; selp.u32 %1, 1, 0, q; vote.sync.all.pred q, !p, -1; @q add.u32 %1, %1, "
      "2; vote.sync.uni.pred q, p, -1; @q add.u32 %1, %1, 4; }"
      : "=&r"(b0), "=&r"(b1)
      : "r"(u));
  y[512 + t] = b0 + b1;
  asm volatile(
      "{ .reg .pred p; shfl.sync.bfly.b32 %0|p, %2, 5, 0x181f, 0xffffffff; selp.u32 %1, 1, 0, p; "
      "shfl.sync.down.b32 %0|p, %0, 3, 0x1c1f, -1; @p add.u32 %1, %1, 2; shfl.sync.up.b32 %0|p, %0, 9, 0, "
      "-1; @!p add.u32 %1, %1, 4; activemask.b32 %0; }"
      : "=&r"(b0), "=&r"(b1)
      : "r"(u));
  y[640 + t] = b1;
  asm volatile(
      "{ .reg .pred p; match.any.sync.b32 %0, %2, -1; match.all.sync.b32 %1|p, %3, -1; @p add.u32 %0, %0, 1; "
      "}"
      : "=&r"(b0), "=&r"(b1)
      : "r"(u & 3), "r"(t / 32));
  y[768 + t] = b0 * 3 + b1;
}
int main() {
  Buf<unsigned> A(uints(512, 47)), y(2048), s(10), z(896);
  loads<<<1, 128>>>(A.d, y.d, s.d);
  y.down();
  s.down();
  control<<<1, 128>>>(A.d, z.d);
  z.down();
  return finish("ptx_memory_control");
}
