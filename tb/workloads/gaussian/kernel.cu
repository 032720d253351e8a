// Gaussian elimination without pivoting: step k clears column k below the diagonal. Two launches a step, because every
// row needs its multiplier before row k's elements change hands.

/// multiplier[i] = a(i, k) / a(k, k) for the rows below k. a: n x n, row after row.
extern "C" __global__ void gaussian_multipliers(const float* a, float* multiplier, int n, int k) {
  const int row = k + 1 + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (row < n) multiplier[row] = a[row * n + k] / a[k * n + k];
}

/// Takes multiplier[row] times row k from each row below it; thread (0, row) does the right-hand side b as well.
extern "C" __global__ void gaussian_eliminate(float* a, float* b, const float* multiplier, int n, int k) {
  const int col = k + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int row = k + 1 + static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (row >= n || col >= n) return;
  a[row * n + col] = fmaf(-multiplier[row], a[k * n + col], a[row * n + col]);
  if (col == k) b[row] = fmaf(-multiplier[row], b[k], b[row]);
}
