// B+ tree of order 8 in an array of nodes; a CTA of ORDER threads descends cooperatively per query; point and
// range queries.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>
#define ORDER 8
typedef struct knode {
  int location;
  int indices[ORDER];
  int keys[ORDER + 1];
  bool is_leaf;
  char pad[3];
  int num_keys;
} knode;
typedef struct record {
  int value;
} record;
__global__ void findK(long height, const knode* kn, long knodes_elem, const record* rec, long* currKnode,
                      long* offset, const int* keys, record* ans) {
  int t = threadIdx.x, b = blockIdx.x;
  for (int i = 0; i < height; i++) {
    if (kn[currKnode[b]].keys[t] <= keys[b] && kn[currKnode[b]].keys[t + 1] > keys[b]) {
      if (kn[currKnode[b]].indices[t] < knodes_elem) offset[b] = kn[currKnode[b]].indices[t];
    }
    __syncthreads();
    if (t == 0) currKnode[b] = offset[b];
    __syncthreads();
  }
  if (t < kn[currKnode[b]].num_keys && kn[currKnode[b]].keys[t] == keys[b])
    ans[b].value = rec[kn[currKnode[b]].indices[t]].value;
}
__global__ void findRange(const knode* kn, int root, int height, const int2* q, int* start, int* len, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int pos[2];
  for (int side = 0; side < 2; side++) {
    int key = side ? q[i].y : q[i].x, cur = root, lvl = height;
    while (lvl--) {
      int k = 0;
      while (k < ORDER - 1 && kn[cur].keys[k + 1] <= key) ++k;
      cur = kn[cur].indices[k];
    }
    int k = 0;
    for (; k < kn[cur].num_keys; k++)
      if (kn[cur].keys[k] >= key) break;
    pos[side] = kn[cur].location * ORDER / 2 * 0 +
                (k < kn[cur].num_keys ? kn[cur].indices[k] : kn[cur].indices[k - 1] + 1);
  }
  start[i] = pos[0];
  len[i] = pos[1] > pos[0] ? pos[1] - pos[0] : 0;
}
int main() {
  const int n = 300, nq = 60;
  std::vector<int> key(n);
  std::vector<record> rec(n);
  unsigned s = 15;
  auto rnd = [&] {
    s = s * 1664525u + 1013904223u;
    return s >> 10;
  };
  for (int i = 0, k = -500; i < n; i++) {
    k += 1 + rnd() % 6;
    key[i] = k;
    rec[i].value = k * 3 + 7;
  }
  std::vector<knode> t;
  std::vector<int> lvl, mins;
  int height = 0;
  auto blank = [&](bool leaf) {
    knode k;
    memset(&k, 0, sizeof k);
    k.is_leaf = leaf;
    for (int j = 0; j <= ORDER; j++) k.keys[j] = 0x7fffffff;
    k.location = t.size();
    return k;
  };
  for (int i = 0; i < n; i += 5) {
    knode k = blank(true);
    for (int j = 0; j < 5 && i + j < n; j++) {
      k.keys[j] = key[i + j];
      k.indices[j] = i + j;
      k.num_keys++;
    }
    lvl.push_back(t.size());
    mins.push_back(i ? key[i] : -0x7fffffff - 1);
    t.push_back(k);
  }
  while (lvl.size() > 1) {
    std::vector<int> l2, m2;
    height++;
    for (size_t i = 0; i < lvl.size(); i += 6) {
      knode k = blank(false);
      for (size_t j = 0; j < 6 && i + j < lvl.size(); j++) {
        k.keys[j] = mins[i + j];
        k.indices[j] = lvl[i + j];
        k.num_keys++;
      }
      l2.push_back(t.size());
      m2.push_back(mins[i]);
      t.push_back(k);
    }
    lvl = l2;
    mins = m2;
  }
  std::vector<long> cur(nq, lvl[0]), off(nq, lvl[0]);
  std::vector<int> q(nq);
  std::vector<int2> rq(nq);
  std::vector<record> ans(nq, record{-1});
  for (int i = 0; i < nq; i++) {
    q[i] = i % 3 ? key[rnd() % n] : (int)(rnd() % 1800) - 600;
    rq[i].x = (int)(rnd() % 1600) - 550;
    rq[i].y = rq[i].x + (int)(rnd() % 120) - 20;
  }
  knode* dk;
  record *dr, *da;
  long *dc, *doff;
  int *dq, *ds, *dl;
  int2* drq;
  cudaMalloc(&dk, t.size() * sizeof(knode));
  cudaMalloc(&dr, n * 4);
  cudaMalloc(&da, nq * 4);
  cudaMalloc(&dc, nq * 8);
  cudaMalloc(&doff, nq * 8);
  cudaMalloc(&dq, nq * 4);
  cudaMalloc(&ds, nq * 4);
  cudaMalloc(&dl, nq * 4);
  cudaMalloc(&drq, nq * 8);
  cudaMemcpy(dk, t.data(), t.size() * sizeof(knode), cudaMemcpyHostToDevice);
  cudaMemcpy(dr, rec.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(da, ans.data(), nq * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dc, cur.data(), nq * 8, cudaMemcpyHostToDevice);
  cudaMemcpy(doff, off.data(), nq * 8, cudaMemcpyHostToDevice);
  cudaMemcpy(dq, q.data(), nq * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(drq, rq.data(), nq * 8, cudaMemcpyHostToDevice);
  cudaMemset(ds, 0, nq * 4);
  cudaMemset(dl, 0, nq * 4);
  findK<<<nq, ORDER>>>(height, dk, t.size(), dr, dc, doff, dq, da);
  findRange<<<3, 20>>>(dk, lvl[0], height, drq, ds, dl, nq);
  std::vector<int> st(nq), ln(nq);
  cudaMemcpy(ans.data(), da, nq * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(st.data(), ds, nq * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(ln.data(), dl, nq * 4, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  for (int i = 0; i < nq; i++) {
    auto it = std::lower_bound(key.begin(), key.end(), q[i]);
    int want = it != key.end() && *it == q[i] ? q[i] * 3 + 7 : -1;
    if (ans[i].value != want) bad = 1;
    int a = std::lower_bound(key.begin(), key.end(), rq[i].x) - key.begin(),
        b = std::lower_bound(key.begin(), key.end(), rq[i].y) - key.begin();
    if (st[i] != a || ln[i] != (b > a ? b - a : 0)) bad = 1;
  }
  printf("bplus_tree %s\n", bad ? "WRONG" : "ok");
  return bad;
}
