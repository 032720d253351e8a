#pragma once

// What the programs share that are recorded on a GPU (README.md).
#include <cstdio>
#include <cstring>
#include <vector>

/// Numbers that are the same on every machine.
struct Rng {
  unsigned long long s;
  explicit Rng(unsigned long long seed = 12345) : s(seed) {}
  unsigned u32() {
    s = s * 6364136223846793005ull + 1442695040888963407ull;
    unsigned x = (unsigned)(s >> 32);
    return x ^ (x >> 15);
  }
  unsigned long long u64() {
    unsigned long long h = u32();
    return h << 32 | u32();
  }
  double unit() { return (u32() >> 8) / 16777216.0; }
};
/// A checksum of all that came back, and whether all checks held.
inline unsigned long long g_sum = 1469598103934665603ull;
inline bool g_ok = true, g_checked = false;
inline void check(bool c) {
  g_checked = true;
  g_ok = g_ok && c;
}
/// Memory of host and device.
template <class T>
struct Buf {
  std::vector<T> h;
  T* d = nullptr;
  explicit Buf(size_t n) : h(n) { make(); }
  explicit Buf(const std::vector<T>& v) : h(v) { make(); }
  size_t bytes() const { return h.size() * sizeof(T); }
  void make() {
    cudaMalloc((void**)&d, bytes());
    cudaMemset(d, 0, bytes());
    cudaMemcpy((void*)d, h.data(), bytes(), cudaMemcpyHostToDevice);
  }
  void down() {
    cudaMemcpy((void*)h.data(), d, bytes(), cudaMemcpyDeviceToHost);
    const unsigned char* p = (const unsigned char*)h.data();
    for (size_t i = 0; i < bytes(); ++i) g_sum = (g_sum ^ p[i]) * 1099511628211ull;
  }
};
/// The last line of a program.
inline int finish(const char* name) {
  cudaError_t e = cudaDeviceSynchronize();
  if (e == cudaSuccess) e = cudaGetLastError();
  if (g_checked)
    printf("%s %s\n", name, g_ok && e == cudaSuccess ? "ok" : "WRONG");
  else
    printf("%s checksum %016llx\n", name, g_sum);
  return e != cudaSuccess;
}
