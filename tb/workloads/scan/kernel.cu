// Stream compaction: keeps the elements above a threshold, in order. Exclusive prefix sums of the keep flags say where
// each goes. Three kernels scan: each CTA its chunk, then (the host recurses) the chunks' sums, then the sums are added.
constexpr int cta = 256, chunk = 2 * cta;

extern "C" __global__ void mark(const int* in, int* keep, int threshold, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) keep[i] = in[i] > threshold ? 1 : 0;
}

/// positions = sums of what lies before, within each chunk of 512; totals[c] = the sum of chunk c. A balanced tree in
/// shared memory: up to the root, then down.
extern "C" __global__ void __launch_bounds__(cta) scan_chunks(const int* in, int* positions, int* totals, int n) {
  __shared__ int tree[chunk];
  const int t = static_cast<int>(threadIdx.x);
  const int first = static_cast<int>(blockIdx.x) * chunk;
  const int low = first + t, high = first + t + cta;
  tree[t] = low < n ? in[low] : 0;
  tree[t + cta] = high < n ? in[high] : 0;

  int stride = 1;
  for (int nodes = cta; nodes > 0; nodes /= 2) {
    __syncthreads();
    if (t < nodes) tree[stride * (2 * t + 2) - 1] += tree[stride * (2 * t + 1) - 1];
    stride *= 2;
  }
  if (t == 0) {
    totals[blockIdx.x] = tree[chunk - 1];
    tree[chunk - 1] = 0;
  }
  for (int nodes = 1; nodes <= cta; nodes *= 2) {
    stride /= 2;
    __syncthreads();
    if (t < nodes) {
      const int left = stride * (2 * t + 1) - 1, right = stride * (2 * t + 2) - 1;
      const int below = tree[left];
      tree[left] = tree[right];
      tree[right] += below;
    }
  }
  __syncthreads();
  if (low < n) positions[low] = tree[t];
  if (high < n) positions[high] = tree[t + cta];
}

/// Adds what lies before each chunk.
extern "C" __global__ void add_before(int* positions, const int* before, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) positions[i] += before[i / chunk];
}

extern "C" __global__ void compact(const int* in, const int* keep, const int* positions, int* out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n && keep[i]) out[positions[i]] = in[i];
}
