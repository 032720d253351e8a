// Cheapest way down a grid of weights: best(row, x) = weight(row, x) + min(best(row - 1, x - 1 .. x + 1)).
// One launch advances `steps` rows. A CTA loads one column a thread, of which `steps` at either end are a ghost zone
// that it shares with its neighbours: after each row one more column at either end is out of date.
constexpr int cta = 256;

__device__ static int least(int a, int b) { return a < b ? a : b; }

/// weights: rows x cols; from: the best costs of row `first - 1`; to: those of row `first + steps - 1`.
extern "C" __global__ void pathfinder(const int* weights, const int* from, int* to, int cols, int first, int steps) {
  __shared__ int best[cta];
  __shared__ int next[cta];
  const int tx = static_cast<int>(threadIdx.x);
  const int left_edge = static_cast<int>(blockIdx.x) * (cta - 2 * steps) - steps;
  const int x = left_edge + tx;
  const bool inside = x >= 0 && x < cols;

  // The neighbours' places in shared memory; at the borders of the grid a column is its own neighbour.
  const int west = x > 0 ? tx - 1 : tx;
  const int east = x < cols - 1 ? tx + 1 : tx;

  if (inside) best[tx] = from[x];
  __syncthreads();
  bool current = false;
  for (int i = 0; i < steps; ++i) {
    current = inside && tx > i && tx < cta - 1 - i;
    if (current) {
      const int shortest = least(best[tx], least(best[west], best[east]));
      next[tx] = shortest + weights[(first + i) * cols + x];
    }
    __syncthreads();
    if (current) best[tx] = next[tx];
    __syncthreads();
  }
  if (current) to[x] = best[tx];
}
