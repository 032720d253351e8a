// One step of Jacobi's method for Laplace's equation on a grid of nx * ny * nz points: an inner point becomes the mean
// of its six neighbours, a point of the boundary stays. A CTA of 32 x 4 columns walks along z and keeps the plane it
// stands on in shared memory, the planes above and below in registers.
constexpr int tile_x = 32, tile_y = 4;

extern "C" __global__ void __launch_bounds__(tile_x * tile_y) laplace3d(const float* in, float* out, int nx, int ny,
                                                                        int nz) {
  __shared__ float plane[tile_y + 2][tile_x + 2];
  const int tx = static_cast<int>(threadIdx.x) + 1, ty = static_cast<int>(threadIdx.y) + 1;
  const int x = static_cast<int>(blockIdx.x) * tile_x + tx - 1, y = static_cast<int>(blockIdx.y) * tile_y + ty - 1;
  const bool exists = x < nx && y < ny;
  const bool inner = exists && x > 0 && x < nx - 1 && y > 0 && y < ny - 1;
  const int layer = nx * ny;
  int at = y * nx + x;

  float below = 0.0f, here = exists ? in[at] : 0.0f, above = 0.0f;
  for (int z = 0; z < nz; ++z, at += layer) {
    if (exists && z < nz - 1) above = in[at + layer];
    __syncthreads();
    plane[ty][tx] = here;
    if (inner) {
      if (tx == 1) plane[ty][0] = in[at - 1];
      if (tx == tile_x) plane[ty][tile_x + 1] = in[at + 1];
      if (ty == 1) plane[0][tx] = in[at - nx];
      if (ty == tile_y) plane[tile_y + 1][tx] = in[at + nx];
    }
    __syncthreads();
    float next = here;
    if (inner && z > 0 && z < nz - 1)
      next = (plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] + below + above) *
             (1.0f / 6.0f);
    if (exists) out[at] = next;
    below = here;
    here = above;
  }
}
