// Heat in a chip: each cell exchanges heat with its four neighbours and the air above, and is warmed by its power.
// One launch advances `steps` time steps. A CTA holds a 16 x 16 tile whose outer `steps` rings are a ghost zone.
constexpr int tile = 16;

__device__ static int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }

/// temperature, power, out: rows x cols. Thermal constants: capacitance, resistances along x, y and to the air.
extern "C" __global__ void hotspot(const float* power, const float* temperature, float* out, int cols, int rows,
                                   int steps, float capacitance, float rx, float ry, float rz, float time_step,
                                   float ambient) {
  __shared__ float heat[tile][tile];
  __shared__ float watts[tile][tile];
  __shared__ float next[tile][tile];
  const int tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y);
  const int inner = tile - 2 * steps;
  const int x0 = static_cast<int>(blockIdx.x) * inner - steps;
  const int y0 = static_cast<int>(blockIdx.y) * inner - steps;
  const int x = x0 + tx, y = y0 + ty;
  const bool inside = x >= 0 && x < cols && y >= 0 && y < rows;

  if (inside) {
    heat[ty][tx] = temperature[y * cols + x];
    watts[ty][tx] = power[y * cols + x];
  }
  __syncthreads();

  const float gain = time_step / capacitance;
  const float per_rx = 1.0f / rx, per_ry = 1.0f / ry, per_rz = 1.0f / rz;
  // Neighbours in the tile; a cell at the chip's edge is its own neighbour there.
  const int west = clamp(x - 1, 0, cols - 1) - x0, east = clamp(x + 1, 0, cols - 1) - x0;
  const int north = clamp(y - 1, 0, rows - 1) - y0, south = clamp(y + 1, 0, rows - 1) - y0;

  APPROX_LEVEL(6);
  bool current = false;
  for (int i = 0; i < steps; ++i) {
    current = inside && tx > i && tx < tile - 1 - i && ty > i && ty < tile - 1 - i;
    if (current) {
      float centre = heat[ty][tx];
      APPROX_BEGIN(centre);
      const float vertical = fmaf(-2.0f, centre, heat[north][tx] + heat[south][tx]);
      const float horizontal = fmaf(-2.0f, centre, heat[ty][west] + heat[ty][east]);
      float flow = fmaf(vertical, per_ry, watts[ty][tx]);
      flow = fmaf(horizontal, per_rx, flow);
      flow = fmaf(ambient - centre, per_rz, flow);
      next[ty][tx] = APPROXIMATED(fmaf(gain, flow, centre));
      APPROX_END();
    }
    __syncthreads();
    if (current) heat[ty][tx] = next[ty][tx];
    __syncthreads();
  }
  if (current) out[y * cols + x] = heat[ty][tx];
}
