// Small neural layers: depthwise 3x3 with stride, batch norm (training statistics in double), max pooling
// with argmax, LSTM cell over time, decision forest.
#include <cmath>
#include <cstdio>
#include <cstring>
struct Dim {
  int n, c, h, w;
  __host__ __device__ int at(int a, int b, int y, int x) const { return ((a * c + b) * h + y) * w + x; }
};
__constant__ float dwk[4][3][3];
__global__ void depthwise(const float* in, Dim di, float* out, Dim d, int stride) {
  int x = threadIdx.x, y = threadIdx.y, c = blockIdx.x, n = blockIdx.y;
  if (x >= d.w || y >= d.h) return;
  float s = 0;
  for (int j = 0; j < 3; ++j) {
    int yy = y * stride + j - 1;
    if ((unsigned)yy >= (unsigned)di.h) continue;
    for (int i = 0; i < 3; ++i) {
      int xx = x * stride + i - 1;
      if ((unsigned)xx < (unsigned)di.w) s += dwk[c][j][i] * in[di.at(n, c, yy, xx)];
    }
  }
  out[d.at(n, c, y, x)] = s;
}
__global__ void batchnorm(float* x, Dim d, double* stat) {
  __shared__ double s[2][33];
  int c = blockIdx.x, t = threadIdx.x, per = d.h * d.w;
  double a = 0, b = 0;
  for (int i = t; i < d.n * per; i += 33) {
    double v = x[d.at(i / per, c, 0, 0) + i % per];
    a += v;
    b += v * v;
  }
  s[0][t] = a;
  s[1][t] = b;
  __syncthreads();
  if (t < 2) {
    double z = 0;
    for (int i = 0; i < 33; i++) z += s[t][i];
    stat[c * 2 + t] = s[t][0] = z / (d.n * per);
  }
  __syncthreads();
  double mu = s[0][0], inv = rsqrt(s[1][0] - mu * mu + 1e-5);
  for (int i = t; i < d.n * per; i += 33) {
    float* p = &x[d.at(i / per, c, 0, 0) + i % per];
    float v = (float)((*p - mu) * inv);
    *p = v > 0 ? v : 0.1f * v;
  }
}
__global__ void maxpool(const float* in, Dim di, float* out, unsigned char* arg, Dim d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= d.n * d.c * d.h * d.w) return;
  int x = i % d.w, y = i / d.w % d.h, c = i / (d.w * d.h) % d.c, n = i / (d.w * d.h * d.c);
  float b = -3.0e38f;
  unsigned char a = 255;
  for (int k = 0; k < 4; k++) {
    int yy = 2 * y + (k >> 1), xx = 2 * x + (k & 1);
    if (yy >= di.h || xx >= di.w) continue;
    float v = in[di.at(n, c, yy, xx)];
    if (v > b) {
      b = v;
      a = k;
    }
  }
  out[i] = b;
  arg[i] = a;
}
__device__ float sigm(float v) { return 1.0f / (1.0f + expf(-v)); }
#define HID 11
#define INP 7
__global__ void lstm(const float* xs, const float* W, const float* bias, float* hs,
                     int steps) {  // CTA per sequence, 4*HID threads
  __shared__ float h[HID], cst[HID], gate[4][HID], x[INP];
  int t = threadIdx.x, g = t / HID, u = t % HID;
  if (t < HID) h[t] = cst[t] = 0;
  for (int s = 0; s < steps; s++) {
    if (t < INP) x[t] = xs[(blockIdx.x * steps + s) * INP + t];
    __syncthreads();
    if (g < 4) {
      float v = bias[t];
      for (int k = 0; k < INP; k++) v += W[k * 4 * HID + t] * x[k];
      for (int k = 0; k < HID; k++) v += W[(INP + k) * 4 * HID + t] * h[k];
      gate[g][u] = g == 2 ? tanhf(v) : sigm(v);
    }
    __syncthreads();
    if (t < HID) {
      cst[t] = gate[1][t] * cst[t] + gate[0][t] * gate[2][t];
      h[t] = gate[3][t] * tanhf(cst[t]);
      hs[(blockIdx.x * steps + s) * HID + t] = h[t];
    }
    __syncthreads();
  }
}
struct TreeNode {
  float thr;
  short feat;
  unsigned short left;
};  // feat < 0: leaf, thr is its value; right = left + 1
__global__ void forest(const TreeNode* const* trees, int nt, const float* x, int nf, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int t = 0; t < nt; t++) {
    const TreeNode* p = trees[t];
    while (p->feat >= 0) p = trees[t] + p->left + (x[i * nf + p->feat] > p->thr);
    s += p->thr;
  }
  out[i] = s / nt;
}
int main() {
  unsigned s = 2;
  auto rnd = [&] {
    s = s * 69069u + 1;
    return ((int)(s >> 16) % 2001 - 1000) / 500.f;
  };
  Dim a = {2, 4, 17, 13}, b = {2, 4, 9, 7}, p = {2, 4, 5, 4};
  static float in[2 * 4 * 17 * 13], o[2 * 4 * 63], po[160];
  float k[4][3][3];
  for (auto& v : in) v = rnd();
  for (auto& q : k)
    for (auto& r : q)
      for (auto& v : r) v = rnd();
  const int S = 6, NS = 3, NT = 5, NN = 31, NX = 50, NF = 6;
  float xs[NS * S * INP], W[(INP + HID) * 4 * HID], bi[4 * HID], hs[NS * S * HID], fx[NX * NF], fo[NX];
  TreeNode tn[NT][NN];
  for (auto& v : xs) v = rnd();
  for (auto& v : W) v = rnd() * .3f;
  for (auto& v : bi) v = rnd();
  for (auto& v : fx) v = rnd();
  for (auto& t : tn)
    for (int i = 0; i < NN; i++) {
      t[i].thr = rnd();
      t[i].feat = i < 15 && (i < 3 || s >> 30) ? (short)(i * 5 % NF) : -1;
      t[i].left = 2 * i + 1;
    }
  float *din, *dout, *dp, *dxs, *dW, *db, *dh, *dfx, *dfo;
  double* dst;
  unsigned char* da;
  TreeNode *dt, **dtp, *tp[NT];
  cudaMalloc(&din, sizeof in);
  cudaMalloc(&dout, sizeof o);
  cudaMalloc(&dp, sizeof po);
  cudaMalloc(&da, 160);
  cudaMalloc(&dst, 64);
  cudaMalloc(&dxs, sizeof xs);
  cudaMalloc(&dW, sizeof W);
  cudaMalloc(&db, sizeof bi);
  cudaMalloc(&dh, sizeof hs);
  cudaMalloc(&dfx, sizeof fx);
  cudaMalloc(&dfo, sizeof fo);
  cudaMalloc(&dt, sizeof tn);
  cudaMalloc(&dtp, sizeof tp);
  for (int i = 0; i < NT; i++) tp[i] = dt + i * NN;
  cudaMemcpy(din, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemset(dout, 0, sizeof o);
  cudaMemset(dp, 0, sizeof po);
  cudaMemset(da, 0, 160);
  cudaMemset(dst, 0, 64);
  cudaMemcpy(dxs, xs, sizeof xs, cudaMemcpyHostToDevice);
  cudaMemcpy(dW, W, sizeof W, cudaMemcpyHostToDevice);
  cudaMemcpy(db, bi, sizeof bi, cudaMemcpyHostToDevice);
  cudaMemset(dh, 0, sizeof hs);
  cudaMemcpy(dfx, fx, sizeof fx, cudaMemcpyHostToDevice);
  cudaMemset(dfo, 0, sizeof fo);
  cudaMemcpy(dt, tn, sizeof tn, cudaMemcpyHostToDevice);
  cudaMemcpy(dtp, tp, sizeof tp, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(dwk, k, sizeof k);
  depthwise<<<dim3(4, 2), dim3(8, 10)>>>(din, a, dout, b, 2);
  batchnorm<<<4, 33>>>(dout, b, dst);
  maxpool<<<3, 60>>>(dout, b, dp, da, p);
  lstm<<<NS, 48>>>(dxs, dW, db, dh, S);
  forest<<<2, 32>>>(dtp, NT, dfx, NF, dfo, NX);
  cudaMemcpy(o, dout, sizeof o, cudaMemcpyDeviceToHost);
  cudaMemcpy(po, dp, sizeof po, cudaMemcpyDeviceToHost);
  cudaMemcpy(hs, dh, sizeof hs, cudaMemcpyDeviceToHost);
  cudaMemcpy(fo, dfo, sizeof fo, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  double ck = 0;
  for (int c = 0; c < 4; c++) {
    double m = 0, m2 = 0;
    for (int n = 0; n < 2; n++)
      for (int i = 0; i < 63; i++) {
        float v = o[b.at(n, c, 0, 0) + i];
        if (v < 0) v *= 10;
        m += v;
        m2 += (double)v * v;
      }
    if (!(fabs(m / 126) < 1e-3 && fabs(m2 / 126 - 1) < 1e-2)) bad = 1;
  }
  for (int n = 0; n < NS; n++) {
    double h[HID] = {0}, cc[HID] = {0};
    for (int q = 0; q < S; q++) {
      double g[4 * HID];
      for (int t = 0; t < 4 * HID; t++) {
        g[t] = bi[t];
        for (int j = 0; j < INP; j++) g[t] += W[j * 4 * HID + t] * xs[(n * S + q) * INP + j];
        for (int j = 0; j < HID; j++) g[t] += W[(INP + j) * 4 * HID + t] * h[j];
        g[t] = t / HID == 2 ? tanh(g[t]) : 1 / (1 + exp(-g[t]));
      }
      for (int u = 0; u < HID; u++) {
        cc[u] = g[HID + u] * cc[u] + g[u] * g[2 * HID + u];
        h[u] = g[3 * HID + u] * tanh(cc[u]);
        if (!(fabs(h[u] - hs[(n * S + q) * HID + u]) < 1e-4)) bad = 2;
      }
    }
  }
  for (int i = 0; i < NX; i++) {
    float f = 0;
    for (int t = 0; t < NT; t++) {
      int q = 0;
      while (tn[t][q].feat >= 0) q = tn[t][q].left + (fx[i * NF + tn[t][q].feat] > tn[t][q].thr);
      f += tn[t][q].thr;
    }
    if (!(fabs(f / NT - fo[i]) < 1e-4)) bad = 3;
  }
  for (float v : po) ck += v;
  printf("conv_lstm %s %.4f\n", bad ? "WRONG" : "ok", ck);
  return bad;
}
