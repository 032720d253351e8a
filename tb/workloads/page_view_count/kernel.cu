// Counts the views of each page in a server's log. Map: every line finds its page in a hash table, or enters it there.
// Reduce: the table's used entries are gathered. Lines read "TIME PAGE CLIENT\n"; line i begins at text[first[i]].

/// Where the page of a line begins: behind the first space.
__device__ static const char* page_of(const char* line) {
  while (*line != ' ') ++line;
  return line + 1;
}

/// Pages end with a space.
__device__ static bool same_page(const char* a, const char* b) {
  for (; *a == *b; ++a, ++b)
    if (*a == ' ') return true;
  return false;
}

/// line_in[slot]: 0 while free, else 1 + some line with the slot's page; views[slot]: its lines. slots: a power of two
/// greater than the number of pages.
extern "C" __global__ void views_count(const char* text, const int* first, int* line_in, int* views, int lines,
                                       int slots) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= lines) return;
  const char* page = page_of(text + first[i]);
  unsigned hash = 2166136261u;  // FNV-1a
  for (const char* p = page; *p != ' '; ++p) hash = (hash ^ static_cast<unsigned char>(*p)) * 16777619u;
  unsigned slot = hash;
  for (int tries = 0; tries < slots; ++tries, ++slot) {
    slot &= static_cast<unsigned>(slots - 1);
    const int found = atomicCAS(&line_in[slot], 0, i + 1);
    if (found == 0 || same_page(page, page_of(text + first[found - 1]))) {
      atomicAdd(&views[slot], 1);
      return;
    }
  }
}

/// Appends (line, views) of every used slot, in any order.
extern "C" __global__ void views_gather(const int* line_in, const int* views, int* line_out, int* views_out,
                                        int* used, int slots) {
  const int slot = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (slot >= slots || line_in[slot] == 0) return;
  const int at = atomicAdd(used, 1);
  line_out[at] = line_in[slot] - 1;
  views_out[at] = views[slot];
}
