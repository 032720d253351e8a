// Breadth-first search, one level a pair of launches. Edges of node v: targets[first_edge[v] .. first_edge[v + 1]).
// Two kernels, because a node that is found must not expand before the level's other nodes have.

/// Every node of the frontier gives its unvisited neighbours their level. Several may write one neighbour: all
/// write the same value.
extern "C" __global__ void bfs_expand(const int* first_edge, const int* targets, unsigned char* frontier,
                                      unsigned char* found, const unsigned char* visited, int* level, int nodes) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= nodes || !frontier[v]) return;
  frontier[v] = 0;
  for (int e = first_edge[v]; e < first_edge[v + 1]; ++e) {
    const int w = targets[e];
    if (!visited[w]) {
      level[w] = level[v] + 1;
      found[w] = 1;
    }
  }
}

/// The nodes that were found become the frontier; `again` is set when there is one.
extern "C" __global__ void bfs_advance(unsigned char* frontier, unsigned char* found, unsigned char* visited,
                                       int* again, int nodes) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= nodes || !found[v]) return;
  found[v] = 0;
  frontier[v] = 1;
  visited[v] = 1;
  *again = 1;
}
