// One level of a two-dimensional wavelet transform of integers (CDF 5/3, reversible), first along rows, then along
// columns: what an odd element differs from the mean of its neighbours goes to the high half, even elements are smoothed
// with that into the low half. Beyond the ends the signal is mirrored.
constexpr int cta = 128;

/// Difference of odd element 2 * j + 1; j beyond the ends is mirrored. at(i): element i of the `n`.
template <class At>
__device__ static int difference(const At& at, int j, int n) {
  const int highs = n / 2;
  if (highs == 0) return 0;
  j = min(max(j, 0), highs - 1);
  const int right = 2 * j + 2 < n ? 2 * j + 2 : 2 * j;
  return at(2 * j + 1) - ((at(2 * j) + at(right)) >> 1);
}

/// One row a blockIdx.y, `cta` pairs a CTA, which are kept in shared memory with two elements on each side.
extern "C" __global__ void __launch_bounds__(cta) wavelet_rows(const int* in, int* out, int width, int pitch) {
  __shared__ int held[2 * cta + 4];
  const int begin = static_cast<int>(blockIdx.x) * 2 * cta - 2;
  const int row = static_cast<int>(blockIdx.y) * pitch;
  for (int i = static_cast<int>(threadIdx.x); i < 2 * cta + 4; i += cta)
    if (begin + i >= 0 && begin + i < width) held[i] = in[row + begin + i];
  __syncthreads();

  const int j = static_cast<int>(blockIdx.x) * cta + static_cast<int>(threadIdx.x);
  const int lows = (width + 1) / 2;
  if (j >= lows) return;
  const auto at = [&](int i) { return held[i - begin]; };
  const int here = difference(at, j, width), before = difference(at, j - 1, width);
  out[row + j] = at(2 * j) + ((before + here + 2) >> 2);
  if (2 * j + 1 < width) out[row + lows + j] = here;
}

/// One column a thread, one pair a blockIdx.y.
extern "C" __global__ void __launch_bounds__(cta) wavelet_columns(const int* in, int* out, int width, int height,
                                                                  int pitch) {
  const int x = static_cast<int>(blockIdx.x) * cta + static_cast<int>(threadIdx.x);
  const int j = static_cast<int>(blockIdx.y);
  if (x >= width) return;
  const auto at = [&](int i) { return in[i * pitch + x]; };
  const int here = difference(at, j, height), before = difference(at, j - 1, height);
  out[j * pitch + x] = at(2 * j) + ((before + here + 2) >> 2);
  if (2 * j + 1 < height) out[((height + 1) / 2 + j) * pitch + x] = here;
}
