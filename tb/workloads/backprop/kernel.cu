// One hidden layer of a neural network: the weighted inputs of its units, and the change of its weights.
// A CTA of 16 x 16 threads does 16 inputs and all 16 hidden units. weight: inputs x 16.
constexpr int hidden = 16, rows = 16;

/// partial: CTAs x 16, sums over the CTA's inputs of input * weight.
extern "C" __global__ void backprop_forward(const float* input, const float* weight, float* partial) {
  __shared__ float share[rows][hidden];
  const int tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y);
  const int from = static_cast<int>(blockIdx.x) * rows + ty;
  share[ty][tx] = input[from] * weight[from * hidden + tx];
  for (int half = rows / 2; half > 0; half /= 2) {
    __syncthreads();
    if (ty < half) share[ty][tx] += share[ty + half][tx];
  }
  if (ty == 0) partial[static_cast<int>(blockIdx.x) * hidden + tx] = share[0][tx];
}

/// weight += rate * delta(unit) * input + momentum * the last change, which becomes this one.
extern "C" __global__ void backprop_adjust(const float* input, const float* delta, float* weight, float* change,
                                           float rate, float momentum) {
  const int tx = static_cast<int>(threadIdx.x);
  const int from = static_cast<int>(blockIdx.x) * rows + static_cast<int>(threadIdx.y);
  const int at = from * hidden + tx;
  const float now = fmaf(rate * delta[tx], input[from], momentum * change[at]);
  weight[at] += now;
  change[at] = now;
}
