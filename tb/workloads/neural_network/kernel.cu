// A network that reads digits: one layer of 5 x 5 convolutions with stride 2, then one that weighs all features.
// An image has 29 x 29 pixels and gives six feature maps of 13 x 13; a CTA of 169 threads does one map.
constexpr int image_side = 29, map_side = 13, map_size = map_side * map_side;
constexpr int window = 5, stride = 2, maps = 6, classes = 10;

__device__ static float squashed(float v) { return v / (1.0f + fabsf(v)); }

/// Grid (maps, images). weight: a bias and 25 weights a map. feature: images x maps x 13 x 13.
extern "C" __global__ void network_features(const float* image, const float* weight, float* feature) {
  const int map = static_cast<int>(blockIdx.x), number = static_cast<int>(blockIdx.y);
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  const float* w = weight + map * (window * window + 1);
  const float* corner = image + (number * image_side + stride * y) * image_side + stride * x;
  float sum = w[0];
  for (int dy = 0; dy < window; ++dy)
    for (int dx = 0; dx < window; ++dx) sum = fmaf(w[1 + dy * window + dx], corner[dy * image_side + dx], sum);
  feature[((number * maps + map) * map_side + y) * map_side + x] = squashed(sum);
}

/// Grid (classes, images). weight: 6 x 169 a class. score: images x classes.
extern "C" __global__ void network_scores(const float* feature, const float* weight, float* score) {
  __shared__ float partial[map_size];
  const int which = static_cast<int>(blockIdx.x), number = static_cast<int>(blockIdx.y);
  const int i = static_cast<int>(threadIdx.y) * map_side + static_cast<int>(threadIdx.x);
  float sum = 0;
  for (int map = 0; map < maps; ++map)
    sum = fmaf(weight[(which * maps + map) * map_size + i], feature[(number * maps + map) * map_size + i], sum);
  partial[i] = sum;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (i < half && i + half < map_size) partial[i] += partial[i + half];
  }
  if (i == 0) score[number * classes + which] = squashed(partial[0]);
}
