// MRI-Q, Coulomb potential with cut-off on a lattice, TPACF angular histogram, sum of absolute differences
// for motion search (Parboil themes).
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define KMAX 24
struct kValues {
  float Kx, Ky, Kz, PhiMag;
};
__constant__ struct kValues ck[KMAX];
__global__ void ComputeQ(int nk, const float* x, const float* y, const float* z, float* Qr, float* Qi,
                         int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sx = x[i], sy = y[i], sz = z[i], r = Qr[i], q = Qi[i];
  int k = 0;
  if (nk % 2) {
    float e = 6.2831853071795864769252867665590058f * (ck[0].Kx * sx + ck[0].Ky * sy + ck[0].Kz * sz);
    r += ck[0].PhiMag * cosf(e);
    q += ck[0].PhiMag * sinf(e);
    k++;
  }
  for (; k < nk; k += 2) {
    float e = 6.2831853071795864769252867665590058f * (ck[k].Kx * sx + ck[k].Ky * sy + ck[k].Kz * sz),
          f = 6.2831853071795864769252867665590058f *
              (ck[k + 1].Kx * sx + ck[k + 1].Ky * sy + ck[k + 1].Kz * sz);
    r += ck[k].PhiMag * cosf(e) + ck[k + 1].PhiMag * cosf(f);
    q += ck[k].PhiMag * sinf(e) + ck[k + 1].PhiMag * sinf(f);
  }
  Qr[i] = r;
  Qi[i] = q;
}
__global__ void cutoff(const float4* atoms, int na, float* grid, int nx, int ny, float h, float cut2) {
  __shared__ float4 a[16];
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z,
      tid = threadIdx.y * blockDim.x + threadIdx.x;
  float e = 0;
  for (int b = 0; b < na; b += 16) {
    int m = min(16, na - b);
    if (tid < m) a[tid] = atoms[b + tid];
    __syncthreads();
    for (int i = 0; i < m; i++) {
      float dx = a[i].x - x * h, dy = a[i].y - y * h, dz = a[i].z - z * h, r2 = dx * dx + dy * dy + dz * dz;
      if (r2 < cut2) {
        float s = 1.f - r2 / cut2;
        e += a[i].w * rsqrtf(r2) * s * s;
      }
    }
    __syncthreads();
  }
  if (x < nx && y < ny) grid[(z * ny + y) * nx + x] = e;
}
#define NBINS 13
__global__ void tpacf(const double3* p, int n, const double* edges, unsigned* hist) {
  __shared__ unsigned h[4][NBINS];
  int w = threadIdx.x & 3;
  for (int i = threadIdx.x; i < 4 * NBINS; i += blockDim.x) ((unsigned*)h)[i] = 0;
  __syncthreads();
  int i = blockIdx.x;
  double3 a = p[i];
  for (int j = i + 1 + threadIdx.x; j < n; j += blockDim.x) {
    double d = a.x * p[j].x + a.y * p[j].y + a.z * p[j].z;
    int lo = 0, hi = NBINS;
    while (hi > lo + 1) {
      int k = (lo + hi) / 2;
      if (d >= edges[k])
        hi = k;
      else
        lo = k;
    }
    if (d < edges[lo] || lo == 0) atomicAdd(&h[w][lo], 1u);
  }
  __syncthreads();
  for (int k = threadIdx.x; k < NBINS; k += blockDim.x) {
    unsigned s = h[0][k] + h[1][k] + h[2][k] + h[3][k];
    if (s) atomicAdd(hist + k, s);
  }
}
__global__ void sad4x4(const unsigned char* cur, const unsigned char* ref, int w, int h, int rng,
                       unsigned short* sad, unsigned* best) {  // CTA per block, thread per displacement
  __shared__ unsigned b;
  __shared__ unsigned char c[16];
  int bx = blockIdx.x * 4, by = blockIdx.y * 4, side = 2 * rng + 1, id = blockIdx.y * gridDim.x + blockIdx.x;
  if (threadIdx.x == 0) b = ~0u;
  if (threadIdx.x < 16) c[threadIdx.x] = cur[(by + threadIdx.x / 4) * w + bx + threadIdx.x % 4];
  __syncthreads();
  for (int d = threadIdx.x; d < side * side; d += blockDim.x) {
    int dx = d % side - rng, dy = d / side - rng;
    unsigned s = 0;
    for (int k = 0; k < 16; k++) {
      int x = min(max(bx + dx + k % 4, 0), w - 1), y = min(max(by + dy + k / 4, 0), h - 1);
      s = __sad((int)c[k], (int)ref[y * w + x], s);
    }
    sad[id * side * side + d] = s;
    atomicMin(&b, s << 8 | d);
  }
  __syncthreads();
  if (threadIdx.x == 0) best[id] = b;
}
int main() {
  unsigned s = 7;
  auto rnd = [&] {
    s = s * 69069u + 1;
    return (s >> 8) / 16777216.f;
  };
  const int nk = 23, n = 90;
  struct kValues k[KMAX];
  memset(k, 0, sizeof k);
  float xyz[3][n], qr[n], qi[n];
  for (int i = 0; i < nk; i++) {
    k[i].Kx = rnd() - .5f;
    k[i].Ky = rnd() - .5f;
    k[i].Kz = rnd() * 2;
    k[i].PhiMag = rnd();
  }
  for (auto& r : xyz)
    for (auto& v : r) v = rnd() * 2 - 1;
  const int na = 37, nx = 13, ny = 9, nz = 5;
  float4 at[na];
  float gr[nx * ny * nz];
  for (auto& a : at) a = make_float4(rnd() * 6, rnd() * 4, rnd() * 2, rnd() * 2 - 1);
  const int np = 80;
  double3 pt[np];
  double ed[NBINS + 1];
  unsigned hi[NBINS];
  for (auto& p : pt) {
    double a = rnd() * 6.28, z = rnd() * 2 - 1, r = sqrt(1 - z * z);
    p.x = r * cos(a);
    p.y = r * sin(a);
    p.z = z;
  }
  pt[5] = pt[9];
  for (int i = 0; i <= NBINS; i++) ed[i] = cos(pow(10, -2 + i * 0.19));
  const int w = 20, h = 12, rg = 3, sd = 49, nb = 15;
  unsigned char cu[w * h], re[w * h];
  for (int i = 0; i < w * h; i++) re[i] = s >> 24, rnd();
  for (int i = 0; i < w * h; i++) cu[i] = re[(i + w + 2) % (w * h)] ^ (rnd() < .1f);
  unsigned short sa[nb * sd];
  unsigned be[nb];
  float *dx, *dy, *dz, *dr, *di, *dg;
  float4* da;
  double3* dp;
  double* de;
  unsigned *dh, *db;
  unsigned char *dc, *drf;
  unsigned short* ds;
  cudaMalloc(&dx, n * 4);
  cudaMalloc(&dy, n * 4);
  cudaMalloc(&dz, n * 4);
  cudaMalloc(&dr, n * 4);
  cudaMalloc(&di, n * 4);
  cudaMalloc(&dg, sizeof gr);
  cudaMalloc(&da, sizeof at);
  cudaMalloc(&dp, sizeof pt);
  cudaMalloc(&de, sizeof ed);
  cudaMalloc(&dh, sizeof hi);
  cudaMalloc(&db, sizeof be);
  cudaMalloc(&dc, w * h);
  cudaMalloc(&drf, w * h);
  cudaMalloc(&ds, sizeof sa);
  cudaMemcpy(dx, xyz[0], n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dy, xyz[1], n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dz, xyz[2], n * 4, cudaMemcpyHostToDevice);
  cudaMemset(dr, 0, n * 4);
  cudaMemset(di, 0, n * 4);
  cudaMemset(dg, 0, sizeof gr);
  cudaMemcpy(da, at, sizeof at, cudaMemcpyHostToDevice);
  cudaMemcpy(dp, pt, sizeof pt, cudaMemcpyHostToDevice);
  cudaMemcpy(de, ed, sizeof ed, cudaMemcpyHostToDevice);
  cudaMemset(dh, 0, sizeof hi);
  cudaMemset(db, 0, sizeof be);
  cudaMemcpy(dc, cu, w * h, cudaMemcpyHostToDevice);
  cudaMemcpy(drf, re, w * h, cudaMemcpyHostToDevice);
  cudaMemset(ds, 0, sizeof sa);
  cudaMemcpyToSymbol(ck, k, sizeof k);
  ComputeQ<<<2, 48>>>(nk, dx, dy, dz, dr, di, n);
  cutoff<<<dim3(2, 3, nz), dim3(8, 4)>>>(da, na, dg, nx, ny, 0.5f, 4.f);
  tpacf<<<np, 20>>>(dp, np, de, dh);
  sad4x4<<<dim3(w / 4, h / 4), 32>>>(dc, drf, w, h, rg, ds, db);
  cudaMemcpy(qr, dr, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(qi, di, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(gr, dg, sizeof gr, cudaMemcpyDeviceToHost);
  cudaMemcpy(hi, dh, sizeof hi, cudaMemcpyDeviceToHost);
  cudaMemcpy(be, db, sizeof be, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  unsigned ck_ = 0;
  for (int i = 0; i < n; i++) {
    double r = 0, q = 0;
    for (int j = 0; j < nk; j++) {
      double e = 2 * M_PI * (k[j].Kx * xyz[0][i] + k[j].Ky * xyz[1][i] + k[j].Kz * xyz[2][i]);
      r += k[j].PhiMag * cos(e);
      q += k[j].PhiMag * sin(e);
    }
    if (!(fabs(r - qr[i]) + fabs(q - qi[i]) < 1e-3)) bad = 1;
  }
  for (int i = 0; i < nx * ny * nz; i++) {
    double e = 0;
    for (auto& a : at) {
      double X = a.x - i % nx * .5, Y = a.y - i / nx % ny * .5, Z = a.z - i / (nx * ny) * .5,
             r2 = X * X + Y * Y + Z * Z;
      if (r2 < 4) e += a.w / sqrt(r2) * (1 - r2 / 4) * (1 - r2 / 4);
    }
    if (!(fabs(e - gr[i]) < 2e-3 * (1 + fabs(e)))) bad = 2;
  }
  for (int i = 0; i < nb; i++) {
    unsigned b = ~0u;
    for (int d = 0; d < sd; d++) {
      unsigned t = 0;
      for (int q = 0; q < 16; q++) {
        int bx = i % 5 * 4 + q % 4, by = i / 5 * 4 + q / 4, X = bx + d % 7 - 3, Y = by + d / 7 - 3;
        X = X < 0 ? 0 : X >= w ? w - 1 : X;
        Y = Y < 0 ? 0 : Y >= h ? h - 1 : Y;
        t += abs(cu[by * w + bx] - re[Y * w + X]);
      }
      t = t << 8 | d;
      if (t < b) b = t;
    }
    if (b != be[i]) bad = 3;
  }
  for (unsigned v : hi) ck_ = ck_ * 31 + v;
  printf("medical_phys %s (%d) %u\n", bad ? "WRONG" : "ok", bad, ck_);
  return bad != 0;
}
