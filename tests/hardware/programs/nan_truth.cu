#include <cstdio>
#include <cstring>
#include <vector>
typedef unsigned long long u64;

__global__ void of_f64(const u64* in, u64* o64, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double a = __longlong_as_double(in[i]), b = __longlong_as_double(in[(i * 5 + 3) % n]),
         c = __longlong_as_double(in[(i * 7 + 1) % n]);
  {
    double x;
    asm volatile("add.rn.f64 %0, %1, %2;" : "=d"(x) : "d"(a), "d"(b));
    o64[0 * n + i] = __double_as_longlong(x);
  }
  {
    double x;
    asm volatile("sub.rn.f64 %0, %1, %2;" : "=d"(x) : "d"(a), "d"(b));
    o64[1 * n + i] = __double_as_longlong(x);
  }
  {
    double x;
    asm volatile("mul.rn.f64 %0, %1, %2;" : "=d"(x) : "d"(a), "d"(b));
    o64[2 * n + i] = __double_as_longlong(x);
  }
  {
    double x;
    asm volatile("min.f64 %0, %1, %2;" : "=d"(x) : "d"(a), "d"(b));
    o64[3 * n + i] = __double_as_longlong(x);
  }
  {
    double x;
    asm volatile("max.f64 %0, %1, %2;" : "=d"(x) : "d"(a), "d"(b));
    o64[4 * n + i] = __double_as_longlong(x);
  }
  {
    double x;
    asm volatile("div.rn.f64 %0, %1, %2;" : "=d"(x) : "d"(a), "d"(b));
    o64[5 * n + i] = __double_as_longlong(x);
  }
  {
    double x;
    asm volatile("copysign.f64 %0, %1, %2;" : "=d"(x) : "d"(a), "d"(b));
    o64[6 * n + i] = __double_as_longlong(x);
  }
  {
    double x;
    asm volatile("fma.rn.f64 %0, %1, %2, %3;" : "=d"(x) : "d"(a), "d"(b), "d"(c));
    o64[7 * n + i] = __double_as_longlong(x);
  }
  {
    double x;
    asm volatile("neg.f64 %0, %1;" : "=d"(x) : "d"(a));
    o64[8 * n + i] = __double_as_longlong(x);
  }
  {
    double x;
    asm volatile("abs.f64 %0, %1;" : "=d"(x) : "d"(a));
    o64[9 * n + i] = __double_as_longlong(x);
  }
  {
    double x;
    asm volatile("sqrt.rn.f64 %0, %1;" : "=d"(x) : "d"(a));
    o64[10 * n + i] = __double_as_longlong(x);
  }
  {
    double x;
    asm volatile("rcp.rn.f64 %0, %1;" : "=d"(x) : "d"(a));
    o64[11 * n + i] = __double_as_longlong(x);
  }
  {
    double x;
    asm volatile("cvt.rni.f64.f64 %0, %1;" : "=d"(x) : "d"(a));
    o64[12 * n + i] = __double_as_longlong(x);
  }
  {
    double x;
    asm volatile("cvt.rzi.f64.f64 %0, %1;" : "=d"(x) : "d"(a));
    o64[13 * n + i] = __double_as_longlong(x);
  }
  {
    double x;
    asm volatile("cvt.sat.f64.f64 %0, %1;" : "=d"(x) : "d"(a));
    o64[14 * n + i] = __double_as_longlong(x);
  }
  {
    double x;
    asm volatile("rcp.approx.ftz.f64 %0, %1;" : "=d"(x) : "d"(a));
    o64[15 * n + i] = __double_as_longlong(x);
  }
  {
    double x;
    asm volatile("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(x) : "d"(a));
    o64[16 * n + i] = __double_as_longlong(x);
  }
  {
    float x;
    asm volatile("cvt.rn.f32.f64 %0, %1;" : "=f"(x) : "d"(a));
    o64[17 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("cvt.rz.f32.f64 %0, %1;" : "=f"(x) : "d"(a));
    o64[18 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("cvt.rn.ftz.f32.f64 %0, %1;" : "=f"(x) : "d"(a));
    o64[19 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("cvt.rn.sat.f32.f64 %0, %1;" : "=f"(x) : "d"(a));
    o64[20 * n + i] = __float_as_uint(x);
  }
}
__global__ void of_f32(const unsigned* in, unsigned* o32, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float a = __uint_as_float(in[i]), b = __uint_as_float(in[(i * 5 + 3) % n]),
        c = __uint_as_float(in[(i * 7 + 1) % n]);
  {
    float x;
    asm volatile("add.rn.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
    o32[0 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("sub.rn.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
    o32[1 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("mul.rn.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
    o32[2 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("min.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
    o32[3 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("max.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
    o32[4 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("min.ftz.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
    o32[5 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("div.rn.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
    o32[6 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("div.approx.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
    o32[7 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("div.full.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
    o32[8 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("copysign.f32 %0, %1, %2;" : "=f"(x) : "f"(a), "f"(b));
    o32[9 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("fma.rn.f32 %0, %1, %2, %3;" : "=f"(x) : "f"(a), "f"(b), "f"(c));
    o32[10 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("neg.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[11 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("abs.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[12 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("neg.ftz.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[13 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("abs.ftz.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[14 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("sqrt.rn.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[15 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("sqrt.approx.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[16 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("rcp.rn.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[17 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("rcp.approx.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[18 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("rcp.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[19 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("rsqrt.approx.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[20 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[21 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("ex2.approx.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[22 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("ex2.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[23 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("lg2.approx.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[24 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("lg2.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[25 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("sin.approx.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[26 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("sin.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[27 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("cos.approx.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[28 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("cos.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[29 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("tanh.approx.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[30 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("cvt.rni.f32.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[31 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("cvt.rmi.ftz.f32.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[32 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("cvt.sat.f32.f32 %0, %1;" : "=f"(x) : "f"(a));
    o32[33 * n + i] = __float_as_uint(x);
  }
  {
    double x;
    asm volatile("cvt.f64.f32 %0, %1;" : "=d"(x) : "f"(a));
    o32[34 * n + i] = __double2loint(x);
  }
  {
    double x;
    asm volatile("cvt.f64.f32 %0, %1;" : "=d"(x) : "f"(a));
    o32[35 * n + i] = __double2hiint(x);
  }
  {
    unsigned short x;
    asm volatile("cvt.rn.f16.f32 %0, %1;" : "=h"(x) : "f"(a));
    o32[36 * n + i] = x;
  }
}
int main() {
  std::vector<u64> h = {0x7ff8000000000000ull,
                        0xfff8000000000000ull,
                        0x7ff0000000000001ull,
                        0xfff0000000000001ull,
                        0x7ffabcdef1234567ull,
                        0xfff4123456789abcull,
                        0x7fffffffffffffffull,
                        0xffffffffffffffffull,
                        0x7ff0000000000000ull,
                        0xfff0000000000000ull,
                        0,
                        1ull << 63,
                        1,
                        0x8000000000000001ull,
                        0x3ff0000000000000ull,
                        0xbff0000000000000ull,
                        0x7fefffffffffffffull,
                        0xffefffffffffffffull,
                        0x0010000000000000ull,
                        0x4008000000000000ull,
                        0xc008000000000000ull,
                        0x7ff0000020000000ull,
                        0x7ff0000010000000ull,
                        0xfff8000040000000ull,
                        0x400921fb54442d18ull,
                        0x36a0000000000000ull,
                        0x3810000000000000ull,
                        0x47f0000000000000ull,
                        0x7ff0000000000000ull,
                        0x7ff0000000000000ull,
                        0xfff0000000000000ull};
  std::vector<unsigned> g = {
      0x7fc00000, 0xffc00000, 0x7f800001, 0xff800001, 0x7fabcdef, 0xffedcba9, 0x7fffffff, 0xffffffff,
      0x7f800000, 0xff800000, 0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x00800000,
      0x80800000, 0x3f800000, 0xbf800000, 0x7f7fffff, 0xff7fffff, 0x40400000, 0xc0400000, 0x40490fdb,
      0x3f000000, 0x4b000000, 0x501502f9, 0x42c80000, 0xc2fc0000, 0xc3160000, 0x43000000, 0x42ffffff,
      0xc0490fdb, 0x3fc90fdb, 0xbfc90fdb, 0x4096cbe4, 0xc096cbe4};
  while (h.size() < 61) h.push_back(h.size() * 0x9e3779b97f4a7c15ull);
  while (g.size() < 61) g.push_back(g.size() * 0x9e3779b9u);
  const int n = 61;
  u64 *d, *o;
  unsigned *e, *p;
  cudaMalloc(&d, n * 8);
  cudaMalloc(&o, n * 8 * 21);
  cudaMalloc(&e, n * 4);
  cudaMalloc(&p, n * 4 * 37);
  cudaMemset(o, 0, n * 8 * 21);
  cudaMemset(p, 0, n * 4 * 37);
  cudaMemcpy(d, h.data(), n * 8, cudaMemcpyHostToDevice);
  cudaMemcpy(e, g.data(), n * 4, cudaMemcpyHostToDevice);
  of_f64<<<2, 32>>>(d, o, n);
  of_f32<<<2, 32>>>(e, p, n);
  printf("nan_truth %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
