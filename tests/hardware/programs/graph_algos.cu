// BFS (level synchronous with bool masks), Bellman-Ford SSSP with atomicMin, pointer jumping components,
// PageRank pull; flags kept on the device.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define NV 180
#define MAXE 900
#define INF 0x3f3f3f3f
typedef struct {
  int start;
  int degree;
} node_t;
typedef struct {
  int dst;
  int w;
} edge_t;
__device__ int changed;
__global__ void bfs_all(const node_t* g, const edge_t* e, bool* mask, bool* upd, bool* seen, int* cost,
                        int n) {  // one CTA, levels inside
  __shared__ int again;
  do {
    __syncthreads();
    if (threadIdx.x == 0) again = 0;
    for (int v = threadIdx.x; v < n; v += blockDim.x)
      if (mask[v]) {
        mask[v] = false;
        for (int i = g[v].start; i < g[v].start + g[v].degree; i++) {
          int u = e[i].dst;
          if (!seen[u]) {
            cost[u] = cost[v] + 1;
            upd[u] = true;
          }
        }
      }
    __syncthreads();
    for (int v = threadIdx.x; v < n; v += blockDim.x)
      if (upd[v]) {
        mask[v] = true;
        seen[v] = true;
        upd[v] = false;
        again = 1;
      }
    __syncthreads();
  } while (again);
}
__global__ void sssp_init(int* dist, int src, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) dist[v] = v == src ? 0 : INF;
}
__global__ void sssp_round(const node_t* g, const edge_t* e, const int* din, int* dout, int n, int* count) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  int d = din[v];
  if (d < INF)
    for (int i = 0; i < g[v].degree; ++i) {
      edge_t x = e[g[v].start + i];
      int alt = d + x.w;
      if (alt < din[x.dst]) {
        atomicMin(&dout[x.dst], alt);
        atomicAdd(count, 1);
      }
    }
  atomicMin(&dout[v], d);
}
__global__ void cc_kernel(const node_t* g, const edge_t* e, int* comp,
                          int n) {  // one CTA; min label propagation + shortcut
  __shared__ bool more;
  for (int v = threadIdx.x; v < n; v += blockDim.x) comp[v] = v;
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) more = false;
    __syncthreads();
    for (int v = threadIdx.x; v < n; v += blockDim.x)
      for (int i = 0; i < g[v].degree; i++) {
        int u = e[g[v].start + i].dst, a = comp[v], b = comp[u];
        if (a == b) continue;
        int hi = a > b ? a : b, lo = a ^ b ^ hi;
        if (atomicMin(&comp[hi], lo) > lo) more = true;
        atomicMin(&comp[a == hi ? v : u], lo);
      }
    __syncthreads();
    for (int v = threadIdx.x; v < n; v += blockDim.x) {
      int c = comp[v], p;
      while ((p = *(volatile int*)&comp[c]) != c) c = p;
      atomicMin(&comp[v], c);
    }
    __syncthreads();
    if (!more) break;
  }
}
__global__ void pagerank(const node_t* g, const edge_t* e, const float* in, float* out, int n,
                         float d) {  // graph is symmetric, so pulling over out edges is fine
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) {
    float s = 0;
    for (int i = 0; i < g[v].degree; i++) {
      int u = e[g[v].start + i].dst;
      s += in[u] / g[u].degree;
    }
    out[v] = (1 - d) / n + d * s;
  }
}
int main(void) {
  static node_t g[NV];
  static edge_t e[MAXE];
  static int adj[NV][NV];
  unsigned s = 3;
  int ne = 0;
  memset(adj, 0, sizeof adj);
  for (int k = 0; k < 260; k++) {
    s = s * 1103515245u + 12345u;
    int a = (s >> 16) % NV;
    s = s * 1103515245u + 12345u;
    int b = (s >> 16) % NV;
    if (a == b || a % 3 != b % 3 || a == 17 || b == 17) continue;
    s = s * 1103515245u + 12345u;
    adj[a][b] = adj[b][a] = 1 + (s >> 16) % 50;
  }
  for (int a = 0; a + 15 < NV; a += 15)
    if (a != 90) adj[a][a + 15] = adj[a + 15][a] = 9;
  for (int a = 0; a < NV; a++) {
    g[a].start = ne;
    for (int b = 0; b < NV; b++)
      if (adj[a][b] && ne < MAXE) {
        e[ne].dst = b;
        e[ne++].w = adj[a][b];
      }
    g[a].degree = ne - g[a].start;
  }
  node_t* dg;
  edge_t* de;
  bool *m, *u, *sn;
  int *cost, *d1, *d2, *cc, *cnt;
  float *p1, *p2;
  cudaMalloc((void**)&dg, sizeof g);
  cudaMalloc((void**)&de, sizeof e);
  cudaMalloc((void**)&m, NV);
  cudaMalloc((void**)&u, NV);
  cudaMalloc((void**)&sn, NV);
  cudaMalloc((void**)&cost, NV * 4);
  cudaMalloc((void**)&d1, NV * 4);
  cudaMalloc((void**)&d2, NV * 4);
  cudaMalloc((void**)&cc, NV * 4);
  cudaMalloc((void**)&cnt, 4);
  cudaMalloc((void**)&p1, NV * 4);
  cudaMalloc((void**)&p2, NV * 4);
  cudaMemcpy(dg, g, sizeof g, cudaMemcpyHostToDevice);
  cudaMemcpy(de, e, sizeof e, cudaMemcpyHostToDevice);
  bool b0[NV] = {true};
  int hc[NV];
  float pr[NV];
  for (int i = 0; i < NV; i++) {
    hc[i] = i ? -1 : 0;
    pr[i] = 1.f / NV;
  }
  cudaMemcpy(m, b0, NV, cudaMemcpyHostToDevice);
  cudaMemcpy(sn, b0, NV, cudaMemcpyHostToDevice);
  cudaMemset(u, 0, NV);
  cudaMemcpy(cost, hc, sizeof hc, cudaMemcpyHostToDevice);
  cudaMemset(d2, 0x3f, NV * 4);
  cudaMemset(d1, 0, NV * 4);
  cudaMemset(cc, 0, NV * 4);
  cudaMemset(cnt, 0, 4);
  cudaMemcpy(p1, pr, sizeof pr, cudaMemcpyHostToDevice);
  cudaMemset(p2, 0, NV * 4);
  bfs_all<<<1, 64>>>(dg, de, m, u, sn, cost, NV);
  sssp_init<<<2, 96>>>(d1, 0, NV);
  for (int r = 0; r < 6; r++) {
    sssp_round<<<2, 96>>>(dg, de, d1, d2, NV, cnt);
    int* t = d1;
    d1 = d2;
    d2 = t;
  }
  cc_kernel<<<1, 96>>>(dg, de, cc, NV);
  pagerank<<<3, 64>>>(dg, de, p1, p2, NV, 0.85f);
  pagerank<<<3, 64>>>(dg, de, p2, p1, NV, 0.85f);
  int gc[NV], gd[NV], gcc[NV];
  cudaMemcpy(gc, cost, sizeof gc, cudaMemcpyDeviceToHost);
  cudaMemcpy(gd, d1, sizeof gd, cudaMemcpyDeviceToHost);
  cudaMemcpy(gcc, cc, sizeof gcc, cudaMemcpyDeviceToHost);
  cudaMemcpy(pr, p1, sizeof pr, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess, q[NV], qh = 0, qt = 0, c2[NV], dd[NV], dn[NV];
  q[qt++] = 0;
  while (qh < qt) {
    int v = q[qh++];
    for (int i = 0; i < g[v].degree; i++) {
      int w = e[g[v].start + i].dst;
      if (hc[w] < 0) hc[w] = hc[v] + 1, q[qt++] = w;
    }
  }
  for (int i = 0; i < NV; i++) {
    c2[i] = i;
    dd[i] = i ? INF : 0;
  }
  for (int r = 0; r < NV; r++)
    for (int v = 0; v < NV; v++)
      for (int i = 0; i < g[v].degree; i++) {
        int w = e[g[v].start + i].dst;
        if (c2[w] > c2[v]) c2[w] = c2[v];
      }
  for (int r = 0; r < 6; r++) {
    memcpy(dn, dd, sizeof dd);
    for (int v = 0; v < NV; v++)
      if (dd[v] < INF)
        for (int i = 0; i < g[v].degree; i++) {
          edge_t x = e[g[v].start + i];
          if (dd[v] + x.w < dn[x.dst]) dn[x.dst] = dd[v] + x.w;
        }
    memcpy(dd, dn, sizeof dd);
  }
  for (int i = 0; i < NV; i++)
    if (gc[i] != hc[i] || gcc[i] != c2[i] || gd[i] != dd[i]) bad = 1;
  printf("graph_algos %s pr[5]=%.6f\n", bad ? "WRONG" : "ok", pr[5]);
  return bad;
}
