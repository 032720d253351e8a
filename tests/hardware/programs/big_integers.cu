#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// Multi-word integers by carries that the compiler finds and by inline PTX; modular powers, CRC, SHA-256,
// SipHash-like mixing, base-10 digits.
template <int N>
struct Num {
  unsigned w[N];
};
template <int N>
__device__ Num<N> add(const Num<N>& a, const Num<N>& b) {
  Num<N> r;
  unsigned long long c = 0;
  for (int k = 0; k < N; ++k) {
    c += (unsigned long long)a.w[k] + b.w[k];
    r.w[k] = (unsigned)c;
    c >>= 32;
  }
  return r;
}
template <int N>
__device__ Num<2 * N> mul(const Num<N>& a, const Num<N>& b) {
  Num<2 * N> r{};
  for (int i = 0; i < N; ++i) {
    unsigned long long c = 0;
    for (int j = 0; j < N; ++j) {
      c += (unsigned long long)a.w[i] * b.w[j] + r.w[i + j];
      r.w[i + j] = (unsigned)c;
      c >>= 32;
    }
    r.w[i + N] = (unsigned)c;
  }
  return r;
}
__device__ Num<4> add_ptx(Num<4> a, Num<4> b) {
  Num<4> r;
  asm("add.cc.u32 %0, %4, %8; addc.cc.u32 %1, %5, %9; addc.cc.u32 %2, %6, %10; addc.u32 %3, %7, %11;"
      : "=&r"(r.w[0]), "=&r"(r.w[1]), "=&r"(r.w[2]), "=r"(r.w[3])
      : "r"(a.w[0]), "r"(a.w[1]), "r"(a.w[2]), "r"(a.w[3]), "r"(b.w[0]), "r"(b.w[1]), "r"(b.w[2]),
        "r"(b.w[3]));
  return r;
}
__global__ void words(const unsigned* x, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Num<4> a, b;
  for (int k = 0; k < 4; ++k) {
    a.w[k] = x[(i * 4 + k) % n];
    b.w[k] = x[(i * 3 + k * 7 + 1) % n];
  }
  Num<4> s = add(a, b), t = add_ptx(a, b);
  Num<8> p = mul(a, s);
  unsigned bad = 0;
  for (int k = 0; k < 4; ++k) bad |= s.w[k] ^ t.w[k];
  for (int k = 0; k < 8; ++k) y[k * n + i] = p.w[k];
  y[8 * n + i] = bad;
}
__device__ unsigned powmod(unsigned long long b, unsigned e, unsigned m) {
  unsigned long long r = 1;
  b %= m;
  while (e) {
    if (e & 1) r = r * b % m;
    b = b * b % m;
    e >>= 1;
  }
  return (unsigned)r;
}
__device__ unsigned long long mulmod64(unsigned long long a, unsigned long long b, unsigned long long m) {
  return (unsigned long long)((unsigned __int128)a * b % m);
}
__constant__ unsigned K[16] = {0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u,
                               0x923f82a4u, 0xab1c5ed5u, 0xd807aa98u, 0x12835b01u, 0x243185beu, 0x550c7dc3u,
                               0x72be5d74u, 0x80deb1feu, 0x9bdc06a7u, 0xc19bf174u};
__device__ unsigned ror(unsigned x, int k) { return x >> k | x << (32 - k); }
__global__ void mixers(const unsigned* x, unsigned* y, unsigned long long* z, char* digits, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned v = x[i], m = x[(i + 1) % n] | 1, s[8], w[16];
  y[i] = powmod(v, m, (x[(i + 2) % n] >> 1) + 2);
  z[i] =
      mulmod64((unsigned long long)v << 32 | m, 0x9e3779b97f4a7c15ull, ((unsigned long long)m << 20) + 12345);
  for (int k = 0; k < 8; ++k) s[k] = v * (k + 1);
  for (int k = 0; k < 16; ++k) w[k] = x[(i + k) % n];
#pragma unroll 4
  for (int k = 0; k < 48; ++k) {
    if (k >= 16) {
      unsigned a = w[(k + 1) & 15], b = w[(k + 14) & 15];
      w[k & 15] += (ror(a, 7) ^ ror(a, 18) ^ a >> 3) + w[(k + 9) & 15] + (ror(b, 17) ^ ror(b, 19) ^ b >> 10);
    }
    unsigned t1 = s[7] + (ror(s[4], 6) ^ ror(s[4], 11) ^ ror(s[4], 25)) + (s[4] & s[5] ^ ~s[4] & s[6]) +
                  K[k & 15] + w[k & 15],
             t2 = (ror(s[0], 2) ^ ror(s[0], 13) ^ ror(s[0], 22)) + (s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]);
    s[7] = s[6];
    s[6] = s[5];
    s[5] = s[4];
    s[4] = s[3] + t1;
    s[3] = s[2];
    s[2] = s[1];
    s[1] = s[0];
    s[0] = t1 + t2;
  }
  y[n + i] = s[0] ^ s[3] ^ s[7];
  unsigned crc = ~0u;
  for (int k = 0; k < 4; ++k) {
    crc ^= w[k] & 255;
    for (int j = 0; j < 8; ++j) crc = crc >> 1 ^ (0u - (crc & 1) & 0xedb88320u);
  }
  y[2 * n + i] = ~crc;
  unsigned long long a = v * 0x736f6d6570736575ull, b = m ^ 0x646f72616e646f6dull;
  for (int k = 0; k < 6; ++k) {
    a += b;
    b = b << 13 | b >> 51;
    b ^= a;
    a = a << 32 | a >> 32;
  }
  z[n + i] = a ^ b;
  int neg = (int)v < 0;
  unsigned q = neg ? 0u - v : v;
  char* d = digits + i * 12;
  int p = 11;
  do {
    d[p--] = (char)('0' + q % 10);
    q /= 10;
  } while (q);
  if (neg) d[p] = '-';
}
int main() {
  const int n = 200;
  auto x = uints(n, 79);
  Buf<unsigned> X(x), y(9 * n), w(3 * n);
  Buf<unsigned long long> z(2 * n);
  Buf<char> d(12 * n);
  words<<<2, 128>>>(X.d, y.d, n);
  y.down();
  for (int i = 0; i < n; ++i) check(y.h[8 * n + i] == 0);
  mixers<<<2, 128>>>(X.d, w.d, z.d, d.d, n);
  w.down();
  z.down();
  d.down();
  for (int i = 0; i < n; ++i) {
    char t[13];
    snprintf(t, 13, "%d", (int)x[i]);
    int l = (int)strlen(t);
    check(!memcmp(d.h.data() + i * 12 + 12 - l, t, l));
  }
  return finish("big_integers");
}
