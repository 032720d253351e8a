// 256-bit modular exponentiation: schoolbook multiply with carries (32-bit limbs, PTX add.cc), Montgomery;
// and 512-bit products with unsigned __int128.
#include <cstdint>
#include <cstdio>
#include <cstring>
#define L 8
struct Big {
  uint32_t d[L];
};
__host__ __device__ int cmp(const Big& a, const Big& b) {
  for (int i = L - 1; i >= 0; i--)
    if (a.d[i] != b.d[i]) return a.d[i] < b.d[i] ? -1 : 1;
  return 0;
}
__device__ void sub_dev(Big& a, const Big& b) {
  asm volatile(
      "sub.cc.u32 %0,%0,%8;\n\tsubc.cc.u32 %1,%1,%9;\n\tsubc.cc.u32 %2,%2,%10;\n\tsubc.cc.u32 "
      "%3,%3,%11;\n\tsubc.cc.u32 %4,%4,%12;\n\tsubc.cc.u32 %5,%5,%13;\n\tsubc.cc.u32 %6,%6,%14;\n\tsubc.u32 "
      "%7,%7,%15;"
      : "+r"(a.d[0]), "+r"(a.d[1]), "+r"(a.d[2]), "+r"(a.d[3]), "+r"(a.d[4]), "+r"(a.d[5]), "+r"(a.d[6]),
        "+r"(a.d[7])
      : "r"(b.d[0]), "r"(b.d[1]), "r"(b.d[2]), "r"(b.d[3]), "r"(b.d[4]), "r"(b.d[5]), "r"(b.d[6]),
        "r"(b.d[7]));
}
__host__ __device__ void sub(Big& a, const Big& b) {
#ifdef __CUDA_ARCH__
  sub_dev(a, b);
#else
  int64_t c = 0;
  for (int i = 0; i < L; i++) {
    c += (int64_t)a.d[i] - b.d[i];
    a.d[i] = (uint32_t)c;
    c >>= 32;
  }
#endif
}
__host__ __device__ Big montmul(const Big& a, const Big& b, const Big& n, uint32_t n0) {
  uint32_t t[L + 2];
  for (int i = 0; i < L + 2; i++) t[i] = 0;
  for (int i = 0; i < L; i++) {
    uint64_t c = 0;
    for (int j = 0; j < L; j++) {
      c += (uint64_t)a.d[j] * b.d[i] + t[j];
      t[j] = (uint32_t)c;
      c >>= 32;
    }
    c += t[L];
    t[L] = (uint32_t)c;
    t[L + 1] = c >> 32;
    uint32_t m = t[0] * n0;
    c = ((uint64_t)m * n.d[0] + t[0]) >> 32;
    for (int j = 1; j < L; j++) {
      c += (uint64_t)m * n.d[j] + t[j];
      t[j - 1] = (uint32_t)c;
      c >>= 32;
    }
    c += t[L];
    t[L - 1] = (uint32_t)c;
    t[L] = t[L + 1] + (uint32_t)(c >> 32);
  }
  Big r;
  for (int i = 0; i < L; i++) r.d[i] = t[i];
  if (t[L] || cmp(r, n) >= 0) sub(r, n);
  return r;
}
__host__ __device__ Big modexp(const Big& base, uint32_t e, const Big& n, const Big& r2, uint32_t n0) {
  Big one;
  for (int i = 0; i < L; i++) one.d[i] = i == 0;
  Big x = montmul(base, r2, n, n0), acc = montmul(one, r2, n, n0);
  for (; e; e >>= 1) {
    if (e & 1) acc = montmul(acc, x, n, n0);
    x = montmul(x, x, n, n0);
  }
  return montmul(acc, one, n, n0);
}
__global__ void rsa(const Big* in, const uint32_t* e, Big n, Big r2, uint32_t n0, Big* out, int cnt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < cnt) out[i] = modexp(in[i], e[i], n, r2, n0);
}
__host__ __device__ void mul512(const uint64_t a[4], const uint64_t b[4], uint64_t r[8]) {
  for (int i = 0; i < 8; i++) r[i] = 0;
  for (int i = 0; i < 4; i++) {
    unsigned __int128 c = 0;
    for (int j = 0; j < 4; j++) {
      c += (unsigned __int128)a[i] * b[j] + r[i + j];
      r[i + j] = (uint64_t)c;
      c >>= 64;
    }
    r[i + 4] = (uint64_t)c;
  }
}
__global__ void products(const Big* in, uint64_t* out, int cnt) {
  int i = threadIdx.x;
  if (i + 1 >= cnt) return;
  uint64_t a[4], b[4], r[8];
  for (int k = 0; k < 4; k++) {
    a[k] = (uint64_t)in[i].d[2 * k + 1] << 32 | in[i].d[2 * k];
    b[k] = ~((uint64_t)in[i + 1].d[2 * k + 1] << 32 | in[i + 1].d[2 * k]);
  }
  mul512(a, b, r);
  for (int k = 0; k < 8; k++) out[i * 8 + k] = r[k];
}
int main() {
  const int n = 21;
  Big in[n], out[n], N, r2;
  uint32_t e[n], s = 91;
  uint64_t pr[n * 8];
  auto rnd = [&] {
    s = s * 1664525u + 1013904223u;
    return s ^ s >> 14;
  };
  for (int i = 0; i < L; i++) N.d[i] = rnd();
  N.d[0] |= 1;
  N.d[L - 1] |= 0x80000000u;
  uint32_t n0 = 1;
  for (int i = 0; i < 5; i++) n0 *= 2 - N.d[0] * n0;
  n0 = -n0;
  memset(&r2, 0, sizeof r2);
  r2.d[0] = 1;  // 2^512 mod N by doubling
  for (int k = 0; k < 512; k++) {
    uint32_t c = 0;
    for (int i = 0; i < L; i++) {
      uint32_t t = r2.d[i];
      r2.d[i] = t << 1 | c;
      c = t >> 31;
    }
    if (c || cmp(r2, N) >= 0) sub(r2, N);
  }
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < L; k++) in[i].d[k] = i == 0 ? 0 : i == 1 ? k == 0 : rnd();
    in[i].d[L - 1] &= 0x7fffffff;
    e[i] = i % 4 == 0 ? 65537 : i % 4 == 1 ? 3 : i % 4 == 2 ? 0 : rnd() & 0xff;
  }
  Big *di, *dout;
  uint32_t* de;
  uint64_t* dp;
  cudaMalloc(&di, sizeof in);
  cudaMalloc(&dout, sizeof out);
  cudaMalloc(&de, sizeof e);
  cudaMalloc(&dp, sizeof pr);
  cudaMemcpy(di, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemcpy(de, e, sizeof e, cudaMemcpyHostToDevice);
  cudaMemset(dout, 0, sizeof out);
  cudaMemset(dp, 0, sizeof pr);
  rsa<<<3, 8>>>(di, de, N, r2, n0, dout, n);
  products<<<1, 24>>>(di, dp, n);
  cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
  cudaMemcpy(pr, dp, sizeof pr, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  for (int i = 0; i < n; i++) {
    Big w = modexp(in[i], e[i], N, r2, n0);
    if (memcmp(&w, &out[i], sizeof w)) bad = 1;
    if (i + 1 < n) {
      uint64_t a[4], b[4], r[8];
      memcpy(a, in[i].d, 32);
      memcpy(b, in[i + 1].d, 32);
      for (auto& x : b) x = ~x;
      mul512(a, b, r);
      if (memcmp(r, pr + i * 8, 64)) bad = 1;
    }
  }
  printf("bigint_rsa %s\n", bad ? "WRONG" : "ok");
  return bad;
}
