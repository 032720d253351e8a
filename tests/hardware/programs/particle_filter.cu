// Particle filter: likelihood over disk, weights normalised, CDF, systematic resampling. Naive style.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#define NP 100
#define IMG 40
#define ONES 13
__device__ int lcg_next(int* seed, int i) {  // 31-bit
  seed[i] = (int)(((long long)seed[i] * 1103515245LL + 12345LL) & 0x7fffffffLL);
  return seed[i];
}
__device__ double dev_round(double v) {
  int n = (int)v;
  return (v - n < .5) ? n : n + 1;
}
__global__ void likelihood(double* ax, double* ay, double* like, double* w, const unsigned char* I,
                           const int* objxy, int* seed, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  ax[i] = ax[i] + 1.0 + (lcg_next(seed, i) / 2147483648.0 - 0.5) * 4.0;
  ay[i] = ay[i] - 2.0 + (lcg_next(seed, i) / 2147483648.0 - 0.5) * 2.0;
  double s = 0;
  for (int y = 0; y < ONES; y++) {
    int ix = (int)dev_round(ax[i]) + objxy[y * 2 + 1], iy = (int)dev_round(ay[i]) + objxy[y * 2];
    int ind = abs(ix * IMG + iy);
    if (ind >= IMG * IMG) ind = 0;
    int a = I[ind] - 100, b = I[ind] - 228;
    s += (double)(a * a - b * b) / 50.0;
  }
  like[i] = s / ONES / 100.0;
  w[i] = w[i] * exp(like[i]);
}
__global__ void normalise_cdf(double* w, double* cdf, double* u, int n, double u1) {
  __shared__ double tot;
  if (threadIdx.x == 0) {
    double t = 0;
    for (int i = 0; i < n; i++) t += w[i];
    tot = t;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) w[i] /= tot;
  __syncthreads();
  if (threadIdx.x == 0) {
    cdf[0] = w[0];
    for (int i = 1; i < n; i++) cdf[i] = w[i] + cdf[i - 1];
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) u[i] = u1 + i / (double)n;
}
__device__ int find_index(const double* cdf, int n, double v) {
  int lo = 0, hi = n - 1;
  while (lo <= hi) {
    int mid = lo + (hi - lo) / 2;
    if (cdf[mid] < v)
      lo = mid + 1;
    else if (mid == 0 || cdf[mid - 1] < v)
      return mid;
    else
      hi = mid - 1;
  }
  return n - 1;
}
__global__ void resample(const double* ax, const double* ay, const double* cdf, const double* u, double* xj,
                         double* yj, int* pick, double* w, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    int k = find_index(cdf, n, u[i]);
    xj[i] = ax[k];
    yj[i] = ay[k];
    pick[i] = k;
    w[i] = 1.0 / n;
  }
}
int main() {
  unsigned char I[IMG * IMG];
  double x[NP], y[NP], w[NP], cdf[NP];
  int seed[NP], pick[NP], obj[ONES * 2];
  unsigned s = 99;
  for (int i = 0; i < IMG * IMG; i++) {
    s = s * 1664525u + 1013904223u;
    int r = i / IMG - 21, c = i % IMG - 18;
    I[i] = (r * r + c * c < 30 ? 220 : 100) + (s >> 28);
  }
  int k = 0;
  for (int r = -2; r <= 2; r++)
    for (int c = -2; c <= 2; c++)
      if (abs(r) + abs(c) <= 2) {
        obj[k++] = c;
        obj[k++] = r;
      }
  for (int i = 0; i < NP; i++) {
    x[i] = 20;
    y[i] = 20;
    w[i] = 1.0 / NP;
    seed[i] = i * i + 17 * i + 5;
  }
  double *ax, *ay, *dl, *dw, *dc, *du, *xj, *yj;
  int *ds, *dp, *dob;
  unsigned char* dI;
  double** arr[] = {&ax, &ay, &dl, &dw, &dc, &du, &xj, &yj};
  for (auto p : arr) {
    cudaMalloc(p, sizeof x);
    cudaMemset(*p, 0, sizeof x);
  }
  cudaMalloc(&ds, sizeof seed);
  cudaMalloc(&dp, sizeof pick);
  cudaMalloc(&dob, sizeof obj);
  cudaMalloc(&dI, sizeof I);
  cudaMemset(dp, 0, sizeof pick);
  cudaMemcpy(ax, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemcpy(ay, y, sizeof y, cudaMemcpyHostToDevice);
  cudaMemcpy(dw, w, sizeof w, cudaMemcpyHostToDevice);
  cudaMemcpy(ds, seed, sizeof seed, cudaMemcpyHostToDevice);
  cudaMemcpy(dob, obj, sizeof obj, cudaMemcpyHostToDevice);
  cudaMemcpy(dI, I, sizeof I, cudaMemcpyHostToDevice);
  for (int f = 0; f < 3; f++) {
    likelihood<<<3, 40>>>(ax, ay, dl, dw, dI, dob, ds, NP);
    normalise_cdf<<<1, 64>>>(dw, dc, du, NP, 0.003 + f * 0.002);
    resample<<<3, 40>>>(ax, ay, dc, du, xj, yj, dp, dw, NP);
    double* t = ax;
    ax = xj;
    xj = t;
    t = ay;
    ay = yj;
    yj = t;
  }
  cudaMemcpy(x, ax, sizeof x, cudaMemcpyDeviceToHost);
  cudaMemcpy(cdf, dc, sizeof cdf, cudaMemcpyDeviceToHost);
  cudaMemcpy(pick, dp, sizeof pick, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  if (!(fabs(cdf[NP - 1] - 1) < 1e-9)) bad = 1;
  for (int i = 1; i < NP; i++)
    if (pick[i] < pick[i - 1] || cdf[i] < cdf[i - 1]) bad = 1;
  double m = 0;
  for (int i = 0; i < NP; i++) m += x[i] / NP;
  printf("particle_filter %s mean x %.9f\n", bad ? "WRONG" : "ok", m);
  return bad;
}
