// Molecular dynamics: cell binning by stable counting, neighbour lists, Lennard-Jones forces with cut-off and
// minimum image, velocity Verlet; n-body with float4 tiles; SPH density.
#include <cmath>
#include <cstdio>
#include <vector>
struct Box {
  float len, inv;
  int cells;
};
__device__ __host__ inline float mini(float d, float L) { return d > L / 2 ? d - L : d < -L / 2 ? d + L : d; }
__device__ int cell_of(float4 p, Box b) {
  int x = min(b.cells - 1, (int)(p.x * b.inv * b.cells)), y = min(b.cells - 1, (int)(p.y * b.inv * b.cells)),
      z = min(b.cells - 1, (int)(p.z * b.inv * b.cells));
  return (z * b.cells + y) * b.cells + x;
}
__global__ void bin(const float4* pos, int n, Box b, int* start,
                    int* members) {  // thread per cell, stable order
  int c = blockIdx.x * blockDim.x + threadIdx.x, nc = b.cells * b.cells * b.cells;
  if (c >= nc) return;
  int before = 0;
  for (int i = 0; i < n; i++) before += cell_of(pos[i], b) < c;
  start[c] = before;
  if (c == nc - 1) start[nc] = n;
  for (int i = 0; i < n; i++)
    if (cell_of(pos[i], b) == c) members[before++] = i;
}
__global__ void build(const float4* pos, int n, Box b, const int* start, const int* mem, float rl2,
                      unsigned short* list, int* cnt, int maxn) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = pos[i];
  int c = cell_of(p, b), m = 0, C = b.cells, cx = c % C, cy = c / C % C, cz = c / C / C;
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++) {
        int q = ((cz + dz + C) % C * C + (cy + dy + C) % C) * C + (cx + dx + C) % C;
        for (int k = start[q]; k < start[q + 1]; k++) {
          int j = mem[k];
          if (j == i) continue;
          float4 o = pos[j];
          float x = mini(p.x - o.x, b.len), y = mini(p.y - o.y, b.len), z = mini(p.z - o.z, b.len);
          if (x * x + y * y + z * z < rl2 && m < maxn) list[m++ * n + i] = j;
        }
      }
  cnt[i] = m;
}
__global__ void lj(const float4* pos, float4* frc, int n, Box b, const unsigned short* list, const int* cnt,
                   float rc2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = pos[i], f = {0, 0, 0, 0};
  for (int k = 0; k < cnt[i]; k++) {
    float4 o = __ldg(&pos[list[k * n + i]]);
    float x = mini(p.x - o.x, b.len), y = mini(p.y - o.y, b.len), z = mini(p.z - o.z, b.len),
          r2 = x * x + y * y + z * z;
    if (r2 >= rc2) continue;
    float r2i = 1.f / r2, r6 = r2i * r2i * r2i, ff = r2i * r6 * (48.f * r6 - 24.f);
    f.x += ff * x;
    f.y += ff * y;
    f.z += ff * z;
    f.w += 2.f * r6 * (r6 - 1.f);
  }
  frc[i] = f;
}
__global__ void verlet(float4* pos, float3* vel, const float4* f, int n, Box b, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float3 v = vel[i];
  float4 p = pos[i], a = f[i];
  v.x += a.x * dt;
  v.y += a.y * dt;
  v.z += a.z * dt;
  float* q = &p.x;
  const float* w = &v.x;
  for (int k = 0; k < 3; k++) {
    q[k] += w[k] * dt;
    if (q[k] < 0) q[k] += b.len;
    if (q[k] >= b.len) q[k] -= b.len;
  }
  vel[i] = v;
  pos[i] = p;
}
template <int P>
__global__ void nbody(const float4* pos, float3* acc, int n, float eps2) {
  __shared__ float4 tile[P];
  int i = blockIdx.x * P + threadIdx.x;
  float4 me = i < n ? pos[i] : make_float4(0, 0, 0, 0);
  float3 a = make_float3(0, 0, 0);
  for (int t = 0; t * P < n; t++) {
    int j = t * P + threadIdx.x;
    tile[threadIdx.x] = j < n ? pos[j] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < P; k++) {
      float x = tile[k].x - me.x, y = tile[k].y - me.y, z = tile[k].z - me.z,
            d = x * x + y * y + z * z + eps2, r = rsqrtf(d), s = tile[k].w * r * r * r;
      a.x += x * s;
      a.y += y * s;
      a.z += z * s;
    }
    __syncthreads();
  }
  if (i < n) acc[i] = a;
}
__global__ void sph_density(const float4* pos, const unsigned short* list, const int* cnt, float* rho, int n,
                            Box b, float h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = pos[i].w * h * h * h * h * h * h, h2 = h * h;
  int k = cnt[i];
  while (k-- > 0) {
    float4 o = pos[list[k * n + i]], p = pos[i];
    float x = mini(p.x - o.x, b.len), y = mini(p.y - o.y, b.len), z = mini(p.z - o.z, b.len),
          q = h2 - (x * x + y * y + z * z);
    if (q > 0) s += o.w * q * q * q;
  }
  rho[i] = s * 315.f / (64.f * 3.14159265f * powf(h, 9.f));
}
int main() {
  const int n = 125, C = 4, MN = 40;
  Box b = {8.f, 1 / 8.f, C};
  std::vector<float4> p(n), f(n);
  std::vector<float3> v(n), acc(n);
  std::vector<float> rho(n);
  std::vector<int> cnt(n);
  unsigned s = 4;
  auto rnd = [&] {
    s = s * 1664525u + 1013904223u;
    return (s >> 8) / 16777216.f;
  };
  for (int i = 0; i < n; i++) {
    p[i] = make_float4((i % 5 + .3f + .3f * rnd()) * 1.6f, (i / 5 % 5 + .3f + .3f * rnd()) * 1.6f,
                       (i / 25 + .3f + .3f * rnd()) * 1.6f, .5f + rnd());
    v[i] = make_float3(rnd() - .5f, rnd() - .5f, rnd() - .5f);
  }
  float4 *dp, *df;
  float3 *dv, *da;
  int *dst, *dm, *dc;
  unsigned short* dl;
  float* dr;
  cudaMalloc(&dp, n * 16);
  cudaMalloc(&df, n * 16);
  cudaMalloc(&dv, n * 12);
  cudaMalloc(&da, n * 12);
  cudaMalloc(&dst, 65 * 4);
  cudaMalloc(&dm, n * 4);
  cudaMalloc(&dc, n * 4);
  cudaMalloc(&dl, n * MN * 2);
  cudaMalloc(&dr, n * 4);
  cudaMemcpy(dp, p.data(), n * 16, cudaMemcpyHostToDevice);
  cudaMemcpy(dv, v.data(), n * 12, cudaMemcpyHostToDevice);
  cudaMemset(df, 0, n * 16);
  cudaMemset(da, 0, n * 12);
  cudaMemset(dst, 0, 65 * 4);
  cudaMemset(dm, 0, n * 4);
  cudaMemset(dc, 0, n * 4);
  cudaMemset(dl, 0, n * MN * 2);
  cudaMemset(dr, 0, n * 4);
  bin<<<2, 32>>>(dp, n, b, dst, dm);
  build<<<4, 32>>>(dp, n, b, dst, dm, 4.0f, dl, dc, MN);
  nbody<32><<<4, 32>>>(dp, da, n, 0.01f);
  sph_density<<<3, 50>>>(dp, dl, dc, dr, n, b, 1.9f);
  lj<<<4, 32>>>(dp, df, n, b, dl, dc, 3.24f);
  cudaMemcpy(f.data(), df, n * 16, cudaMemcpyDeviceToHost);
  verlet<<<4, 32>>>(dp, dv, df, n, b, 0.004f);
  lj<<<4, 32>>>(dp, df, n, b, dl, dc, 3.24f);
  verlet<<<4, 32>>>(dp, dv, df, n, b, 0.004f);
  cudaMemcpy(acc.data(), da, n * 12, cudaMemcpyDeviceToHost);
  cudaMemcpy(rho.data(), dr, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(cnt.data(), dc, n * 4, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  double sr = 0;
  for (int i = 0; i < n; i++) {
    double fx = 0, ax = 0, sc = 1, sa = 1;
    int c = 0;
    for (int j = 0; j < n; j++) {
      if (i == j) continue;
      double X = p[j].x - p[i].x, Y = p[j].y - p[i].y, Z = p[j].z - p[i].z, d = X * X + Y * Y + Z * Z + .01;
      ax += p[j].w * X / (d * sqrt(d));
      sa += fabs(p[j].w * X / (d * sqrt(d)));
      double x = mini(-X, 8), y = mini(-Y, 8), z = mini(-Z, 8), r2 = x * x + y * y + z * z;
      if (r2 < 4) c++;
      if (r2 < 3.24) {
        double r6 = 1 / (r2 * r2 * r2), t = r6 / r2 * (48 * r6 - 24) * x;
        fx += t;
        sc += fabs(t);
      }
    }
    if (!(fabs(fx - f[i].x) < 1e-3 * sc && fabs(ax - acc[i].x) < 1e-3 * sa && c == cnt[i])) bad = 1;
    sr += rho[i];
  }
  printf("md_neighbours %s rho %.4f\n", bad ? "WRONG" : "ok", sr);
  return bad;
}
