// Follows points of a heart's wall from one ultrasound frame to the next: each point has a template, and moves to where
// the frame correlates best with it. One CTA of 512 threads a point; a thread a place, of 17 x 17 around the old one.
constexpr int side = 12, reach = 8, places = 2 * reach + 1, window = side + 2 * reach, cta = 512;

__device__ static int clamped(int v, int high) { return v < 0 ? 0 : v > high ? high : v; }

/// pattern: points x 12 x 12, of mean 0. x, y: the template's upper left corner in the last frame, moved by this one.
extern "C" __global__ void heartwall_track(const unsigned char* frame, int width, int height, const float* pattern,
                                           int* x, int* y, float* match) {
  __shared__ float view[window * window];
  __shared__ float wanted[side * side];
  __shared__ float best[cta];
  __shared__ int where[cta];
  const int tx = static_cast<int>(threadIdx.x), point = static_cast<int>(blockIdx.x);
  const int x0 = x[point] - reach, y0 = y[point] - reach;
  for (int i = tx; i < window * window; i += cta)
    view[i] = static_cast<float>(
        frame[clamped(y0 + i / window, height - 1) * width + clamped(x0 + i % window, width - 1)]);
  if (tx < side * side) wanted[tx] = pattern[point * side * side + tx];
  __syncthreads();

  float score = -3.0e38f;
  if (tx < places * places) {
    const float* corner = view + tx / places * window + tx % places;
    float together = 0, sum = 0, squares = 0;
    for (int row = 0; row < side; ++row)
      for (int col = 0; col < side; ++col) {
        const float seen = corner[row * window + col];
        together = fmaf(wanted[row * side + col], seen, together);
        sum += seen;
        squares = fmaf(seen, seen, squares);
      }
    const float variance = fmaf(sum, -sum / (side * side), squares);
    score = together / sqrtf(variance + 1.0f);
  }
  best[tx] = score;
  where[tx] = tx;
  for (int half = cta / 2; half > 0; half /= 2) {
    __syncthreads();
    if (tx < half) {
      const float other = best[tx + half];
      if (other > best[tx] || (other == best[tx] && where[tx + half] < where[tx])) {
        best[tx] = other;
        where[tx] = where[tx + half];
      }
    }
  }
  if (tx == 0) {
    x[point] = x0 + where[0] % places;
    y[point] = y0 + where[0] / places;
    match[point] = best[0];
  }
}
