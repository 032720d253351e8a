// Scalar products of many pairs of vectors. A CTA takes one pair after another: each thread sums the products that lie
// a CTA apart, then the CTA adds them as a tree.
constexpr int cta = 256;

extern "C" __global__ void __launch_bounds__(cta) scalar_product(const float* a, const float* b, float* products,
                                                                 int vectors, int elements) {
  __shared__ float held[cta];
  const int t = static_cast<int>(threadIdx.x);
  for (int v = static_cast<int>(blockIdx.x); v < vectors; v += static_cast<int>(gridDim.x)) {
    const int begin = v * elements, end = begin + elements;
    float sum = 0.0f;
    for (int i = begin + t; i < end; i += cta) sum = fmaf(a[i], b[i], sum);
    held[t] = sum;
    for (int half = cta / 2; half > 0; half /= 2) {
      __syncthreads();
      if (t < half) held[t] += held[t + half];
    }
    if (t == 0) products[v] = held[0];
    __syncthreads();
  }
}
