// Breadth-first search by worklist: a launch expands exactly the nodes that the last one found. A CTA gathers what it
// finds in shared memory and takes its place in the next list with one atomic operation on global memory.
constexpr int capacity = 512;

/// Edges of v: target[first[v] .. first[v + 1]). level[v]: -1 until found. list: `count` nodes at `depth` - 1;
/// next: `next_count` nodes at `depth`.
extern "C" __global__ void bfs_worklist(const int* first, const int* target, int* level, const int* list, int count,
                                        int* next, int* next_count, int depth) {
  __shared__ int found[capacity];
  __shared__ int waiting;
  __shared__ int place;
  if (threadIdx.x == 0) waiting = 0;
  __syncthreads();
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) {
    const int v = list[i];
    for (int e = first[v]; e < first[v + 1]; ++e) {
      const int w = target[e];
      if (level[w] >= 0 || atomicCAS(&level[w], -1, depth) != -1) continue;
      const int slot = atomicAdd(&waiting, 1);
      if (slot < capacity)
        found[slot] = w;
      else
        next[atomicAdd(next_count, 1)] = w;
    }
  }
  __syncthreads();
  const int kept = min(waiting, capacity);
  if (threadIdx.x == 0 && kept > 0) place = atomicAdd(next_count, kept);
  __syncthreads();
  for (int slot = static_cast<int>(threadIdx.x); slot < kept; slot += static_cast<int>(blockDim.x))
    next[place + slot] = found[slot];
}
