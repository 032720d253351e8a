// Softmax, layer norm (warp shuffles), one attention head with online softmax, GELU MLP row, top-k per row by
// repeated argmax.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>
#define FULL 0xffffffffu
__device__ __forceinline__ float wsum(float v) {
  for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(FULL, v, o);
  return v;
}
__device__ __forceinline__ float wmax(float v) {
  for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(FULL, v, o));
  return v;
}
__global__ void softmax_rows(const float* x, float* y, int rows, int cols) {  // warp per row
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float m = -INFINITY;
  for (int c = lane; c < cols; c += 32) m = fmaxf(m, x[row * cols + c]);
  m = wmax(m);
  float s = 0;
  for (int c = lane; c < cols; c += 32) {
    float e = __expf(x[row * cols + c] - m);
    y[row * cols + c] = e;
    s += e;
  }
  s = 1.f / wsum(s);
  for (int c = lane; c < cols; c += 32) y[row * cols + c] *= s;
}
template <int D>
__global__ void layernorm(const float* x, const float2* gb, float* y, float eps) {  // CTA per row, D threads
  __shared__ float part[2][(D + 31) / 32];
  int t = threadIdx.x, w = t / 32;
  float v = x[blockIdx.x * D + t], a = wsum(v), b = wsum(v * v);
  if (t % 32 == 0) {
    part[0][w] = a;
    part[1][w] = b;
  }
  __syncthreads();
  a = b = 0;
  for (int i = 0; i < (D + 31) / 32; i++) {
    a += part[0][i];
    b += part[1][i];
  }
  float mu = a / D, rs = rsqrtf(b / D - mu * mu + eps);
  float2 p = gb[t];
  y[blockIdx.x * D + t] = (v - mu) * rs * p.x + p.y;
}
__global__ void attention(const float* Q, const float* K, const float* V, float* O, int T, int d,
                          bool causal) {  // thread per query, online softmax
  extern __shared__ float kv[];
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  float acc[16], qr[16], m = -1e30f, l = 0;
  for (int i = 0; i < 16; i++) {
    acc[i] = 0;
    qr[i] = q < T && i < d ? Q[q * d + i] * rsqrtf((float)d) : 0;
  }
  for (int k0 = 0; k0 < T; k0 += 8) {
    __syncthreads();
    for (int i = threadIdx.x; i < 8 * d; i += blockDim.x) {
      bool in = k0 * d + i < T * d;
      kv[i] = in ? K[k0 * d + i] : 0;
      kv[8 * d + i] = in ? V[k0 * d + i] : 0;
    }
    __syncthreads();
    if (q >= T) continue;
    for (int j = 0; j < 8 && k0 + j < T; j++) {
      if (causal && k0 + j > q) break;
      float s = 0;
      for (int i = 0; i < d; i++) s += qr[i] * kv[j * d + i];
      float mn = fmaxf(m, s), c = expf(m - mn), p = expf(s - mn);
      l = l * c + p;
      m = mn;
#pragma unroll
      for (int i = 0; i < 16; i++)
        if (i < d) acc[i] = acc[i] * c + p * kv[8 * d + j * d + i];
    }
  }
  if (q < T)
    for (int i = 0; i < d; i++) O[q * d + i] = acc[i] / l;
}
__global__ void gelu_mlp(const float* x, const float* w, const float* b, float* y, int n, int in, int out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * out) return;
  int r = i / out, c = i % out;
  float s = b[c];
  for (int k = 0; k < in; k++) s += x[r * in + k] * w[k * out + c];
  y[i] = 0.5f * s * (1 + erff(s * 0.70710678f));
}
__global__ void topk(const float* x, int cols, int k, int* idx) {  // CTA of one warp per row
  __shared__ float sv[80];
  int t = threadIdx.x;
  for (int c = t; c < cols; c += 32) sv[c] = x[blockIdx.x * cols + c];
  __syncwarp();
  for (int r = 0; r < k; r++) {
    float best = -INFINITY;
    int bi = 1 << 30;
    for (int c = t; c < cols; c += 32)
      if (sv[c] > best) best = sv[c], bi = c;
    for (int o = 16; o; o >>= 1) {
      float ob = __shfl_down_sync(FULL, best, o);
      int oi = __shfl_down_sync(FULL, bi, o);
      if (ob > best || (ob == best && oi < bi)) best = ob, bi = oi;
    }
    bi = __shfl_sync(FULL, bi, 0);
    if (t == 0) {
      idx[blockIdx.x * k + r] = bi;
      sv[bi] = -INFINITY;
    }
    __syncwarp();
  }
}
int main() {
  const int R = 9, C = 70, D = 96, T = 21, d = 12, k = 5;
  unsigned s = 3;
  auto rnd = [&] {
    s = s * 1664525u + 1013904223u;
    return ((int)(s >> 16) % 2001 - 1000) / 300.f;
  };
  std::vector<float> x(R * D), q(T * d), kk(T * d), v(T * d), sm(R * C), ln(R * D), o(T * d), w(d * 20),
      b(20), g(T * 20);
  std::vector<float2> gb(D);
  std::vector<int> ti(R * k);
  for (auto p : {&x, &q, &kk, &v, &w, &b})
    for (auto& e : *p) e = rnd();
  for (auto& e : gb) e = make_float2(1 + rnd() / 9, rnd());
  for (int i = 0; i < 30; i++) x[i * 3] = 1.5f;
  float *dx, *dq, *dk, *dv, *dsm, *dln, *d_o, *dw, *db, *dg;
  float2* dgb;
  int* dti;
  auto mk = [](float** p, std::vector<float>& h, bool cp) {
    cudaMalloc(p, h.size() * 4);
    if (cp)
      cudaMemcpy(*p, h.data(), h.size() * 4, cudaMemcpyHostToDevice);
    else
      cudaMemset(*p, 0, h.size() * 4);
  };
  mk(&dx, x, 1);
  mk(&dq, q, 1);
  mk(&dk, kk, 1);
  mk(&dv, v, 1);
  mk(&dw, w, 1);
  mk(&db, b, 1);
  mk(&dsm, sm, 0);
  mk(&dln, ln, 0);
  mk(&d_o, o, 0);
  mk(&dg, g, 0);
  cudaMalloc(&dgb, D * 8);
  cudaMemcpy(dgb, gb.data(), D * 8, cudaMemcpyHostToDevice);
  cudaMalloc(&dti, R * k * 4);
  cudaMemset(dti, 0, R * k * 4);
  softmax_rows<<<3, 96>>>(dx, dsm, R, C);
  layernorm<D><<<R, D>>>(dx, dgb, dln, 1e-5f);
  attention<<<2, 16, 16 * d * 4>>>(dq, dk, dv, d_o, T, d, true);
  gelu_mlp<<<5, 100>>>(d_o, dw, db, dg, T, d, 20);
  topk<<<R, 32>>>(dx, C, k, dti);
  cudaMemcpy(sm.data(), dsm, sm.size() * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(ln.data(), dln, ln.size() * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(o.data(), d_o, o.size() * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(g.data(), dg, g.size() * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(ti.data(), dti, ti.size() * 4, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  for (int r = 0; r < R; r++) {
    double z = 0, m = 0, m2 = 0;
    for (int c = 0; c < C; c++) z += exp((double)x[r * C + c]);
    for (int c = 0; c < C; c++)
      if (!(fabs(exp((double)x[r * C + c]) / z - sm[r * C + c]) < 1e-4)) bad = 1;
    for (int c = 0; c < D; c++) m += x[r * D + c] / D, m2 += (double)x[r * D + c] * x[r * D + c] / D;
    for (int c = 0; c < D; c++)
      if (!(fabs((x[r * D + c] - m) / sqrt(m2 - m * m + 1e-5) * gb[c].x + gb[c].y - ln[r * D + c]) < 1e-3))
        bad = 2;
    std::vector<int> id(C);
    for (int c = 0; c < C; c++) id[c] = c;
    std::stable_sort(id.begin(), id.end(), [&](int a, int e) { return x[r * C + a] > x[r * C + e]; });
    for (int i = 0; i < k; i++)
      if (id[i] != ti[r * k + i]) bad = 3;
  }
  for (int t = 0; t < T; t++) {
    double l = 0, a[12] = {0};
    for (int j = 0; j <= t; j++) {
      double e = 0;
      for (int i = 0; i < d; i++) e += (double)q[t * d + i] * kk[j * d + i];
      e = exp(e / sqrt(d));
      l += e;
      for (int i = 0; i < d; i++) a[i] += e * v[j * d + i];
    }
    for (int i = 0; i < d; i++)
      if (!(fabs(a[i] / l - o[t * d + i]) < 1e-3)) bad = 4;
  }
  printf("transformer_ops %s (%d) %.4f\n", bad ? "WRONG" : "ok", bad, g[7]);
  return bad != 0;
}
