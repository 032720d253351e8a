// k-means with integer accumulators, stream-cluster pgain, nearest neighbours, k-d tree search with an
// explicit stack and implicit layout.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
#define NF 5
template <int F>
struct Vec {
  float v[F];
  __host__ __device__ float dist2(const Vec& o) const {
    float s = 0;
    for (int i = 0; i < F; i++) {
      float d = v[i] - o.v[i];
      s += d * d;
    }
    return s;
  }
};
typedef Vec<NF> P5;
typedef Vec<3> P3;
__global__ void assign(const P5* p, int n, const P5* c, int k, int* member, int* delta) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int b = 0;
  float bd = FLT_MAX;
  for (int j = 0; j < k; j++) {
    float d = p[i].dist2(c[j]);
    if (d < bd) bd = d, b = j;
  }
  if (member[i] != b) {
    member[i] = b;
    atomicAdd(delta, 1);
  }
}
__global__ void centres(const P5* p, const int* member, int n, P5* c,
                        int* size) {  // CTA per cluster, thread per feature
  int k = blockIdx.x, f = threadIdx.x;
  if (f >= NF) return;
  double s = 0;
  int m = 0;
  for (int i = 0; i < n; i++) {
    if (member[i] != k) continue;
    s += p[i].v[f];
    m++;
  }
  if (m) c[k].v[f] = (float)(s / m);
  if (f == 0) size[k] = m;
}
struct Point {
  float weight, cost;
  long assign;
  P3 x;
};
__global__ void pgain(const Point* p, int n, int cand, const int* centerOf, float* lower, bool* swit,
                      int nc) {  // lower: [n][nc] savings table
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = p[i].x.dist2(p[cand].x) * p[i].weight;
  if (x < p[i].cost) {
    swit[i] = true;
    lower[i * (nc + 1) + nc] = x - p[i].cost;
  } else
    lower[i * (nc + 1) + centerOf[p[i].assign]] = p[i].cost - x + x;
}
struct Near {
  float d;
  int id;
};
__global__ void knn_list(const float2* loc, float2 target, float* dist, int n) {
  int g = blockDim.x * (gridDim.x * blockIdx.y + blockIdx.x) + threadIdx.x;
  if (g < n)
    dist[g] =
        sqrtf((target.x - loc[g].x) * (target.x - loc[g].x) + (target.y - loc[g].y) * (target.y - loc[g].y));
}
__global__ void kdsearch(const P3* tree, const int* ids, int n, const P3* q, Near* out, int nq,
                         int* visited) {  // heap layout, axis = depth % 3
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= nq) return;
  struct {
    int node;
    float split;
  } st[16];
  int sp = 0, best = -1, cnt = 0;
  float bd = FLT_MAX;
  P3 a = q[i];
  st[sp].node = 0;
  st[sp++].split = 0;
  while (sp > 0) {
    int nd = st[--sp].node;
    if (st[sp].split >= bd) continue;
    while (nd < n) {
      cnt++;
      float d = a.dist2(tree[nd]);
      if (d < bd || (d == bd && ids[nd] < best)) bd = d, best = ids[nd];
      int ax = (31 - __clz(nd + 1)) % 3;
      float diff = a.v[ax] - tree[nd].v[ax];
      int nearc = 2 * nd + 1 + (diff >= 0), farc = 2 * nd + 1 + (diff < 0);
      if (farc < n && diff * diff < bd) {
        st[sp].node = farc;
        st[sp].split = diff * diff;
        sp++;
      }
      nd = nearc;
    }
  }
  Near r;
  r.d = bd;
  r.id = best;
  out[i] = r;
  visited[i] = cnt;
}
static void kd(std::vector<std::pair<P3, int>> v, int node, int depth, std::vector<P3>& t,
               std::vector<int>& id) {
  if (v.empty()) return;
  int ax = depth % 3, n = v.size();
  std::sort(v.begin(), v.end(), [ax](auto& a, auto& b) { return a.first.v[ax] < b.first.v[ax]; });
  int h = 1;
  while (2 * h + 1 <= n) h = 2 * h + 1;
  int last = n - h, half = (h + 1) / 2, l = (h - 1) / 2 + std::min(last, half);
  t[node] = v[l].first;
  id[node] = v[l].second;
  kd({v.begin(), v.begin() + l}, 2 * node + 1, depth + 1, t, id);
  kd({v.begin() + l + 1, v.end()}, 2 * node + 2, depth + 1, t, id);
}
template <class T>
T* up(const std::vector<T>& v) {
  T* d;
  cudaMalloc(&d, v.size() * sizeof(T));
  cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return d;
}
int main() {
  unsigned s = 21;
  auto rnd = [&] {
    s = s * 1103515245u + 12345u;
    return ((int)(s >> 16) % 1000) / 100.f;
  };
  const int n = 130, k = 6, nq = 40, nt = 90;
  std::vector<P5> p(n), c(k);
  for (int i = 0; i < n; i++)
    for (int f = 0; f < NF; f++) p[i].v[f] = rnd() + (i % 4) * 8;
  for (int j = 0; j < k; j++) c[j] = p[j * 7];
  std::vector<int> mem(n, -1), sz(k, 0), z1(3, 0);
  std::vector<Point> pt(n);
  memset((void*)pt.data(), 0, n * sizeof(Point));
  std::vector<int> cof(n, 0);
  const int nc = 4;
  for (int i = 0; i < n; i++) {
    pt[i].weight = 1 + i % 3;
    pt[i].x = {{rnd(), rnd(), rnd()}};
    pt[i].assign = i % nc;
    cof[i] = i % nc;
    pt[i].cost = pt[i].x.dist2(pt[i % nc].x) * pt[i].weight;
  }
  std::vector<float> low(n * (nc + 1), 0), ds(n, 0);
  std::vector<float2> loc(n);
  for (auto& l : loc) l = make_float2(rnd(), -rnd());
  std::vector<std::pair<P3, int>> pv(nt);
  for (int i = 0; i < nt; i++) {
    pv[i] = {{{rnd(), rnd(), rnd() / 5}}, i};
  }
  std::vector<P3> tr(nt), q(nq);
  std::vector<int> id(nt), vis(nq, 0);
  kd(pv, 0, 0, tr, id);
  for (auto& x : q) x = {{rnd(), rnd(), rnd() / 4}};
  q[3] = pv[8].first;
  std::vector<Near> nr(nq, Near{0, 0});
  P5 *dp = up(p), *dc = up(c);
  int *dm = up(mem), *dsz = up(sz), *dz = up(z1);
  Point* dpt = up(pt);
  int* dcof = up(cof);
  float *dl = up(low), *dds = up(ds);
  bool* dsw;
  cudaMalloc(&dsw, n);
  cudaMemset(dsw, 0, n);
  float2* dloc = up(loc);
  P3 *dtr = up(tr), *dq = up(q);
  int *did = up(id), *dvis = up(vis);
  Near* dnr = up(nr);
  for (int it = 0; it < 3; it++) {
    assign<<<3, 50>>>(dp, n, dc, k, dm, dz + it);
    centres<<<k, 8>>>(dp, dm, n, dc, dsz);
  }
  pgain<<<2, 80>>>(dpt, n, 17, dcof, dl, dsw, nc);
  knn_list<<<dim3(2, 2), 40>>>(dloc, make_float2(3.3f, -2.2f), dds, n);
  kdsearch<<<2, 24>>>(dtr, did, nt, dq, dnr, nq, dvis);
  cudaMemcpy(mem.data(), dm, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(sz.data(), dsz, k * 4, cudaMemcpyDeviceToHost);
  std::vector<P5> c2(k);
  cudaMemcpy(c2.data(), dc, k * sizeof(P5), cudaMemcpyDeviceToHost);
  cudaMemcpy(nr.data(), dnr, nq * 8, cudaMemcpyDeviceToHost);
  cudaMemcpy(ds.data(), dds, n * 4, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  for (int it = 0; it < 3; it++) {
    std::vector<P5> nc2(k);
    std::vector<int> m(k, 0);
    for (int i = 0; i < n; i++) {
      int b = 0;
      for (int j = 1; j < k; j++)
        if (p[i].dist2(c[j]) < p[i].dist2(c[b])) b = j;
      m[b]++;
      for (int f = 0; f < NF; f++) nc2[b].v[f] += p[i].v[f];
    }
    for (int j = 0; j < k; j++)
      if (m[j])
        for (int f = 0; f < NF; f++) c[j].v[f] = nc2[j].v[f] / m[j];
  }
  for (int j = 0; j < k; j++)
    for (int f = 0; f < NF; f++)
      if (!(fabs(c[j].v[f] - c2[j].v[f]) < 0.05)) bad = 1;
  for (int i = 0; i < nq; i++) {
    float b = FLT_MAX;
    for (auto& x : pv) b = std::min(b, q[i].dist2(x.first));
    if (!(fabs(b - nr[i].d) < 1e-4)) bad = 2;
  }
  for (int i = 0; i < n; i++)
    if (!(fabs(ds[i] - hypot(3.3f - loc[i].x, -2.2f - loc[i].y)) < 1e-4)) bad = 3;
  printf("cluster_search %s (%d) sizes %d %d\n", bad ? "WRONG" : "ok", bad, sz[0], sz[1]);
  return bad != 0;
}
