// Excitable-cell ODEs (Hodgkin-Huxley like gates, double), adaptive Runge-Kutta-Fehlberg, one cell per
// thread.
#include <cmath>
#include <cstdio>
struct Cell {
  double v, m, h, n, ca;
};
struct Par {
  double gna, gk, gl, stim, tol;
  int maxSteps;
};
typedef Cell (*rhs_t)(const Cell&, const Par&, double);
__host__ __device__ static double vtrap(double x, double y) {
  return fabs(x / y) < 1e-6 ? y * (1 - x / y / 2) : x / (exp(x / y) - 1);
}
__host__ __device__ static Cell rhs(const Cell& c, const Par& p, double t) {
  Cell d;
  double am = 0.1 * vtrap(-(c.v + 40), 10), bm = 4 * exp(-(c.v + 65) / 18), ah = .07 * exp(-(c.v + 65) / 20),
         bh = 1 / (exp(-(c.v + 35) / 10) + 1), an = .01 * vtrap(-(c.v + 55), 10),
         bn = .125 * exp(-(c.v + 65) / 80);
  double ina = p.gna * c.m * c.m * c.m * c.h * (c.v - 50), ik = p.gk * pow(c.n, 4.0) * (c.v + 77),
         il = p.gl * (c.v + 54.387);
  d.v = (t > 0.2 && t < 1.2 ? p.stim : 0.0) - ina - ik - il;
  d.m = am * (1 - c.m) - bm * c.m;
  d.h = ah * (1 - c.h) - bh * c.h;
  d.n = an * (1 - c.n) - bn * c.n;
  d.ca = -0.0002 * ina - 0.1 * (c.ca - 1e-4) + log1p(c.ca * c.ca) * 1e-3;
  return d;
}
__host__ __device__ static void axpy(Cell& y, double a, const Cell& x) {
  y.v += a * x.v;
  y.m += a * x.m;
  y.h += a * x.h;
  y.n += a * x.n;
  y.ca += a * x.ca;
}
__host__ __device__ static int integrate(Cell& y, const Par& p, double tend, double* peak) {
  double t = 0, h = 0.02;
  int steps = 0;
  *peak = y.v;
  while (t < tend && steps < p.maxSteps) {
    if (t + h > tend) h = tend - t;
    Cell k1 = rhs(y, p, t), y2 = y;
    axpy(y2, h, k1);
    Cell k2 = rhs(y2, p, t + h), y3 = y;
    axpy(y3, h / 4, k1);
    axpy(y3, h / 4, k2);
    Cell k3 = rhs(y3, p, t + h / 2), e = {0, 0, 0, 0, 0};
    axpy(e, h / 3, k1);
    axpy(e, h / 3, k2);
    axpy(e, -2 * h / 3, k3);  // difference of 2nd and 3rd order
    double err = fmax(fabs(e.v) / 100, fmax(fabs(e.m), fmax(fabs(e.h), fabs(e.n))));
    ++steps;
    if (err > p.tol && h > 1e-4) {
      h *= 0.5;
      continue;
    }
    t += h;
    axpy(y, h / 6, k1);
    axpy(y, h / 6, k2);
    axpy(y, 2 * h / 3, k3);
    if (y.v > *peak) *peak = y.v;
    if (err < p.tol * 0.1) h = fmin(h * 1.7, 0.25);
  }
  return steps;
}
__global__ void cells(Cell* c, const Par* par, double tend, int* steps, double* peak, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Cell y = c[i];
  double pk;
  steps[i] = integrate(y, par[i], tend, &pk);
  c[i] = y;
  peak[i] = pk;
}
int main() {
  const int n = 13;
  Cell c[n], g[n];
  Par p[n];
  int st[n];
  double pk[n];
  for (int i = 0; i < n; i++) {
    c[i] = {-65.0 + i * 0.5, .05, .6, .32, 1e-4 * (i + 1)};
    p[i] = {120.0, 36.0 - i % 3, .3, i % 4 * 12.0 - 4, 1e-3, i == 7 ? 5 : 40};
  }
  Cell* dc;
  Par* dp;
  int* ds;
  double* dk;
  cudaMalloc(&dc, sizeof c);
  cudaMalloc(&dp, sizeof p);
  cudaMalloc(&ds, sizeof st);
  cudaMalloc(&dk, sizeof pk);
  cudaMemcpy(dc, c, sizeof c, cudaMemcpyHostToDevice);
  cudaMemset(ds, 0, sizeof st);
  cudaMemset(dk, 0, sizeof pk);
  {
    static Par z[n];
    for (int i = 0; i < n; i++) {
      z[i].gna = p[i].gna;
      z[i].gk = p[i].gk;
      z[i].gl = p[i].gl;
      z[i].stim = p[i].stim;
      z[i].tol = p[i].tol;
      z[i].maxSteps = p[i].maxSteps;
    }
    cudaMemcpy(dp, z, sizeof z, cudaMemcpyHostToDevice);
  }
  cells<<<1, 32>>>(dc, dp, 2.0, ds, dk, n);
  cudaMemcpy(g, dc, sizeof g, cudaMemcpyDeviceToHost);
  cudaMemcpy(st, ds, sizeof st, cudaMemcpyDeviceToHost);
  cudaMemcpy(pk, dk, sizeof pk, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double q;
    Cell y = c[i];
    integrate(y, p[i], 2.0, &q);
    sum += g[i].v;
    if (!(fabs(y.v - g[i].v) < 0.5 && fabs(q - pk[i]) < 0.5 && fabs(y.ca - g[i].ca) < 1e-3)) bad = 1;
  }
  printf("myocyte_ode %s %.6f\n", bad ? "WRONG" : "ok", sum);
  return bad;
}
