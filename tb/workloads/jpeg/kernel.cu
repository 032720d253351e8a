// The lossy part of a JPEG encoder, one CTA of 64 threads a block of 8 x 8 pixels: cosine transform, quantisation,
// zigzag order, and the symbols (zeros before, bits of the value) that an entropy coder would write.
constexpr int side = 8, area = side * side;

__constant__ float cosines[area];          // row u, column x
__constant__ int steps[area];              // quantisation of coefficient v * 8 + u
__constant__ unsigned char zigzag[area];   // element i of the order is coefficient zigzag[i]

/// Ones in a block's two masks below element `t`.
__device__ static int ones_below(const unsigned* masks, int t) {
  const unsigned part = (1u << (t & 31)) - 1u;
  return t < 32 ? __popc(masks[0] & part) : __popc(masks[0]) + __popc(masks[1] & part);
}

/// The last element below `t` whose bit is set; 0 when none is.
__device__ static int last_below(const unsigned* masks, int t) {
  const unsigned part = (1u << (t & 31)) - 1u;
  const unsigned high = t < 32 ? 0u : masks[1] & part, low = t < 32 ? masks[0] & part : masks[0];
  if (high != 0) return 63 - __clz(static_cast<int>(high));
  return low != 0 ? 31 - __clz(static_cast<int>(low)) : 0;
}

/// picture: bytes. quantised: 64 values a block in zigzag order. symbols: 64 places a block, of which counts[block] are
/// used: zeros * 16 + bits. lengths[block]: bits of all values.
extern "C" __global__ void __launch_bounds__(area) jpeg(const unsigned char* picture, short* quantised,
                                                        unsigned short* symbols, int* counts, int* lengths, int width) {
  __shared__ float pixels[side][side];
  __shared__ float half[side][side];
  __shared__ int values[area];
  __shared__ unsigned masks[2];
  __shared__ int length;
  const int t = static_cast<int>(threadIdx.x), x = t % side, y = t / side;
  const int block = static_cast<int>(blockIdx.y * gridDim.x + blockIdx.x);
  pixels[y][x] = static_cast<float>(picture[(static_cast<int>(blockIdx.y) * side + y) * width +
                                            static_cast<int>(blockIdx.x) * side + x]) - 128.0f;
  if (t == 0) length = 0;
  __syncthreads();
  float sum = 0.0f;
#pragma unroll
  for (int k = 0; k < side; ++k) sum = fmaf(cosines[y * side + k], pixels[k][x], sum);
  half[y][x] = sum;
  __syncthreads();
  sum = 0.0f;
#pragma unroll
  for (int k = 0; k < side; ++k) sum = fmaf(half[y][k], cosines[x * side + k], sum);
  values[t] = __float2int_rn(sum / static_cast<float>(steps[t]));
  __syncthreads();

  const int value = values[zigzag[t]];
  quantised[block * area + t] = static_cast<short>(value);
  const bool coded = t > 0 && value != 0;
  const unsigned mask = __ballot_sync(0xffffffffu, coded);
  if (t % 32 == 0) masks[t / 32] = mask;
  __syncthreads();

  if (coded) {
    const int bits = 32 - __clz(abs(value));
    const int zeros = t - last_below(masks, t) - 1;
    symbols[block * area + ones_below(masks, t)] = static_cast<unsigned short>(zeros * 16 + bits);
    atomicAdd(&length, bits);
  }
  __syncthreads();
  if (t == 0) {
    counts[block] = __popc(masks[0]) + __popc(masks[1]);
    lengths[block] = length;
  }
}
