// Gaussian elimination with two kernels (Fan1/Fan2), Cholesky (double, one CTA), Householder QR (one CTA),
// Jacobi iteration with residual flag.
#include <cmath>
#include <cstdio>
#include <vector>
#define N 12
template <typename T>
struct Mat {
  T* p;
  int ld;
  __device__ T& operator()(int r, int c) const { return p[r * ld + c]; }
};
__global__ void fan1(float* m, const float* a, int t) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= N - 1 - t) return;
  m[N * (i + t + 1) + t] = a[N * (i + t + 1) + t] / a[N * t + t];
}
__global__ void fan2(const float* m, float* a, float* b, int t) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= N - 1 - t || y >= N - t) return;
  float f = m[N * (x + 1 + t) + t];
  if (y)
    a[N * (x + 1 + t) + y + t] -= f * a[N * t + y + t];  // column t itself is left as it is
  else
    b[x + 1 + t] -= f * b[t];
}
__global__ void cholesky(Mat<double> A, int n, int* info) {
  __shared__ double piv;
  for (int k = 0; k < n; k++) {
    if (threadIdx.x == 0) {
      double d = A(k, k);
      if (d <= 0) {
        *info = k + 1;
        piv = 0;
      } else
        A(k, k) = piv = sqrt(d);
    }
    __syncthreads();
    if (piv == 0) return;
    for (int i = k + 1 + threadIdx.x; i < n; i += blockDim.x) A(i, k) /= piv;
    __syncthreads();
    for (int e = threadIdx.x; e < (n - k - 1) * (n - k - 1); e += blockDim.x) {
      int i = k + 1 + e / (n - k - 1), j = k + 1 + e % (n - k - 1);
      if (j <= i) A(i, j) -= A(i, k) * A(j, k);
    }
    __syncthreads();
  }
  for (int e = threadIdx.x; e < n * n; e += blockDim.x)
    if (e % n > e / n) A(e / n, e % n) = 0;
}
__global__ void householder(Mat<float> A, float* tau, int m, int n) {
  extern __shared__ float v[];
  __shared__ float beta, red[32];
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    float s = 0;
    for (int i = k + 1 + t; i < m; i += 32) s += A(i, k) * A(i, k);
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(~0u, s, o);
    if (t == 0) {
      float x0 = A(k, k), nrm = sqrtf(x0 * x0 + s);
      if (s == 0) {
        beta = 0;
        v[k] = 1;
      } else {
        float v0 = x0 <= 0 ? x0 - nrm : -s / (x0 + nrm);
        beta = 2 * v0 * v0 / (s + v0 * v0);
        v[k] = v0;
        A(k, k) = nrm;
      }
      tau[k] = beta;
    }
    __syncthreads();
    if (beta != 0) {
      float v0 = v[k];
      for (int i = k + 1 + t; i < m; i += 32) {
        v[i] = A(i, k) / v0;
        A(i, k) = v[i];
      }
    }
    __syncthreads();
    for (int j = k + 1; j < n && beta != 0; j++) {
      float d = t == 0 ? A(k, j) : 0.f;
      for (int i = k + 1 + t; i < m; i += 32) d += v[i] * A(i, j);
      red[t] = d;
      __syncthreads();
      for (int o = 16; o; o >>= 1) {
        if (t < o) red[t] += red[t + o];
        __syncthreads();
      }
      d = red[0] * beta;
      if (t == 0) A(k, j) -= d;
      for (int i = k + 1 + t; i < m; i += 32) A(i, j) -= d * v[i];
      __syncthreads();
    }
    __syncthreads();
  }
}
__global__ void jacobi(const double* a, const double* b, double* x, double* xn, int maxit, double eps,
                       int* its) {
  __shared__ int go;
  int i = threadIdx.x, it = 0;
  do {
    __syncthreads();
    if (i == 0) go = 0;
    __syncthreads();
    if (i < N) {
      double s = b[i];
      for (int j = 0; j < N; j++) {
        if (j == i) continue;
        s -= a[i * N + j] * x[j];
      }
      xn[i] = s / a[i * N + i];
      if (fabs(xn[i] - x[i]) > eps) go = 1;
    }
    __syncthreads();
    if (i < N) x[i] = xn[i];
    __syncthreads();
  } while (go && ++it < maxit);
  if (i == 0) *its = it;
}
int main() {
  float a[N * N], b[N], m[N * N], a2[N * N], b2[N];
  double da[N * N], db[N], sp[N * N], out[N * N];
  unsigned s = 5;
  auto rnd = [&] {
    s = s * 1664525u + 1013904223u;
    return ((int)(s >> 16) % 200 - 100) / 50.0;
  };
  for (int i = 0; i < N * N; i++) {
    da[i] = a[i] = rnd();
    if (i % (N + 1) == 0) da[i] = a[i] = 30 + i % 7;
    m[i] = 0;
  }
  for (int i = 0; i < N; i++) db[i] = b[i] = rnd() * 5;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      sp[i * N + j] = 0;
      for (int k = 0; k < N; k++) sp[i * N + j] += da[i * N + k] * da[j * N + k];
    }
  const int M = 21, C = 5;
  float q[M * C], r[M * C];
  for (auto& x : q) x = rnd();
  for (int i = 1; i < M; i++) q[i * C] = 0;  // first column already triangular
  float *pa, *pb, *pm, *pq, *pt;
  double *pd, *pdb, *px, *pxn, *pc;
  int* pi;
  cudaMalloc(&pa, sizeof a);
  cudaMalloc(&pb, sizeof b);
  cudaMalloc(&pm, sizeof m);
  cudaMalloc(&pq, sizeof q);
  cudaMalloc(&pt, C * 4);
  cudaMalloc(&pd, sizeof da);
  cudaMalloc(&pdb, sizeof db);
  cudaMalloc(&px, sizeof db);
  cudaMalloc(&pxn, sizeof db);
  cudaMalloc(&pc, sizeof sp);
  cudaMalloc(&pi, 8);
  cudaMemcpy(pa, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(pb, b, sizeof b, cudaMemcpyHostToDevice);
  cudaMemcpy(pm, m, sizeof m, cudaMemcpyHostToDevice);
  cudaMemcpy(pq, q, sizeof q, cudaMemcpyHostToDevice);
  cudaMemset(pt, 0, C * 4);
  cudaMemcpy(pd, da, sizeof da, cudaMemcpyHostToDevice);
  cudaMemcpy(pdb, db, sizeof db, cudaMemcpyHostToDevice);
  cudaMemset(px, 0, sizeof db);
  cudaMemset(pxn, 0, sizeof db);
  cudaMemcpy(pc, sp, sizeof sp, cudaMemcpyHostToDevice);
  cudaMemset(pi, 0, 8);
  const int steps = 4;
  for (int t = 0; t < steps; t++) {
    fan1<<<2, 8>>>(pm, pa, t);
    fan2<<<dim3(3, 3), dim3(4, 5)>>>(pm, pa, pb, t);
  }
  cholesky<<<1, 48>>>(Mat<double>{pc, N}, N, pi);
  householder<<<1, 32, M * 4>>>(Mat<float>{pq, C}, pt, M, C);
  jacobi<<<1, 32>>>(pd, pdb, px, pxn, 60, 1e-10, pi + 1);
  int info[2];
  double x[N];
  cudaMemcpy(a2, pa, sizeof a, cudaMemcpyDeviceToHost);
  cudaMemcpy(b2, pb, sizeof b, cudaMemcpyDeviceToHost);
  cudaMemcpy(out, pc, sizeof out, cudaMemcpyDeviceToHost);
  cudaMemcpy(r, pq, sizeof r, cudaMemcpyDeviceToHost);
  cudaMemcpy(x, px, sizeof x, cudaMemcpyDeviceToHost);
  cudaMemcpy(info, pi, 8, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess || info[0];
  for (int t = 0; t < steps; t++)
    for (int i = t + 1; i < N; i++) {
      float f = a[i * N + t] / a[t * N + t];
      for (int j = t + 1; j < N; j++) a[i * N + j] -= f * a[t * N + j];
      b[i] -= f * b[t];
    }
  for (int i = 0; i < N; i++) {
    double t = -db[i];
    for (int j = 0; j < N; j++) {
      t += da[i * N + j] * x[j];
      double v = 0;
      for (int k = 0; k < N; k++) v += out[i * N + k] * out[j * N + k];
      if (!(fabs(v - sp[i * N + j]) < 1e-8) || !(fabs(a[i * N + j] - a2[i * N + j]) < 1e-3)) bad = 1;
    }
    if (!(fabs(t) < 1e-6) || !(fabs(b[i] - b2[i]) < 1e-3)) bad = 1;
  }
  for (int j = 0; j < C; j++)
    for (int l = 0; l <= j; l++) {
      double g = 0, w = 0;
      for (int i = 0; i < M; i++) g += (double)q[i * C + j] * q[i * C + l];
      for (int i = 0; i <= l; i++) w += (double)r[i * C + j] * r[i * C + l];
      if (!(fabs(g - w) < 1e-2)) bad = 2;
    }
  printf("linear_solvers %s jacobi %d\n", bad ? "WRONG" : "ok", info[1]);
  return bad != 0;
}
