// Walsh-Hadamard transform in place, natural order, of `n` = 2^k elements: k stages of butterflies. Stages whose
// partners are far apart go through global memory, two stages a launch; the last ones run in shared memory.
constexpr int chunk = 1024, cta = chunk / 4;

__device__ static __forceinline__ void butterfly(float& a, float& b) {
  const float sum = a + b;
  b = a - b;
  a = sum;
}

/// Two stages at once, of partners 2 * stride and stride apart; n / 4 threads in all.
extern "C" __global__ void __launch_bounds__(cta) walsh_far(float* data, int stride, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n / 4) return;
  const int first = (i & ~(stride - 1)) * 4 + (i & (stride - 1));
  float a = data[first], b = data[first + stride], c = data[first + 2 * stride], d = data[first + 3 * stride];
  butterfly(a, c);
  butterfly(b, d);
  butterfly(a, b);
  butterfly(c, d);
  data[first] = a;
  data[first + stride] = b;
  data[first + 2 * stride] = c;
  data[first + 3 * stride] = d;
}

/// All stages within chunks of `size` <= 1024 elements, one CTA a chunk.
extern "C" __global__ void __launch_bounds__(cta) walsh_near(float* data, int size) {
  __shared__ float held[chunk];
  float* const mine = data + blockIdx.x * static_cast<unsigned>(size);
  for (int i = static_cast<int>(threadIdx.x); i < size; i += cta) held[i] = mine[i];
  for (int stride = size / 2; stride > 0; stride /= 2) {
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < size / 2; i += cta) {
      const int low = i & (stride - 1), first = 2 * (i - low) + low;
      butterfly(held[first], held[first + stride]);
    }
  }
  __syncthreads();
  for (int i = static_cast<int>(threadIdx.x); i < size; i += cta) mine[i] = held[i];
}
