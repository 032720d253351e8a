// Bitonic sort in shared memory (key/value, both directions), odd-even transposition of structs, merge path
// merge of sorted tiles, per-thread heapsort and recursive quicksort.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>
template <typename K>
__device__ inline void comparator(K& a, int& va, K& b, int& vb, bool dir) {
  if ((a > b) == dir) {
    K t = a;
    a = b;
    b = t;
    int u = va;
    va = vb;
    vb = u;
  }
}
template <typename K, int N>
__global__ void bitonic(K* key, int* val, bool dir) {
  __shared__ K sk[N];
  __shared__ int sv[N];
  int t = threadIdx.x, o = blockIdx.x * N;
  sk[t] = key[o + t];
  sv[t] = val[o + t];
  sk[t + N / 2] = key[o + t + N / 2];
  sv[t + N / 2] = val[o + t + N / 2];
  for (int size = 2; size <= N; size <<= 1) {
    bool dd = size < N ? dir ^ ((t & (size / 2)) != 0) : dir;
    for (int st = size / 2; st > 0; st >>= 1) {
      __syncthreads();
      int p = 2 * t - (t & (st - 1));
      comparator(sk[p], sv[p], sk[p + st], sv[p + st], dd);
    }
  }
  __syncthreads();
  key[o + t] = sk[t];
  val[o + t] = sv[t];
  key[o + t + N / 2] = sk[t + N / 2];
  val[o + t + N / 2] = sv[t + N / 2];
}
template <typename K>
__global__ void merge_path(const K* a, int na, const K* b, int nb, K* out, int per) {
  int diag = (blockIdx.x * blockDim.x + threadIdx.x) * per;
  if (diag >= na + nb) return;
  int lo = max(0, diag - nb), hi = min(diag, na);
  while (lo < hi) {
    int m = (lo + hi) >> 1;
    if (a[m] <= b[diag - 1 - m])
      lo = m + 1;
    else
      hi = m;
  }
  int i = lo, j = diag - lo;
  for (int k = 0; k < per && diag + k < na + nb; k++) {
    bool takeA;
    if (i >= na)
      takeA = false;
    else if (j >= nb)
      takeA = true;
    else
      takeA = a[i] <= b[j];
    out[diag + k] = takeA ? a[i++] : b[j++];
  }
}
struct Rec {
  short k;
  char name[6];
};
__global__ void odd_even(Rec* r, int n) {
  extern __shared__ Rec sr[];
  int t = threadIdx.x;
  Rec* g = r + blockIdx.x * n;
  if (t < n) sr[t] = g[t];
  for (int p = 0; p < n; p++) {
    __syncthreads();
    int i = 2 * t + (p & 1);
    if (i + 1 < n && sr[i].k > sr[i + 1].k) {
      Rec x = sr[i];
      sr[i] = sr[i + 1];
      sr[i + 1] = x;
    }
  }
  __syncthreads();
  if (t < n) g[t] = sr[t];
}
__device__ void sift(unsigned char* a, int i, int n) {
  for (;;) {
    int c = 2 * i + 1;
    if (c >= n) return;
    if (c + 1 < n && a[c + 1] > a[c]) c++;
    if (a[i] >= a[c]) return;
    unsigned char t = a[i];
    a[i] = a[c];
    a[c] = t;
    i = c;
  }
}
__device__ __noinline__ void quick(unsigned char* a, int l, int r) {
  if (r - l < 4) {
    for (int i = l + 1; i <= r; i++) {
      unsigned char v = a[i];
      int j = i;
      while (j > l && a[j - 1] > v) {
        a[j] = a[j - 1];
        j--;
      }
      a[j] = v;
    }
    return;
  }
  unsigned char p = a[(l + r) >> 1];
  int i = l, j = r;
  do {
    while (a[i] < p) i++;
    while (p < a[j]) j--;
    if (i <= j) {
      unsigned char t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
  } while (i <= j);
  if (l < j) quick(a, l, j);
  if (i < r) quick(a, i, r);
}
__global__ void small_sorts(unsigned char* d, const unsigned char* len, int stride, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  unsigned char* a = d + k * stride;
  int m = len[k];
  if (k & 1) {
    for (int i = m / 2 - 1; i >= 0; i--) sift(a, i, m);
    for (int e = m - 1; e > 0; e--) {
      unsigned char t = a[0];
      a[0] = a[e];
      a[e] = t;
      sift(a, 0, e);
    }
  } else if (m > 1)
    quick(a, 0, m - 1);
}
int main() {
  const int N = 64, B = 4, R = 19, Q = 37, ST = 40;
  unsigned s = 10;
  auto rnd = [&] {
    s = s * 22695477u + 1;
    return s >> 12;
  };
  std::vector<float> k(N * B), ko(N * B), mg(2 * N - 5);
  std::vector<int> v(N * B), vo(N * B);
  std::vector<Rec> r(R * 3), ro(R * 3);
  std::vector<unsigned char> d(Q * ST), dn(Q), dd(Q * ST);
  for (int i = 0; i < N * B; i++) {
    k[i] = (int)(rnd() % 200 - 100) * 0.25f;
    v[i] = i;
  }
  memset(r.data(), 0, r.size() * sizeof(Rec));
  for (auto& x : r) {
    x.k = (short)(rnd() % 9 - 4);
    x.name[0] = 'a' + rnd() % 26;
    x.name[1] = '!';
  }
  for (auto& x : d) x = rnd() % 50;
  for (auto& x : dn) x = rnd() % (ST + 1);
  dn[3] = 0;
  dn[4] = 1;
  float *dk, *dm;
  int* dv;
  Rec* dr;
  unsigned char *ds, *dl;
  cudaMalloc(&dk, N * B * 4);
  cudaMalloc(&dv, N * B * 4);
  cudaMalloc(&dm, mg.size() * 4);
  cudaMalloc(&dr, r.size() * sizeof(Rec));
  cudaMalloc(&ds, d.size());
  cudaMalloc(&dl, Q);
  cudaMemcpy(dk, k.data(), N * B * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dv, v.data(), N * B * 4, cudaMemcpyHostToDevice);
  cudaMemset(dm, 0, mg.size() * 4);
  cudaMemcpy(dr, r.data(), r.size() * sizeof(Rec), cudaMemcpyHostToDevice);
  cudaMemcpy(ds, d.data(), d.size(), cudaMemcpyHostToDevice);
  cudaMemcpy(dl, dn.data(), Q, cudaMemcpyHostToDevice);
  bitonic<float, N><<<B, N / 2>>>(dk, dv, true);
  merge_path<float><<<2, 16>>>(dk, N, dk + N, N - 5, dm, 4);
  odd_even<<<3, 32, R * sizeof(Rec)>>>(dr, R);
  small_sorts<<<2, 20>>>(ds, dl, ST, Q);
  cudaMemcpy(ko.data(), dk, N * B * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(vo.data(), dv, N * B * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(mg.data(), dm, mg.size() * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(ro.data(), dr, r.size() * sizeof(Rec), cudaMemcpyDeviceToHost);
  cudaMemcpy(dd.data(), ds, d.size(), cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  for (int i = 0; i < N * B; i++) {
    if (k[vo[i]] != ko[i]) bad = 1;
    if (i % N && ko[i] < ko[i - 1]) bad = 1;
  }
  for (size_t i = 1; i < mg.size(); i++)
    if (mg[i] < mg[i - 1]) bad = 1;
  for (int b = 0; b < 3; b++) {
    std::stable_sort(r.begin() + b * R, r.begin() + (b + 1) * R,
                     [](const Rec& x, const Rec& y) { return x.k < y.k; });
  }
  if (memcmp(r.data(), ro.data(), r.size() * sizeof(Rec))) bad = 2;
  for (int q = 0; q < Q; q++) std::sort(d.begin() + q * ST, d.begin() + q * ST + dn[q]);
  if (d != dd) bad = 3;
  printf("sort_networks %s\n", bad ? "WRONG" : "ok");
  return bad != 0;
}
