// LU decomposition in tiles of 16 x 16, in place. Step t: the diagonal tile (t, t), then the rest of its row and column
// of tiles, then all tiles below and to the right. a: n x n, row after row, n = 16 * tiles.
constexpr int tile = 16;

/// Decomposes the diagonal tile; one CTA of 16 threads, half a warp.
extern "C" __global__ void lud_diagonal(float* a, int n, int t) {
  __shared__ float part[tile][tile + 1];
  const int tx = static_cast<int>(threadIdx.x);
  float* corner = a + t * tile * (n + 1);
  for (int i = 0; i < tile; ++i) part[i][tx] = corner[i * n + tx];
  __syncthreads();
  for (int k = 0; k + 1 < tile; ++k) {
    if (tx > k) {  // thread tx: row tx
      part[tx][k] = part[tx][k] / part[k][k];
      for (int j = k + 1; j < tile; ++j) part[tx][j] = fmaf(-part[tx][k], part[k][j], part[tx][j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < tile; ++i) corner[i * n + tx] = part[i][tx];
}

/// CTA b: tiles (t, t + 1 + b) and (t + 1 + b, t). Its lower 16 threads own the columns of the first, its upper 16
/// the rows of the second.
extern "C" __global__ void lud_perimeter(float* a, int n, int t) {
  __shared__ float diagonal[tile][tile + 1];
  __shared__ float upper[tile][tile + 1];
  __shared__ float lower[tile][tile + 1];
  const int tx = static_cast<int>(threadIdx.x) % tile;
  const int other = (t + 1 + static_cast<int>(blockIdx.x)) * tile, here = t * tile;
  const bool does_upper = threadIdx.x < tile;

  for (int i = 0; i < tile; ++i) {
    if (does_upper) {
      diagonal[i][tx] = a[(here + i) * n + here + tx];
      upper[i][tx] = a[(here + i) * n + other + tx];
    } else {
      lower[i][tx] = a[(other + i) * n + here + tx];
    }
  }
  __syncthreads();
  if (does_upper) {
    for (int i = 1; i < tile; ++i)
      for (int k = 0; k < i; ++k) upper[i][tx] = fmaf(-diagonal[i][k], upper[k][tx], upper[i][tx]);
  } else {
    for (int j = 0; j < tile; ++j) {
      for (int k = 0; k < j; ++k) lower[tx][j] = fmaf(-lower[tx][k], diagonal[k][j], lower[tx][j]);
      lower[tx][j] = lower[tx][j] / diagonal[j][j];
    }
  }
  __syncthreads();
  for (int i = 0; i < tile; ++i) {
    if (does_upper)
      a[(here + i) * n + other + tx] = upper[i][tx];
    else
      a[(other + i) * n + here + tx] = lower[i][tx];
  }
}

/// Takes the product of its row's lower and its column's upper tile from each inner tile; a thread an element.
extern "C" __global__ void lud_internal(float* a, int n, int t) {
  __shared__ float upper[tile][tile];
  __shared__ float lower[tile][tile];
  const int tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y);
  const int x = (t + 1 + static_cast<int>(blockIdx.x)) * tile + tx;
  const int y = (t + 1 + static_cast<int>(blockIdx.y)) * tile + ty;
  upper[ty][tx] = a[(t * tile + ty) * n + x];
  lower[ty][tx] = a[y * n + t * tile + tx];
  __syncthreads();
  float left = a[y * n + x];
  for (int k = 0; k < tile; ++k) left = fmaf(-lower[ty][k], upper[k][tx], left);
  a[y * n + x] = left;
}
