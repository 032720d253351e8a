// Polynomial multiplication through the number theoretic transform modulo 998244353 and modulo a 62-bit prime
// (Montgomery, __int128).
#include <cstdio>
#include <vector>
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned __int128 u128;
static const u32 P = 998244353u;
static const u64 Q = 4179340454199820289ull;  // 29 * 2^57 + 1
__host__ __device__ inline u32 mulp(u32 a, u32 b) { return (u32)((u64)a * b % 998244353u); }
__host__ __device__ inline u64 mulq(u64 a, u64 b, u64 q) { return (u64)((u128)a * b % q); }
static u32 powp(u32 b, u32 e) {
  u32 r = 1;
  for (; e; e >>= 1, b = mulp(b, b))
    if (e & 1) r = mulp(r, b);
  return r;
}
static u64 powq(u64 b, u64 e) {
  u64 r = 1;
  for (; e; e >>= 1, b = mulq(b, b, Q))
    if (e & 1) r = mulq(r, b, Q);
  return r;
}
__device__ u64 mont(u64 a, u64 b, u64 q, u64 qi) {  // a*b/2^64 mod q, qi = -q^-1
  u64 lo = a * b, hi = __umul64hi(a, b), m = lo * qi, t = __umul64hi(m, q);
  u64 r = hi + t + (lo != 0);
  return r >= q ? r - q : r;
}
__global__ void ntt32(u32* a, int lg, const u32* roots, bool inv, u32 ninv) {
  extern __shared__ u32 s[];
  int n = 1 << lg;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[__brev(i) >> (32 - lg)] = a[blockIdx.x * n + i];
  __syncthreads();
  for (int h = 1; h < n; h <<= 1) {
    for (int k = threadIdx.x; k < n / 2; k += blockDim.x) {
      int j = k & (h - 1), i = ((k - j) << 1) + j, e = j * (n / 2 / h);
      u32 w = inv && e ? P - roots[n / 2 - e] : roots[e];
      u32 u = s[i], v = mulp(s[i + h], w);
      s[i] = u + v >= P ? u + v - P : u + v;
      s[i + h] = u >= v ? u - v : u + P - v;
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) a[blockIdx.x * n + i] = inv ? mulp(s[i], ninv) : s[i];
}
__global__ void pointwise(u32* a, const u32* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = mulp(a[i], b[i]);
}
__global__ void horner64(const u64* coef, int n, const u64* x, u64* slow, u64* fast, int nx, u64 q, u64 qi,
                         u64 r2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= nx) return;
  u64 r = 0;
  for (int k = n - 1; k >= 0; k--) {
    u64 t = mulq(r, x[i], q) + coef[k];
    r = t >= q ? t - q : t;
  }
  slow[i] = r;
  u64 xm = mont(x[i], r2, q, qi), m = 0;
  for (int k = n - 1; k >= 0; k--) {
    m = mont(m, xm, q, qi) + coef[k];
    if (m >= q) m -= q;
  }
  fast[i] = m;
}
int main() {
  const int lg = 7, n = 1 << lg;
  std::vector<u32> a(n, 0), b(n, 0), w(n / 2), r(n);
  u32 s = 4;
  auto rnd = [&] {
    s = s * 1664525u + 1013904223u;
    return s ^ s >> 15;
  };
  for (int i = 0; i < 60; i++) {
    a[i] = rnd() % P;
    b[i] = i % 5 ? rnd() % P : P - 1;
  }
  u32 g = powp(3, (P - 1) / n);
  w[0] = 1;
  for (int i = 1; i < n / 2; i++) w[i] = mulp(w[i - 1], g);
  u32 *da, *db, *dw;
  cudaMalloc(&da, n * 4);
  cudaMalloc(&db, n * 4);
  cudaMalloc(&dw, n * 2);
  cudaMemcpy(da, a.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dw, w.data(), n * 2, cudaMemcpyHostToDevice);
  ntt32<<<1, 48, n * 4>>>(da, lg, dw, false, 1);
  ntt32<<<1, 48, n * 4>>>(db, lg, dw, false, 1);
  pointwise<<<3, 50>>>(da, db, n);
  ntt32<<<1, 48, n * 4>>>(da, lg, dw, true, powp(n, P - 2));
  const int nx = 20, nc = 9;
  u64 c[nc], x[nx], f[nx], sl[nx], *dc, *dx, *dfa, *dsl, qi = 1;
  for (int i = 0; i < 6; i++) qi *= 2 - Q * qi;
  qi = -qi;
  u64 r2 = (u64)(((u128)1 << 64) % Q);
  r2 = mulq(r2, r2, Q);
  for (auto& v : c) v = ((u64)rnd() << 32 | rnd()) % Q;
  for (auto& v : x) v = ((u64)rnd() << 32 | rnd()) % Q;
  x[0] = 0;
  x[1] = Q - 1;
  cudaMalloc(&dc, sizeof c);
  cudaMalloc(&dx, sizeof x);
  cudaMalloc(&dfa, sizeof x);
  cudaMalloc(&dsl, sizeof x);
  cudaMemcpy(dc, c, sizeof c, cudaMemcpyHostToDevice);
  cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemset(dfa, 0, sizeof x);
  cudaMemset(dsl, 0, sizeof x);
  horner64<<<1, 32>>>(dc, nc, dx, dsl, dfa, nx, Q, qi, r2);
  cudaMemcpy(r.data(), da, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(f, dfa, sizeof f, cudaMemcpyDeviceToHost);
  cudaMemcpy(sl, dsl, sizeof sl, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess || powq(3, Q - 1) != 1;
  for (int k = 0; k < n; k++) {
    u64 t = 0;
    for (int i = 0; i <= k; i++) t = (t + mulp(a[i], b[k - i])) % P;
    if (r[k] != t) bad = 1;
  }
  for (int i = 0; i < nx; i++) {
    u64 t = 0;
    for (int k = nc - 1; k >= 0; k--) t = (u64)(((u128)t * x[i] + c[k]) % Q);
    if (t != sl[i] || t != f[i]) bad = 1;
  }
  printf("ntt_poly %s\n", bad ? "WRONG" : "ok");
  return bad;
}
