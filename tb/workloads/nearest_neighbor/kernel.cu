// For each of many queries the nearest of all points. A CTA of 13 x 13 = 169 threads does as many queries: its sixth warp
// has nine threads. Points pass through shared memory, 169 at a time.
constexpr int side = 13, cta = side * side;

/// index and distance (squared) of the nearest point of each query.
extern "C" __global__ void nearest_neighbor(const float* point_x, const float* point_y, const float* query_x,
                                            const float* query_y, int* index, float* distance, int points,
                                            int queries) {
  __shared__ float near_x[cta];
  __shared__ float near_y[cta];
  const int tx = static_cast<int>(threadIdx.y) * side + static_cast<int>(threadIdx.x);
  const int query = static_cast<int>(blockIdx.x) * cta + tx;
  const bool asks = query < queries;
  const float x = asks ? query_x[query] : 0, y = asks ? query_y[query] : 0;
  float least = 3.0e38f;
  int best = -1;
  for (int first = 0; first < points; first += cta) {
    if (first + tx < points) {
      near_x[tx] = point_x[first + tx];
      near_y[tx] = point_y[first + tx];
    }
    __syncthreads();
    const int count = points - first < cta ? points - first : cta;
    for (int i = 0; i < count; ++i) {
      const float dx = near_x[i] - x, dy = near_y[i] - y;
      const float square = fmaf(dy, dy, dx * dx);
      if (square < least) {
        least = square;
        best = first + i;
      }
    }
    __syncthreads();
  }
  if (asks) {
    index[query] = best;
    distance[query] = least;
  }
}
