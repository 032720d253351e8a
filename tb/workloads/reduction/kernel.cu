// Sums of integers. A thread adds what lies a grid apart, a CTA adds its threads' sums as a tree in shared memory and,
// for the last 64, in registers of one warp.
constexpr int cta = 256;

/// sums[b] = what CTA b found; a second launch of one CTA over `sums` gives the total.
extern "C" __global__ void __launch_bounds__(cta) reduction(const int* in, int* sums, int n) {
  __shared__ int held[cta];
  const int t = static_cast<int>(threadIdx.x);
  int sum = 0;
  for (int i = static_cast<int>(blockIdx.x) * cta + t; i < n; i += static_cast<int>(gridDim.x) * cta) sum += in[i];
  held[t] = sum;
  __syncthreads();
  for (int half = cta / 2; half >= 64; half /= 2) {
    if (t < half) held[t] += held[t + half];
    __syncthreads();
  }
  if (t < 32) {
    sum = held[t] + held[t + 32];
    for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffffu, sum, half);
    if (t == 0) sums[blockIdx.x] = sum;
  }
}
