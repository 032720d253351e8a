// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the programs share that are recorded on a GPU (README.md).
#include <cstdio>
#include <cstring>
#include <limits>
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

/// Zeros, infinities, NaN, subnormals, huge, tiny and integral numbers, then drawn ones.
inline std::vector<float> floats(int n, unsigned seed = 1) {
  const unsigned sp[] = {0,           0x80000000u, 0x7f800000u, 0xff800000u, 0x7fc00000u, 1,
                         0x80000001u, 0x007fffffu, 0x00800000u, 0x80800000u, 0x7f7fffffu, 0xff7fffffu,
                         0x3f800000u, 0xbf800000u, 0x3f7fffffu, 0x3f800001u, 0x3f000000u, 0xbf000000u,
                         0x3fc00000u, 0x40200000u, 0x4b000000u, 0x4b7fffffu, 0x4effffffu, 0x4f000000u,
                         0xcf000000u, 0x5f000000u, 0x33800000u, 0x40490fdbu, 0x42b17218u, 0xc2cff1b5u};
  std::vector<float> v;
  Rng r(seed);
  for (unsigned b : sp) {
    float f;
    memcpy(&f, &b, 4);
    v.push_back(f);
  }
  while ((int)v.size() < n) {
    if (v.size() % 4 == 3) {
      unsigned b = r.u32();
      if ((b & 0x7f800000u) == 0x7f800000u) b ^= 0x20000000u;
      float f;
      memcpy(&f, &b, 4);
      v.push_back(f);
    } else if (v.size() % 4 == 2)
      v.push_back((float)(r.unit() * 2 - 1));
    else
      v.push_back((float)(r.unit() * 40 - 20));
  }
  v.resize(n);
  return v;
}

/// The same of 64 bits.
inline std::vector<double> doubles(int n, unsigned seed = 2) {
  const unsigned long long sp[] = {0,
                                   1ull << 63,
                                   0x7ff0000000000000ull,
                                   0xfff0000000000000ull,
                                   0x7ff8000000000000ull,
                                   1,
                                   0x8000000000000001ull,
                                   0x000fffffffffffffull,
                                   0x0010000000000000ull,
                                   0x7fefffffffffffffull,
                                   0xffefffffffffffffull,
                                   0x3ff0000000000000ull,
                                   0xbff0000000000000ull,
                                   0x3fefffffffffffffull,
                                   0x3ff0000000000001ull,
                                   0x3fe0000000000000ull,
                                   0xbfe0000000000000ull,
                                   0x3ff8000000000000ull,
                                   0x4004000000000000ull,
                                   0x4330000000000000ull,
                                   0x41dfffffffc00000ull,
                                   0x41e0000000000000ull,
                                   0xc1e0000000000000ull,
                                   0x43e0000000000000ull,
                                   0xc3e0000000000000ull,
                                   0x43f0000000000000ull,
                                   0x3e60000000000000ull,
                                   0x400921fb54442d18ull,
                                   0x40862e42fefa39efull,
                                   0xc0874910d52d3051ull};
  std::vector<double> v;
  Rng r(seed);
  for (unsigned long long b : sp) {
    double f;
    memcpy(&f, &b, 8);
    v.push_back(f);
  }
  while ((int)v.size() < n) {
    if (v.size() % 4 == 3) {
      unsigned long long b = r.u64();
      if ((b >> 52 & 2047) == 2047) b ^= 1ull << 60;
      double f;
      memcpy(&f, &b, 8);
      v.push_back(f);
    } else if (v.size() % 4 == 2)
      v.push_back(r.unit() * 2 - 1);
    else
      v.push_back(r.unit() * 40 - 20);
  }
  v.resize(n);
  return v;
}

/// Integers at their limits, then drawn ones.
inline std::vector<unsigned> uints(int n, unsigned seed = 3) {
  std::vector<unsigned> v = {0,           1,           2,           0x7fffffffu, 0x80000000u,
                             0x80000001u, 0xffffffffu, 0xfffffffeu, 0xffffu,     0x10000u,
                             0x7fffu,     0x8000u,     0x00ff00ffu, 0x80808080u, 0x7f7f7f7fu,
                             0x80007fffu, 31,          32,          33,          0x00800000u};
  Rng r(seed);
  while ((int)v.size() < n) {
    unsigned x = r.u32();
    v.push_back(v.size() % 3 == 0 ? x >> (x & 31) : x);
  }
  v.resize(n);
  return v;
}

/// The same of 64 bits.
inline std::vector<unsigned long long> ulongs(int n, unsigned seed = 4) {
  std::vector<unsigned long long> v = {0,
                                       1,
                                       2,
                                       0x7fffffffull,
                                       0x80000000ull,
                                       0xffffffffull,
                                       0x100000000ull,
                                       0x7fffffffffffffffull,
                                       0x8000000000000000ull,
                                       0x8000000000000001ull,
                                       0xffffffffffffffffull,
                                       0xfffffffffffffffeull,
                                       0x20000000000000ull,
                                       0x20000000000001ull};
  Rng r(seed);
  while ((int)v.size() < n) {
    unsigned long long x = r.u64();
    v.push_back(v.size() % 3 == 0 ? x >> (x & 63) : x);
  }
  v.resize(n);
  return v;
}
