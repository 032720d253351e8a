// Life on a torus with 32 cells per word (bit-sliced adders), sand pile toppling with integer atomics, and
// rule-110 with __funnelshift.
#include <cstdio>
#include <cstring>
#define RW 3
#define RH 40
typedef unsigned int u32;
__global__ void life(const u32* in, u32* out) {
  int w = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y;
  if (y >= RH) return;
  u32 s0 = 0, s1 = 0, s2 = 0, centre = in[y * RW + w];
#pragma unroll
  for (int dy = -1; dy <= 1; dy++) {
    const u32* r = in + (y + dy + RH) % RH * RW;
    u32 c = r[w], l = __funnelshift_l(r[(w + RW - 1) % RW], c, 1),
        rt = __funnelshift_r(c, r[(w + 1) % RW], 1);
    u32 v[3] = {l, rt, dy ? c : 0u};
    for (int k = 0; k < 3; k++) {
      u32 c0 = s0 & v[k];
      s0 ^= v[k];
      u32 c1 = s1 & c0;
      s1 ^= c0;
      s2 |= c1;
    }
  }
  out[y * RW + w] = s1 & ~s2 & (s0 | centre);
}
__global__ void sandpile(int* g, int n, int maxIter, int* iters) {  // single CTA, parallel toppling
  __shared__ int any;
  int it = 0;
  for (; it < maxIter; ++it) {
    if (threadIdx.x == 0) any = 0;
    __syncthreads();
    unsigned long long top = 0;
    int k = 0;
    for (int i = threadIdx.x; i < n * n; i += blockDim.x, k++)
      if (g[i] >= 4) top |= 1ull << k;
    if (top) any = 1;
    __syncthreads();
    if (!any) break;
    while (top) {
      int b = __ffsll(top) - 1;
      top &= top - 1;
      int i = threadIdx.x + b * blockDim.x, x = i % n, y = i / n;
      atomicSub(&g[i], 4);
      if (x > 0) atomicAdd(&g[i - 1], 1);
      if (x + 1 < n) atomicAdd(&g[i + 1], 1);
      if (y > 0) atomicAdd(&g[i - n], 1);
      if (y + 1 < n) atomicAdd(&g[i + n], 1);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) *iters = it;
}
__global__ void rule(u32* rows, int words, int steps, unsigned char code) {
  int w = threadIdx.x;
  for (int s = 0; s < steps; s++) {
    if (w < words) {
      const u32* p = rows + s * words;
      u32 c = p[w], l = c << 1 | p[(w + words - 1) % words] >> 31, r = c >> 1 | p[(w + 1) % words] << 31,
          o = 0;
      for (int k = 0; k < 8; k++)
        if (code >> k & 1) o |= (k & 4 ? l : ~l) & (k & 2 ? c : ~c) & (k & 1 ? r : ~r);
      rows[(s + 1) * words + w] = o;
    }
    __syncthreads();
  }
}
int main() {
  u32 h[RW * RH], g[RW * RH], s = 5;
  bool c[RH][96], n[RH][96];
  for (auto& x : h) {
    s = s * 1664525u + 1013904223u;
    x = s & (s << 7) ^ s >> 9;
  }
  h[7] = 0;
  h[8] = ~0u;
  for (int y = 0; y < RH; y++)
    for (int x = 0; x < 96; x++) c[y][x] = h[y * RW + x / 32] >> (x % 32) & 1;
  const int N = 15, ST = 12, WD = 7;
  int sp[N * N], sq[N * N], it;
  u32 ru[(ST + 1) * WD], *a, *b, *dr;
  int *dg, *di;
  memset(ru, 0, sizeof ru);
  for (int i = 0; i < WD; i++) ru[i] = h[i];
  for (int i = 0; i < N * N; i++) sp[i] = i == N * N / 2 ? 60 : i % 5 - (i % 50 == 9 ? 6 : 0);
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMalloc(&dg, sizeof sp);
  cudaMalloc(&di, 4);
  cudaMalloc(&dr, sizeof ru);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(b, 0, sizeof h);
  cudaMemcpy(dg, sp, sizeof sp, cudaMemcpyHostToDevice);
  cudaMemset(di, 0, 4);
  cudaMemcpy(dr, ru, sizeof ru, cudaMemcpyHostToDevice);
  for (int t = 0; t < 6; t++) {
    life<<<4, dim3(RW, 11)>>>(a, b);
    u32* q = a;
    a = b;
    b = q;
  }
  sandpile<<<1, 32>>>(dg, N, 200, di);
  rule<<<1, 32>>>(dr, WD, ST, 110);
  cudaMemcpy(g, a, sizeof g, cudaMemcpyDeviceToHost);
  cudaMemcpy(sq, dg, sizeof sq, cudaMemcpyDeviceToHost);
  cudaMemcpy(&it, di, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(ru, dr, sizeof ru, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  for (int t = 0; t < 6; t++) {
    for (int y = 0; y < RH; y++)
      for (int x = 0; x < 96; x++) {
        int k = 0;
        for (int j = -1; j < 2; j++)
          for (int i = -1; i < 2; i++)
            if (i || j) k += c[(y + j + RH) % RH][(x + i + 96) % 96];
        n[y][x] = k == 3 || (k == 2 && c[y][x]);
      }
    memcpy(c, n, sizeof c);
  }
  for (int y = 0; y < RH; y++)
    for (int x = 0; x < 96; x++)
      if (c[y][x] != (g[y * RW + x / 32] >> (x % 32) & 1)) bad = 1;
  for (int t = 0; t < it; t++) {
    int q[N * N];
    memcpy(q, sp, sizeof q);
    for (int i = 0; i < N * N; i++)
      if (sp[i] >= 4) {
        q[i] -= 4;
        if (i % N) q[i - 1]++;
        if (i % N < N - 1) q[i + 1]++;
        if (i >= N) q[i - N]++;
        if (i < N * N - N) q[i + N]++;
      }
    memcpy(sp, q, sizeof q);
  }
  if (memcmp(sp, sq, sizeof sp)) bad = 2;
  u32 x = 0;
  for (u32 v : ru) x = x * 31 + v;
  printf("game_of_life_bits %s it %d rule %08x\n", bad ? "WRONG" : "ok", it, x);
  return bad != 0;
}
