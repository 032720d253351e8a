#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// Integer atomics on global and shared memory; only results that no order can change are kept.
template <class T>
__global__ void ops(T* g, const T* x, int n, T* out) {
  __shared__ T s[8];
  if (threadIdx.x < 8)
    s[threadIdx.x] = threadIdx.x == 3 || threadIdx.x == 2 ? x[0] : (threadIdx.x == 4 ? (T) ~(T)0 : (T)0);
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    T v = x[i];
    atomicAdd(g, v);
    atomicMin(g + 2, v);
    atomicMax(g + 3, v);
    atomicAnd(g + 4, (T)(v | (T)0xf0f0));
    atomicOr(g + 5, (T)(v & (T)0x0ff1));
    atomicXor(g + 6, v);
    atomicAdd(s, v);
    atomicMin(s + 2, v);
    atomicMax(s + 3, v);
    atomicAnd(s + 4, (T)(v | (T)0xf0));
    atomicOr(s + 5, (T)(v & (T)0x0331));
    atomicXor(s + 6, v);
    T old = atomicExch(out + 64 + i, v);
    out[64 + n + i] = old;  // own slot: the old value is known
    old = atomicCAS(out + 64 + 2 * n + i, (T)(i & 1), v);
    out[64 + 3 * n + i] = old;  // taken by even threads only
    T cur = s[7];
    for (;;) {
      T was = atomicCAS(s + 7, cur, (T)(cur + v * 3));
      if (was == cur) break;
      cur = was;
    }
  }
  __syncthreads();
  if (threadIdx.x < 8) out[blockIdx.x * 8 + threadIdx.x] = s[threadIdx.x];
}
__global__ void wrap(unsigned* g, int* sub, unsigned* seen) {
  unsigned a = atomicInc(g, 9), b = atomicDec(g + 1, 6);
  atomicAdd(seen + a, 1u);
  atomicAdd(seen + 16 + b, 1u);
  atomicSub(sub, (int)threadIdx.x);
  atomicSub((unsigned*)sub + 1, 7u);
  __shared__ unsigned s[2];
  if (threadIdx.x < 2) s[threadIdx.x] = 0;
  __syncthreads();
  atomicInc(s, 0xffffffffu);
  atomicDec(s + 1, 40);
  __syncthreads();
  if (!threadIdx.x) {
    atomicAdd(seen + 32, s[0]);
    atomicAdd(seen + 33, s[1]);
  }
}
template <class T>
void one(const std::vector<T>& x) {
  const int n = (int)x.size();
  std::vector<T> g0(8, 0);
  g0[2] = g0[3] = x[0];
  g0[4] = (T) ~(T)0;
  Buf<T> g(g0), X(x), out(64 + 4 * n);
  ops<T><<<3, 128>>>(g.d, X.d, n, out.d);
  g.down();
  out.down();
  T s = 0, lo = x[0], hi = x[0], xo = 0;
  for (T v : x) {
    s += v;
    lo = v < lo ? v : lo;
    hi = v > hi ? v : hi;
    xo ^= v;
  }
  check(g.h[0] == s && g.h[2] == lo && g.h[3] == hi && g.h[6] == xo);
}
int main() {
  auto u = uints(330, 101);
  auto l = ulongs(330, 102);
  std::vector<int> i(u.begin(), u.end());
  std::vector<unsigned long long> ul(l.begin(), l.end());
  for (int& v : i) v >>= 9;
  for (unsigned& v : u) v >>= 3;
  one<unsigned>(u);
  one<int>(i);
  one<unsigned long long>(ul);
  Buf<unsigned> g(2), seen(34);
  Buf<int> sub(2);
  wrap<<<3, 96>>>(g.d, sub.d, seen.d);
  g.down();
  seen.down();
  sub.down();
  return finish("atomics_int");
}
