// LZ4-like byte stream: token (literal count, match length), little-endian offset; one CTA per chunk, copies
// shared by the warp.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>
struct Chunk {
  uint32_t src, srcLen, dst, dstLen;
};
enum Status : uint8_t { OK = 1, BAD_OFFSET = 2, OVERRUN = 3 };
__global__ void lz(const uint8_t* __restrict__ src, uint8_t* dst, const Chunk* chunks, Status* st) {
  const Chunk c = chunks[blockIdx.x];
  const uint8_t *ip = src + c.src, *const ie = ip + c.srcLen;
  uint8_t* const base = dst + c.dst;
  uint32_t op = 0;
  const int lane = threadIdx.x;
  Status result = OK;
  while (ip < ie) {
    uint32_t tok = *ip++, lit = tok >> 4, ml = tok & 15;
    if (lit == 15) {
      uint8_t x;
      do {
        x = *ip++;
        lit += x;
      } while (x == 255);
    }
    if (op + lit > c.dstLen) {
      result = OVERRUN;
      break;
    }
    for (uint32_t i = lane; i < lit; i += 32) base[op + i] = ip[i];
    op += lit;
    ip += lit;
    __syncwarp();
    if (ip >= ie) break;
    uint32_t off = ip[0] | ip[1] << 8;
    ip += 2;
    if (ml == 15) {
      uint8_t x;
      do {
        x = *ip++;
        ml += x;
      } while (x == 255);
    }
    ml += 4;
    if (off == 0 || off > op) {
      result = BAD_OFFSET;
      break;
    }
    if (op + ml > c.dstLen) {
      result = OVERRUN;
      break;
    }
    // overlapping: source index is taken modulo the offset so every lane reads only finished bytes
    for (uint32_t i = lane; i < ml; i += 32) base[op + i] = base[op - off + i % off];
    op += ml;
    __syncwarp();
  }
  if (lane == 0) st[blockIdx.x] = result;
}
static void emitLen(std::vector<uint8_t>& o, uint32_t v) {
  while (v >= 255) {
    o.push_back(255);
    v -= 255;
  }
  o.push_back(v);
}
int main() {
  const int nc = 9;
  std::vector<uint8_t> src, ref;
  std::vector<Chunk> ch;
  unsigned s = 13;
  auto rnd = [&] {
    s = s * 69069u + 7;
    return s >> 10;
  };
  for (int k = 0; k < nc; k++) {
    std::vector<uint8_t> t;
    int n = k == 2 ? 0 : 200 + k * 37;
    while ((int)t.size() < n) {
      if (rnd() % 3 || t.size() < 8)
        for (int m = rnd() % 9; m >= 0; m--) t.push_back(rnd() % 26 + 97);
      else if (k == 4)
        t.insert(t.end(), 300, 'z');
      else {
        size_t o = 1 + rnd() % t.size();
        for (int m = rnd() % 30 + 4; m; m--) t.push_back(t[t.size() - o]);
      }
    }
    Chunk c = {(uint32_t)src.size(), 0, (uint32_t)ref.size(), (uint32_t)t.size()};
    size_t i = 0, anchor = 0;
    auto lits = [&](size_t end, uint32_t ml) {
      uint32_t l = end - anchor;
      src.push_back((l < 15 ? l : 15) << 4 | (ml < 15 ? ml : 15));
      if (l >= 15) emitLen(src, l - 15);
      src.insert(src.end(), t.begin() + anchor, t.begin() + end);
    };
    while (i + 4 <= t.size()) {
      size_t bl = 0, bo = 0;
      for (size_t o = 1; o <= i; o++) {
        size_t l = 0;
        while (i + l < t.size() && t[i + l] == t[i + l - o]) l++;
        if (l > bl) bl = l, bo = o;
      }
      if (bl >= 4) {
        lits(i, bl - 4);
        src.push_back(bo);
        src.push_back(bo >> 8);
        if (bl - 4 >= 15) emitLen(src, bl - 4 - 15);
        i += bl;
        anchor = i;
      } else
        i++;
    }
    if (anchor < t.size()) lits(t.size(), 0);
    c.srcLen = src.size() - c.src;
    ref.insert(ref.end(), t.begin(), t.end());
    ch.push_back(c);
  }
  uint8_t *ds, *dd;
  Chunk* dc;
  Status *st, h[nc + 1];
  // one broken chunk: offset beyond start
  Chunk brk = {(uint32_t)src.size(), 0, (uint32_t)ref.size(), 16};
  const uint8_t junk[] = {0x20, 'a', 'b', 9, 0};
  src.insert(src.end(), junk, junk + 5);
  brk.srcLen = 5;
  ch.push_back(brk);
  ref.insert(ref.end(), {'a', 'b'});
  ref.resize(ref.size() + 14, 0);
  cudaMalloc(&ds, src.size());
  cudaMalloc(&dd, ref.size());
  cudaMalloc(&dc, ch.size() * sizeof(Chunk));
  cudaMalloc(&st, nc + 1);
  cudaMemcpy(ds, src.data(), src.size(), cudaMemcpyHostToDevice);
  cudaMemcpy(dc, ch.data(), ch.size() * sizeof(Chunk), cudaMemcpyHostToDevice);
  cudaMemset(dd, 0, ref.size());
  cudaMemset(st, 0, nc + 1);
  lz<<<nc + 1, 32>>>(ds, dd, dc, st);
  std::vector<uint8_t> g(ref.size());
  cudaMemcpy(g.data(), dd, g.size(), cudaMemcpyDeviceToHost);
  cudaMemcpy(h, st, nc + 1, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess || g != ref || h[nc] != BAD_OFFSET;
  for (int i = 0; i < nc; i++)
    if (h[i] != OK) bad = 1;
  printf("lz_decompress %s (%zu from %zu)\n", bad ? "WRONG" : "ok", ref.size(), src.size());
  return bad;
}
