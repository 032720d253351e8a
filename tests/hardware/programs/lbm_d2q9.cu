// Lattice Boltzmann D2Q9, BGK with bounce-back obstacles, pull scheme, structure of arrays.
#include <cmath>
#include <cstdio>
#include <cstring>
#define NX 30
#define NY 18
#define IDX(q, x, y) (((q)*NY + (y)) * NX + (x))
__constant__ int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float wt[9] = {4.f / 9,  1.f / 9,  1.f / 9,  1.f / 9, 1.f / 9,
                            1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
__constant__ unsigned char opp[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const int hx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, hy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1},
                 ho[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double hw[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
__global__ void collide_stream(const float* __restrict__ fin, float* __restrict__ fout, const bool* solid,
                               float omega, float force, float2* vel) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= NX) return;
  float f[9], rho = 0, ux = 0, uy = 0;
  bool s = solid[y * NX + x];
#pragma unroll
  for (int q = 0; q < 9; q++) {
    int xs = x - cx[q], ys = y - cy[q];
    xs = xs < 0 ? NX - 1 : xs == NX ? 0 : xs;
    ys = (ys + NY) % NY;
    f[q] = fin[IDX(q, xs, ys)];
    rho += f[q];
    ux += f[q] * cx[q];
    uy += f[q] * cy[q];
  }
  if (s) {
    for (int q = 0; q < 9; q++) fout[IDX(opp[q], x, y)] = f[q];
    vel[y * NX + x] = make_float2(0.f, 0.f);
    return;
  }
  ux = ux / rho + force;
  uy /= rho;
  float u2 = 1.5f * (ux * ux + uy * uy);
  for (int q = 0; q < 9; q++) {
    float cu = 3.f * (cx[q] * ux + cy[q] * uy);
    float eq = rho * wt[q] * (1.f + cu + 0.5f * cu * cu - u2);
    fout[IDX(q, x, y)] = f[q] + omega * (eq - f[q]);
  }
  vel[y * NX + x] = make_float2(ux, uy);
}
int main() {
  const int n = NX * NY;
  static float f[9 * n];
  static bool sol[n];
  static float2 v[n];
  static double g[2][9 * n];
  unsigned s = 2;
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++) {
      sol[y * NX + x] = y == 0 || y == NY - 1 || (x - 9) * (x - 9) + (y - 8) * (y - 8) < 8;
      for (int q = 0; q < 9; q++) {
        s = s * 1664525u + 1013904223u;
        f[IDX(q, x, y)] = hw[q] * (1 + ((int)(s >> 24) - 128) / 2000.0);
        g[0][IDX(q, x, y)] = f[IDX(q, x, y)];
      }
    }
  float *a, *b;
  bool* d;
  float2* dv;
  cudaMalloc(&a, sizeof f);
  cudaMalloc(&b, sizeof f);
  cudaMalloc(&d, sizeof sol);
  cudaMalloc(&dv, sizeof v);
  cudaMemcpy(a, f, sizeof f, cudaMemcpyHostToDevice);
  cudaMemcpy(d, sol, sizeof sol, cudaMemcpyHostToDevice);
  cudaMemset(b, 0, sizeof f);
  cudaMemset(dv, 0, sizeof v);
  for (int t = 0; t < 4; t++) {
    collide_stream<<<dim3(2, NY), 20>>>(a, b, d, 1.2f, 0.002f, dv);
    float* p = a;
    a = b;
    b = p;
  }
  cudaMemcpy(f, a, sizeof f, cudaMemcpyDeviceToHost);
  cudaMemcpy(v, dv, sizeof v, cudaMemcpyDeviceToHost);
  for (int t = 0; t < 4; t++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++) {
        double *fi = g[t & 1], *fo = g[~t & 1], h[9], r = 0, ux = 0, uy = 0;
        for (int q = 0; q < 9; q++) {
          h[q] = fi[IDX(q, (x - hx[q] + NX) % NX, (y - hy[q] + NY) % NY)];
          r += h[q];
          ux += h[q] * hx[q];
          uy += h[q] * hy[q];
        }
        ux = ux / r + 0.002;
        uy /= r;
        for (int q = 0; q < 9; q++) {
          double cu = 3 * (hx[q] * ux + hy[q] * uy),
                 eq = r * hw[q] * (1 + cu + cu * cu / 2 - 1.5 * (ux * ux + uy * uy));
          if (sol[y * NX + x])
            fo[IDX(ho[q], x, y)] = h[q];
          else
            fo[IDX(q, x, y)] = h[q] + 1.2 * (eq - h[q]);
        }
      }
  int bad = cudaGetLastError() != cudaSuccess;
  for (int i = 0; i < 9 * n; i++)
    if (!(fabs(f[i] - g[0][i]) < 1e-5)) bad = 1;
  printf("lbm_d2q9 %s\n", bad ? "WRONG" : "ok");
  return bad;
}
