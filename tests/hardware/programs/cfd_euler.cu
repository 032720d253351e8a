// Unstructured finite-volume Euler step: flux contributions over 4 neighbours, structure-of-arrays variables,
// wing and far-field boundaries.
#include <cmath>
#include <cstdio>
#include <vector>
#define GAMMA 1.4f
#define NNB 4
#define NDIM 3
enum { DENSITY, MOMX, MOMY, MOMZ, ENERGY, NVAR };
struct float3x {
  float x, y, z;
};
__constant__ float ff_var[NVAR];
__constant__ float3 ff_fx, ff_fy, ff_fz, ff_fe;
__device__ inline void velocity(float rho, float3 m, float3& v) {
  v.x = m.x / rho;
  v.y = m.y / rho;
  v.z = m.z / rho;
}
__device__ inline float sqd(float3 v) { return v.x * v.x + v.y * v.y + v.z * v.z; }
__host__ __device__ inline float pressure_of(float rho, float e, float s2) {
  return (GAMMA - 1.0f) * (e - 0.5f * rho * s2);
}
__device__ inline void contrib(float3 v, float3 m, float p, float de, float3& fx, float3& fy, float3& fz,
                               float3& fe) {
  fx.x = v.x * m.x + p;
  fx.y = v.x * m.y;
  fx.z = v.x * m.z;
  fy.x = fx.y;
  fy.y = v.y * m.y + p;
  fy.z = v.y * m.z;
  fz.x = fx.z;
  fz.y = fy.z;
  fz.z = v.z * m.z + p;
  float dp = de + p;
  fe.x = v.x * dp;
  fe.y = v.y * dp;
  fe.z = v.z * dp;
}
__global__ void step_factor(const float* var, const float* area, float* sf, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  float rho = var[i + DENSITY * n];
  float3 m = {var[i + MOMX * n], var[i + MOMY * n], var[i + MOMZ * n]}, v;
  velocity(rho, m, v);
  float s2 = sqd(v), p = pressure_of(rho, var[i + ENERGY * n], s2);
  sf[i] = 0.5f / (sqrtf(area[i]) * (sqrtf(s2) + sqrtf(GAMMA * p / rho)));
}
__global__ void flux(int n, const int* nbr, const float* normals, const float* var, float* fl) {
  const float smoothing = 0.2f;
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  float rho = var[i];
  float3 m = {var[i + MOMX * n], var[i + MOMY * n], var[i + MOMZ * n]}, v;
  float de = var[i + ENERGY * n];
  velocity(rho, m, v);
  float s2 = sqd(v), sp = sqrtf(s2), p = pressure_of(rho, de, s2), ss = sqrtf(GAMMA * p / rho);
  float3 fx, fy, fz, fe;
  contrib(v, m, p, de, fx, fy, fz, fe);
  float f0 = 0, f4 = 0;
  float3 fm = {0, 0, 0};
#pragma unroll
  for (int j = 0; j < NNB; j++) {
    int nb = nbr[i + j * n];
    float3 nr = {normals[i + (j + 0 * NNB) * n], normals[i + (j + 1 * NNB) * n],
                 normals[i + (j + 2 * NNB) * n]};
    float len = sqrtf(sqd(nr));
    if (nb >= 0) {
      float r2 = var[nb], e2 = var[nb + ENERGY * n];
      float3 m2 = {var[nb + MOMX * n], var[nb + MOMY * n], var[nb + MOMZ * n]}, v2;
      velocity(r2, m2, v2);
      float q2 = sqd(v2), p2 = pressure_of(r2, e2, q2), c2 = sqrtf(GAMMA * p2 / r2);
      float3 gx, gy, gz, ge;
      contrib(v2, m2, p2, e2, gx, gy, gz, ge);
      float k = -len * smoothing * 0.5f * (sp + sqrtf(q2) + ss + c2);
      f0 += k * (rho - r2);
      f4 += k * (de - e2);
      fm.x += k * (m.x - m2.x);
      fm.y += k * (m.y - m2.y);
      fm.z += k * (m.z - m2.z);
#define AX(c)                  \
  {                            \
    float h = 0.5f * nr.c;     \
    f0 += h * (m2.c + m.c);    \
    f4 += h * (ge.c + fe.c);   \
    fm.x += h * (gx.c + fx.c); \
    fm.y += h * (gy.c + fy.c); \
    fm.z += h * (gz.c + fz.c); \
  }
      AX(x) AX(y) AX(z)
    } else if (nb == -1) {
      fm.x += nr.x * p;
      fm.y += nr.y * p;
      fm.z += nr.z * p;
    } else if (nb == -2) {
      float h = .5f * nr.x;
      f0 += h * (ff_var[MOMX] + m.x);
      f4 += h * (ff_fe.x + fe.x);
      fm.x += h * (ff_fx.x + fx.x);
      fm.y += h * (ff_fy.x + fy.x);
      fm.z += h * (ff_fz.x + fz.x);
      h = .5f * nr.y;
      f0 += h * (ff_var[MOMY] + m.y);
      f4 += h * (ff_fe.y + fe.y);
      fm.x += h * (ff_fx.y + fx.y);
      fm.y += h * (ff_fy.y + fy.y);
      fm.z += h * (ff_fz.y + fz.y);
    }
  }
  fl[i] = f0;
  fl[i + MOMX * n] = fm.x;
  fl[i + MOMY * n] = fm.y;
  fl[i + MOMZ * n] = fm.z;
  fl[i + ENERGY * n] = f4;
}
__global__ void time_step(int j, int n, const float* old, float* var, const float* sf, const float* fl) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  float f = sf[i] / (3 + 1 - j);
  for (int k = 0; k < NVAR; k++) var[i + k * n] = old[i + k * n] + f * fl[i + k * n];
}
int main() {
  const int W = 21, H = 11, n = W * H;
  std::vector<float> var(NVAR * n), area(n), nrm(NDIM * NNB * n, 0);
  std::vector<int> nb(NNB * n);
  unsigned s = 6;
  auto rnd = [&] {
    s = s * 69069u + 1;
    return (s >> 8) / 16777216.f;
  };
  float ff[NVAR] = {1.4f, 0.6f * 1.4f, 0.1f, 0, 2.8f};
  float3 m = {ff[1], ff[2], 0};
  float p = pressure_of(1.4f, ff[4], (m.x * m.x + m.y * m.y) / 1.96f);
  float3 fx = {m.x * m.x / 1.4f + p, m.x * m.y / 1.4f, 0}, fy = {fx.y, m.y * m.y / 1.4f + p, 0},
         fz = {0, 0, p}, fe = {m.x / 1.4f * (ff[4] + p), m.y / 1.4f * (ff[4] + p), 0};
  for (int i = 0; i < n; i++) {
    int x = i % W, y = i / W;
    for (int k = 0; k < NVAR; k++) var[i + k * n] = ff[k] * (1 + 0.05f * rnd());
    area[i] = .8f + .4f * rnd();
    nb[i] = x ? i - 1 : -2;
    nb[i + n] = x < W - 1 ? i + 1 : -2;
    nb[i + 2 * n] = y ? i - W : -1;
    nb[i + 3 * n] = y < H - 1 ? i + W : -1;
    nrm[i] = -1;
    nrm[i + n] = 1;
    nrm[i + 6 * n] = -1;
    nrm[i + 7 * n] = 1;
    nrm[i + 8 * n] = .01f;
  }
  cudaMemcpyToSymbol(ff_var, ff, sizeof ff);
  cudaMemcpyToSymbol(ff_fx, &fx, 12);
  cudaMemcpyToSymbol(ff_fy, &fy, 12);
  cudaMemcpyToSymbol(ff_fz, &fz, 12);
  cudaMemcpyToSymbol(ff_fe, &fe, 12);
  float *dv, *dold, *da, *dn, *df, *dsf;
  int* db;
  size_t vb = NVAR * n * 4;
  cudaMalloc(&dv, vb);
  cudaMalloc(&dold, vb);
  cudaMalloc(&df, vb);
  cudaMalloc(&da, n * 4);
  cudaMalloc(&dsf, n * 4);
  cudaMalloc(&dn, nrm.size() * 4);
  cudaMalloc(&db, nb.size() * 4);
  cudaMemcpy(dv, var.data(), vb, cudaMemcpyHostToDevice);
  cudaMemcpy(dold, var.data(), vb, cudaMemcpyHostToDevice);
  cudaMemcpy(da, area.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dn, nrm.data(), nrm.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, nb.data(), nb.size() * 4, cudaMemcpyHostToDevice);
  cudaMemset(df, 0, vb);
  cudaMemset(dsf, 0, n * 4);
  step_factor<<<4, 60>>>(dv, da, dsf, n);
  for (int j = 1; j <= 3; j++) {
    flux<<<4, 60>>>(n, db, dn, dv, df);
    time_step<<<2, 128>>>(j, n, dold, dv, dsf, df);
  }
  cudaMemcpy(var.data(), dv, vb, cudaMemcpyDeviceToHost);
  int bad = cudaDeviceSynchronize() != cudaSuccess;
  double sum = 0;
  for (int k = 0; k < n; k++) {
    sum += var[k];
    if (!(var[k] > 0.1f && var[k] < 20.f)) bad = 1;
  }
  printf("cfd_euler %s density sum %.4f\n", bad ? "WRONG" : "ok", sum);
  return bad;
}
