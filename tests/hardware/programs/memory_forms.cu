#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// memcpy, memset, local arrays, large parameters, __grid_constant__, constant memory, device variables,
// statics.
struct Big {
  int a[64];
  double d[16];
  short s[31];
  char c;
  float f[100];
};
struct Mat {
  float m[4][4];
};
__constant__ float coef[40];
__constant__ Big cbig;
__device__ int dvar[32];
__device__ Mat dmat;
__device__ const char text[] = "device text";
__constant__ unsigned char bytes_c[3] = {7, 8, 9};
__global__ void params(Big b, const __grid_constant__ Big g, int* y) {
  int t = threadIdx.x;
  const Big* p = &g;
  int a = b.a[(t * 5) & 63] + (int)(b.d[t & 15] * 4) + b.s[t % 31] + b.c + (int)b.f[t % 100];
  a += p->a[t & 63] * 3 + (int)g.f[(t * 3) % 100];
  Big local = b;
  local.a[t & 63] += 9;
  local.s[(t + 1) % 31]--;
  for (int k = 0; k < 64; ++k) a = a * 3 + local.a[k];
  y[t] = a + local.s[t % 31];
}
__global__ void constants(float* y, int* z) {
  int t = threadIdx.x;
  float v = 0;
  for (int k = 39; k >= 0; --k) v = v * 0.5f + coef[k];
  y[t] = v + coef[t % 40] + dmat.m[t & 3][(t >> 2) & 3];
  z[t] = cbig.a[t & 63] + cbig.s[t % 31] + text[t % 11] + bytes_c[t % 3] + dvar[t & 31];
  __syncthreads();
  if (t < 32) dvar[t] += t;
}
__device__ int bump(int t) {
  static int cells[64] = {1, 2, 3};
  static __device__ int other[64];
  cells[t] += t;
  other[t] += 2;
  return cells[t] * 10 + other[t];
}
__global__ void statics(int* y) { y[threadIdx.x] = bump(threadIdx.x) + bump(threadIdx.x); }
__global__ void copies(const unsigned char* x, unsigned char* y) {
  int t = threadIdx.x;
  unsigned char l[80];
  memset(l, t, sizeof l);
  memcpy(l + 3, x + t, 37);
  memcpy(l + 48, x + 2 * t, 16);
  memcpy(l + 40, l + 4, 30);
  memcpy(l + 2, l + 29, 21);
  for (int k = 0; k < 80; ++k) y[t * 80 + k] = l[(k * 7) % 80];
  struct S {
    long long q;
    int r;
    short s;
    char c[5];
  } s1, s2;
  memset(&s1, 0, sizeof s1);
  memcpy(&s1, x + t, 19);
  s2 = s1;
  s2.r ^= 1;
  y[t * 80] ^= ((unsigned char*)&s2)[t % 19];
}
__global__ void local_index(const int* x, int* y) {
  int t = threadIdx.x, hist[16] = {}, perm[32];
  for (int k = 0; k < 32; ++k) perm[k] = k;
  for (int k = 0; k < 32; ++k) {
    int j = x[t + k] & 31, q = perm[k];
    perm[k] = perm[j];
    perm[j] = q;
    hist[x[t + k] & 15]++;
  }
  int a = 0;
  for (int k = 0; k < 32; ++k) a = a * 3 + perm[perm[k]];
  for (int k = 0; k < 16; ++k) a = a * 5 + hist[k];
  double2 v[4];
  for (int k = 0; k < 4; ++k) v[(k + t) & 3] = make_double2(k, t);
  a += (int)(v[x[t] & 3].x * 10 + v[x[t + 1] & 3].y);
  y[t] = a;
}
int main() {
  Big b, g;
  memset((void*)&b, 0, sizeof b);
  Rng r(34);
  for (int& v : b.a) v = (int)(r.u32() % 999);
  for (double& v : b.d) v = r.unit() * 9;
  for (short& v : b.s) v = (short)r.u32();
  b.c = -5;
  for (float& v : b.f) v = (float)r.unit() * 50;
  g = b;
  g.a[3] = 12345;
  float cf[40];
  for (float& v : cf) v = (float)r.unit();
  int dv[32];
  for (int& v : dv) v = (int)(r.u32() % 77);
  Mat m;
  for (auto& q : m.m)
    for (float& v : q) v = (float)r.unit();
  cudaMemcpyToSymbol(coef, cf, sizeof cf);
  cudaMemcpyToSymbol(cbig, &g, sizeof g);
  cudaMemcpyToSymbol(dvar, dv, sizeof dv);
  cudaMemcpyToSymbol(dmat, &m, sizeof m);
  std::vector<int> x(160);
  for (int& v : x) v = (int)r.u32();
  std::vector<unsigned char> c(200);
  for (auto& v : c) v = (unsigned char)r.u32();
  Buf<int> X(x), y(96), z(64), s(64), l(96);
  Buf<float> f(64);
  Buf<unsigned char> C(c), d(64 * 80);
  params<<<1, 96>>>(b, g, y.d);
  y.down();
  constants<<<1, 64>>>(f.d, z.d);
  f.down();
  z.down();
  constants<<<1, 64>>>(f.d, z.d);
  f.down();
  z.down();
  statics<<<1, 64>>>(s.d);
  s.down();
  statics<<<1, 64>>>(s.d);
  s.down();
  copies<<<1, 64>>>(C.d, d.d);
  d.down();
  local_index<<<1, 96>>>(X.d, l.d);
  l.down();
  int back[32];
  cudaMemcpyFromSymbol(back, dvar, sizeof back);
  for (int k = 0; k < 32; ++k) check(back[k] == dv[k] + 2 * k);
  return finish("memory_forms");
}
