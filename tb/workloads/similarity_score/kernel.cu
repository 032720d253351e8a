// Cosine similarity of every two documents by the counts of their words.

/// words: documents x terms; score: documents x documents, of which only (a, b) with a < b is written.
extern "C" __global__ void similarity_score(const float* words, float* score, int documents, int terms) {
  const int b = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int a = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (b >= documents || a >= b) return;
  float both = 0, only_a = 0, only_b = 0;
  for (int t = 0; t < terms; ++t) {
    const float in_a = words[a * terms + t], in_b = words[b * terms + t];
    both = fmaf(in_a, in_b, both);
    only_a = fmaf(in_a, in_a, only_a);
    only_b = fmaf(in_b, in_b, only_b);
  }
  score[a * documents + b] = both / (sqrtf(only_a) * sqrtf(only_b));
}
