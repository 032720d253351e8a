// Global alignment of two sequences: score(i, j) = max(score(i-1, j-1) + similarity(a[i], b[j]), score(i-1, j) - gap,
// score(i, j-1) - gap). Tiles of 16 x 16 on one anti-diagonal depend only on the diagonals before: one launch each.
constexpr int tile = 16;
constexpr int letters = 20;

__device__ static int larger(int a, int b) { return a > b ? a : b; }

/// score: (length_a + 1) x (length_b + 1), its first row and column set. CTA b does tile (diagonal - left, left) with
/// left = first + b. similarity: 20 x 20.
extern "C" __global__ void needleman_wunsch(int* score, const unsigned char* a, const unsigned char* b,
                                            const int* similarity, int length_a, int length_b, int gap, int diagonal,
                                            int first) {
  __shared__ int part[tile + 1][tile + 1];
  __shared__ int table[letters * letters];
  const int tx = static_cast<int>(threadIdx.x);
  const int left = first + static_cast<int>(blockIdx.x);
  const int x0 = left * tile, y0 = (diagonal - left) * tile, pitch = length_b + 1;
  const int x = x0 + 1 + tx;

  for (int i = tx; i < letters * letters; i += tile) table[i] = similarity[i];
  if (x <= length_b) part[0][tx + 1] = score[y0 * pitch + x];
  if (y0 + 1 + tx <= length_a) part[tx + 1][0] = score[(y0 + 1 + tx) * pitch + x0];
  if (tx == 0) part[0][0] = score[y0 * pitch + x0];
  const int letter = x <= length_b ? b[x - 1] : 0;
  __syncthreads();

  for (int wave = 0; wave < 2 * tile - 1; ++wave) {
    const int row = wave - tx, y = y0 + 1 + row;
    if (row >= 0 && row < tile && y <= length_a && x <= length_b) {
      const int along = part[row][tx] + table[a[y - 1] * letters + letter];
      part[row + 1][tx + 1] = larger(along, larger(part[row][tx + 1], part[row + 1][tx]) - gap);
    }
    __syncthreads();
  }
  for (int row = 0; row < tile; ++row)
    if (y0 + 1 + row <= length_a && x <= length_b) score[(y0 + 1 + row) * pitch + x] = part[row + 1][tx + 1];
}
