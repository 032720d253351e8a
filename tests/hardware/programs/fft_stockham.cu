// FFT: radix-2 Cooley-Tukey in shared memory (float2, sincosf), radix-4 Stockham in registers + shared, batch
// of signals, and a tiny double DFT.
#include <cmath>
#include <cstdio>
struct cplx {
  float re, im;
};
__device__ __forceinline__ cplx operator+(cplx a, cplx b) { return {a.re + b.re, a.im + b.im}; }
__device__ __forceinline__ cplx operator-(cplx a, cplx b) { return {a.re - b.re, a.im - b.im}; }
__device__ __forceinline__ cplx operator*(cplx a, cplx b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
__device__ cplx twiddle(float num, float den) {
  cplx w;
  sincosf(-6.283185307179586f * num / den, &w.im, &w.re);
  return w;
}
template <int N>
__global__ void fft2(const float2* in, float2* out) {
  __shared__ cplx s[N];
  constexpr int LG = N == 64 ? 6 : N == 128 ? 7 : 5;
  int t = threadIdx.x, base = blockIdx.x * N;
  for (int i = t; i < N; i += N / 2) {
    float2 v = in[base + i];
    cplx c;
    c.re = v.x;
    c.im = v.y;
    s[__brev(i) >> (32 - LG)] = c;
  }
  for (int h = 1; h < N; h *= 2) {
    __syncthreads();
    int j = t & (h - 1), i = 2 * t - j;
    cplx a = s[i], b = s[i + h] * twiddle((float)j, (float)(2 * h));
    s[i] = a + b;
    s[i + h] = a - b;
  }
  __syncthreads();
  for (int i = t; i < N; i += N / 2) out[base + i] = make_float2(s[i].re, s[i].im);
}
__global__ void fft4_stockham(const float2* in, float2* out, int n) {  // n a power of 4, n/4 threads
  extern __shared__ float2 buf[];
  float2 *src = buf, *dst = buf + n;
  int t = threadIdx.x, q = n / 4, base = blockIdx.x * n;
  for (int r = 0; r < 4; r++) src[t + r * q] = in[base + t + r * q];
  for (int ns = 1; ns < n; ns <<= 2) {
    __syncthreads();
    cplx v[4];
    int k = t % ns;
    for (int r = 0; r < 4; r++) {
      float2 x = src[t + r * q];
      v[r] = {x.x, x.y};
      if (r && k) v[r] = v[r] * twiddle((float)(k * r), (float)(4 * ns));
    }
    cplx a = v[0] + v[2], b = v[0] - v[2], c = v[1] + v[3], d = v[1] - v[3];
    cplx jd = {d.im, -d.re};
    v[0] = a + c;
    v[2] = a - c;
    v[1] = b + jd;
    v[3] = b - jd;
    int o = (t / ns) * ns * 4 + k;
    for (int r = 0; r < 4; r++) dst[o + r * ns] = make_float2(v[r].re, v[r].im);
    float2* x = src;
    src = dst;
    dst = x;
  }
  __syncthreads();
  for (int r = 0; r < 4; r++) out[base + t + r * q] = src[t + r * q];
}
__global__ void dft_naive(const double2* x, double2* y, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  double2 acc = {0, 0};
  for (int j = 0; j < n; j++) {
    double s, c;
    sincospi(-2.0 * ((long)j * k % n) / n, &s, &c);
    acc.x += x[j].x * c - x[j].y * s;
    acc.y += x[j].x * s + x[j].y * c;
  }
  y[k] = acc;
}
static void ref(const float2* x, int n, int k, double* re, double* im) {
  *re = *im = 0;
  for (int j = 0; j < n; j++) {
    double a = -2 * M_PI * (j * k % n) / n;
    *re += x[j].x * cos(a) - x[j].y * sin(a);
    *im += x[j].x * sin(a) + x[j].y * cos(a);
  }
}
int main() {
  const int B = 5, N = 64, M = 21;
  float2 h[B * N], o2[B * N], o4[B * N];
  double2 d[M], od[M];
  float2 df[M];
  unsigned s = 12;
  for (int i = 0; i < B * N; i++) {
    s = s * 1664525u + 1013904223u;
    h[i].x = ((int)(s >> 20) - 2048) / 512.f;
    h[i].y = i < N ? 0.f : ((int)(s >> 8 & 0xfff) - 2048) / 512.f;
  }
  for (int i = 0; i < M; i++) {
    df[i] = h[i * 7];
    d[i].x = df[i].x;
    d[i].y = df[i].y;
  }
  float2 *a, *b, *c;
  double2 *p, *q;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMalloc(&c, sizeof h);
  cudaMalloc(&p, sizeof d);
  cudaMalloc(&q, sizeof d);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(p, d, sizeof d, cudaMemcpyHostToDevice);
  cudaMemset(b, 0, sizeof h);
  cudaMemset(c, 0, sizeof h);
  cudaMemset(q, 0, sizeof d);
  fft2<N><<<B, N / 2>>>(a, b);
  fft4_stockham<<<B, N / 4, 2 * N * sizeof(float2)>>>(a, c, N);
  dft_naive<<<1, 32>>>(p, q, M);
  cudaMemcpy(o2, b, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(o4, c, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(od, q, sizeof d, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  double re, im;
  for (int i = 0; i < B * N; i++) {
    ref(h + i / N * N, N, i % N, &re, &im);
    if (!(fabs(o2[i].x - re) + fabs(o2[i].y - im) < 1e-3 && fabs(o4[i].x - re) + fabs(o4[i].y - im) < 1e-3))
      bad = 1;
  }
  for (int i = 0; i < M; i++) {
    ref(df, M, i, &re, &im);
    if (!(fabs(od[i].x - re) + fabs(od[i].y - im) < 1e-9)) bad = 1;
  }
  printf("fft_stockham %s\n", bad ? "WRONG" : "ok");
  return bad;
}
