#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

struct Out {
  int a;
  float b;
  double c;
  short d[5];
  char e;
};
struct Rgb {
  unsigned char r, g, b;
};
struct Empty {};
__device__ __noinline__ Out make(int a, float b, double c, short d, char e, bool f, long long g, const int* p,
                                 Rgb h, float4 v, unsigned char k, Empty, int2 w) {
  Out o;
  o.a = a + (int)g + p[a & 7] + w.x * w.y;
  o.b = b + v.x * v.w - h.g;
  o.c = c * 0.5 + (f ? 1 : -1);
  for (int i = 0; i < 5; ++i) o.d[i] = (short)(d * i + k);
  o.e = (char)(e + h.r - h.b);
  return o;
}
__device__ __noinline__ Rgb blend(Rgb a, Rgb b) {
  return Rgb{(unsigned char)((a.r + b.r) >> 1), (unsigned char)(a.g ^ b.b), (unsigned char)(a.b - b.g)};
}
__device__ __noinline__ float4 scale(float4 v, float k) {
  return make_float4(v.x * k, v.y - k, v.z / k, v.w);
}
__device__ __noinline__ bool split(int v, int& q, int* r, short& s) {
  q = v / 7;
  *r = v % 7;
  s = (short)(v >> 4);
  return v < 0;
}
__device__ __noinline__ signed char narrow(int v) { return (signed char)v; }
__device__ __noinline__ unsigned short half_word(signed char c, unsigned short u) {
  return (unsigned short)(c * u);
}
__device__ __noinline__ __int128 wide(long long a, unsigned long long b) { return (__int128)a * b; }
__device__ __noinline__ int many(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k,
                                 int l, int m, int n, int o, int p) {
  return a + 2 * b - 3 * c + 5 * d - 7 * e + 11 * f - 13 * g + 17 * h - 19 * i + 23 * j - k * l + m * n -
         (o ^ p);
}
__global__ void __launch_bounds__(128) calls(const int* x, int* y, Out* out, float4* v, Rgb* rgb, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int a = x[i];
  Rgb h{(unsigned char)a, (unsigned char)(a >> 3), (unsigned char)i};
  Out o = make(a, i * 0.5f, a * 0.25, (short)a, (char)i, a > 0, (long long)a << 3, x, h,
               make_float4(i, 1, 2, a), (unsigned char)a, Empty(), make_int2(a, -2));
  Out w;
  memset(&w, 0, sizeof w);
  w.a = o.a;
  w.b = o.b;
  w.c = o.c;
  for (int k = 0; k < 5; ++k) w.d[k] = o.d[k];
  w.e = o.e;
  out[i] = w;
  rgb[i] = blend(h, blend(Rgb{9, 8, 7}, h));
  v[i] = scale(scale(make_float4(a, i, 3, 4), 1.5f), 0.25f);
  int q, r;
  short s;
  bool neg = split(a, q, &r, s);
  __int128 big = wide((long long)a << 40, 0xfedcba9876543210ull);
  y[i] = q * 100 + r + s + neg + narrow(a * 3) + half_word((signed char)a, (unsigned short)i) +
         (int)(big >> 64) + (int)big + many(a, i, q, r, s, 1, 2, 3, a, i, 6, 7, q, 9, r, 11);
}
int main() {
  const int n = 300;
  std::vector<int> x(n);
  Rng r(59);
  for (int& v : x) v = (int)(r.u32() % 200001) - 100000;
  Buf<int> X(x), y(n);
  Buf<Out> o(n);
  Buf<float4> v(n);
  Buf<Rgb> g(n);
  calls<<<3, 128>>>(X.d, y.d, o.d, v.d, g.d, n);
  y.down();
  o.down();
  v.down();
  g.down();
  return finish("noinline_calls");
}
