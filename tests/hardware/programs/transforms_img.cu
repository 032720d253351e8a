// 2D Haar and 5/3 integer lifting wavelets, 8x8 DCT with quantisation (short), fast Walsh-Hadamard, separable
// convolution with apron.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
#define R 3
__constant__ float taps[2 * R + 1];
__constant__ unsigned char quant[64];
__device__ float dctm[64];
__global__ void dct_init() {
  int k = threadIdx.y, n = threadIdx.x;
  dctm[k * 8 + n] = (k ? 0.5f : 0.35355339f) * cospif((2 * n + 1) * k / 16.0f);
}
__global__ void dct8x8(const unsigned char* img, short* out, int pitch) {
  __shared__ float a[8][9], b[8][9];
  int x = threadIdx.x, y = threadIdx.y, g = (blockIdx.y * 8 + y) * pitch + blockIdx.x * 8 + x;
  a[y][x] = (float)img[g] - 128.f;
  __syncthreads();
  float s = 0;
#pragma unroll
  for (int k = 0; k < 8; k++) s += dctm[y * 8 + k] * a[k][x];
  b[y][x] = s;
  __syncthreads();
  s = 0;
#pragma unroll
  for (int k = 0; k < 8; k++) s += b[y][k] * dctm[x * 8 + k];
  out[g] = (short)rintf(s / quant[y * 8 + x]);
}
__global__ void lift53(int* d, int n, int stride, int elem,
                       bool inverse) {  // CTA per line; in place through shared memory
  extern __shared__ int s[];
  int *line = d + blockIdx.x * stride, h = n / 2, t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x) s[inverse ? (i < h ? 2 * i : 2 * (i - h) + 1) : i] = line[i * elem];
  __syncthreads();
  for (int ph = 0; ph < 2; ph++) {
    bool odd = (ph == 0) != inverse;
    for (int i = t; i < h; i += blockDim.x) {
      if (odd) {
        int p = (s[2 * i] + s[2 * i + 2 < n ? 2 * i + 2 : 2 * i]) >> 1;
        s[2 * i + 1] += inverse ? p : -p;
      } else {
        int p = (s[i ? 2 * i - 1 : 1] + s[2 * i + 1] + 2) >> 2;
        s[2 * i] += inverse ? -p : p;
      }
    }
    __syncthreads();
  }
  for (int i = t; i < n; i += blockDim.x) line[i * elem] = s[inverse ? i : (i < h ? 2 * i : 2 * (i - h) + 1)];
}
__global__ void haar(const float2* in, float* out, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < half) {
    float2 v = in[i];
    out[i] = (v.x + v.y) * 0.70710678f;
    out[half + i] = (v.x - v.y) * .70710678f;
  }
}
__global__ void walsh(float* d, int lg) {
  extern __shared__ float f[];
  int n = 1 << lg;
  float* p = d + blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) f[i] = p[i];
  int st = n >> 2;
  for (; st > 0; st >>= 2) {
    __syncthreads();
    for (int q = threadIdx.x; q < n / 4; q += blockDim.x) {
      int lo = q & (st - 1), i0 = ((q - lo) << 2) + lo;
      float a = f[i0], b = f[i0 + st], c = f[i0 + 2 * st], e = f[i0 + 3 * st], t = a;
      a += c;
      c = t - c;
      t = b;
      b += e;
      e = t - e;
      f[i0] = a + b;
      f[i0 + st] = a - b;
      f[i0 + 2 * st] = c + e;
      f[i0 + 3 * st] = c - e;
    }
  }
  if (lg & 1) {
    __syncthreads();
    for (int q = threadIdx.x; q < n / 2; q += blockDim.x) {
      float a = f[2 * q], b = f[2 * q + 1];
      f[2 * q] = a + b;
      f[2 * q + 1] = a - b;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = f[i];
}
template <bool COL>
__global__ void conv(const float* in, float* out, int w, int h) {
  __shared__ float s[8][16 + 2 * R];
  int n = COL ? h : w, m = COL ? w : h, a0 = blockIdx.x * 16 - R, b = blockIdx.y * 8 + threadIdx.y;
  for (int i = threadIdx.x; i < 16 + 2 * R; i += 16) {
    int a = a0 + i;
    s[threadIdx.y][i] = a >= 0 && a < n && b < m ? in[COL ? a * w + b : b * w + a] : 0.f;
  }
  __syncthreads();
  int a = blockIdx.x * 16 + threadIdx.x;
  if (a >= n || b >= m) return;
  float v = 0;
#pragma unroll
  for (int k = -R; k <= R; k++) v = fmaf(taps[R - k], s[threadIdx.y][threadIdx.x + R + k], v);
  out[COL ? a * w + b : b * w + a] = v;
}
int main() {
  unsigned s = 14;
  auto rnd = [&] {
    s = s * 69069u + 1;
    return (int)(s >> 24);
  };
  const int W = 32, H = 24, n = W * H, LG = 7, B = 3;
  unsigned char im[n], qt[64];
  short co[n];
  int li[n], lo[n], lb[n];
  float ha[n], ho[n], wa[B << LG], wo[B << LG], tp[7] = {.05f, .1f, .2f, .3f, .2f, .1f, -.05f}, cv[n];
  for (int i = 0; i < n; i++) {
    im[i] = (i % W) * 6 + rnd() % 40;
    li[i] = rnd() - 100;
    ha[i] = rnd() / 16.f;
  }
  for (int i = 0; i < 64; i++) qt[i] = 8 + i;
  for (auto& v : wa) v = rnd() - 128;
  unsigned char* di;
  short* dc;
  int* dl;
  float *dh, *dh2, *dw, *dv, *dv2;
  cudaMalloc(&di, n);
  cudaMalloc(&dc, n * 2);
  cudaMalloc(&dl, n * 4);
  cudaMalloc(&dh, n * 4);
  cudaMalloc(&dh2, n * 4);
  cudaMalloc(&dw, sizeof wa);
  cudaMalloc(&dv, n * 4);
  cudaMalloc(&dv2, n * 4);
  cudaMemcpy(di, im, n, cudaMemcpyHostToDevice);
  cudaMemset(dc, 0, n * 2);
  cudaMemcpy(dl, li, n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dh, ha, n * 4, cudaMemcpyHostToDevice);
  cudaMemset(dh2, 0, n * 4);
  cudaMemcpy(dw, wa, sizeof wa, cudaMemcpyHostToDevice);
  cudaMemset(dv, 0, n * 4);
  cudaMemset(dv2, 0, n * 4);
  cudaMemcpyToSymbol(taps, tp, sizeof tp);
  cudaMemcpyToSymbol(quant, qt, 64);
  dct_init<<<1, dim3(8, 8)>>>();
  dct8x8<<<dim3(W / 8, H / 8), dim3(8, 8)>>>(di, dc, W);
  lift53<<<H, 12, W * 4>>>(dl, W, W, 1, false);
  lift53<<<W, 12, H * 4>>>(dl, H, 1, W, false);
  cudaMemcpy(lo, dl, n * 4, cudaMemcpyDeviceToHost);
  lift53<<<W, 12, H * 4>>>(dl, H, 1, W, true);
  lift53<<<H, 12, W * 4>>>(dl, W, W, 1, true);
  haar<<<4, 100>>>((float2*)dh, dh2, n / 2);
  walsh<<<B, 24, (1 << LG) * 4>>>(dw, LG);
  conv<false><<<dim3(2, 3), dim3(16, 8)>>>(dh, dv, W, H);
  conv<true><<<dim3(2, 4), dim3(16, 8)>>>(dv, dv2, W, H);
  cudaMemcpy(co, dc, n * 2, cudaMemcpyDeviceToHost);
  cudaMemcpy(lb, dl, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(ho, dh2, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(wo, dw, sizeof wo, cudaMemcpyDeviceToHost);
  cudaMemcpy(cv, dv2, n * 4, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess || memcmp(li, lb, n * 4);
  unsigned ck = 0;
  for (int b = 0; b < B; b++)
    for (int k = 0; k < 1 << LG; k++) {
      double v = 0;
      for (int i = 0; i < 1 << LG; i++)
        v += __builtin_popcount(i & k) & 1 ? -wa[(b << LG) + i] : wa[(b << LG) + i];
      if (!(fabs(v - wo[(b << LG) + k]) < .01)) bad = 2;
    }
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      double v = 0;
      for (int j = -R; j <= R; j++)
        for (int i = -R; i <= R; i++)
          if (x + i >= 0 && x + i < W && y + j >= 0 && y + j < H)
            v += tp[R - i] * tp[R - j] * ha[(y + j) * W + x + i];
      if (!(fabs(v - cv[y * W + x]) < 1e-3)) bad = 3;
    }
  for (int i = 0; i < n / 2; i++)
    if (!(fabs(ho[n / 2 + i] - (ha[2 * i] - ha[2 * i + 1]) * .70710678) < 1e-3)) bad = 4;
  for (int by = 0; by < H; by += 8)
    for (int bx = 0; bx < W; bx += 8)
      for (int v = 0; v < 8; v++)
        for (int u = 0; u < 8; u++) {
          double t = 0;
          for (int y = 0; y < 8; y++)
            for (int x = 0; x < 8; x++)
              t += (im[(by + y) * W + bx + x] - 128.) * cos((2 * y + 1) * v * M_PI / 16) *
                   cos((2 * x + 1) * u * M_PI / 16);
          t *= (v ? .5 : .35355339) * (u ? .5 : .35355339) / qt[v * 8 + u];
          if (fabs(t - co[(by + v) * W + bx + u]) > .51) bad = 5;
        }
  for (int v : lo) ck = ck * 31 + v;
  printf("transforms_img %s (%d) %08x\n", bad ? "WRONG" : "ok", bad, ck);
  return bad != 0;
}
