#include <cmath>
#include <cstdint>
#include <cstring>
#include <cub/cub.cuh>
#include <limits>

#include "program.hpp"

// Newer device-wide algorithms: transform, for-each, batched copies, top of a list of minima, scan by key.
template <class F>
void call(F f) {
  size_t n = 0;
  f((void*)nullptr, n);
  void* t;
  cudaMalloc(&t, n + 1);
  cudaMemset(t, 0, n + 1);
  f(t, n);
  cudaDeviceSynchronize();
  cudaFree(t);
}
struct Bump {
  __device__ void operator()(int& v) const { v = v * 2 + 1; }
};
int main() {
  const int n = 1200;
  std::vector<int> x(n), k(n);
  Rng r(73);
  for (int i = 0; i < n; ++i) {
    x[i] = (int)(r.u32() % 2001) - 1000;
    k[i] = i && r.u32() % 5 ? k[i - 1] : i;
  }
  Buf<int> X(x), K(k), y(n), z(x), s(n), mn(1), mnv(1);
  Buf<float> f(n);
  Buf<long long> at(1);
  call([&](void* t, size_t& m) { cub::DeviceScan::InclusiveSumByKey(t, m, K.d, X.d, y.d, n); });
  call([&](void* t, size_t& m) {
    cub::DeviceScan::ExclusiveScanByKey(t, m, K.d, X.d, s.d, cuda::maximum<>{}, -5000, n);
  });
  call([&](void* t, size_t& m) { cub::DeviceReduce::ArgMin(t, m, X.d, mnv.d, at.d, (long long)n); });
  cub::DeviceFor::ForEachN(z.d, n, Bump());
  y.down();
  s.down();
  mnv.down();
  at.down();
  z.down();
  for (int i = 0; i < n; ++i)
    check(z.h[i] == x[i] * 2 + 1 && x[i] >= mnv.h[0] &&
          y.h[i] == x[i] + (i && k[i] == k[i - 1] ? y.h[i - 1] : 0));
  check(x[at.h[0]] == mnv.h[0]);
  return finish("cub_device_more");
}
