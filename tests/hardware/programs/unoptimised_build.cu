// nvcc: -O0 -Xcicc -O0
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

struct Vec {
  float x, y, z;
  __device__ Vec operator+(const Vec& o) const { return {x + o.x, y + o.y, z + o.z}; }
  __device__ Vec operator*(float k) const { return {x * k, y * k, z * k}; }
};
__device__ float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ Vec cross(const Vec& a, const Vec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
__device__ int depth(int n, int k) { return n <= 0 ? k : depth(n - 1 - (k & 1), k * 3 + n); }
template <class T>
__device__ T clampt(T v, T lo, T hi) {
  return v < lo ? lo : v > hi ? hi : v;
}
__global__ void geometry(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Vec a{x[i], x[(i + 1) % n], x[(i + 2) % n]}, b{1, x[(i + 3) % n], -2};
  Vec c = cross(a, b) + a * 0.5f;
  y[i] = dot(c, b) + clampt(c.x, -3.0f, 4.0f);
}
__global__ void ints(const int* x, int* y, long long* z, int n) {
  __shared__ int s[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  for (int k = 1; k < 128; k <<= 1) {
    int v = threadIdx.x >= k ? s[threadIdx.x - k] : 0;
    __syncthreads();
    s[threadIdx.x] += v;
    __syncthreads();
  }
  if (i < n) {
    bool p = s[threadIdx.x] > 0 && (x[i] & 3) != 2 || i == 7;
    unsigned char c = (unsigned char)x[i];
    short h = (short)(c * c);
    c += h;
    c <<= 1;
    y[i] = s[threadIdx.x] * 2 + p + depth(i % 9, 1) + c + h;
    int k = 0;
    do {
      k += x[i] & 15;
      if (k > 40) break;
    } while (k % 7);
    z[i] = (long long)x[i] * k - (((long long)s[0]) << 33) / (k + 1) + (unsigned)x[i] % 11u;
    atomicAdd(&y[n], k);
    atomicMax(&y[n + 1], x[i]);
  }
}
int main() {
  const int n = 300;
  std::vector<int> x(n);
  std::vector<float> f(n);
  Rng r(57);
  for (int i = 0; i < n; ++i) {
    x[i] = (int)(r.u32() % 20001) - 10000;
    f[i] = (float)(r.unit() * 8 - 4);
  }
  Buf<int> X(x), y(n + 2);
  Buf<long long> z(n);
  Buf<float> F(f), g(n);
  geometry<<<3, 128>>>(F.d, g.d, n);
  g.down();
  ints<<<3, 128>>>(X.d, y.d, z.d, n);
  y.down();
  z.down();
  return finish("unoptimised_build");
}
