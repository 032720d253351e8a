#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// Functions and variables written in assembly at file scope of a device function, and calls of them.
__device__ __noinline__ int helper(int a, int b) { return a * 3 - b; }
__device__ int seen[4];
extern "C" __device__ __noinline__ float plain(float x, int k) { return x * k + 0.5f; }
extern "C" __device__ __noinline__ void store_two(int* p, int v) {
  p[0] = v;
  p[1] = v * 2;
}
__global__ void calls(const int* x, int* y, float* f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int v = x[i];
  float g = plain((float)v, i);
  float h;
  int lo;
  asm volatile(
      "{\n .param .b32 a;\n .param .b32 b;\n .param .b32 ret;\n st.param.f32 [a], %1;\n st.param.b32 [b], "
      "%2;\n call (ret), plain, (a, b);\n ld.param.f32 %0, [ret];\n}"
      : "=f"(h)
      : "f"(g), "r"(3));
  store_two(y + 2 * i, v);
  asm volatile(
      "{\n .param .b64 a;\n .param .b32 b;\n st.param.b64 [a], %0;\n st.param.b32 [b], %1;\n call store_two, "
      "(a, b);\n}" ::"l"(y + 2 * n + 2 * i),
      "r"(v + helper(i, v))
      : "memory");
  asm volatile(
      "{\n .reg .u64 fp;\n .reg .b32 t;\n .param .b32 a;\n .param .b32 b;\n .param .b32 r;\n mov.u64 fp, "
      "plain;\n st.param.f32 [a], %1;\n st.param.b32 [b], %2;\nPROTO: .callprototype (.param .b32 _) _ "
      "(.param .b32 _, .param .b32 _);\n call (r), fp, (a, b), PROTO;\n ld.param.b32 %0, [r];\n}"
      : "=r"(lo)
      : "f"(h), "r"(i & 3));
  f[i] = h;
  f[n + i] = __int_as_float(lo);
}
int main() {
  const int n = 100;
  std::vector<int> x(n);
  for (int i = 0; i < n; ++i) x[i] = i * 37 % 101 - 50;
  Buf<int> X(x), y(4 * n);
  Buf<float> f(2 * n);
  calls<<<2, 64>>>(X.d, y.d, f.d, n);
  y.down();
  f.down();
  for (int i = 0; i < n; ++i) check(y.h[2 * i + 1] == 2 * x[i] && f.h[i] == (x[i] * i + 0.5f) * 3 + 0.5f);
  return finish("ptx_functions");
}
