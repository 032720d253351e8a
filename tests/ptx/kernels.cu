// Kernels for the tests of the PTX front end; compiled as tb/workloads/compile_ptx does, see kernels_test.cpp.

// Divergent loop: steps of the Collatz sequence.
extern "C" __global__ void collatz(const unsigned* start, unsigned* steps, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  unsigned v = start[i], count = 0;
  while (v != 1) {
    if (v % 2 == 0) v /= 2;
    else v = 3 * v + 1;
    ++count;
  }
  steps[i] = count;
}

// Barriers and shared memory: the sum of a block's values, any block size up to 256.
extern "C" __global__ void block_sum(const int* values, long long* sums, int n) {
  __shared__ long long part[256];
  const unsigned t = threadIdx.x;
  const int i = static_cast<int>(blockIdx.x * blockDim.x + t);
  part[t] = i < n ? values[i] : 0;
  __syncthreads();
  for (unsigned width = 128; width > 0; width /= 2) {
    if (t < width && t + width < blockDim.x) part[t] += part[t + width];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}

// Nested divergence, switch, early returns, 64-bit and double arithmetic.
extern "C" __global__ void mixed(const int* in, double* out, int n, double scale, char shift) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  const int v = in[i];
  double r = 0;
  switch (v & 7) {
    case 0: r = v * scale; break;
    case 1: r = static_cast<double>(static_cast<long long>(v) * v % 1000003); break;
    case 2:
      for (int k = 0; k < (v & 31); ++k) {
        if (k == 13) break;
        if (k % 3 == 1) continue;
        r += k / scale;
      }
      break;
    case 3: out[i] = -1; return;
    case 4: r = static_cast<unsigned>(v) >> shift; break;
    case 5: r = v / (shift + 1) + v % (shift + 2); break;
    case 6: r = static_cast<float>(v) / 3.0f; break;
    default: r = static_cast<short>(v) * 2.0;
  }
  out[i] = r;
}

// Local memory with a computed index, and vector types.
struct alignas(16) Four {
  float x, y, z, w;
};
extern "C" __global__ void histogram(const unsigned char* in, Four* out, int per_thread) {
  unsigned bins[16] = {};
  const int t = static_cast<int>(threadIdx.x);
  for (int i = 0; i < per_thread; ++i) ++bins[in[t * per_thread + i] & 15];
  for (int b = 0; b < 4; ++b) {
    Four f;
    f.x = static_cast<float>(bins[4 * b]);
    f.y = static_cast<float>(bins[4 * b + 1]);
    f.z = static_cast<float>(bins[4 * b + 2]);
    f.w = static_cast<float>(bins[4 * b + 3]);
    out[4 * t + b] = f;
  }
}
