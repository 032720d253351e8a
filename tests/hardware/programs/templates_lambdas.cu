// nvcc: --extended-lambda
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "program.hpp"

template <class F, class... A>
__global__ void each(int n, F f, A... a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i, a...);
}
template <class... T>
__host__ __device__ constexpr auto sum_all(T... t) {
  return (t + ... + 0);
}
template <int N>
struct Pow {
  template <class T>
  static __host__ __device__ T of(T x) {
    if constexpr (N == 0)
      return T(1);
    else if constexpr (N % 2)
      return x * Pow<N - 1>::of(x);
    else {
      T h = Pow<N / 2>::of(x);
      return h * h;
    }
  }
};
struct Table {
  unsigned v[64];
  constexpr Table() : v() {
    unsigned x = 1;
    for (int i = 0; i < 64; ++i) {
      x = x * 1664525u + 1013904223u;
      v[i] = x ^ (x >> 13);
    }
  }
};
__constant__ constexpr Table table{};
__device__ constexpr int squares[] = {0, 1, 4, 9, 16, 25, 36, 49};
constexpr __host__ __device__ unsigned crc(unsigned c) {
  for (int k = 0; k < 8; ++k) c = c & 1 ? (c >> 1) ^ 0xedb88320u : c >> 1;
  return c;
}
template <size_t... I>
__device__ unsigned gather(const unsigned* p, std::index_sequence<I...>) {
  unsigned r = 0;
  ((r = r * 31 + p[I * 2 % 7]), ...);
  return r;
}
template <template <class> class C, class T>
struct Wrap {
  C<T> c;
};
template <class T>
struct Cell {
  T v;
  __device__ Cell operator+(Cell o) const { return {(T)(v + o.v)}; }
  __device__ operator T() const { return v; }
};
template <class T>
__global__ void typed(const unsigned* x, T* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Wrap<Cell, T> w{{(T)x[i]}};
  constexpr unsigned c = crc(0x5a);
  auto twice = [=](auto v) { return (T)(v + v); };
  auto rec = [&](auto self, int k) -> T { return k == 0 ? w.c.v : (T)(self(self, k - 1) + twice((T)k)); };
  y[i] = w.c + Cell<T>{(T)squares[x[i] & 7]} + Cell<T>{rec(rec, 4)} + Cell<T>{(T)(table.v[x[i] & 63] & 127)} +
         Cell<T>{(T)(c & 15)};
}
struct Cap {
  int a;
  float b;
};
int main() {
  const int n = 250;
  auto x = uints(n, 35);
  Buf<unsigned> X(x), y(n), z(n);
  Buf<float> f(n);
  Buf<double> d(n);
  Buf<short> s(n);
  Buf<long long> l(n);
  unsigned k = 77;
  Cap cap{5, 2.5f};
  const unsigned* xd = X.d;
  unsigned* yd = y.d;
  unsigned* zd = z.d;
  float* fd = f.d;
  each<<<2, 128>>>(
      n, [=] __device__(int i) { yd[i] = xd[i] * k + cap.a + gather(xd, std::make_index_sequence<6>()); });
  y.down();
  each<<<2, 128>>>(
      n,
      [=] __device__(int i, int a, float b, short c, char e) {
        zd[i] = (unsigned)sum_all(a, (int)b, c, e, i) + crc((unsigned)i);
        fd[i] = Pow<11>::of((float)i * 0.01f) + b;
      },
      3, 4.5f, (short)-6, (char)7);
  z.down();
  f.down();
  typed<<<2, 128>>>(X.d, f.d, n);
  f.down();
  typed<<<2, 128>>>(X.d, d.d, n);
  d.down();
  typed<<<2, 128>>>(X.d, s.d, n);
  s.down();
  typed<<<2, 128>>>(X.d, l.d, n);
  l.down();
  for (int i = 0; i < n; ++i) check(z.h[i] == (unsigned)(3 + 4 - 6 + 7 + i) + crc(i));
  return finish("templates_lambdas");
}
