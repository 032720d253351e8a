// Counts of the values of bytes in 2^bits bins. Each warp counts in a part of shared memory of its own, with atomics,
// because lanes may meet in a bin; the CTA adds the parts and gives them to global memory.
constexpr int cta = 256, warps = cta / 32, most_bins = 256;

extern "C" __global__ void __launch_bounds__(cta) histogram(const unsigned* in, unsigned* counts, int words, int bits) {
  __shared__ unsigned held[warps][most_bins];
  const int t = static_cast<int>(threadIdx.x), bins = 1 << bits, shift = 8 - bits;
  for (int i = t; i < warps * most_bins; i += cta) held[i / most_bins][i % most_bins] = 0;
  __syncthreads();

  unsigned* const mine = held[t / 32];
  const int threads = static_cast<int>(gridDim.x) * cta;
  for (int i = static_cast<int>(blockIdx.x) * cta + t; i < words; i += threads) {
    const unsigned word = in[i];
    atomicAdd(&mine[(word & 0xff) >> shift], 1u);
    atomicAdd(&mine[(word >> 8 & 0xff) >> shift], 1u);
    atomicAdd(&mine[(word >> 16 & 0xff) >> shift], 1u);
    atomicAdd(&mine[(word >> 24) >> shift], 1u);
  }
  __syncthreads();

  if (t >= bins) return;
  unsigned sum = 0;
  for (int w = 0; w < warps; ++w) sum += held[w][t];
  if (sum != 0) atomicAdd(&counts[t], sum);
}
