// c[i] = a[i] + b[i]: one thread an element; the last CTA may be partial.
extern "C" __global__ void vectoradd(const float* a, const float* b, float* c, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) c[i] = a[i] + b[i];
}
