// GEMM: tiled float with float4 loads and register blocking, dgemm with transposes by template, int8 dot
// products (__dp4a) with requantisation, transpose tiles of odd sizes.
#include <cmath>
#include <cstdio>
#include <vector>
constexpr int BM = 32, BN = 32, BK = 8, TM = 4, TN = 2;
__global__ void __launch_bounds__(128)
    sgemm(int M, int N, int K, float alpha, const float* __restrict__ A, const float* __restrict__ B,
          float beta, float* __restrict__ C) {  // sizes multiples of the tiles
  __shared__ __align__(16) float As[BK][BM + 4];
  __shared__ __align__(16) float Bs[BK][BN];
  const int t = threadIdx.x, tx = t % (BN / TN), ty = t / (BN / TN);
  float acc[TM][TN] = {};
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  for (int k0 = 0; k0 < K; k0 += BK) {
    if (t < 64) {
      int r = t / 2, c = t % 2 * 4;
      float4 v = *reinterpret_cast<const float4*>(A + r * K + k0 + c);
      As[c][r] = v.x;
      As[c + 1][r] = v.y;
      As[c + 2][r] = v.z;
      As[c + 3][r] = v.w;
    } else {
      int u = t - 64, r = u / 8, c = u % 8 * 4;
      *reinterpret_cast<float4*>(&Bs[r][c]) = *reinterpret_cast<const float4*>(B + (k0 + r) * N + c);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BK; k++) {
      float4 a = *reinterpret_cast<float4*>(&As[k][ty * TM]);
      float2 b = *reinterpret_cast<float2*>(&Bs[k][tx * TN]);
      const float av[4] = {a.x, a.y, a.z, a.w}, bv[2] = {b.x, b.y};
#pragma unroll
      for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j++) acc[i][j] = fmaf(av[i], bv[j], acc[i][j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; i++) {
    float2* p =
        reinterpret_cast<float2*>(C + (blockIdx.y * BM + ty * TM + i) * N + blockIdx.x * BN + tx * TN);
    float2 o = *p;
    o.x = alpha * acc[i][0] + beta * o.x;
    o.y = alpha * acc[i][1] + beta * o.y;
    *p = o;
  }
}
template <bool TA, bool TB, int S>
__global__ void dgemm(int m, int n, int k, const double* a, int lda, const double* b, int ldb, double* c,
                      int ldc) {
  __shared__ double sa[S][S + 1], sb[S][S + 1];
  int r = blockIdx.y * S + threadIdx.y, q = blockIdx.x * S + threadIdx.x;
  double s = 0;
  for (int t = 0; t < k; t += S) {
    int ka = t + threadIdx.x, kb = t + threadIdx.y;
    sa[threadIdx.y][threadIdx.x] = r < m && ka < k ? (TA ? a[ka * lda + r] : a[r * lda + ka]) : 0.0;
    sb[threadIdx.y][threadIdx.x] = kb < k && q < n ? (TB ? b[q * ldb + kb] : b[kb * ldb + q]) : 0.0;
    __syncthreads();
    for (int i = 0; i < S; i++) s += sa[threadIdx.y][i] * sb[i][threadIdx.x];
    __syncthreads();
  }
  if (r < m && q < n) c[r * ldc + q] = s;
}
__global__ void qgemm(const char4* w, const char4* x, const int* bias, const float* scale, signed char* out,
                      int rows, int cols4, int batch) {
  int r = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;
  if (r >= rows) return;
  int acc = bias[r];
  for (int k = 0; k < cols4; k++) {
    char4 p = w[r * cols4 + k], q = x[b * cols4 + k];
    if (k & 1)
      acc = __dp4a(p, q, acc);
    else
      acc += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
  }
  int v = __float2int_rn(acc * scale[r]);
  out[b * rows + r] = (signed char)(v < 0 ? v / 8 : v > 127 ? 127 : v);  // leaky, saturating above
}
__global__ void transpose(const double* in, double* out, int w, int h) {
  __shared__ double t[13][14];
  int x = blockIdx.x * 13 + threadIdx.x, y = blockIdx.y * 13 + threadIdx.y;
  for (int j = 0; j < 13; j += blockDim.y)
    if (threadIdx.y + j < 13 && x < w && y + j < h) t[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * 13 + threadIdx.x;
  y = blockIdx.x * 13 + threadIdx.y;
  for (int j = 0; j < 13; j += blockDim.y)
    if (threadIdx.y + j < 13 && x < h && y + j < w) out[(y + j) * h + x] = t[threadIdx.x][threadIdx.y + j];
}
template <class T>
T* up(const std::vector<T>& v) {
  T* d;
  cudaMalloc(&d, v.size() * sizeof(T));
  cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return d;
}
template <class T>
void down(std::vector<T>& v, const T* d) {
  cudaMemcpy(v.data(), d, v.size() * sizeof(T), cudaMemcpyDeviceToHost);
}
int main() {
  unsigned s = 8;
  auto rnd = [&] {
    s = s * 1103515245u + 12345u;
    return (int)(s >> 16) % 256 - 128;
  };
  const int M = 32, N = 64, K = 40, m = 19, n = 23, k = 17, R = 50, C4 = 6, B = 3;
  std::vector<float> A(M * K), Bm(K * N), C(M * N), o(M * N), sc(R);
  std::vector<double> a(m * k), b(n * k), c(m * n, 0), c2(m * n, 0), at(m * k, 0);
  std::vector<char4> w(R * C4), x(B * C4);
  std::vector<int> bi(R);
  std::vector<signed char> q(B * R, 0);
  for (auto& v : A) v = rnd() / 64.f;
  for (auto& v : Bm) v = rnd() / 64.f;
  for (auto& v : C) v = rnd();
  for (auto& v : a) v = rnd() / 7.0;
  for (auto& v : b) v = rnd() / 9.0;
  for (auto& v : w) v = make_char4(rnd(), rnd(), rnd(), rnd());
  for (auto& v : x) v = make_char4(rnd(), 0, rnd(), rnd());
  for (auto& v : bi) v = rnd() * 50;
  for (auto& v : sc) v = (rnd() + 200) * 1e-5f;
  float *dA = up(A), *dB = up(Bm), *dC = up(C), *dsc = up(sc);
  double *da = up(a), *db = up(b), *dc = up(c), *dc2 = up(c2), *dat = up(at);
  char4 *dw = up(w), *dx = up(x);
  int* dbi = up(bi);
  signed char* dq = up(q);
  sgemm<<<dim3(N / BN, M / BM), 128>>>(M, N, K, 1.5f, dA, dB, -0.5f, dC);
  dgemm<false, true, 8><<<dim3(3, 3), dim3(8, 8)>>>(m, n, k, da, k, db, k, dc, n);
  transpose<<<dim3(2, 2), dim3(13, 5)>>>(da, dat, k, m);
  dgemm<true, true, 8><<<dim3(3, 3), dim3(8, 8)>>>(m, n, k, dat, m, db, k, dc2, n);
  qgemm<<<dim3(2, B), 32>>>(dw, dx, dbi, dsc, dq, R, C4, B);
  down(o, dC);
  down(c, dc);
  down(c2, dc2);
  down(q, dq);
  int bad = cudaGetLastError() != cudaSuccess;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) {
      double t = 0;
      for (int l = 0; l < K; l++) t += (double)A[i * K + l] * Bm[l * N + j];
      if (!(fabs(1.5 * t - .5 * C[i * N + j] - o[i * N + j]) < 1e-2)) bad = 1;
    }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double t = 0;
      for (int l = 0; l < k; l++) t += a[i * k + l] * b[j * k + l];
      if (!(fabs(t - c[i * n + j]) < 1e-8 && fabs(t - c2[i * n + j]) < 1e-8)) bad = 1;
    }
  for (int z = 0; z < B; z++)
    for (int r = 0; r < R; r++) {
      int t = bi[r];
      for (int l = 0; l < C4; l++) {
        char4 p = w[r * C4 + l], y = x[z * C4 + l];
        t += p.x * y.x + p.y * y.y + p.z * y.z + p.w * y.w;
      }
      int v = (int)rintf(t * sc[r]);
      v = v < 0 ? v / 8 : v > 127 ? 127 : v;
      if ((signed char)v != q[z * R + r]) bad = 2;
    }
  printf("gemm_variants %s\n", bad ? "WRONG" : "ok");
  return bad != 0;
}
