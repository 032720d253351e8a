// The step of k-means that takes the time: each point finds its nearest centroid. The host moves the centroids.

/// feature: features x points (all points' first feature, then the second, ...), centroid: clusters x features.
extern "C" __global__ void kmeans_assign(const float* feature, const float* centroid, int* member, int points,
                                         int features, int clusters) {
  const int p = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (p >= points) return;
  float least = 3.0e38f;
  int best = 0;
  for (int c = 0; c < clusters; ++c) {
    float square = 0;
    for (int f = 0; f < features; ++f) {
      const float away = feature[f * points + p] - centroid[c * features + f];
      square = fmaf(away, away, square);
    }
    if (square < least) {
      least = square;
      best = c;
    }
  }
  member[p] = best;
}
