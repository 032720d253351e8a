// Discrete cosine transform of the 8 x 8 blocks of a picture, and its inverse: C * block * C^T and C^T * block * C.
// A CTA of 8 x 8 threads holds one block in shared memory; thread (x, y) computes element (x, y) of each product.
constexpr int side = 8;

__constant__ float cosines[side * side];  // C: row u, column x

extern "C" __global__ void __launch_bounds__(side * side) dct(const float* in, float* out, int width) {
  __shared__ float block[side][side];
  __shared__ float half[side][side];
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  const int at = static_cast<int>(blockIdx.y * side + threadIdx.y) * width + static_cast<int>(blockIdx.x) * side + x;
  block[y][x] = in[at];
  __syncthreads();
  float sum = 0.0f;
  APPROX_LEVEL(5);
  APPROX_BEGIN(sum);
#pragma unroll
  for (int k = 0; k < side; ++k) sum = fmaf(cosines[y * side + k], block[k][x], sum);
  half[y][x] = APPROXIMATED(sum);
  APPROX_END();
  __syncthreads();
  sum = 0.0f;
  APPROX_BEGIN(sum);
#pragma unroll
  for (int k = 0; k < side; ++k) sum = fmaf(half[y][k], cosines[x * side + k], sum);
  out[at] = APPROXIMATED(sum);
  APPROX_END();
}

extern "C" __global__ void __launch_bounds__(side * side) inverse_dct(const float* in, float* out, int width) {
  __shared__ float block[side][side];
  __shared__ float half[side][side];
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  const int at = static_cast<int>(blockIdx.y * side + threadIdx.y) * width + static_cast<int>(blockIdx.x) * side + x;
  block[y][x] = in[at];
  __syncthreads();
  float sum = 0.0f;
  APPROX_LEVEL(5);
  APPROX_BEGIN(sum);
#pragma unroll
  for (int k = 0; k < side; ++k) sum = fmaf(cosines[k * side + y], block[k][x], sum);
  half[y][x] = APPROXIMATED(sum);
  APPROX_END();
  __syncthreads();
  sum = 0.0f;
  APPROX_BEGIN(sum);
#pragma unroll
  for (int k = 0; k < side; ++k) sum = fmaf(half[y][k], cosines[k * side + x], sum);
  out[at] = APPROXIMATED(sum);
  APPROX_END();
}
