// Floyd-Warshall (blocked in one CTA), knapsack rows, travelling salesman by permutation unranking, longest
// common subsequence bit-parallel, seam carving, matrix chain.
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstring>
#include <vector>
#define V 21
#define CAP 150
#define CITY 7
__global__ void floyd(int* d, signed char* next) {
  for (int k = 0; k < V; k++) {
    for (int e = threadIdx.y * blockDim.x + threadIdx.x; e < V * V; e += blockDim.x * blockDim.y) {
      int i = e / V, j = e % V;
      long long via = (long long)d[i * V + k] + d[k * V + j];
      if (via < d[e]) {
        d[e] = (int)via;
        next[e] = next[i * V + k];
      }
    }
    __syncthreads();
  }
}
struct Thing {
  unsigned short weight, value;
};
__global__ void knapsack(const Thing* t, int n, int* best, unsigned* take) {  // take: bit rows
  __shared__ int row[2][CAP + 1];
  for (int c = threadIdx.x; c <= CAP; c += blockDim.x) row[0][c] = 0;
  __syncthreads();
  int cur = 0;
  for (int i = 0; i < n; i++) {
    Thing x = t[i];
    for (int c = threadIdx.x; c <= CAP; c += blockDim.x) {
      int v = row[cur][c];
      if (c >= x.weight && row[cur][c - x.weight] + x.value > v) {
        v = row[cur][c - x.weight] + x.value;
        atomicOr(&take[i * ((CAP + 32) / 32) + (c >> 5)], 1u << (c & 31));
      }
      row[cur ^ 1][c] = v;
    }
    cur ^= 1;
    __syncthreads();
  }
  for (int c = threadIdx.x; c <= CAP; c += blockDim.x) best[c] = row[cur][c];
}
__global__ void tsp(const unsigned char* dist, unsigned long long* best, int total) {
  __shared__ unsigned long long sb;
  if (threadIdx.x == 0) sb = ~0ull;
  __syncthreads();
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id < total) {
    unsigned char left[CITY - 1];
    for (int i = 0; i < CITY - 1; i++) left[i] = i + 1;
    int r = id, f = total, cur = 0, cost = 0;
    for (int m = CITY - 1; m > 0; m--) {
      f /= m;
      int k = r / f;
      r %= f;
      int c = left[k];
      for (int i = k; i < m - 1; i++) left[i] = left[i + 1];
      cost += dist[cur * CITY + c];
      cur = c;
    }
    cost += dist[cur * CITY];
    atomicMin(&sb, (unsigned long long)cost << 32 | id);
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicMin(best, sb);
}
__global__ void lcs_bits(const char* a, const int* la, const char* b, const int* lb, int* out,
                         int n) {  // strings up to 64 long, Hyyro
  int i = threadIdx.x;
  if (i >= n) return;
  const char *s = a + i * 64, *t = b + i * 64;
  unsigned long long M[4] = {0, 0, 0, 0}, v = ~0ull;
  for (int k = 0; k < la[i]; k++) M[s[k] & 3] |= 1ull << k;
  for (int k = 0; k < lb[i]; k++) {
    unsigned long long u = v & M[t[k] & 3];
    v = (v + u) | (v - u);
  }
  int l = la[i];
  unsigned long long mask = l == 64 ? ~0ull : (1ull << l) - 1;
  out[i] = __popcll(~v & mask);
}
__global__ void seam(const unsigned char* img, int w, int h, unsigned* acc, signed char* dir,
                     unsigned short* path) {
  extern __shared__ unsigned prev[];
  int x = threadIdx.x;
  if (x < w) {
    prev[x] = img[x];
    acc[x] = img[x];
  }
  for (int y = 1; y < h; y++) {
    __syncthreads();
    unsigned b = 0;
    signed char d = 0;
    if (x < w) {
      b = prev[x];
      if (x > 0 && prev[x - 1] < b) b = prev[x - 1], d = -1;
      if (x < w - 1 && prev[x + 1] < b) b = prev[x + 1], d = 1;
      b += img[y * w + x];
    }
    __syncthreads();
    if (x < w) {
      prev[x] = b;
      acc[y * w + x] = b;
      dir[y * w + x] = d;
    }
  }
  __syncthreads();
  if (x == 0) {
    int m = 0;
    for (int i = 1; i < w; i++)
      if (prev[i] < prev[m]) m = i;
    int y = h;
    do {
      --y;
      path[y] = m;
      m += y ? dir[y * w + m] : 0;
    } while (y > 0);
  }
}
__global__ void matrix_chain(const int* p, int n, long long* m) {
  for (int len = 2; len <= n; len++) {
    int i = threadIdx.x;
    if (i + len <= n) {
      int j = i + len - 1;
      long long b = LLONG_MAX;
      for (int k = i; k < j; k++) {
        long long c = m[i * n + k] + m[(k + 1) * n + j] + (long long)p[i] * p[k + 1] * p[j + 1];
        b = c < b ? c : b;
      }
      m[i * n + j] = b;
    }
    __syncthreads();
  }
}
int main() {
  unsigned s = 19;
  auto rnd = [&](int m) {
    s = s * 1103515245u + 12345u;
    return (int)((s >> 16) % m);
  };
  const int INF = INT_MAX / 3;
  int d[V * V], g[V * V];
  signed char nx[V * V];
  for (int i = 0; i < V * V; i++) {
    d[i] = i % (V + 1) == 0 ? 0 : rnd(5) ? INF : 1 + rnd(90);
    nx[i] = d[i] < INF ? i % V : -1;
  }
  const int NI = 14, RW = (CAP + 32) / 32;
  Thing t[NI];
  for (auto& x : t) {
    x.weight = 1 + rnd(50);
    x.value = rnd(100);
  }
  int kb[CAP + 1], kg[CAP + 1];
  unsigned char ds[CITY * CITY];
  for (auto& x : ds) x = 5 + rnd(90);
  unsigned long long tb = ~0ull;
  const int total = 720;
  const int NL = 15;
  static char la[NL * 64], lb[NL * 64];
  int na[NL], nb[NL], lo[NL];
  for (int i = 0; i < NL; i++) {
    na[i] = i == 0 ? 64 : i == 1 ? 0 : rnd(65);
    nb[i] = rnd(65);
    for (int k = 0; k < 64; k++) {
      la[i * 64 + k] = rnd(4);
      lb[i * 64 + k] = rnd(4);
    }
  }
  const int W = 27, H = 19, NM = 10;
  unsigned char im[W * H];
  for (auto& x : im) x = rnd(200);
  unsigned short path[H];
  int p[NM + 1];
  for (auto& x : p) x = 1 + rnd(3000);
  long long mc[NM * NM] = {0}, mg[NM * NM];
  auto up = [](const void* h, size_t n) {
    void* q;
    cudaMalloc(&q, n);
    if (h)
      cudaMemcpy(q, h, n, cudaMemcpyHostToDevice);
    else
      cudaMemset(q, 0, n);
    return q;
  };
  int* dd = (int*)up(d, sizeof d);
  signed char* dn = (signed char*)up(nx, sizeof nx);
  Thing* dt = (Thing*)up(t, sizeof t);
  int* dk = (int*)up(0, sizeof kb);
  unsigned* dtk = (unsigned*)up(0, NI * RW * 4);
  unsigned char* dds = (unsigned char*)up(ds, sizeof ds);
  unsigned long long* dtb = (unsigned long long*)up(&tb, 8);
  char *dla = (char*)up(la, sizeof la), *dlb = (char*)up(lb, sizeof lb);
  int *dna = (int*)up(na, sizeof na), *dnb = (int*)up(nb, sizeof nb), *dlo = (int*)up(0, sizeof lo);
  unsigned char* dim_ = (unsigned char*)up(im, sizeof im);
  unsigned* dac = (unsigned*)up(0, W * H * 4);
  signed char* ddir = (signed char*)up(0, W * H);
  unsigned short* dpa = (unsigned short*)up(0, sizeof path);
  int* dp = (int*)up(p, sizeof p);
  long long* dm = (long long*)up(mc, sizeof mc);
  floyd<<<1, dim3(21, 5)>>>(dd, dn);
  knapsack<<<1, 50>>>(dt, NI, dk, dtk);
  tsp<<<8, 96>>>(dds, dtb, total);
  lcs_bits<<<1, 32>>>(dla, dna, dlb, dnb, dlo, NL);
  seam<<<1, 32, W * 4>>>(dim_, W, H, dac, ddir, dpa);
  matrix_chain<<<1, 10>>>(dp, NM, dm);
  cudaMemcpy(g, dd, sizeof g, cudaMemcpyDeviceToHost);
  cudaMemcpy(kg, dk, sizeof kg, cudaMemcpyDeviceToHost);
  cudaMemcpy(&tb, dtb, 8, cudaMemcpyDeviceToHost);
  cudaMemcpy(lo, dlo, sizeof lo, cudaMemcpyDeviceToHost);
  cudaMemcpy(path, dpa, sizeof path, cudaMemcpyDeviceToHost);
  cudaMemcpy(mg, dm, sizeof mg, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  for (int k = 0; k < V; k++)
    for (int i = 0; i < V; i++)
      for (int j = 0; j < V; j++) d[i * V + j] = std::min(d[i * V + j], d[i * V + k] + d[k * V + j]);
  if (memcmp(d, g, sizeof d)) bad = 1;
  memset(kb, 0, sizeof kb);
  for (auto& x : t)
    for (int c = CAP; c >= x.weight; c--) kb[c] = std::max(kb[c], kb[c - x.weight] + x.value);
  if (memcmp(kb, kg, sizeof kb)) bad = 2;
  int pe[CITY] = {0, 1, 2, 3, 4, 5, 6}, bc = INT_MAX;
  do {
    int c = 0;
    for (int i = 0; i < CITY; i++) c += ds[pe[i] * CITY + pe[(i + 1) % CITY]];
    bc = std::min(bc, c);
  } while (std::next_permutation(pe + 1, pe + CITY));
  if ((int)(tb >> 32) != bc) bad = 3;
  for (int q = 0; q < NL; q++) {
    int r[65] = {0};
    for (int i = 0; i < na[q]; i++) {
      int diag = 0;
      for (int j = 1; j <= nb[q]; j++) {
        int up_ = r[j];
        r[j] = la[q * 64 + i] == lb[q * 64 + j - 1] ? diag + 1 : std::max(r[j], r[j - 1]);
        diag = up_;
      }
    }
    if (r[nb[q]] != lo[q]) bad = 4;
  }
  for (int l = 2; l <= NM; l++)
    for (int i = 0; i + l <= NM; i++) {
      long long b = LLONG_MAX;
      for (int k = i; k < i + l - 1; k++)
        b = std::min(b,
                     mc[i * NM + k] + mc[(k + 1) * NM + i + l - 1] + (long long)p[i] * p[k + 1] * p[i + l]);
      mc[i * NM + i + l - 1] = b;
    }
  if (memcmp(mc, mg, sizeof mc)) bad = 5;
  for (int y = 1; y < H; y++)
    if (path[y] - path[y - 1] > 1 || path[y - 1] - path[y] > 1) bad = 6;
  printf("dyn_prog %s (%d)\n", bad ? "WRONG" : "ok", bad);
  return bad != 0;
}
