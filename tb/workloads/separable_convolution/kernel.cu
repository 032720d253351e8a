// Blur of a picture by a separable filter of 17 weights: along rows, then along columns. Each CTA holds its tile and the
// filter's reach on both sides in shared memory; outside the picture lies zero.
constexpr int radius = 8, tile_x = 32, tile_y = 8;

__constant__ float weights[2 * radius + 1];

extern "C" __global__ void convolve_rows(const float* in, float* out, int width, int height) {
  __shared__ float held[tile_y][tile_x + 2 * radius];
  const int tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y);
  const int x0 = static_cast<int>(blockIdx.x) * tile_x, y = static_cast<int>(blockIdx.y) * tile_y + ty;
  for (int i = tx; i < tile_x + 2 * radius; i += tile_x) {
    const int x = x0 + i - radius;
    held[ty][i] = x >= 0 && x < width && y < height ? in[y * width + x] : 0.0f;
  }
  __syncthreads();
  if (x0 + tx >= width || y >= height) return;
  float sum = 0.0f;
#pragma unroll
  for (int k = 0; k <= 2 * radius; ++k) sum = fmaf(weights[k], held[ty][tx + k], sum);
  out[y * width + x0 + tx] = sum;
}

extern "C" __global__ void convolve_columns(const float* in, float* out, int width, int height) {
  __shared__ float held[tile_y + 2 * radius][tile_x];
  const int tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y);
  const int x = static_cast<int>(blockIdx.x) * tile_x + tx, y0 = static_cast<int>(blockIdx.y) * tile_y;
  for (int i = ty; i < tile_y + 2 * radius; i += tile_y) {
    const int y = y0 + i - radius;
    held[i][tx] = y >= 0 && y < height && x < width ? in[y * width + x] : 0.0f;
  }
  __syncthreads();
  if (x >= width || y0 + ty >= height) return;
  float sum = 0.0f;
#pragma unroll
  for (int k = 0; k <= 2 * radius; ++k) sum = fmaf(weights[k], held[ty + k][tx], sum);
  out[(y0 + ty) * width + x] = sum;
}
