// out = in transposed. A CTA of 32 x 8 threads moves a tile of 32 x 32 through shared memory, so that reads and writes
// both run along rows; the tile's rows are one element longer, so that a column lies in 32 different banks.
constexpr int tile = 32, rows_at_once = 8;

extern "C" __global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float held[tile][tile + 1];
  const int tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y);
  const int x = static_cast<int>(blockIdx.x) * tile, y = static_cast<int>(blockIdx.y) * tile;
  for (int row = ty; row < tile; row += rows_at_once)
    if (x + tx < width && y + row < height) held[row][tx] = in[(y + row) * width + x + tx];
  __syncthreads();
  for (int row = ty; row < tile; row += rows_at_once)
    if (y + tx < height && x + row < width) out[(x + row) * height + y + tx] = held[tx][row];
}
