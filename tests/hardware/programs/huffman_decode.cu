// Canonical Huffman: blocks encoded on the host with bit offsets, each decoded by a thread through a
// first-code table.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <queue>
#include <vector>
#define MAXLEN 15
struct Tables {
  unsigned short first[MAXLEN + 2];
  unsigned short index[MAXLEN + 2];
  unsigned char count[MAXLEN + 2];
  unsigned char syms[64];
};
__constant__ Tables tab;
struct BitReader {
  const unsigned* w;
  unsigned pos;
  __device__ unsigned bit() {
    unsigned b = (w[pos >> 5] >> (31 - (pos & 31))) & 1;
    ++pos;
    return b;
  }
  __device__ unsigned peek16() const {
    unsigned i = pos >> 5, s = pos & 31;
    return (unsigned)(((((unsigned long long)w[i] << 32) | w[i + 1]) << s) >> 48);
  }
};
__global__ void decode_slow(const unsigned* bits, const unsigned* off, const unsigned short* len,
                            unsigned char* out, int stride, int nblk) {
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b >= nblk) return;
  BitReader r = {bits, off[b]};
  for (int i = 0; i < len[b]; i++) {
    int code = 0, l = 0;
    do {
      code = code << 1 | (int)r.bit();
      l++;
      int d = code - tab.first[l];
      if (d >= 0 && d < tab.count[l]) {
        out[b * stride + i] = tab.syms[tab.index[l] + d];
        break;
      }
    } while (l < MAXLEN);
  }
}
__global__ void decode_lut(const unsigned* bits, const unsigned* off, const unsigned short* len, uchar2* glut,
                           unsigned char* out, int stride, int nblk) {
  __shared__ uchar2 lut[256];
  for (int v = threadIdx.x; v < 256; v += blockDim.x) {
    uchar2 e = make_uchar2(0, 0);
    for (int l = 1; l <= 8; l++) {
      int c = (v >> (8 - l)) - tab.first[l];
      if (c >= 0 && c < tab.count[l]) {
        e.x = tab.syms[tab.index[l] + c];
        e.y = l;
        break;
      }
    }
    lut[v] = e;
    if (blockIdx.x == 0) glut[v] = e;
  }
  __syncthreads();
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b >= nblk) return;
  BitReader r = {bits, off[b]};
  for (int i = 0; i < len[b]; i++) {
    unsigned w = r.peek16();
    uchar2 e = lut[w >> 8];
    if (e.y == 0)
      for (int l = 9; l <= MAXLEN; l++) {
        int c = (int)(w >> (16 - l)) - tab.first[l];
        if (c >= 0 && c < tab.count[l]) {
          e.x = tab.syms[tab.index[l] + c];
          e.y = l;
          break;
        }
      }
    r.pos += e.y;
    out[b * stride + i] = e.x;
  }
}
int main() {
  const int ns = 40, nblk = 45, stride = 64;
  int freq[ns];
  unsigned s = 9;
  auto rnd = [&] {
    s = s * 1103515245u + 12345u;
    return s >> 9;
  };
  int a = 1, b = 1;
  for (int i = 0; i < ns; i++) {
    if (i < 11) {
      freq[i] = a;
      int t = a + b;
      a = b;
      b = t;
    } else
      freq[i] = 1 + i % 4;
  }
  // lengths
  struct T {
    int f, l, r;
  };
  std::vector<T> t;
  typedef std::pair<int, int> P;
  std::priority_queue<P, std::vector<P>, std::greater<P>> q;
  for (int i = 0; i < ns; i++) {
    t.push_back({freq[i], -1, -1});
    q.push({freq[i], i});
  }
  while (q.size() > 1) {
    P x = q.top();
    q.pop();
    P y = q.top();
    q.pop();
    t.push_back({x.first + y.first, x.second, y.second});
    q.push({x.first + y.first, (int)t.size() - 1});
  }
  std::vector<int> L(t.size(), 0);
  for (int i = t.size() - 1; i >= ns; i--) {
    L[t[i].l] = L[t[i].r] = L[i] + 1;
  }
  Tables T2;
  memset(&T2, 0, sizeof T2);
  std::vector<int> ord;
  for (int l = 1; l <= MAXLEN; l++)
    for (int i = 0; i < ns; i++)
      if (L[i] == l) ord.push_back(i);
  int bad0 = (int)ord.size() != ns;
  unsigned codes[ns];
  int code = 0, idx = 0;
  for (int l = 1; l <= MAXLEN; l++) {
    code <<= 1;
    T2.first[l] = code;
    T2.index[l] = idx;
    for (; idx < (int)ord.size() && L[ord[idx]] == l; idx++) {
      T2.count[l]++;
      T2.syms[idx] = ord[idx] + 65;
      codes[ord[idx]] = code++;
    }
  }
  std::vector<unsigned> bits(2048, 0), off;
  std::vector<unsigned short> len;
  std::vector<unsigned char> ref(nblk * stride, 0);
  unsigned pos = 0;
  for (int k = 0; k < nblk; k++) {
    off.push_back(pos);
    len.push_back(k == 7 ? 0 : rnd() % stride);
    for (int i = 0; i < len[k]; i++) {
      unsigned x = rnd() % 3 ? rnd() % 11 : rnd() % ns;
      ref[k * stride + i] = x + 65;
      for (int j = L[x] - 1; j >= 0; j--, pos++)
        if (codes[x] >> j & 1) bits[pos >> 5] |= 1u << (31 - (pos & 31));
    }
  }
  unsigned *db, *dof;
  unsigned short* dl;
  unsigned char *o1, *o2;
  uchar2* lut;
  cudaMalloc(&db, 8192);
  cudaMalloc(&dof, nblk * 4);
  cudaMalloc(&dl, nblk * 2);
  cudaMalloc(&o1, nblk * stride);
  cudaMalloc(&o2, nblk * stride);
  cudaMalloc(&lut, 512);
  cudaMemcpy(db, bits.data(), 8192, cudaMemcpyHostToDevice);
  cudaMemcpy(dof, off.data(), nblk * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dl, len.data(), nblk * 2, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(tab, &T2, sizeof T2);
  cudaMemset(o1, 0, nblk * stride);
  cudaMemset(o2, 0, nblk * stride);
  cudaMemset(lut, 0, 512);
  decode_slow<<<3, 16>>>(db, dof, dl, o1, stride, nblk);
  decode_lut<<<3, 16>>>(db, dof, dl, lut, o2, stride, nblk);
  std::vector<unsigned char> h(nblk * stride);
  cudaMemcpy(h.data(), o1, h.size(), cudaMemcpyDeviceToHost);
  int bad = bad0 || h != ref;
  cudaMemcpy(h.data(), o2, h.size(), cudaMemcpyDeviceToHost);
  bad |= h != ref || cudaGetLastError() != cudaSuccess || pos > 60000;
  printf("huffman_decode %s\n", bad ? "WRONG" : "ok");
  return bad;
}
