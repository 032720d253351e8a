// CRC32 (table, bitwise and by 4 bytes), base64 encode/decode, bit-packed delta streams, Gray codes, run
// length, popcount/brev intrinsics.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
__device__ uint32_t crctab[256];
__constant__ char b64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
__global__ void crc_init() {
  uint32_t c = threadIdx.x;
  for (int k = 0; k < 8; ++k) c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
  crctab[threadIdx.x] = c;
}
__global__ void crc(const uint8_t* d, const int* off, uint32_t* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint32_t a = ~0u, b = ~0u;
  for (int p = off[i]; p < off[i + 1]; p++) {
    a = crctab[(a ^ d[p]) & 255] ^ a >> 8;
    b ^= d[p];
    for (int k = 0; k < 8; k++) b = b >> 1 ^ (0xEDB88320u & -(b & 1));
  }
  out[2 * i] = ~a;
  out[2 * i + 1] = ~b;
}
__global__ void enc64(const uint8_t* d, int len, char* out) {
  int g = blockIdx.x * blockDim.x + threadIdx.x, rest = len - g * 3;
  if (rest <= 0) return;
  uint32_t v = d[g * 3] << 16;
  if (rest > 1) v |= d[g * 3 + 1] << 8;
  if (rest > 2) v |= d[g * 3 + 2];
  char4 o;
  o.x = b64[v >> 18];
  o.y = b64[v >> 12 & 63];
  o.z = rest > 1 ? b64[v >> 6 & 63] : '=';
  o.w = rest > 2 ? b64[v & 63] : '=';
  reinterpret_cast<char4*>(out)[g] = o;
}
__device__ int val64(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}
__global__ void dec64(const char* in, int groups, uint8_t* out) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (g >= groups) return;
  int v = 0, pad = 0;
  for (int k = 0; k < 4; k++) {
    int x = val64(in[g * 4 + k]);
    if (x < 0) {
      pad++;
      x = 0;
    }
    v = v << 6 | x;
  }
  switch (pad) {
    case 0:
      out[g * 3 + 2] = v; /* fall through */
    case 1:
      out[g * 3 + 1] = v >> 8; /* fall through */
    case 2:
      out[g * 3] = v >> 16;
  }
}
struct PackHdr {
  unsigned bits : 5;
  unsigned count : 11;
  int base : 16;
};
__global__ void unpack(const PackHdr* hd, const uint32_t* const* streams, short* out, int stride) {
  const PackHdr h = hd[blockIdx.x];
  const uint32_t* s = streams[blockIdx.x];
  for (int i = threadIdx.x; i < h.count; i += blockDim.x) {
    unsigned p = i * h.bits;
    uint64_t w = s[p >> 5] | (uint64_t)s[(p >> 5) + 1] << 32;
    unsigned z = (unsigned)(w >> (p & 31)) & ((1u << h.bits) - 1);
    out[blockIdx.x * stride + i] = (short)(h.base + (int)(z >> 1 ^ -(z & 1)));
  }
}
__global__ void bits(const uint32_t* in, uint4* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint32_t x = in[i], g = x ^ x >> 1, b = g;
  for (int s = 1; s < 32; s <<= 1) b ^= b >> s;
  out[i] =
      make_uint4(g, b, __popc(x) | __clz(x) << 8 | __ffs(x) << 16, __brev(x) ^ __byte_perm(x, g, 0x3607));
}
__global__ void rle(const uint8_t* d, const int* off, uchar2* out, int* runs, int stride, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  int r = 0, p = off[i], e = off[i + 1];
  while (p < e && r < stride) {
    uint8_t v = d[p] & 3;
    int q = p + 1;
    while (q < e && (d[q] & 3) == v && q - p < 255) q++;
    out[i * stride + r++] = make_uchar2(v, q - p);
    p = q;
  }
  runs[i] = r;
}
int main() {
  std::vector<uint8_t> d(700);
  unsigned s = 6;
  auto rnd = [&] {
    s = s * 69069u + 3;
    return s >> 13;
  };
  for (auto& x : d) x = rnd() % 5 ? rnd() : 0;
  memcpy(d.data(), "123456789", 9);
  const int n = 20;
  int off[n + 1] = {0, 9, 9};
  for (int i = 3; i <= n; i++) off[i] = off[i - 1] + rnd() % 35;
  const int len = 500, gr = (len + 2) / 3;
  const int ns = 6, st = 50;
  PackHdr h[ns];
  memset(h, 0, sizeof h);
  std::vector<uint32_t> pk(ns * 32, 0);
  short ref[ns * st] = {0}, got[ns * st];
  uint8_t *dd, *dback;
  int *doff, *druns;
  uint32_t *dcrc, *dpk, *din;
  char* denc;
  PackHdr* dh;
  uint32_t **dstr, *str[ns];
  short* dout;
  uint4* dbits;
  uchar2* drle;
  cudaMalloc(&dpk, pk.size() * 4);
  for (int b = 0; b < ns; b++) {
    h[b].bits = 3 + 2 * b;
    h[b].count = b == 2 ? 0 : 31 + 3 * b;
    h[b].base = b * 1000 - 2500;
    str[b] = dpk + 32 * b;
    for (unsigned i = 0; i < h[b].count; i++) {
      unsigned z = rnd() & ((1u << h[b].bits) - 1), p = i * h[b].bits;
      uint64_t w = (uint64_t)z << (p & 31);
      pk[b * 32 + p / 32] |= (uint32_t)w;
      pk[b * 32 + p / 32 + 1] |= w >> 32;
      ref[b * st + i] = h[b].base + (int)(z >> 1 ^ -(z & 1));
    }
  }
  cudaMalloc(&dd, 700);
  cudaMalloc(&dback, gr * 3);
  cudaMalloc(&doff, sizeof off);
  cudaMalloc(&druns, n * 4);
  cudaMalloc(&dcrc, n * 8);
  cudaMalloc(&din, 700);
  cudaMalloc(&denc, gr * 4);
  cudaMalloc(&dh, sizeof h);
  cudaMalloc(&dstr, sizeof str);
  cudaMalloc(&dout, sizeof got);
  cudaMalloc(&dbits, 175 * 16);
  cudaMalloc(&drle, n * 40 * 2);
  cudaMemcpy(dd, d.data(), 700, cudaMemcpyHostToDevice);
  cudaMemcpy(din, d.data(), 700, cudaMemcpyHostToDevice);
  cudaMemcpy(doff, off, sizeof off, cudaMemcpyHostToDevice);
  cudaMemcpy(dpk, pk.data(), pk.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dh, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(dstr, str, sizeof str, cudaMemcpyHostToDevice);
  cudaMemset(dback, 0, gr * 3);
  cudaMemset(druns, 0, n * 4);
  cudaMemset(dcrc, 0, n * 8);
  cudaMemset(denc, 0, gr * 4);
  cudaMemset(dout, 0, sizeof got);
  cudaMemset(dbits, 0, 175 * 16);
  cudaMemset(drle, 0, n * 80);
  crc_init<<<1, 256>>>();
  crc<<<2, 12>>>(dd, doff, dcrc, n);
  enc64<<<3, 64>>>(dd, len, denc);
  dec64<<<2, 96>>>(denc, gr, dback);
  unpack<<<ns, 20>>>(dh, dstr, dout, st);
  bits<<<3, 64>>>(din, dbits, 175);
  rle<<<1, 32>>>(dd, doff, drle, druns, 40, n);
  uint32_t c[2 * n];
  std::vector<uint8_t> back(gr * 3);
  std::vector<uint4> bo(175);
  int rn[n];
  cudaMemcpy(c, dcrc, sizeof c, cudaMemcpyDeviceToHost);
  cudaMemcpy(back.data(), dback, back.size(), cudaMemcpyDeviceToHost);
  cudaMemcpy(got, dout, sizeof got, cudaMemcpyDeviceToHost);
  cudaMemcpy(bo.data(), dbits, 175 * 16, cudaMemcpyDeviceToHost);
  cudaMemcpy(rn, druns, sizeof rn, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess || c[0] != 0xCBF43926u || c[2] != 0;
  for (int i = 0; i < n; i++)
    if (c[2 * i] != c[2 * i + 1]) bad = 1;
  if (memcmp(back.data(), d.data(), len) || memcmp(ref, got, sizeof ref)) bad = 1;
  unsigned x = 0;
  for (int i = 0; i < 175; i++) {
    uint32_t w;
    memcpy(&w, &d[i * 4], 4);
    if (bo[i].y != w) bad = 1;
    x = x * 3 + bo[i].w + bo[i].z;
  }
  for (int r : rn) x = x * 3 + r;
  printf("coding_bits %s %08x\n", bad ? "WRONG" : "ok", x);
  return bad;
}
