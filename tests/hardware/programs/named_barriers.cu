#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

__device__ __forceinline__ void bar_sync(int id, int n) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory");
}
__device__ __forceinline__ void bar_arrive(int id, int n) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory");
}
// Two halves of the CTA with a barrier each.
__global__ void halves(const int* x, int* y) {
  __shared__ int s[128];
  int t = threadIdx.x, h = t / 64;
  s[t] = x[t];
  bar_sync(1 + h, 64);
  for (int k = 32; k; k >>= 1) {
    if ((t & 63) < k) s[t] += s[t + k];
    bar_sync(1 + h, 64);
  }
  y[t] = s[h * 64] + t;
  if (h == 0) {
    asm volatile("bar.sync 5, 64;" ::: "memory");
    y[t] ^= 1;
  } else
    asm volatile("barrier.sync 6, 64;" ::: "memory");
  asm volatile("bar.sync 0;" ::: "memory");
  y[t] += s[t ^ 127];
}
// A warp that makes and a warp that takes: full and empty barriers.
__global__ void pipe(const int* x, int* y, int rounds) {
  __shared__ int buf[2][32];
  int lane = threadIdx.x & 31;
  if (threadIdx.x < 32) {
    for (int r = 0; r < rounds; ++r) {
      if (r >= 2) bar_sync(3 + (r & 1), 64);
      buf[r & 1][lane] = x[r * 32 + lane] * 3;
      __threadfence_block();
      bar_arrive(1 + (r & 1), 64);
    }
  } else {
    int acc = 0;
    for (int r = 0; r < rounds; ++r) {
      bar_sync(1 + (r & 1), 64);
      acc = acc * 5 + buf[r & 1][31 - lane];
      if (r + 2 < rounds) bar_arrive(3 + (r & 1), 64);
    }
    y[lane] = acc;
  }
}
__global__ void reductions(const int* x, unsigned* y) {
  int v = x[threadIdx.x];
  unsigned c, a, o;
  asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 0; barrier.red.popc.u32 %0, 2, 96, p; }"
               : "=r"(c)
               : "r"(v));
  asm volatile("{ .reg .pred p, q; setp.gt.s32 p, %1, -500; bar.red.and.pred q, 0, p; selp.u32 %0, 1, 0, q; }"
               : "=r"(a)
               : "r"(v));
  asm volatile("{ .reg .pred p, q; setp.gt.s32 p, %1, 500; bar.red.or.pred q, 7, !p; selp.u32 %0, 1, 0, q; }"
               : "=r"(o)
               : "r"(v));
  asm volatile("bar.warp.sync 0xffffffff;");
  y[threadIdx.x] = c * 4 + a * 2 + o;
}
// Words of a warp passed in shared memory, volatile and with __syncwarp.
__global__ void warp_passing(const int* x, int* y) {
  __shared__ volatile int s[4][33];
  int w = threadIdx.x / 32, l = threadIdx.x & 31;
  s[w][l] = x[threadIdx.x];
  __syncwarp();
  for (int k = 1; k < 32; k *= 2) {
    int v = l >= k ? s[w][l - k] : 0;
    __syncwarp();
    s[w][l] += v;
    __syncwarp();
  }
  if (l < 16) {
    s[w][l] = s[w][l + 16];
    __syncwarp(0xffff);
    s[w][l + 16] = s[w][15 - l] + 1;
  } else {
    __syncwarp(0xffff0000);
  }
  __syncwarp();
  y[threadIdx.x] = s[w][31 - l];
}
int main() {
  std::vector<int> x(512);
  Rng r(6);
  for (int& v : x) v = (int)(r.u32() % 201) - 100;
  Buf<int> X(x), y(128), z(32), w(128);
  Buf<unsigned> u(96);
  halves<<<1, 128>>>(X.d, y.d);
  y.down();
  pipe<<<1, 64>>>(X.d, z.d, 12);
  z.down();
  reductions<<<1, 96>>>(X.d, u.d);
  u.down();
  warp_passing<<<1, 128>>>(X.d, w.d);
  w.down();
  for (int l = 0; l < 32; ++l) {
    int a = 0;
    for (int k = 0; k < 12; ++k) a = a * 5 + x[k * 32 + 31 - l] * 3;
    check(z.h[l] == a);
  }
  return finish("named_barriers");
}
