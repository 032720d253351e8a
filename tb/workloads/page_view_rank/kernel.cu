// Ranks pages by their views: a bitonic sort of (views, page) pairs, most views first, of equals the lower page first.
// The number of pairs is a power of two.
constexpr int cta = 256, chunk = 2 * cta;

/// True when pair (views_a, page_a) belongs behind the other.
__device__ static bool behind(int views_a, int page_a, int views_b, int page_b) {
  return views_a < views_b || (views_a == views_b && page_a > page_b);
}

/// Puts pairs i and j in order, or in the opposite order when `reverse`.
__device__ static void arrange(int* views, int* page, int i, int j, bool reverse) {
  const int vi = views[i], vj = views[j], pi = page[i], pj = page[j];
  if (behind(vi, pi, vj, pj) != reverse) {
    views[i] = vj;
    views[j] = vi;
    page[i] = pj;
    page[j] = pi;
  }
}

/// Element of thread t's pair whose partner is `distance` further on.
__device__ static int lower(int t, int distance) { return 2 * t - (t & (distance - 1)); }

/// All steps with partners at most 256 apart, in shared memory, of the runs of `from`, 2 * from, ... `to` elements.
extern "C" __global__ void rank_near(int* views, int* page, int from, int to) {
  __shared__ int near_views[chunk];
  __shared__ int near_page[chunk];
  const int tx = static_cast<int>(threadIdx.x), base = static_cast<int>(blockIdx.x) * chunk;
  for (int i = tx; i < chunk; i += cta) {
    near_views[i] = views[base + i];
    near_page[i] = page[base + i];
  }
  for (int run = from; run <= to; run *= 2)
    for (int distance = run / 2 < cta ? run / 2 : cta; distance > 0; distance /= 2) {
      __syncthreads();
      const int i = lower(tx, distance);
      arrange(near_views, near_page, i, i + distance, ((base + i) & run) != 0);
    }
  __syncthreads();
  for (int i = tx; i < chunk; i += cta) {
    views[base + i] = near_views[i];
    page[base + i] = near_page[i];
  }
}

/// One step with partners farther apart.
extern "C" __global__ void rank_far(int* views, int* page, int run, int distance) {
  const int i = lower(static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), distance);
  arrange(views, page, i, i + distance, (i & run) != 0);
}
