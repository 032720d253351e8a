// 27-point stencil (weights by distance class), hotspot3D with layers in registers, Jacobi 2D time-tiled with
// halo, Hotspot pyramid; several CTA shapes.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define I3(x, y, z) (((z)*ny + (y)) * nx + (x))
__global__ void s27(const double* __restrict__ in, double* __restrict__ out, int nx, int ny, int nz,
                    double4 w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz) return;
  if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1) {
    out[I3(x, y, z)] = in[I3(x, y, z)];
    return;
  }
  double cls[4] = {0, 0, 0, 0};
  for (int k = -1; k <= 1; k++)
    for (int j = -1; j <= 1; j++)
      for (int i = -1; i <= 1; i++) cls[abs(i) + abs(j) + abs(k)] += in[I3(x + i, y + j, z + k)];
  out[I3(x, y, z)] = w.x * cls[0] + w.y * cls[1] + w.z * cls[2] + w.w * cls[3];
}
__global__ void hotspot3d(const float* p, const float* t, float* o, float sdc, int nx, int ny, int nz,
                          float ce, float cn, float ct, float cc, float amb) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= nx || j >= ny) return;
  int c = i + j * nx, xy = nx * ny;
  int W = i == 0 ? c : c - 1, E = i == nx - 1 ? c : c + 1, N = j == 0 ? c : c - nx,
      S = j == ny - 1 ? c : c + nx;
  float t1, t2, t3;
  t1 = t2 = t[c];
  t3 = nz > 1 ? t[c + xy] : t2;
  for (int k = 0; k < nz; k++) {
    o[c] =
        cc * t2 + cn * t[S] + cn * t[N] + ce * t[E] + ce * t[W] + ct * t3 + ct * t1 + sdc * p[c] + ct * amb;
    c += xy;
    W += xy;
    E += xy;
    N += xy;
    S += xy;
    t1 = t2;
    t2 = t3;
    t3 = k + 2 < nz ? t[c + xy] : t2;
  }
}
template <int TX, int TY, int STEPS>
__global__ void jacobi_tiled(const float* in, float* out, int nx, int ny) {
  __shared__ float s[2][TY + 2 * STEPS][TX + 2 * STEPS];
  const int WX = TX + 2 * STEPS, WY = TY + 2 * STEPS;
  int ox = blockIdx.x * TX - STEPS, oy = blockIdx.y * TY - STEPS;
  for (int y = threadIdx.y; y < WY; y += blockDim.y)
    for (int x = threadIdx.x; x < WX; x += blockDim.x) {
      int gx = ox + x, gy = oy + y;
      bool ok = gx >= 0 && gy >= 0 && gx < nx && gy < ny;
      s[0][y][x] = s[1][y][x] = ok ? in[gy * nx + gx] : 0.f;
    }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < STEPS; k++) {
    for (int y = threadIdx.y + 1; y < WY - 1; y += blockDim.y)
      for (int x = threadIdx.x + 1; x < WX - 1; x += blockDim.x) {
        int gx = ox + x, gy = oy + y;
        if (gx <= 0 || gy <= 0 || gx >= nx - 1 || gy >= ny - 1) continue;
        s[~k & 1][y][x] = 0.2f * (s[k & 1][y][x] + s[k & 1][y][x - 1] + s[k & 1][y][x + 1] +
                                  s[k & 1][y - 1][x] + s[k & 1][y + 1][x]);
      }
    __syncthreads();
  }
  int x = threadIdx.x, y = threadIdx.y;
  for (; y < TY; y += blockDim.y)
    if (x < TX && ox + STEPS + x < nx && oy + STEPS + y < ny)
      out[(oy + STEPS + y) * nx + ox + STEPS + x] = s[STEPS & 1][y + STEPS][x + STEPS];
}
int main() {
  unsigned sd = 3;
  auto rnd = [&] {
    sd = sd * 1664525u + 1013904223u;
    return (int)(sd >> 20) / 1024.0 - 2;
  };
  const int nx = 13, ny = 9, nz = 7, n = nx * ny * nz, w = 35, h = 26;
  std::vector<double> a(n), a2(n), r(n);
  std::vector<float> p(n), t(n), o(n), q(w * h), q2(w * h), u(w * h);
  for (auto& v : a) v = rnd();
  for (auto& v : p) v = fabs(rnd());
  for (auto& v : t) v = 80 + rnd();
  for (auto& v : q) v = rnd();
  double *da, *db;
  float *dp, *dt, *d_o, *dq, *dq2;
  cudaMalloc(&da, n * 8);
  cudaMalloc(&db, n * 8);
  cudaMalloc(&dp, n * 4);
  cudaMalloc(&dt, n * 4);
  cudaMalloc(&d_o, n * 4);
  cudaMalloc(&dq, w * h * 4);
  cudaMalloc(&dq2, w * h * 4);
  cudaMemcpy(da, a.data(), n * 8, cudaMemcpyHostToDevice);
  cudaMemset(db, 0, n * 8);
  cudaMemcpy(dp, p.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dt, t.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemset(d_o, 0, n * 4);
  cudaMemcpy(dq, q.data(), w * h * 4, cudaMemcpyHostToDevice);
  cudaMemset(dq2, 0, w * h * 4);
  double4 wt;
  wt.x = .4;
  wt.y = .05;
  wt.z = .02;
  wt.w = .0075;
  s27<<<dim3(3, 3, 3), dim3(5, 3, 3)>>>(da, db, nx, ny, nz, wt);
  s27<<<dim3(1, 5, 7), dim3(16, 2, 1)>>>(db, da, nx, ny, nz, wt);
  hotspot3d<<<dim3(2, 2), dim3(8, 6)>>>(dp, dt, d_o, .01f, nx, ny, nz, .05f, .06f, .07f, .64f, 80.f);
  jacobi_tiled<12, 10, 3><<<dim3(3, 3), dim3(14, 4)>>>(dq, dq2, w, h);
  cudaMemcpy(r.data(), da, n * 8, cudaMemcpyDeviceToHost);
  cudaMemcpy(o.data(), d_o, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(q2.data(), dq2, w * h * 4, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  const double ww[4] = {.4, .05, .02, .0075};
  for (int z2 = 0; z2 < 2; z2++) {
    a2 = a;
    for (int z = 1; z < nz - 1; z++)
      for (int y = 1; y < ny - 1; y++)
        for (int x = 1; x < nx - 1; x++) {
          double v = 0;
          for (int k = -1; k < 2; k++)
            for (int j = -1; j < 2; j++)
              for (int i = -1; i < 2; i++) v += ww[abs(i) + abs(j) + abs(k)] * a[I3(x + i, y + j, z + k)];
          a2[I3(x, y, z)] = v;
        }
    a = a2;
  }
  for (int i = 0; i < n; i++) {
    int x = i % nx, y = i / nx % ny, z = i / nx / ny;
    auto T = [&](int x, int y, int z) {
      x = x < 0 ? 0 : x >= nx ? nx - 1 : x;
      y = y < 0 ? 0 : y >= ny ? ny - 1 : y;
      z = z < 0 ? 0 : z >= nz ? nz - 1 : z;
      return (double)t[I3(x, y, z)];
    };
    double v = .64 * T(x, y, z) + .06 * (T(x, y - 1, z) + T(x, y + 1, z)) +
               .05 * (T(x - 1, y, z) + T(x + 1, y, z)) + .07 * (T(x, y, z - 1) + T(x, y, z + 1) + 80) +
               .01 * p[i];
    if (!(fabs(v - o[i]) < 1e-2)) bad = 1;
    if (!(fabs(a[i] - r[i]) < 1e-9)) bad = 2;
  }
  for (int k = 0; k < 3; k++) {
    u = q;
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        u[y * w + x] =
            .2f * (q[y * w + x] + q[y * w + x - 1] + q[y * w + x + 1] + q[y * w - w + x] + q[y * w + w + x]);
    q = u;
  }
  for (int i = 0; i < w * h; i++)
    if (!(fabs(q[i] - q2[i]) < 1e-4)) bad = 3;
  printf("stencils_3d %s (%d)\n", bad ? "WRONG" : "ok", bad);
  return bad != 0;
}
