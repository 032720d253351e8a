// Minimum spanning tree by Boruvka's method. A round: each component finds its lightest edge to another one, hooks onto
// that, and all nodes learn their new component. A component has the number of one of its nodes, its root.

constexpr int edge_bits = 24;

/// best[component]: the least (weight, edge), packed; the edge breaks ties, so that no cycle can arise.
extern "C" __global__ void mst_lightest(const int* first, const int* target, const int* weight, const int* edge,
                                        const int* component, unsigned* best, int nodes) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= nodes) return;
  const int own = component[v];
  unsigned least = ~0u;
  for (int e = first[v]; e < first[v + 1]; ++e) {
    const unsigned key = static_cast<unsigned>(weight[e]) << edge_bits | static_cast<unsigned>(edge[e]);
    if (key < least && component[target[e]] != own) least = key;
  }
  if (least != ~0u) atomicMin(&best[own], least);
}

/// Each root takes its component's edge into the tree and hooks onto the component at its other end. Of two that chose
/// the same edge the lower one stays a root. end_a, end_b: the ends of each edge.
extern "C" __global__ void mst_hook(const int* component, const unsigned* best, const int* end_a, const int* end_b,
                                    int* parent, unsigned char* chosen, int* again, int nodes) {
  const int root = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (root >= nodes || component[root] != root || best[root] == ~0u) return;
  const unsigned edge = best[root] & ((1u << edge_bits) - 1);
  const int a = component[end_a[edge]], other = a == root ? component[end_b[edge]] : a;
  chosen[edge] = 1;
  *again = 1;
  if (best[other] != best[root] || root > other) parent[root] = other;
}

/// Follows the hooks from each node's component to its new root.
extern "C" __global__ void mst_flatten(int* component, const int* parent, int nodes) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= nodes) return;
  int root = component[v];
  while (parent[root] != root) root = parent[root];
  component[v] = root;
}
