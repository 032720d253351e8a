// Blocked LU decomposition without pivoting (diagonal / perimeter / internal), templated tile size.
#include <cmath>
#include <cstdio>
template <int B>
__global__ void lud_diagonal(float* m, int dim, int off) {
  __shared__ float sh[B][B + 1];
  const int t = threadIdx.x;
  for (int i = 0; i < B; i++) sh[i][t] = m[(off + i) * dim + off + t];
  __syncthreads();
  for (int i = 0; i < B - 1; i++) {
    if (t > i) {
      for (int j = 0; j < i; j++) sh[t][i] -= sh[t][j] * sh[j][i];
      sh[t][i] /= sh[i][i];
    }
    __syncthreads();
    if (t > i)
      for (int j = 0; j < i + 1; j++) sh[i + 1][t] -= sh[i + 1][j] * sh[j][t];
    __syncthreads();
  }
  for (int i = 1; i < B; i++) m[(off + i) * dim + off + t] = sh[i][t];
}
template <int B>
__global__ void lud_perimeter(float* m, int dim, int off) {
  __shared__ float dia[B][B], row[B][B], col[B][B];
  const bool lower = threadIdx.x >= B;
  const int idx = threadIdx.x % B, far_ = off + (blockIdx.x + 1) * B;
  if (!lower) {
    for (int i = 0; i < B; i++) {
      dia[i][idx] = m[(off + i) * dim + off + idx];
      row[i][idx] = m[(off + i) * dim + far_ + idx];
    }
  } else
    for (int i = 0; i < B; i++) col[i][idx] = m[(far_ + i) * dim + off + idx];
  __syncthreads();
  if (!lower) {
    for (int i = 1; i < B; i++)
      for (int j = 0; j < i; j++) row[i][idx] -= dia[i][j] * row[j][idx];
  } else {
    for (int i = 0; i < B; i++) {
      for (int j = 0; j < i; j++) col[idx][i] -= col[idx][j] * dia[j][i];
      col[idx][i] /= dia[i][i];
    }
  }
  __syncthreads();
  if (!lower)
    for (int i = 1; i < B; i++) m[(off + i) * dim + far_ + idx] = row[i][idx];
  else
    for (int i = 0; i < B; i++) m[(far_ + i) * dim + off + idx] = col[i][idx];
}
template <int B>
__global__ void lud_internal(float* m, int dim, int off) {
  __shared__ float row[B][B], col[B][B];
  int gr = off + (blockIdx.y + 1) * B, gc = off + (blockIdx.x + 1) * B, tx = threadIdx.x, ty = threadIdx.y;
  row[ty][tx] = m[(off + ty) * dim + gc + tx];
  col[ty][tx] = m[(gr + ty) * dim + off + tx];
  __syncthreads();
  float s = 0;
#pragma unroll
  for (int i = 0; i < B; i++) s += col[ty][i] * row[i][tx];
  m[(gr + ty) * dim + gc + tx] -= s;
}
template <int B>
void lud(float* d, int n) {
  int i = 0;
  for (; i < n - B; i += B) {
    int r = (n - i) / B - 1;
    lud_diagonal<B><<<1, B>>>(d, n, i);
    lud_perimeter<B><<<r, 2 * B>>>(d, n, i);
    lud_internal<B><<<dim3(r, r), dim3(B, B)>>>(d, n, i);
  }
  lud_diagonal<B><<<1, B>>>(d, n, i);
}
int main() {
  const int n = 48;
  static float a[n * n], r[n * n];
  unsigned s = 1;
  for (int i = 0; i < n * n; i++) {
    s = s * 1664525u + 1013904223u;
    a[i] = ((int)(s >> 20) - 2048) / 1024.f;
  }
  for (int i = 0; i < n; i++) a[i * n + i] = 60.f + i;
  float* d;
  cudaMalloc(&d, sizeof a);
  cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice);
  lud<16>(d, n);
  cudaMemcpy(r, d, sizeof a, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  double worst = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double v = 0;
      for (int k = 0; k <= (i < j ? i : j); k++) v += (k == i ? 1.0 : (double)r[i * n + k]) * r[k * n + j];
      worst = fmax(worst, fabs(v - a[i * n + j]));
    }
  if (!(worst < 1e-3)) bad = 1;
  printf("lud %s\n", bad ? "WRONG" : "ok");
  return bad;
}
