#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ __noinline__ int ack(int m, int n) {
  return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}
__device__ int odd(int n);
__device__ __noinline__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ __noinline__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__device__ __noinline__ void quick(int* a, int lo, int hi) {
  if (lo >= hi) return;
  int p = a[(lo + hi) / 2], i = lo, j = hi;
  while (i <= j) {
    while (a[i] < p) ++i;
    while (a[j] > p) --j;
    if (i <= j) {
      int t = a[i];
      a[i] = a[j];
      a[j] = t;
      ++i;
      --j;
    }
  }
  quick(a, lo, j);
  quick(a, i, hi);
}
__global__ void recurse(const int* x, int* y, int* sorted) {
  int t = threadIdx.x;
  y[t] = fib(t % 11) * 100000 + ack(t % 3, t % 4) * 100 + even(t % 9) * 10 + odd(t % 6);
  int a[12];
  for (int k = 0; k < 12; ++k) a[k] = x[(t * 12 + k) % 300];
  quick(a, 0, 11);
  for (int k = 0; k < 12; ++k) sorted[t * 12 + k] = a[k];
}
typedef int (*Op)(int, int);
__device__ int op_add(int a, int b) { return a + b; }
__device__ int op_sub(int a, int b) { return a - b; }
__device__ __noinline__ int op_mul(int a, int b) { return a * b; }
__device__ int op_loop(int a, int b) {
  int s = 0;
  for (int k = 0; k < (b & 7); ++k) s += a ^ k;
  return s;
}
__device__ Op table[4] = {op_add, op_sub, op_mul, op_loop};
__constant__ Op ctable[3] = {op_mul, op_loop, op_add};
struct Maker {
  float scale;
  __device__ float twice(float v) const { return v * scale * 2; }
  __device__ float plus(float v) const { return v + scale; }
};
__global__ void pointers(const int* x, int* y, float* f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int a = x[i];
  for (int k = 0; k < 4; ++k) a = table[(a + k) & 3](a, i + k);
  a += ctable[(unsigned)a % 3](a, 5);
  Op o = i & 1 ? op_sub : op_mul;
  a = o(a, 3);
  y[i] = a;
  float (Maker::*m)(float) const = i % 3 ? &Maker::twice : &Maker::plus;
  Maker mk{0.5f};
  f[i] = (mk.*m)((float)(i - 40));
}
int main() {
  std::vector<int> x(300);
  Rng r(32);
  for (int& v : x) v = (int)(r.u32() % 2000) - 1000;
  Buf<int> X(x), y(96), s(96 * 12), z(300);
  Buf<float> f(300);
  recurse<<<1, 96>>>(X.d, y.d, s.d);
  y.down();
  s.down();
  pointers<<<3, 128>>>(X.d, z.d, f.d, 300);
  z.down();
  f.down();
  for (int t = 0; t < 96; ++t)
    for (int k = 1; k < 12; ++k) check(s.h[t * 12 + k - 1] <= s.h[t * 12 + k]);
  return finish("recursion_pointers");
}
