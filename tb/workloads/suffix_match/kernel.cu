// How long a piece of each read, from each of its letters on, occurs in a genome: a walk down the genome's suffix tree.

/// A node of the tree. The edge that leads to it is marked with genome[start .. start + length).
struct Node {
  int start, length;
  int child[4];  ///< by the first letter; 0: none (nothing leads to the root)
};

/// read: reads x letters, longest: the same. One thread a read.
extern "C" __global__ void suffix_match(const Node* node, const unsigned char* genome, const unsigned char* read,
                                        unsigned char* longest, int reads, int letters) {
  const int r = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (r >= reads) return;
  const unsigned char* mine = read + r * letters;
  for (int from = 0; from < letters; ++from) {
    int at = from;
    for (int here = 0; at < letters;) {
      here = node[here].child[mine[at]];
      if (here == 0) break;
      const unsigned char* mark = genome + node[here].start;
      const int length = node[here].length;
      int same = 0;
      while (same < length && at < letters && mark[same] == mine[at]) {
        ++same;
        ++at;
      }
      if (same < length) break;
    }
    longest[r * letters + from] = static_cast<unsigned char>(at - from);
  }
}
