// Mandelbrot in float and double with periodicity check, Perlin noise (own permutation), marching squares
// with case table and prefix positions, binomial option tree, histogram with shared sub-histograms.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
__constant__ unsigned char perm[512];
__device__ const signed char ncase[16] = {0, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 0};
template <class T>
__global__ void mandel(unsigned short* out, int w, int h, T x0, T y0, T step, int maxit) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  T cx = x0 + x * step, cy = y0 + y * step, zx = 0, zy = 0, px = 0, py = 0;
  int n = 0, per = 8;
  for (;;) {
    T a = zx * zx, b = zy * zy;
    if (a + b > T(4)) break;
    if (++n >= maxit) {
      n = maxit;
      break;
    }
    zy = T(2) * zx * zy + cy;
    zx = a - b + cx;
    if (zx == px && zy == py) {
      n = maxit;
      break;
    }
    if (n == per) {
      px = zx;
      py = zy;
      per <<= 1;
    }
  }
  out[y * w + x] = n;
}
__device__ __host__ inline float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }
__device__ __host__ inline float grad(int h, float x, float y, float z) {
  h &= 15;
  float u = h < 8 ? x : y, v = h < 4 ? y : h == 12 || h == 14 ? x : z;
  return (h & 1 ? -u : u) + (h & 2 ? -v : v);
}
__device__ __host__ inline float lerp_(float t, float a, float b) { return a + t * (b - a); }
__device__ __host__ float noise(const unsigned char* p, float x, float y, float z) {
  float fx = floorf(x), fy = floorf(y), fz = floorf(z);
  int X = (int)fx & 255, Y = (int)fy & 255, Z = (int)fz & 255;
  x -= fx;
  y -= fy;
  z -= fz;
  float u = fade(x), v = fade(y), w = fade(z);
  int A = p[X] + Y, AA = p[A & 511] + Z, AB = p[(A + 1) & 511] + Z, B = p[X + 1] + Y, BA = p[B & 511] + Z,
      BB = p[(B + 1) & 511] + Z;
#define PP(i) p[(i)&511]
  return lerp_(w,
               lerp_(v, lerp_(u, grad(PP(AA), x, y, z), grad(PP(BA), x - 1, y, z)),
                     lerp_(u, grad(PP(AB), x, y - 1, z), grad(PP(BB), x - 1, y - 1, z))),
               lerp_(v, lerp_(u, grad(PP(AA + 1), x, y, z - 1), grad(PP(BA + 1), x - 1, y, z - 1)),
                     lerp_(u, grad(PP(AB + 1), x, y - 1, z - 1), grad(PP(BB + 1), x - 1, y - 1, z - 1))));
}
__global__ void perlin(float* f, int w, int h, int oct) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= w * h) return;
  float s = 0, amp = 1, fr = 0.13f;
  for (int o = 0; o < oct; o++, amp *= .5f, fr *= 2)
    s += amp * noise(perm, (i % w - 9) * fr, i / w * fr, 0.37f + o);
  f[i] = s;
}
__global__ void march(const float* f, int w, int h, float iso, int* rowCount, float4* seg,
                      int maxrow) {  // thread per row of cells: sequential in x, so the order is fixed
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= h - 1) return;
  int m = 0;
  for (int x = 0; x < w - 1; x++) {
    float c[4] = {f[y * w + x], f[y * w + x + 1], f[(y + 1) * w + x + 1], f[(y + 1) * w + x]};
    int k = 0;
    for (int q = 0; q < 4; q++) k |= (c[q] > iso) << q;
    if (ncase[k] == 0) continue;
    float2 e[4];
    int ne = 0;
    for (int q = 0; q < 4; q++) {
      int a = k >> q & 1, b = k >> ((q + 1) & 3) & 1;
      if (a == b) continue;
      float t = (iso - c[q]) / (c[(q + 1) & 3] - c[q]);
      switch (q) {
        case 0:
          e[ne++] = make_float2(x + t, y);
          break;
        case 1:
          e[ne++] = make_float2(x + 1, y + t);
          break;
        case 2:
          e[ne++] = make_float2(x + 1 - t, y + 1);
          break;
        default:
          e[ne++] = make_float2(x, y + 1 - t);
      }
    }
    for (int q = 0; q + 1 < ne && m < maxrow; q += 2)
      seg[y * maxrow + m++] = make_float4(e[q].x, e[q].y, e[q + 1].x, e[q + 1].y);
  }
  rowCount[y] = m;
}
struct Opt {
  float s, x, t, r, v;
  int type;
};
__global__ void binomial(const Opt* o, float* val,
                         int steps) {  // American put / European call, CTA per option
  __shared__ float a[64];
  const Opt p = o[blockIdx.x];
  int t = threadIdx.x;
  float dt = p.t / steps, u = expf(p.v * sqrtf(dt)), d = 1 / u, df = expf(-p.r * dt),
        pu = (expf(p.r * dt) - d) / (u - d);
  if (t <= steps) {
    float s = p.s * expf(p.v * sqrtf(dt) * (2 * t - steps));
    a[t] = fmaxf(p.type ? p.x - s : s - p.x, 0.f);
  }
  __syncthreads();
  for (int n = steps; n > 0; n--) {
    float v = 0;
    if (t < n) {
      v = df * (pu * a[t + 1] + (1 - pu) * a[t]);
      if (p.type) v = fmaxf(v, p.x - p.s * expf(p.v * sqrtf(dt) * (2 * t - n + 1)));
    }
    __syncthreads();
    if (t < n) a[t] = v;
    __syncthreads();
  }
  if (t == 0) val[blockIdx.x] = a[0];
}
__global__ void histo(const unsigned short* d, int n, unsigned* h, int shift) {
  __shared__ unsigned s[3][32];
  for (int i = threadIdx.x; i < 96; i += blockDim.x) s[i / 32][i % 32] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicInc(&s[threadIdx.x % 3][min(d[i] >> shift, 31)], 0xffffffffu);
  __syncthreads();
  if (threadIdx.x < 32) atomicAdd(&h[threadIdx.x], s[0][threadIdx.x] + s[1][threadIdx.x] + s[2][threadIdx.x]);
}
int main() {
  const int w = 33, h = 21, n = w * h, MR = 40, NO = 6, ST = 40;
  unsigned char pm[512];
  unsigned s = 5;
  for (int i = 0; i < 256; i++) pm[i] = i;
  for (int i = 255; i > 0; i--) {
    s = s * 1664525u + 1013904223u;
    std::swap(pm[i], pm[(s >> 16) % (i + 1)]);
  }
  memcpy(pm + 256, pm, 256);
  Opt op[NO];
  for (int i = 0; i < NO; i++) op[i] = {90.f + 5 * i, 100, .5f + .1f * i, .03f, .2f + .05f * i, i & 1};
  unsigned short *da, *db, a[n], b[n];
  float *df, f[n], *dv, v[NO];
  int *drc, rc[h];
  float4* dsg;
  Opt* dop;
  unsigned *dh, hh[32];
  cudaMalloc(&da, n * 2);
  cudaMalloc(&db, n * 2);
  cudaMalloc(&df, n * 4);
  cudaMalloc(&dv, NO * 4);
  cudaMalloc(&drc, h * 4);
  cudaMalloc(&dsg, h * MR * 16);
  cudaMalloc(&dop, sizeof op);
  cudaMalloc(&dh, 128);
  cudaMemset(da, 0, n * 2);
  cudaMemset(db, 0, n * 2);
  cudaMemset(df, 0, n * 4);
  cudaMemset(dv, 0, NO * 4);
  cudaMemset(drc, 0, h * 4);
  cudaMemset(dsg, 0, h * MR * 16);
  cudaMemset(dh, 0, 128);
  cudaMemcpy(dop, op, sizeof op, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(perm, pm, 512);
  mandel<float><<<dim3(5, 5), dim3(7, 5)>>>(da, w, h, -2.1f, -1.2f, .0875f, 100);
  mandel<double><<<dim3(3, 3), dim3(11, 7)>>>(db, w, h, -0.75, 0.1, 0.001, 30);
  perlin<<<6, 128>>>(df, w, h, 2);
  march<<<2, 12>>>(df, w, h, 0.05f, drc, dsg, MR);
  binomial<<<NO, 64>>>(dop, dv, ST);
  histo<<<2, 80>>>(da, n, dh, 1);
  cudaMemcpy(a, da, n * 2, cudaMemcpyDeviceToHost);
  cudaMemcpy(b, db, n * 2, cudaMemcpyDeviceToHost);
  cudaMemcpy(f, df, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(v, dv, NO * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(rc, drc, sizeof rc, cudaMemcpyDeviceToHost);
  cudaMemcpy(hh, dh, 128, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess, segs = 0;
  unsigned h2[32] = {0};
  for (int i = 0; i < n; i++) {
    h2[std::min(a[i] >> 1, 31)]++;
    float t = 0, amp = 1, fr = .13f;
    for (int o = 0; o < 2; o++, amp *= .5f, fr *= 2)
      t += amp * noise(pm, (i % w - 9) * fr, i / w * fr, .37f + o);
    if (!(fabs(t - f[i]) < 1e-3)) bad = 1;
  }
  if (memcmp(hh, h2, 128)) bad = 2;
  for (int r : rc) segs += r;
  for (int i = 0; i < NO; i += 2) {
    const Opt& p = op[i];
    double d1 = (log(p.s / p.x) + (p.r + p.v * p.v / 2) * p.t) / (p.v * sqrt(p.t)), d2 = d1 - p.v * sqrt(p.t),
           bs = p.s * .5 * erfc(-d1 / sqrt(2)) - p.x * exp(-p.r * p.t) * .5 * erfc(-d2 / sqrt(2));
    if (!(fabs(bs - v[i]) < .2)) bad = 3;
  }
  printf("fractal_noise %s (%d) segments %d\n", bad ? "WRONG" : "ok", bad, segs);
  return bad != 0;
}
