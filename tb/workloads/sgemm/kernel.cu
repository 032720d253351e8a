// C = alpha * A * B + beta * C, row-major. A CTA of 16 x 16 threads owns 64 x 64 elements of C, a thread 4 x 4 of them,
// 16 apart, in registers: each number read from shared memory serves four multiply-adds.
constexpr int side = 16, each = 4, tile = side * each, depth = 16;

extern "C" __global__ void __launch_bounds__(side* side)
    sgemm(const float* a, const float* b, float* c, int rows, int inner, int cols, float alpha, float beta) {
  __shared__ float tile_a[depth][tile + 1];  // transposed
  __shared__ float tile_b[depth][tile];
  const int tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y), t = ty * side + tx;
  const int row0 = static_cast<int>(blockIdx.y) * tile, col0 = static_cast<int>(blockIdx.x) * tile;

  float sum[each][each] = {};
  for (int start = 0; start < inner; start += depth) {
#pragma unroll
    for (int i = 0; i < tile * depth / (side * side); ++i) {
      const int k = t % depth, row = t / depth + i * side;
      tile_a[k][row] = row0 + row < rows && start + k < inner ? a[(row0 + row) * inner + start + k] : 0.0f;
      const int col = t % tile, from = t / tile + i * each;
      tile_b[from][col] = start + from < inner && col0 + col < cols ? b[(start + from) * cols + col0 + col] : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < depth; ++k) {
      float from_a[each], from_b[each];
#pragma unroll
      for (int i = 0; i < each; ++i) {
        from_a[i] = tile_a[k][ty + i * side];
        from_b[i] = tile_b[k][tx + i * side];
      }
#pragma unroll
      for (int i = 0; i < each; ++i)
#pragma unroll
        for (int j = 0; j < each; ++j) sum[i][j] = fmaf(from_a[i], from_b[j], sum[i][j]);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < each; ++i)
#pragma unroll
    for (int j = 0; j < each; ++j) {
      const int row = row0 + ty + i * side, col = col0 + tx + j * side;
      if (row < rows && col < cols) {
        float& out = c[row * cols + col];
        out = fmaf(alpha, sum[i][j], beta * out);
      }
    }
}
