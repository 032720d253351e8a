// Sobel, bilateral, median (sorting network on a local array), box blur by running sums, on uchar4 and
// unsigned char images.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#define W 37
#define H 23
typedef unsigned char u8;
__constant__ float gauss[5];
__device__ __host__ inline int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
__global__ void luma(const uchar4* in, u8* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < W && y < H) {
    uchar4 p = in[y * W + x];
    out[y * W + x] = (u8)((77 * p.x + 150 * p.y + 29 * p.z) >> 8);
  }
}
__global__ void sobel(const u8* in, short2* grad, u8* mag) {
  __shared__ u8 t[8 + 2][16 + 2];
  int x0 = blockIdx.x * 16 - 1, y0 = blockIdx.y * 8 - 1;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 10 * 18; i += 128)
    t[i / 18][i % 18] = in[clampi(y0 + i / 18, 0, H - 1) * W + clampi(x0 + i % 18, 0, W - 1)];
  __syncthreads();
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= W || y >= H) return;
  const u8(*p)[18] = &t[threadIdx.y];
  int c = threadIdx.x;
  int gx = p[0][c + 2] - p[0][c] + 2 * (p[1][c + 2] - p[1][c]) + p[2][c + 2] - p[2][c];
  int gy = p[2][c] - p[0][c] + 2 * (p[2][c + 1] - p[0][c + 1]) + p[2][c + 2] - p[0][c + 2];
  grad[y * W + x] = make_short2(gx, gy);
  mag[y * W + x] = min(255, (abs(gx) + abs(gy)) / 2);
}
__global__ void bilateral(const uchar4* in, uchar4* out, float ed) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= W || y >= H) return;
  uchar4 c = in[y * W + x];
  float4 a = {0, 0, 0, 0};
  float sum = 0;
  for (int j = -2; j <= 2; j++)
    for (int i = -2; i <= 2; i++) {
      int xx = x + i, yy = y + j;
      if (xx < 0 || yy < 0 || xx >= W || yy >= H) continue;
      uchar4 q = in[yy * W + xx];
      float dx = (q.x - c.x) / 255.f, dy = (q.y - c.y) / 255.f, dz = (q.z - c.z) / 255.f;
      float f = gauss[i + 2] * gauss[j + 2] * __expf(-(dx * dx + dy * dy + dz * dz) * ed);
      a.x += f * q.x;
      a.y += f * q.y;
      a.z += f * q.z;
      sum += f;
    }
  out[y * W + x] = make_uchar4((u8)(a.x / sum + .5f), (u8)(a.y / sum + .5f), (u8)(a.z / sum + .5f), c.w);
}
#define SW(a, b)                                     \
  {                                                  \
    u8 lo_ = min(v[a], v[b]), hi_ = max(v[a], v[b]); \
    v[a] = lo_;                                      \
    v[b] = hi_;                                      \
  }
__global__ void median3(const u8* in, u8* out) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= W * H) return;
  int x = k % W, y = k / W;
  u8 v[9];
  int n = 0;
  for (int j = -1; j < 2; j++)
    for (int i = -1; i < 2; i++) v[n++] = in[clampi(y + j, 0, H - 1) * W + clampi(x + i, 0, W - 1)];
  SW(1, 2)
  SW(4, 5) SW(7, 8) SW(0, 1) SW(3, 4) SW(6, 7) SW(1, 2) SW(4, 5) SW(7, 8) SW(0, 3) SW(5, 8) SW(4, 7) SW(3, 6)
      SW(1, 4) SW(2, 5) SW(4, 7) SW(4, 2) SW(6, 4) SW(4, 2) out[k] = v[4];
}
__global__ void box_rows(const u8* in, unsigned short* out, int r) {
  int y = threadIdx.x;
  if (y >= H) return;
  int s = 0;
  for (int x = -r; x <= r; x++) s += in[y * W + clampi(x, 0, W - 1)];
  for (int x = 0; x < W; x++) {
    out[y * W + x] = s;
    s += in[y * W + min(x + r + 1, W - 1)] - in[y * W + max(x - r, 0)];
  }
}
int main() {
  static uchar4 im[W * H], bo[W * H];
  static u8 g[W * H], mg[W * H], md[W * H];
  static short2 gr[W * H];
  static unsigned short bx[W * H];
  unsigned s = 1;
  float gs[5];
  for (int i = 0; i < W * H; i++) {
    s = s * 1103515245u + 12345u;
    int x = i % W, y = i / W, e = x > 17 ? 120 : 0;
    im[i] = make_uchar4(e + (s >> 27), y * 10 + (s >> 22 & 15), s >> 28 == 3 ? 255 : 60, i);
  }
  for (int i = 0; i < 5; i++) gs[i] = expf(-(i - 2) * (i - 2) / 4.f);
  cudaMemcpyToSymbol(gauss, gs, sizeof gs);
  uchar4 *a, *b;
  u8 *dg, *dm, *dd;
  short2* dgr;
  unsigned short* dbx;
  const int n = W * H;
  cudaMalloc(&a, n * 4);
  cudaMalloc(&b, n * 4);
  cudaMalloc(&dg, n);
  cudaMalloc(&dm, n);
  cudaMalloc(&dd, n);
  cudaMalloc(&dgr, n * 4);
  cudaMalloc(&dbx, n * 2);
  cudaMemcpy(a, im, n * 4, cudaMemcpyHostToDevice);
  cudaMemset(b, 0, n * 4);
  cudaMemset(dg, 0, n);
  cudaMemset(dm, 0, n);
  cudaMemset(dd, 0, n);
  cudaMemset(dgr, 0, n * 4);
  cudaMemset(dbx, 0, n * 2);
  dim3 t(16, 8), gd((W + 15) / 16, (H + 7) / 8);
  luma<<<gd, t>>>(a, dg);
  sobel<<<gd, t>>>(dg, dgr, dm);
  bilateral<<<dim3(4, 6), dim3(10, 4)>>>(a, b, 20.f);
  median3<<<(n + 99) / 100, 100>>>(dg, dd);
  box_rows<<<1, 32>>>(dg, dbx, 3);
  cudaMemcpy(bo, b, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(g, dg, n, cudaMemcpyDeviceToHost);
  cudaMemcpy(mg, dm, n, cudaMemcpyDeviceToHost);
  cudaMemcpy(md, dd, n, cudaMemcpyDeviceToHost);
  cudaMemcpy(gr, dgr, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(bx, dbx, n * 2, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  unsigned sum = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      auto at = [&](int i, int j) { return (int)g[clampi(y + j, 0, H - 1) * W + clampi(x + i, 0, W - 1)]; };
      u8 v[9];
      int k = 0, bs = 0;
      for (int j = -1; j < 2; j++)
        for (int i = -1; i < 2; i++) v[k++] = at(i, j);
      std::sort(v, v + 9);
      for (int i = -3; i <= 3; i++) bs += at(i, 0);
      int gx = at(1, -1) - at(-1, -1) + 2 * (at(1, 0) - at(-1, 0)) + at(1, 1) - at(-1, 1), p = y * W + x;
      if (v[4] != md[p] || bs != bx[p] || gx != gr[p].x || bo[p].w != im[p].w) bad = 1;
      sum += bo[p].x + bo[p].y * 3 + mg[p];
    }
  printf("image_filters %s %u\n", bad ? "WRONG" : "ok", sum);
  return bad;
}
