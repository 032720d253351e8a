// The longest matches of short reads in a genome, by a suffix tree that the host builds. The reference needs
// no tree: it extends matches letter by letter from their ends.
#include <algorithm>
#include <array>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::suffix_match {
namespace {

constexpr std::uint32_t cta = 256;

struct SuffixMatchSizes {
  std::uint32_t genome = 8'192, reads = 2'048, letters = 24;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&SuffixMatchSizes::genome, "genome", "letters", 1, 1'000'000, "a tree of some 300 KB",
                  "Length of the genome"),
        parameter(&SuffixMatchSizes::reads, "reads", "reads", 1, 200'000, "8 CTAs", "Reads to match"),
        parameter(&SuffixMatchSizes::letters, "letters", "letters", 1, 100, "short reads",
                  "Length of a read")};
  }
};

using Letters = std::vector<std::uint8_t>;

/// Returns letters 0 .. 3. One third repeats earlier pieces, as genomes do; the rest is random.
Letters genome_of(Random& random, std::size_t length) {
  Letters genome;
  while (genome.size() < length) {
    if (genome.size() > 100 && random.one_in(3)) {
      const std::size_t from = random.below(static_cast<std::uint32_t>(genome.size() - 60));
      for (std::size_t i = 0; i < 60; ++i) genome.push_back(genome[from + i]);
    } else {
      for (int i = 0; i < 60; ++i) genome.push_back(static_cast<std::uint8_t>(random.below(4)));
    }
  }
  genome.resize(length);
  return genome;
}

/// Returns pieces of the genome in which one letter of 30 is misread.
Letters reads_of(Random& random, const Letters& genome, const SuffixMatchSizes& s) {
  Letters reads;
  for (std::uint32_t r = 0; r < s.reads; ++r) {
    const std::size_t from = random.below(s.genome);
    for (std::size_t i = 0; i < s.letters; ++i)
      reads.push_back(random.one_in(30) ? static_cast<std::uint8_t>(random.below(4))
                                        : genome[(from + i) % s.genome]);
  }
  return reads;
}

/// The kernel's node.
struct Node {
  int start, length;
  std::array<int, 4> child{};
};

/// Adds the suffixes one by one. They have no end mark: a suffix that is a prefix of another one has no leaf.
std::vector<Node> suffix_tree(const Letters& text) {
  const int end = static_cast<int>(text.size());
  const auto letter = [&](int at) { return text[static_cast<std::size_t>(at)]; };
  std::vector<Node> tree{{0, 0}};
  for (int suffix = 0; suffix < end; ++suffix) {
    std::size_t here = 0;
    for (int at = suffix; at < end;) {
      const int next = tree[here].child[letter(at)];
      if (next == 0) {
        tree[here].child[letter(at)] = static_cast<int>(tree.size());
        tree.push_back({at, end - at});
        break;
      }
      const Node old = tree[static_cast<std::size_t>(next)];
      int same = 0;
      while (same < old.length && at + same < end && letter(old.start + same) == letter(at + same)) ++same;
      at += same;
      if (same == old.length) {
        here = static_cast<std::size_t>(next);
        continue;
      }
      if (at == end) break;
      Node fork{old.start, same};  // the edge splits here; the next round adds the new leaf below the fork
      fork.child[letter(old.start + same)] = next;
      tree[static_cast<std::size_t>(next)].start += same;
      tree[static_cast<std::size_t>(next)].length -= same;
      tree[here].child[letter(old.start)] = static_cast<int>(tree.size());
      here = tree.size();
      tree.push_back(fork);
    }
  }
  return tree;
}

/// same[g] is how far read[i ..] and genome[g ..] agree; i goes from the last letter of the read to the
/// first.
Letters longest_matches(const Letters& genome, const Letters& reads, std::size_t letters) {
  Letters longest(reads.size());
  for (std::size_t read = 0; read < reads.size(); read += letters) {
    std::vector<std::uint8_t> same(genome.size() + 1, 0);
    for (std::size_t i = letters; i-- > 0;) {
      std::uint8_t most = 0;
      for (std::size_t g = 0; g < genome.size(); ++g) {  // same[g + 1] is still the value for letter i + 1
        same[g] = genome[g] == reads[read + i] ? static_cast<std::uint8_t>(same[g + 1] + 1) : std::uint8_t{0};
        most = std::max(most, same[g]);
      }
      longest[read + i] = most;
    }
  }
  return longest;
}

WorkloadResult run(const WorkloadRun& run, const SuffixMatchSizes& sizes) {
  Random random(run.seed);
  const Letters genome = genome_of(random, sizes.genome), reads = reads_of(random, genome, sizes);
  const DevicePointer tree = run.context.upload(suffix_tree(genome)), text = run.context.upload(genome),
                      read = run.context.upload(reads), longest = run.context.allocate(reads.size());
  run.module.function("suffix_match")
      .launch({.grid = {blocks_for(sizes.reads, cta)}, .cta = {cta}}, tree, text, read, longest,
              static_cast<std::int32_t>(sizes.reads), static_cast<std::int32_t>(sizes.letters));
  WorkloadResult result;
  result.compare<std::uint8_t>("longest", longest_matches(genome, reads, sizes.letters),
                               run.context.download<std::uint8_t>(longest, reads.size()));
  return result;
}

const Registration<Workload> registration{make_workload<SuffixMatchSizes>(
    {.name = "suffix_match",
     .description = "longest matches of short reads in a genome: walks down a suffix tree",
     .stands_for = "Jeon2015 MUM, Vijaykumar2015 MUM, Lal2017 mummergpu (Rodinia, GPGPU-Sim)",
     .values = "letters 0 .. 3 in bytes; tree nodes of indices: narrow, growing, many zeros",
     .character = "memory latency bound pointer chasing; strong divergence",
     .small = {"genome=500", "reads=70", "letters=12"}},
    run)};

}  // namespace
}  // namespace heddle::suffix_match
