#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// Dynamic shared memory, two- and three-dimensional blocks and grids, restrict pointers, cache-hint loads and
// stores.
__global__ void matmul(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                       int n) {
  __shared__ float s[16][16], t[16][17];
  int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  float v = 0;
  for (int k = 0; k < (n + 15) / 16; ++k) {
    s[y][x] = row < n && k * 16 + x < n ? a[row * n + k * 16 + x] : 0;
    t[y][x] = col < n && k * 16 + y < n ? b[(k * 16 + y) * n + col] : 0;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) v += s[y][j] * t[j][x];
    __syncthreads();
  }
  if (row < n && col < n) c[row * n + col] = v;
}
__global__ void transpose(const short* a, short* b, int w, int h) {
  __shared__ short t[16][18];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w && y < h) t[threadIdx.y][threadIdx.x] = a[y * w + x];
  __syncthreads();
  int p = blockIdx.y * 16 + threadIdx.x, q = blockIdx.x * 16 + threadIdx.y;
  if (p < h && q < w) b[q * h + p] = t[threadIdx.x][threadIdx.y];
}
__global__ void stencil(const float* a, float* b, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz) return;
  auto at = [&](int i, int j, int k) {
    return i < 0 || j < 0 || k < 0 || i >= nx || j >= ny || k >= nz ? 0.0f : __ldg(&a[(k * ny + j) * nx + i]);
  };
  b[(z * ny + y) * nx + x] = at(x, y, z) * 0.5f + (at(x - 1, y, z) + at(x + 1, y, z)) * 0.125f +
                             at(x, y - 1, z) - at(x, y + 1, z) + at(x, y, z - 1) * at(x, y, z + 1);
}
extern __shared__ unsigned char dynamic[];
__global__ void bitonic(unsigned* a, int n) {
  unsigned* s = (unsigned*)dynamic;
  unsigned long long* tail = (unsigned long long*)(dynamic + n * 4);
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = a[i];
  if (threadIdx.x < 4) tail[threadIdx.x] = threadIdx.x * 3ull;
  __syncthreads();
  for (int k = 2; k <= n; k <<= 1)
    for (int j = k >> 1; j; j >>= 1) {
      for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int o = i ^ j;
        if (o > i && (s[i] > s[o]) == !(i & k)) {
          unsigned t = s[i];
          s[i] = s[o];
          s[o] = t;
        }
      }
      __syncthreads();
    }
  for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] = s[i];
  if (threadIdx.x < 4) a[n + threadIdx.x] = (unsigned)tail[3 - threadIdx.x];
}
__global__ void hints(const int* a, const double2* b, const char4* c, int* y, double2* z, char4* w) {
  int t = threadIdx.x;
  __stwt(y + t, __ldcg(a + t) + __ldca(a + t + 1) * 2 + __ldcs(a + t + 2) - __ldlu(a + t + 3) +
                    __ldcv(a + t + 4) + __ldg(a + t + 5));
  double2 p = __ldg(b + t);
  __stcs(z + t, make_double2(p.y, p.x));
  __stcg(w + t, __ldcs(c + t));
  __stwb(y + 64 + t, t);
  __nanosleep(20);
}
int main() {
  const int n = 50;
  Rng r(60);
  std::vector<float> a(n * n), b(n * n), g(12 * 10 * 8);
  for (float& v : a) v = (float)(r.u32() % 9);
  for (float& v : b) v = (float)(r.u32() % 7) - 3;
  for (float& v : g) v = (float)r.unit();
  std::vector<short> s(45 * 37);
  for (short& v : s) v = (short)r.u32();
  auto u = uints(516, 61);
  std::vector<int> ia(80);
  for (int& v : ia) v = (int)r.u32();
  std::vector<double2> d(64);
  for (auto& v : d) v = make_double2(r.unit(), r.unit());
  std::vector<char4> c(64);
  for (auto& v : c) v = make_char4(r.u32(), r.u32(), r.u32(), r.u32());
  Buf<float> A(a), B(b), C(n * n), G(g), H(g.size());
  Buf<short> S(s), T(s.size());
  Buf<unsigned> U(u);
  Buf<int> I(ia), J(128);
  Buf<double2> D(d), E(64);
  Buf<char4> F(c), K(64);
  matmul<<<dim3(4, 4), dim3(16, 16)>>>(A.d, B.d, C.d, n);
  C.down();
  transpose<<<dim3(3, 3), dim3(16, 16)>>>(S.d, T.d, 45, 37);
  T.down();
  stencil<<<dim3(3, 3, 2), dim3(5, 4, 4)>>>(G.d, H.d, 12, 10, 8);
  H.down();
  bitonic<<<1, 128, 512 * 4 + 32>>>(U.d, 512);
  U.down();
  hints<<<1, 64>>>(I.d, D.d, F.d, J.d, E.d, K.d);
  J.down();
  E.down();
  K.down();
  for (int i = 0; i < n * n; ++i) {
    float v = 0;
    for (int k = 0; k < n; ++k) v += a[i / n * n + k] * b[k * n + i % n];
    check(C.h[i] == v);
  }
  for (int i = 0; i < 37; ++i)
    for (int j = 0; j < 45; ++j) check(T.h[j * 37 + i] == s[i * 45 + j]);
  for (int i = 1; i < 512; ++i) check(U.h[i - 1] <= U.h[i]);
  return finish("classic_kernels");
}
