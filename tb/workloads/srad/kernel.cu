// Speckle-reducing anisotropic diffusion: brightness flows between neighbouring pixels, the less the rougher the image
// is there. Beyond the border the image repeats its edge. image: rows x cols, positive.

__device__ static int clamped(int v, int high) { return v < 0 ? 0 : v > high ? high : v; }

/// coefficient: 0 (an edge: nothing flows) .. 1 (smooth). speckle: the squared variation of a smooth region.
extern "C" __global__ void srad_coefficient(const float* image, float* coefficient, int cols, int rows, float speckle) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= cols || y >= rows) return;
  const float here = image[y * cols + x];
  const float north = image[clamped(y - 1, rows - 1) * cols + x] - here;
  const float south = image[clamped(y + 1, rows - 1) * cols + x] - here;
  const float west = image[y * cols + clamped(x - 1, cols - 1)] - here;
  const float east = image[y * cols + clamped(x + 1, cols - 1)] - here;

  float squares = fmaf(north, north, south * south);
  squares = fmaf(west, west, squares);
  squares = fmaf(east, east, squares) / (here * here);
  const float laplacian = (north + south + west + east) / here;
  const float scale = fmaf(0.25f, laplacian, 1.0f);
  const float variation = fmaf(-0.0625f * laplacian, laplacian, 0.5f * squares) / (scale * scale);
  const float c = 1.0f / (1.0f + (variation - speckle) / (speckle * (1.0f + speckle)));
  coefficient[y * cols + x] = c < 0.0f ? 0.0f : c > 1.0f ? 1.0f : c;
}

/// One step of the flow. Flow to the north and west goes by a pixel's own coefficient, to the south and east by
/// that of the neighbour.
extern "C" __global__ void srad_flow(const float* image, const float* coefficient, float* out, int cols, int rows,
                                     float quarter_step) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= cols || y >= rows) return;
  const int below = clamped(y + 1, rows - 1) * cols + x, right = y * cols + clamped(x + 1, cols - 1);
  const float here = image[y * cols + x], own = coefficient[y * cols + x];
  float flow = own * (image[clamped(y - 1, rows - 1) * cols + x] - here);
  flow = fmaf(own, image[y * cols + clamped(x - 1, cols - 1)] - here, flow);
  flow = fmaf(coefficient[below], image[below] - here, flow);
  flow = fmaf(coefficient[right], image[right] - here, flow);
  out[y * cols + x] = fmaf(quarter_step, flow, here);
}
