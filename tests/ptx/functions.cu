// Device functions that the compiler may not inline, recursion, structs by value, a jump table, and variables in
// device memory whose initial values are addresses of others. compile: see functions_test.cpp.
#ifndef __CUDACC_RTC__
#ifndef __NVCC__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))
#include <__clang_cuda_builtin_vars.h>
#endif
#endif
#define NOINLINE __attribute__((noinline))

struct Pair {
  long long wide;
  int narrow[4];
};

__device__ int counts[4] = {1, 2, 3, 4};
__device__ int more[3] = {10, 20, 30};
__device__ int* const places[2] = {counts + 1, more};
__constant__ short narrow_table[5] = {-1, -2, 300, 4, 5};
__device__ int written;

__device__ NOINLINE int fibonacci(int n) {
  if (n < 2) return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

__device__ NOINLINE Pair combine(Pair a, Pair b, int k) {
  Pair r = {};
  r.wide = a.wide * 3 + b.wide;
  for (int i = 0; i < 3; ++i) r.narrow[i] = a.narrow[i] - b.narrow[(i + k) % 3];
  return r;
}

__device__ NOINLINE float by_kind(int kind, float x) {
  switch (kind) {
    case 0: return x + 1.0f;
    case 1: return x * x;
    case 2: return 0.5f * x - 3.0f;
    case 3: return -x;
    case 4: return x * x * x;
    case 5: return x - 100.0f;
    case 6: return x * 7.0f + 0.25f;
    default: return 0.0f;
  }
}

__device__ NOINLINE bool is_odd(unsigned n);
__device__ NOINLINE bool is_even(unsigned n) { return n == 0 ? true : is_odd(n - 1); }
__device__ NOINLINE bool is_odd(unsigned n) { return n == 0 ? false : is_even(n - 1); }

extern "C" __global__ void recursion(int* out, const int* in, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int before = in[i] * 3;  // lives across the calls
  int f = i % 3 == 0 ? fibonacci(in[i]) : -fibonacci(in[i] / 2);
  out[i] = before + f + (is_even(in[i]) ? 1000 : 0);
}

extern "C" __global__ void structs(long long* out, Pair base, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  Pair mine = {i, {i, 2 * i, 3 * i, 0}};
  Pair r = combine(mine, base, i);
  out[i] = r.wide + r.narrow[0] * 100 + r.narrow[1] * 10 + r.narrow[2];
}

extern "C" __global__ void jumps(float* out, const int* kinds, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i] = by_kind(kinds[i], (float)i);
}

extern "C" __global__ void variables(int* out) {
  int i = threadIdx.x;
  out[i] = places[i & 1][i % 3] + narrow_table[i % 5];
  if (i == 0) written = out[0] + 7;
}

extern "C" __global__ void local_array(int* out, int count, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int history[16];
  for (int k = 0; k < 16; ++k) history[k] = i + k;
  for (int k = 0; k < rounds; ++k) history[(i + k) & 15] += history[(i * 3 + k) & 15];
  int sum = 0;
  for (int k = 0; k < 16; ++k) sum += history[k] * (k + 1);
  out[i] = sum;
}

typedef int (*Operation)(int, int);
__device__ NOINLINE int subtract(int a, int b) { return a - b; }
__device__ NOINLINE int multiply(int a, int b) { return a * b + fibonacci(b & 3); }
__device__ Operation operations[2] = {subtract, multiply};

struct Shape {
  __device__ virtual int area(int scale) const = 0;
};
struct Square : Shape {
  int side;
  __device__ NOINLINE int area(int scale) const override { return side * side * scale; }
};
struct Bar : Shape {
  int length;
  __device__ NOINLINE int area(int scale) const override { return length + scale; }
};

extern "C" __global__ void through_pointers(int* out, const int* in, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  Square square;
  square.side = i;
  Bar bar;
  bar.length = 1000 * i;
  const Shape* shape = in[i] % 3 == 0 ? (const Shape*)&square : (const Shape*)&bar;
  out[i] = operations[in[i] & 1](i, in[i]) + shape->area(in[i]);
}
