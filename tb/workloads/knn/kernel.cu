// Distances of all records from one place; the host then picks the k nearest.

/// place: latitude and longitude of each record, in degrees.
extern "C" __global__ void knn_distances(const float2* place, float* distance, int records, float latitude,
                                         float longitude) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= records) return;
  float2 p = place[i];
  APPROX_LEVEL(4);
  APPROX_BEGIN(p.x, p.y);
  const float north = p.x - latitude, east = p.y - longitude;
  distance[i] = APPROXIMATED(sqrtf(fmaf(east, east, north * north)));
  APPROX_END();
}
