#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

struct Rgb {
  unsigned char r, g, b;
};
struct V3 {
  float x, y, z;
};
#pragma pack(push, 1)
struct Packed {
  char a;
  int b;
  short c;
  double d;
  unsigned char e;
};
#pragma pack(pop)
struct Bits {
  unsigned a : 3;
  int b : 7;
  unsigned c : 12;
  unsigned d : 10;
  unsigned long long e : 37;
  long long f : 20;
  unsigned char g : 4, h : 4;
};
union Any {
  float f;
  int i;
  unsigned char c[4];
  struct {
    unsigned short lo, hi;
  } h;
};
struct alignas(16) Quad {
  int v[4];
};
struct Mixed {
  char c;
  double d;
  short s;
  V3 v;
  Rgb p[3];
};
__global__ void small(const Rgb* x, Rgb* y, V3* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Rgb p = x[i], q = x[(i + 1) % n];
  y[i] = Rgb{(unsigned char)((p.r + q.r) / 2), (unsigned char)(p.g - q.g), (unsigned char)(p.b ^ q.b)};
  V3 w = {p.r * 0.5f, p.g + q.b * 2.0f, -(float)p.b};
  w.z += w.x;
  v[i] = w;
}
__device__ int get32(const void* p) {
  int v;
  memcpy(&v, p, 4);
  return v;
}
__global__ void packed(const Packed* x, Packed* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Packed p = x[i];
  p.a += 1;
  p.b = p.b * 3 - p.c;
  p.c ^= 0x1234;
  p.d = p.d * 2 + p.b;
  p.e >>= 1;
  y[i] = p;
  y[i].b += get32(&x[(i + 1) % n].b);
}
__global__ void fields(const unsigned* x, Bits* y, unsigned* z, Any* u, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Bits b;
  memset(&b, 0, sizeof b);
  unsigned v = x[i];
  b.a = v;
  b.b = (int)v >> 3;
  b.c = v >> 5;
  b.d = b.c + b.a;
  b.e = (unsigned long long)v * v;
  b.f = (int)v;
  b.g = v >> 9;
  b.h = b.g + 3;
  b.b -= 5;
  ++b.a;
  b.f *= 3;
  y[i] = b;
  z[i] = b.a + (unsigned)b.b + (unsigned)(b.e >> 9) + (unsigned)b.f + b.h;
  Any a;
  a.i = (int)v;
  a.c[1] ^= 0x55;
  a.h.hi += a.h.lo;
  if (a.f != a.f)
    a.i = 0;
  else
    a.f = a.f * 0.5f;
  u[i] = a;
}
__global__ void vectors(const uint4* a, const double2* b, const short4* c, const char3* d,
                        const ulonglong2* e, Quad* y, float3* f, double2* g, uchar4* h, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint4 p = a[i];
  double2 q = b[i];
  short4 s = c[i];
  char3 t = d[i];
  ulonglong2 u = e[i];
  y[i] = Quad{{(int)(p.x + p.w), (int)p.y - s.x, s.y * s.z, (int)(u.x >> 33) + t.x}};
  f[i] = make_float3(t.x * 0.5f, t.y + 1.0f, t.z * (float)s.w);
  g[i] = make_double2(q.y - q.x, q.x * 3);
  h[i] = make_uchar4(p.x, p.y >> 8, t.z, u.y);
}
__global__ void mixed(const float* x, Mixed* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Mixed m;
  memset(&m, 0, sizeof m);
  m.c = (char)i;
  m.d = x[i] * 3.0;
  m.s = (short)(i * 301);
  m.v = V3{x[i], 1, 2};
  m.p[i % 3].g = (unsigned char)i;
  m.p[2].b ^= 9;
  memcpy(&y[i], &m, sizeof m);
}
int main() {
  const int n = 150;
  Rng r(36);
  std::vector<Rgb> rgb(n);
  for (auto& p : rgb) p = Rgb{(unsigned char)r.u32(), (unsigned char)r.u32(), (unsigned char)r.u32()};
  std::vector<Packed> pk(n);
  for (auto& p : pk)
    p = Packed{(char)r.u32(), (int)(r.u32() >> 3), (short)r.u32(), r.unit() * 100, (unsigned char)r.u32()};
  auto u = uints(4 * n, 37);
  std::vector<uint4> u4(n);
  std::vector<double2> d2(n);
  std::vector<short4> s4(n);
  std::vector<char3> c3(n);
  std::vector<ulonglong2> l2(n);
  for (int i = 0; i < n; ++i) {
    u4[i] = make_uint4(u[i], u[i + n], u[i + 2 * n], u[i + 3 * n]);
    d2[i] = make_double2(r.unit(), r.unit() * 5);
    s4[i] = make_short4(r.u32(), r.u32(), r.u32(), r.u32());
    c3[i] = make_char3(r.u32(), r.u32(), r.u32());
    l2[i] = make_ulonglong2(r.u64(), r.u64());
  }
  std::vector<float> xf(n);
  for (float& v : xf) v = (float)r.unit();
  Buf<Rgb> A(rgb), B(n);
  Buf<V3> v(n);
  Buf<Packed> P(pk), Q(n);
  Buf<unsigned> U(u), z(n);
  Buf<Bits> b(n);
  Buf<Any> w(n);
  Buf<float> X(xf);
  Buf<uint4> a4(u4);
  Buf<double2> b2(d2), g(n);
  Buf<short4> c4(s4);
  Buf<char3> d3(c3);
  Buf<ulonglong2> e2(l2);
  Buf<Quad> y(n);
  Buf<float3> f(n);
  Buf<uchar4> h(n);
  Buf<Mixed> m(n);
  small<<<2, 96>>>(A.d, B.d, v.d, n);
  B.down();
  v.down();
  packed<<<2, 96>>>(P.d, Q.d, n);
  Q.down();
  fields<<<2, 96>>>(U.d, b.d, z.d, w.d, n);
  b.down();
  z.down();
  w.down();
  vectors<<<2, 96>>>(a4.d, b2.d, c4.d, d3.d, e2.d, y.d, f.d, g.d, h.d, n);
  y.down();
  f.down();
  g.down();
  h.down();
  mixed<<<2, 96>>>(X.d, m.d, n);
  m.down();
  return finish("struct_layouts");
}
