// Local alignment with affine gaps; one CTA per database sequence, three rolling anti-diagonals.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>
namespace sw {
struct Params {
  short match, mismatch, open, ext;
};
struct Hit {
  short score;
  unsigned short endq;
  unsigned int endd;
};
const int QMAX = 48;

__device__ __forceinline__ short smax(short a, short b) { return a > b ? a : b; }

__global__ void align(const char* query, int qlen, const char* db, const int* offs, Params p, Hit* hits) {
  __shared__ short H[3][QMAX + 1], E[2][QMAX + 1], F[2][QMAX + 1];
  __shared__ char sq[QMAX];
  __shared__ unsigned long long red[QMAX];
  const int tid = threadIdx.x;
  const char* d = db + offs[blockIdx.x];
  const int dlen = offs[blockIdx.x + 1] - offs[blockIdx.x];
  for (int i = tid; i <= QMAX; i += blockDim.x) {
    H[0][i] = H[1][i] = H[2][i] = 0;
    E[0][i] = E[1][i] = F[0][i] = F[1][i] = -1000;
  }
  if (tid < qlen) sq[tid] = query[tid];
  __syncthreads();
  short best = 0;
  int bestj = 0;
  for (int diag = 0; diag < qlen + dlen - 1; ++diag) {
    short *h0 = H[diag % 3], *h1 = H[(diag + 2) % 3], *h2 = H[(diag + 1) % 3];
    short *e0 = E[diag & 1], *e1 = E[~diag & 1], *f0 = F[diag & 1], *f1 = F[~diag & 1];
    int j = diag - tid;
    if (tid < qlen && j >= 0 && j < dlen) {
      short up_h = h1[tid], left_h = j > 0 ? h1[tid + 1] : (short)0, dg = j > 0 ? h2[tid] : (short)0;
      short e = smax(left_h - p.open, (j > 0 ? e1[tid + 1] : (short)-1000) - p.ext);
      short f = smax(up_h - p.open, f1[tid] - p.ext);
      short s = dg + (sq[tid] == d[j] ? p.match : p.mismatch);
      short v = smax(smax(0, s), smax(e, f));
      h0[tid + 1] = v;
      e0[tid + 1] = e;
      f0[tid + 1] = f;
      if (v > best) {
        best = v;
        bestj = j;
      }
    }
    __syncthreads();
  }
  if (tid < QMAX)
    red[tid] = ((unsigned long long)(unsigned short)best << 48) | ((unsigned long long)(0xffff - tid) << 32) |
               (unsigned)bestj;
  __syncthreads();
  for (int s = QMAX / 2; s > 0; s = s == 3 ? 2 : s / 2) {
    int lim = s;
    if (tid < lim && s != 2) {
      if (red[tid + s] > red[tid]) red[tid] = red[tid + s];
    }
    __syncthreads();
    if (s == 3) break;
  }
  if (tid == 0) {
    unsigned long long m = red[0];
    if (red[1] > m) m = red[1];
    if (red[2] > m) m = red[2];
    Hit h;
    h.score = (short)(m >> 48);
    h.endq = (unsigned short)(0xffff - ((m >> 32) & 0xffff));
    h.endd = (unsigned)m;
    hits[blockIdx.x] = h;
  }
}
}  // namespace sw
int main() {
  unsigned st = 77;
  auto rnd = [&st](unsigned m) {
    st = st * 1103515245u + 12345u;
    return (st >> 16) % m;
  };
  std::string q;
  for (int i = 0; i < 41; i++) q += "ACGT"[rnd(4)];
  std::string all;
  std::vector<int> off(1, 0);
  for (int s = 0; s < 11; s++) {
    int len = s == 4 ? 0 : 5 + rnd(40);
    std::string t;
    for (int i = 0; i < len; i++) t += "ACGTN"[rnd(5)];
    if (s % 2 && s > 2) t += q.substr(rnd(15), 20);
    all += t;
    off.push_back(all.size());
  }
  sw::Params p = {5, -3, 7, 2};
  char *dq, *dd;
  int* dof;
  sw::Hit* dh;
  int n = off.size() - 1;
  cudaMalloc(&dq, q.size());
  cudaMalloc(&dd, all.size());
  cudaMalloc(&dof, off.size() * 4);
  cudaMalloc(&dh, n * sizeof(sw::Hit));
  cudaMemcpy(dq, q.data(), q.size(), cudaMemcpyHostToDevice);
  cudaMemcpy(dd, all.data(), all.size(), cudaMemcpyHostToDevice);
  cudaMemcpy(dof, off.data(), off.size() * 4, cudaMemcpyHostToDevice);
  cudaMemset(dh, 0, n * sizeof(sw::Hit));
  sw::align<<<n, 64>>>(dq, q.size(), dd, dof, p, dh);
  std::vector<sw::Hit> h(n);
  cudaMemcpy(h.data(), dh, n * sizeof(sw::Hit), cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  for (int s = 0; s < n; s++) {
    int dl = off[s + 1] - off[s], ql = q.size(), best = 0;
    std::vector<int> H((ql + 1) * (dl + 1), 0), E((ql + 1) * (dl + 1), -1000), F((ql + 1) * (dl + 1), -1000);
    for (int i = 1; i <= ql; i++)
      for (int j = 1; j <= dl; j++) {
        int k = i * (dl + 1) + j;
        E[k] = std::max(H[k - 1] - p.open, E[k - 1] - p.ext);
        F[k] = std::max(H[k - dl - 1] - p.open, F[k - dl - 1] - p.ext);
        int sc = H[k - dl - 2] + (q[i - 1] == all[off[s] + j - 1] ? p.match : p.mismatch);
        H[k] = std::max(std::max(0, sc), std::max(E[k], F[k]));
        best = std::max(best, H[k]);
      }
    if (best != h[s].score) bad = 1;
  }
  printf("smith_waterman %s\n", bad ? "WRONG" : "ok");
  return bad;
}
