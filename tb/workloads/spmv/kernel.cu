// Product of a sparse matrix and a vector. Entries of row r: column[first[r] .. first[r + 1]) with the values beside.

/// One thread a row: neighbouring threads read far-apart entries and loop as often as their own row is long.
extern "C" __global__ void spmv_scalar(const int* first, const int* column, const float* value, const float* x,
                                       float* y, int rows) {
  const int row = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= rows) return;
  float sum = 0;
  for (int e = first[row]; e < first[row + 1]; ++e) sum = fmaf(value[e], x[column[e]], sum);
  y[row] = sum;
}

constexpr int warp = 32, cta = 128;

/// One warp a row: coalesced, but a short row leaves most threads without an entry. The 32 partial sums meet in shared
/// memory.
extern "C" __global__ void spmv_vector(const int* first, const int* column, const float* value, const float* x,
                                       float* y, int rows) {
  __shared__ float partial[cta];
  const int tx = static_cast<int>(threadIdx.x), lane = tx % warp;
  const int row = (static_cast<int>(blockIdx.x) * cta + tx) / warp;
  float sum = 0;
  if (row < rows)
    for (int e = first[row] + lane; e < first[row + 1]; e += warp) sum = fmaf(value[e], x[column[e]], sum);
  partial[tx] = sum;
  for (int half = warp / 2; half > 0; half /= 2) {
    __syncthreads();
    if (lane < half) partial[tx] += partial[tx + half];
  }
  if (lane == 0 && row < rows) y[row] = partial[tx];
}
