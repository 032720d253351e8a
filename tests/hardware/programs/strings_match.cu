// KMP over many texts with failure table in constant memory, DFA (regex-like) table walk, Levenshtein per
// pair with local rows, Boyer-Moore-Horspool, UTF-8 validation.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
using namespace std;
typedef unsigned char u8;
__constant__ char pat[16];
__constant__ signed char failtab[17];
__constant__ int patlen;
struct Span {
  int beg, end;
};
__global__ void kmp(const char* txt, const Span* sp, int* count, int* first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = 0, f = -1, q = 0;
  for (const char *p = txt + sp[i].beg, *e = txt + sp[i].end, *s = p; p < e; ++p) {
    while (q > 0 && (q == patlen || pat[q] != *p)) q = failtab[q];
    if (pat[q] == *p) ++q;
    if (q == patlen) {
      if (!c++) f = (int)(p - s) - patlen + 1;
    }
  }
  count[i] = c;
  first[i] = f;
}
enum State : u8 { START, SIGN, INT_, DOT, FRAC, EXP_, EXPSIGN, EXPNUM, FAIL, NSTATES };
__host__ __device__ inline u8 classify(char ch) {
  switch (ch) {
    case '+':
    case '-':
      return 1;
    case '.':
      return 2;
    case 'e':
    case 'E':
      return 3;
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
      return 0;
    default:
      return 4;
  }
}
__global__ void dfa(const char* txt, const Span* sp, const State (*table)[5], u8* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  State s = START;
  int p = sp[i].beg;
  while (p < sp[i].end) {
    s = table[s][classify(txt[p++])];
    if (s == FAIL) goto out_;
  }
out_:
  out[i] = s | (s == INT_ || s == FRAC || s == EXPNUM ? 0x80 : 0);
}
__global__ void levenshtein(const char* txt, const Span* sp, short* dist, int n) {
  int a = blockIdx.x, b = threadIdx.x;
  if (b >= n) return;
  u8 row[48];
  Span A = sp[a], B = sp[b];
  int la = A.end - A.beg, lb = min(B.end - B.beg, 47);
  for (int j = 0; j <= lb; j++) row[j] = j;
  for (int i = 1; i <= la; i++) {
    int diag = row[0];
    row[0] = i;
    for (int j = 1; j <= lb; j++) {
      int up = row[j];
      int v = diag + (txt[A.beg + i - 1] != txt[B.beg + j - 1]);
      v = min(v, min(up, (int)row[j - 1]) + 1);
      diag = up;
      row[j] = v;
    }
  }
  dist[a * n + b] = row[lb];
}
__global__ void horspool(const char* txt, int len, const u8* skip, int chunk, unsigned* hits) {
  int lo = (blockIdx.x * blockDim.x + threadIdx.x) * chunk, hi = min(lo + chunk, len - patlen + 1), p = lo;
  while (p < hi) {
    int k = patlen - 1;
    while (k >= 0 && txt[p + k] == pat[k]) k--;
    if (k < 0) {
      atomicOr(&hits[p >> 5], 1u << (p & 31));
      p++;
    } else
      p += skip[(u8)txt[p + patlen - 1]];
  }
}
__global__ void utf8(const u8* s, const Span* sp, unsigned* sum, int* bad, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned h = 0;
  int err = -1, p = sp[i].beg;
  for (; p < sp[i].end;) {
    unsigned c = s[p];
    int need;
    unsigned mn;
    if (c < 0x80)
      need = 0, mn = 0;
    else if ((c & 0xe0) == 0xc0)
      need = 1, mn = 0x80, c &= 31;
    else if ((c & 0xf0) == 0xe0)
      need = 2, mn = 0x800, c &= 15;
    else if ((c & 0xf8) == 0xf0)
      need = 3, mn = 0x10000, c &= 7;
    else {
      err = p;
      break;
    }
    if (p + need >= sp[i].end) {
      err = p;
      break;
    }
    int k = 1;
    for (; k <= need; k++) {
      unsigned d = s[p + k];
      if ((d & 0xc0) != 0x80) break;
      c = c << 6 | (d & 63);
    }
    if (k <= need || c < mn || (c >= 0xd800 && c < 0xe000) || c > 0x10ffff) {
      err = p;
      break;
    }
    h = h * 31 + c;
    p += need + 1;
  }
  sum[i] = h;
  bad[i] = err < 0 ? -1 : err - sp[i].beg;
}
int main() {
  string t;
  vector<Span> sp;
  unsigned s = 3;
  auto rnd = [&](unsigned m) {
    s = s * 1103515245u + 12345u;
    return (s >> 16) % m;
  };
  const char* P = "abab";
  const int m = 4, n = 30;
  for (int i = 0; i < n; i++) {
    int b = t.size();
    int l = i == 4 ? 0 : rnd(24);
    if (i % 3 == 0)
      for (int k = 0; k < l; k++) t += "abab "[rnd(5)];
    else if (i % 3 == 1) {
      t += "+-12"[rnd(4)];
      if (rnd(2))
        t += "3.5";
      else
        t += "77";
      if (rnd(2)) t += "e-1";
      if (rnd(4) == 0) t += "x";
    } else
      t += string("h\xc3\xa9llo \xe2\x82\xac \xf0\x9f\x98\x80").substr(rnd(3), 5 + rnd(13));
    sp.push_back({b, (int)t.size()});
  }
  signed char ft[17] = {0, 0, 0, 1, 2};
  u8 skip[256];
  memset(skip, m, 256);
  for (int i = 0; i < m - 1; i++) skip[(u8)P[i]] = m - 1 - i;
  State tb[NSTATES][5];
  for (auto& r : tb)
    for (auto& x : r) x = FAIL;
  tb[START][0] = tb[SIGN][0] = tb[INT_][0] = INT_;
  tb[START][1] = SIGN;
  tb[INT_][2] = DOT;
  tb[DOT][0] = tb[FRAC][0] = FRAC;
  tb[INT_][3] = tb[FRAC][3] = EXP_;
  tb[EXP_][1] = EXPSIGN;
  tb[EXP_][0] = tb[EXPSIGN][0] = tb[EXPNUM][0] = EXPNUM;
  int L = t.size(), words = L / 32 + 1;
  char* dt;
  Span* ds;
  int *dc, *df, *db;
  State(*dtab)[5];
  u8 *dout, *dsk;
  short* dd;
  unsigned *dh, *dsum;
  cudaMalloc(&dt, L);
  cudaMalloc(&ds, n * 8);
  cudaMalloc(&dc, n * 4);
  cudaMalloc(&df, n * 4);
  cudaMalloc(&db, n * 4);
  cudaMalloc(&dtab, sizeof tb);
  cudaMalloc(&dout, n);
  cudaMalloc(&dsk, 256);
  cudaMalloc(&dd, n * n * 2);
  cudaMalloc(&dh, words * 4);
  cudaMalloc(&dsum, n * 4);
  cudaMemcpy(dt, t.data(), L, cudaMemcpyHostToDevice);
  cudaMemcpy(ds, sp.data(), n * 8, cudaMemcpyHostToDevice);
  cudaMemcpy(dtab, tb, sizeof tb, cudaMemcpyHostToDevice);
  cudaMemcpy(dsk, skip, 256, cudaMemcpyHostToDevice);
  cudaMemset(dc, 0, n * 4);
  cudaMemset(df, 0, n * 4);
  cudaMemset(db, 0, n * 4);
  cudaMemset(dout, 0, n);
  cudaMemset(dd, 0, n * n * 2);
  cudaMemset(dh, 0, words * 4);
  cudaMemset(dsum, 0, n * 4);
  cudaMemcpyToSymbol(pat, P, 5);
  cudaMemcpyToSymbol(failtab, ft, 17);
  cudaMemcpyToSymbol(patlen, &m, 4);
  kmp<<<2, 17>>>(dt, ds, dc, df, n);
  dfa<<<1, 32>>>(dt, ds, dtab, dout, n);
  levenshtein<<<n, 32>>>(dt, ds, dd, n);
  horspool<<<2, 25>>>(dt, L, dsk, (L + 49) / 50, dh);
  utf8<<<2, 16>>>((u8*)dt, ds, dsum, db, n);
  vector<int> c(n), f(n), b(n);
  vector<u8> o(n);
  vector<short> d(n * n);
  vector<unsigned> h(words);
  cudaMemcpy(c.data(), dc, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(f.data(), df, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(b.data(), db, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(o.data(), dout, n, cudaMemcpyDeviceToHost);
  cudaMemcpy(d.data(), dd, n * n * 2, cudaMemcpyDeviceToHost);
  cudaMemcpy(h.data(), dh, words * 4, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  unsigned ck = 0;
  for (int i = 0; i < n; i++) {
    string x = t.substr(sp[i].beg, sp[i].end - sp[i].beg);
    int k = 0, fi = -1;
    for (size_t p = 0; (p = x.find(P, p)) != string::npos; p++) {
      if (!k++) fi = p;
    }
    if (k != c[i] || fi != f[i]) bad = 1;
    if (d[i * n + i] != 0) bad = 1;
    for (int j = 0; j < n; j++) {
      if (d[i * n + j] != d[j * n + i]) bad = 1;
      ck = ck * 7 + d[i * n + j];
    }
    ck = ck * 5 + o[i] + b[i];
  }
  for (int p = 0; p < L; p++)
    if ((h[p / 32] >> (p % 32) & 1) != (t.compare(p, m, P) == 0)) bad = 1;
  printf("strings_match %s %08x\n", bad ? "WRONG" : "ok", ck);
  return bad;
}
