// Speckle reducing anisotropic diffusion, two kernels per iteration plus a statistics kernel.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#define ROWS 29
#define COLS 37
struct stats {
  double sum, sum2;
  float q0sqr;
  int n;
};

__global__ void srad_stats(const float* J, int n, stats* out) {
  __shared__ double s1[96], s2[96];
  int t = threadIdx.x;
  double a = 0, b = 0;
  for (int i = t; i < n; i += 96) {
    double v = J[i];
    a += v;
    b += v * v;
  }
  s1[t] = a;
  s2[t] = b;
  __syncthreads();
  for (int len = 96; len > 1;) {
    int half = (len + 1) >> 1;
    if (t < len - half) {
      s1[t] += s1[t + half];
      s2[t] += s2[t + half];
    }
    len = half;
    __syncthreads();
  }
  if (!t) {
    double mean = s1[0] / n, var = s2[0] / n - mean * mean;
    out->sum = s1[0];
    out->sum2 = s2[0];
    out->n = n;
    out->q0sqr = (float)(var / (mean * mean));
  }
}
__global__ void srad1(const float* __restrict__ J, float* dN, float* dS, float* dW, float* dE, float* c,
                      const stats* __restrict__ st) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= COLS || y >= ROWS) return;
  int k = y * COLS + x;
  float Jc = J[k];
  float n = J[(y ? y - 1 : 0) * COLS + x] - Jc, s = J[min(y + 1, ROWS - 1) * COLS + x] - Jc;
  float w = J[y * COLS + max(x - 1, 0)] - Jc, e = J[y * COLS + (x == COLS - 1 ? x : x + 1)] - Jc;
  float G2 = (n * n + s * s + w * w + e * e) / (Jc * Jc);
  float L = (n + s + w + e) / Jc;
  float num = (0.5f * G2) - ((1.0f / 16.0f) * (L * L)), den = 1 + .25f * L;
  float q = num / (den * den), q0 = st->q0sqr;
  den = (q - q0) / (q0 * (1 + q0));
  float cc = 1.0f / (1.0f + den);
  if (cc < 0)
    cc = 0;
  else if (cc > 1)
    cc = 1;
  dN[k] = n;
  dS[k] = s;
  dW[k] = w;
  dE[k] = e;
  c[k] = cc;
}
__global__ void srad2(float* J, const float* dN, const float* dS, const float* dW, const float* dE,
                      const float* c, float lambda) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < COLS && y < ROWS) {
    int k = y * COLS + x;
    float cN = c[k], cW = c[k], cS = c[y + 1 < ROWS ? k + COLS : k], cE = c[x + 1 < COLS ? k + 1 : k];
    float D = cN * dN[k] + cS * dS[k] + cW * dW[k] + cE * dE[k];
    J[k] = J[k] + 0.25f * lambda * D;
  }
}
int main() {
  const int n = ROWS * COLS;
  float h[n], r[n];
  unsigned s = 4711;
  for (int i = 0; i < n; i++) {
    s = s * 69069u + 1;
    float u = (s >> 8) / 16777216.f;
    h[i] = expf(((i / COLS) / 8 + (i % COLS) / 9) % 2 + u);
  }
  float *J, *N, *S, *W, *E, *C;
  stats* st;
  float** p[] = {&J, &N, &S, &W, &E, &C};
  for (auto q : p) {
    cudaMalloc(q, sizeof h);
    cudaMemset(*q, 0, sizeof h);
  }
  cudaMalloc(&st, sizeof *st);
  cudaMemset(st, 0, sizeof *st);
  cudaMemcpy(J, h, sizeof h, cudaMemcpyHostToDevice);
  dim3 b(16, 6), g((COLS + 15) / 16, (ROWS + 5) / 6);
  for (int it = 0; it < 3; it++) {
    srad_stats<<<1, 96>>>(J, n, st);
    srad1<<<g, b>>>(J, N, S, W, E, C, st);
    srad2<<<g, b>>>(J, N, S, W, E, C, 0.5f);
  }
  cudaMemcpy(r, J, sizeof r, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  // host
  static float c[n], d[4][n];
  for (int it = 0; it < 3; it++) {
    double a = 0, q2 = 0;
    for (int i = 0; i < n; i++) a += h[i], q2 += (double)h[i] * h[i];
    double m = a / n;
    float q0 = (q2 / n - m * m) / (m * m);
    for (int y = 0; y < ROWS; y++)
      for (int x = 0; x < COLS; x++) {
        int k = y * COLS + x;
        d[0][k] = h[y ? k - COLS : k] - h[k];
        d[1][k] = h[y < ROWS - 1 ? k + COLS : k] - h[k];
        d[2][k] = h[x ? k - 1 : k] - h[k];
        d[3][k] = h[x < COLS - 1 ? k + 1 : k] - h[k];
        double G = 0, L = 0;
        for (int z = 0; z < 4; z++) G += d[z][k] * d[z][k], L += d[z][k];
        G /= h[k] * h[k];
        L /= h[k];
        double q = (.5 * G - L * L / 16) / ((1 + .25 * L) * (1 + .25 * L));
        double cc = 1 / (1 + (q - q0) / (q0 * (1 + q0)));
        c[k] = cc < 0 ? 0 : cc > 1 ? 1 : cc;
      }
    for (int y = 0; y < ROWS; y++)
      for (int x = 0; x < COLS; x++) {
        int k = y * COLS + x;
        h[k] += .125f * (c[k] * d[0][k] + c[y < ROWS - 1 ? k + COLS : k] * d[1][k] + c[k] * d[2][k] +
                         c[x < COLS - 1 ? k + 1 : k] * d[3][k]);
      }
  }
  for (int i = 0; i < n; i++)
    if (!(fabs(h[i] - r[i]) <= 1e-3 * fabs(h[i]) + 1e-4)) bad = 1;
  printf("srad %s\n", bad ? "WRONG" : "ok");
  return bad;
}
