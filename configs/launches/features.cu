// Kernels for the examples of README.md:  tb/workloads/compile_ptx --source configs/launches/features.cu nvcc

struct View {
  float* data;
  unsigned count;
  float scale;
};

__constant__ float factor = 2;
__device__ unsigned histogram[4];

extern "C" __global__ void scale_view(View view) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < view.count) view.data[i] *= view.scale * factor;
}

extern "C" __global__ void count_by_four(const unsigned* values, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&histogram[values[i] % 4], 1u);
}

extern "C" __global__ void transpose_texture(cudaTextureObject_t image, float* out, int width, int height) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x < width && y < height) out[x * height + y] = tex2D<float>(image, x + 0.5f, y + 0.5f);
}

// Divides by `divisor` what is larger than 1, and says whether anything was.
extern "C" __global__ void divide(float* values, unsigned n, float divisor, unsigned* busy) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || values[i] <= 1) return;
  values[i] /= divisor;
  *busy = 1;
}

extern "C" __global__ void add_round(unsigned* sum, unsigned round) { *sum += round; }
