// Clustering of a stream of points: what it would cost each point to be served by a new centre.

/// coordinate: dims x points (all points' first coordinate first). For each point: its weighted squared distance from
/// point `candidate`, less what its present centre costs. Negative: it would change over.
extern "C" __global__ void stream_cluster_gain(const float* coordinate, const float* weight, const float* cost,
                                               float* difference, int points, int dims, int candidate) {
  extern __shared__ float centre[];
  for (int d = static_cast<int>(threadIdx.x); d < dims; d += static_cast<int>(blockDim.x))
    centre[d] = coordinate[d * points + candidate];
  __syncthreads();
  const int p = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (p >= points) return;
  float square = 0;
  for (int d = 0; d < dims; ++d) {
    const float away = coordinate[d * points + p] - centre[d];
    square = fmaf(away, away, square);
  }
  difference[p] = weight[p] * square - cost[p];
}
