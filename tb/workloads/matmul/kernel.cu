// C = A * B, row-major, A is rows x inner, B is inner x cols. A CTA of 16 x 16 threads owns one tile of C and walks
// along `inner`, keeping one tile of A and one of B in shared memory. Elements outside the matrices count as zero.
constexpr int tile = 16;

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  __shared__ float tile_a[tile][tile];
  __shared__ float tile_b[tile][tile];
  const int tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y);
  const int row = static_cast<int>(blockIdx.y) * tile + ty;
  const int col = static_cast<int>(blockIdx.x) * tile + tx;

  float sum = 0.0f;
  for (int start = 0; start < inner; start += tile) {
    const int from_a = start + tx, from_b = start + ty;
    tile_a[ty][tx] = row < rows && from_a < inner ? a[row * inner + from_a] : 0.0f;
    tile_b[ty][tx] = from_b < inner && col < cols ? b[from_b * cols + col] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < tile; ++k) sum = fmaf(tile_a[ty][k], tile_b[k][tx], sum);
    __syncthreads();
  }
  if (row < rows && col < cols) c[row * cols + col] = sum;
}
