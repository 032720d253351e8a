// Shortest paths from one node, by worklist: a round relaxes the edges of all nodes that the last round brought nearer.
// Neighbours of v: target[first[v] .. first[v + 1]) with the weights beside.

/// list: `count` nodes; next: those of the next round, each once, `next_count` of them. stamp[v]: the last round in
/// which v went into a list.
extern "C" __global__ void sssp_relax(const int* first, const int* target, const int* weight, int* distance,
                                      const int* list, int count, int* next, int* next_count, int* stamp, int round) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const int v = list[i], here = distance[v];
  for (int e = first[v]; e < first[v + 1]; ++e) {
    const int w = target[e], there = here + weight[e];
    if (atomicMin(&distance[w], there) > there && atomicExch(&stamp[w], round) != round)
      next[atomicAdd(next_count, 1)] = w;
  }
}
