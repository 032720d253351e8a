// AES with a key of 128 bits, each thread one block of 16 bytes. A round of four bytes is four look-ups in one table of
// words, three of them rotated; the table is copied from constant to shared memory, where lanes can read different words.
constexpr int cta = 256, rounds = 10;

__constant__ unsigned table[256];  // S-box byte s as the column (2 s, s, s, 3 s), first byte in the high bits
__constant__ unsigned round_keys[4 * (rounds + 1)];

__device__ static __forceinline__ unsigned rotated(unsigned word, int bits) {
  return word >> bits | word << (32 - bits);
}

/// A column after a round, less its key: the bytes come from four columns, because rows are shifted.
__device__ static __forceinline__ unsigned column(const unsigned* t, unsigned a, unsigned b, unsigned c, unsigned d) {
  return t[a >> 24] ^ rotated(t[b >> 16 & 0xff], 8) ^ rotated(t[c >> 8 & 0xff], 16) ^ rotated(t[d & 0xff], 24);
}

/// The same for the last round, which does not mix columns.
__device__ static __forceinline__ unsigned last_column(const unsigned* t, unsigned a, unsigned b, unsigned c,
                                                       unsigned d) {
  const auto box = [t](unsigned byte) { return t[byte & 0xff] >> 8 & 0xff; };
  return box(a >> 24) << 24 | box(b >> 16) << 16 | box(c >> 8) << 8 | box(d);
}

__device__ static __forceinline__ unsigned swapped(unsigned word) { return __byte_perm(word, 0, 0x0123); }

extern "C" __global__ void __launch_bounds__(cta) aes(const uint4* in, uint4* out, int blocks) {
  __shared__ unsigned held[256];
  held[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  const int i = static_cast<int>(blockIdx.x) * cta + static_cast<int>(threadIdx.x);
  if (i >= blocks) return;

  const uint4 block = in[i];
  unsigned a = swapped(block.x) ^ round_keys[0], b = swapped(block.y) ^ round_keys[1];
  unsigned c = swapped(block.z) ^ round_keys[2], d = swapped(block.w) ^ round_keys[3];
#pragma unroll 1
  for (int round = 1; round < rounds; ++round) {
    const unsigned* key = round_keys + 4 * round;
    const unsigned e = column(held, a, b, c, d) ^ key[0], f = column(held, b, c, d, a) ^ key[1];
    const unsigned g = column(held, c, d, a, b) ^ key[2], h = column(held, d, a, b, c) ^ key[3];
    a = e, b = f, c = g, d = h;
  }
  const unsigned* key = round_keys + 4 * rounds;
  out[i] = make_uint4(swapped(last_column(held, a, b, c, d) ^ key[0]), swapped(last_column(held, b, c, d, a) ^ key[1]),
                      swapped(last_column(held, c, d, a, b) ^ key[2]), swapped(last_column(held, d, a, b, c) ^ key[3]));
}
