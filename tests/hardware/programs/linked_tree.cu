// Binary search trees and hash-bucket lists built on the host with device addresses inside, then walked and
// edited on the device.
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <vector>
struct Node {
  int key;
  float weight;
  Node *left, *right, *parent;
};
struct Item {
  Item* next;
  short id;
  char tag[6];
  double val;
};
struct Forest {
  Node* roots[3];
  Item** buckets;
  unsigned nb;
};

__device__ Node* lower_bound(Node* r, int k) {
  Node* best = nullptr;
  while (r) {
    if (r->key >= k) {
      best = r;
      r = r->left;
    } else
      r = r->right;
  }
  return best;
}
__device__ Node* successor(Node* x) {
  if (x->right) {
    x = x->right;
    while (x->left) x = x->left;
    return x;
  }
  Node* p = x->parent;
  while (p && x == p->right) {
    x = p;
    p = p->parent;
  }
  return p;
}
__global__ void range_sum(const Forest* f, const int2* ranges, float* out, int* cnt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  int c = 0;
  for (int t = 0; t < 3; t++)
    for (Node* x = lower_bound(f->roots[t], ranges[i].x); x && x->key < ranges[i].y; x = successor(x)) {
      if (x->weight < 0) continue;
      s += x->weight;
      c++;
      if (c > 40) break;
    }
  out[i] = s;
  cnt[i] = c;
}
__global__ void reverse_and_sum(Forest f, double* sums, Item** longest) {
  unsigned b = threadIdx.x;
  if (b >= f.nb) return;
  Item *p = f.buckets[b], *prev = nullptr, *best = nullptr;
  double s = 0;
  while (p) {
    Item* nx = p->next;
    p->next = prev;
    prev = p;
    int len = 0;
    while (len < 6 && p->tag[len]) len++;
    if (!best || p->val > best->val) best = p;
    s = s * 0.5 + p->val * len;
    p->id = -p->id;
    p = nx;
  }
  f.buckets[b] = prev;
  sums[b] = s;
  longest[b] = best;
}
int main() {
  const int per = 60, nn = 3 * per, ni = 90, nb = 13, nr = 50;
  static Node h[nn];
  static Item it[ni];
  Item* bk[nb];
  Forest F;
  int2 rg[nr];
  Node* dn;
  Item *di, **db, **dl;
  Forest* df;
  int2* dr;
  float* dout;
  int* dc;
  double* ds;
  cudaMalloc(&dn, sizeof h);
  cudaMalloc(&di, sizeof it);
  cudaMalloc(&db, sizeof bk);
  cudaMalloc(&dl, sizeof bk);
  cudaMalloc(&df, sizeof F);
  cudaMalloc(&dr, sizeof rg);
  cudaMalloc(&dout, nr * 4);
  cudaMalloc(&dc, nr * 4);
  cudaMalloc(&ds, nb * 8);
  unsigned s = 71;
  auto rnd = [&] {
    s = s * 1664525u + 1013904223u;
    return s >> 12;
  };
  memset(&F, 0, sizeof F);
  memset(h, 0, sizeof h);
  memset(it, 0, sizeof it);
  memset(bk, 0, sizeof bk);
  auto H = [&](Node* p) { return h + (p - dn); };
  for (int t = 0; t < 3; t++)
    for (int i = 0; i < per; i++) {
      int id = t * per + i;
      Node* me = dn + id;
      h[id].key = (int)(rnd() % 500) - 250;
      h[id].weight = (int)(rnd() % 64) - 8;
      Node **at = &F.roots[t], *par = nullptr;
      if (t == 2) continue;  // empty tree
      while (*at) {
        par = *at;
        at = h[id].key < H(par)->key ? &H(par)->left : &H(par)->right;
      }
      *at = me;
      h[id].parent = par;
    }
  for (int i = 0; i < ni; i++) {
    unsigned b = rnd() % (nb - 1);
    it[i].id = i + 1;
    it[i].val = (int)(rnd() % 1000) / 8.0 - 50;
    int l = rnd() % 7;
    for (int k = 0; k < l; k++) it[i].tag[k] = 'a' + k;
    it[i].next = bk[b];
    bk[b] = di + i;
  }
  F.buckets = db;
  F.nb = nb;
  for (auto& r : rg) {
    r.x = (int)(rnd() % 600) - 300;
    r.y = r.x + rnd() % 60;
  }
  cudaMemcpy(dn, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(di, it, sizeof it, cudaMemcpyHostToDevice);
  cudaMemcpy(db, bk, sizeof bk, cudaMemcpyHostToDevice);
  cudaMemcpy(df, &F, sizeof F, cudaMemcpyHostToDevice);
  cudaMemcpy(dr, rg, sizeof rg, cudaMemcpyHostToDevice);
  cudaMemset(dl, 0, sizeof bk);
  cudaMemset(dout, 0, nr * 4);
  cudaMemset(dc, 0, nr * 4);
  cudaMemset(ds, 0, nb * 8);
  range_sum<<<2, 32>>>(df, dr, dout, dc, nr);
  reverse_and_sum<<<1, 32>>>(F, ds, dl);
  float o[nr];
  int c[nr];
  double sm[nb];
  cudaMemcpy(o, dout, sizeof o, cudaMemcpyDeviceToHost);
  cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost);
  cudaMemcpy(sm, ds, sizeof sm, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  for (int i = 0; i < nr; i++) {
    float w = 0;
    int k = 0;
    for (int j = 0; j < 2 * per; j++)
      if (h[j].key >= rg[i].x && h[j].key < rg[i].y && h[j].weight >= 0) w += h[j].weight, k++;
    if (k < 40 && (w != o[i] || k != c[i])) bad = 1;
  }
  for (int b = 0; b < nb; b++) {
    double w = 0;
    for (Item* p = bk[b]; p;) {
      Item* q = it + (p - di);
      w = w * .5 + q->val * strnlen(q->tag, 6);
      p = q->next;
    }
    if (w != sm[b]) bad = 1;
  }
  printf("linked_tree %s\n", bad ? "WRONG" : "ok");
  return bad;
}
