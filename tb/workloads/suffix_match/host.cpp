// SPDX-License-Identifier: Apache-2.0
// The longest matches of short reads in a genome, by a suffix tree that the host builds. The reference needs
// no tree: it reads from right to left in an automaton of all pieces of the reversed genome.
#include <algorithm>
#include <array>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::suffix_match {
namespace {

constexpr std::uint32_t cta = 256;

enum class Values : std::uint8_t { exact, misread };
constexpr auto names_of(Values) {
  return std::array{Named{Values::exact, "exact"}, Named{Values::misread, "misread"}};
}

struct SuffixMatchSizes {
  std::uint32_t genome = 8'192, reads = 2'048, letters = 25;
  Values values = Values::exact;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&SuffixMatchSizes::genome, "genome", "letters", 1, 2'000'000, "a tree of some 300 KB",
                  "Length of the genome"),
        parameter(&SuffixMatchSizes::reads, "reads", "reads", 1, 200'000, "8 CTAs", "Reads to match"),
        parameter(&SuffixMatchSizes::letters, "letters", "letters", 1, 100, "as in Rodinia and GPGPU-Sim",
                  "Length of a read"),
        parameter(&SuffixMatchSizes::values, "values", "GPGPU-Sim's suite (ISPASS 2009)",
                  "exact: reads are pieces of the genome; misread: one letter of 30 is wrong")};
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

/// Returns pieces of the genome, exact or with one letter of 30 misread.
Letters reads_of(Random& random, const Letters& genome, const SuffixMatchSizes& s) {
  Letters reads;
  for (std::uint32_t r = 0; r < s.reads; ++r) {
    const std::size_t from =
        random.below(s.values == Values::exact && s.genome > s.letters ? s.genome - s.letters + 1 : s.genome);
    for (std::size_t i = 0; i < s.letters; ++i)
      reads.push_back(s.values == Values::misread && random.one_in(30)
                          ? static_cast<std::uint8_t>(random.below(4))
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

/// The suffix automaton of a text: each state stands for pieces with the same ends in it.
class PieceAutomaton {
 public:
  /// Adds the letters from the last to the first, so that the automaton knows the pieces backwards.
  explicit PieceAutomaton(const Letters& text) {
    states_.reserve(2 * text.size() + 1);
    states_.push_back({0, -1, none});
    for (std::size_t i = text.size(); i-- > 0;) add(text[i]);
  }
  /// Returns for each letter of `read` the length of the longest piece of the text that begins there.
  void match(const std::uint8_t* read, std::size_t letters, std::uint8_t* longest) const {
    std::size_t here = 0;
    int length = 0;
    for (std::size_t i = letters; i-- > 0;) {
      while (here != 0 && states_[here].next[read[i]] < 0) {
        here = static_cast<std::size_t>(states_[here].link);
        length = states_[here].length;
      }
      if (states_[here].next[read[i]] >= 0) {
        here = static_cast<std::size_t>(states_[here].next[read[i]]);
        ++length;
      }
      longest[i] = static_cast<std::uint8_t>(length);
    }
  }

 private:
  static constexpr std::array<int, 4> none{-1, -1, -1, -1};
  struct State {
    int length, link;  ///< of its longest piece; the state of its longest proper ending elsewhere
    std::array<int, 4> next;
  };
  State& at(int state) { return states_[static_cast<std::size_t>(state)]; }
  void add(std::uint8_t letter) {
    const int made = static_cast<int>(states_.size());
    states_.push_back({at(last_).length + 1, 0, none});
    int from = last_;
    for (; from >= 0 && at(from).next[letter] < 0; from = at(from).link) at(from).next[letter] = made;
    last_ = made;
    if (from < 0) return;
    const int to = at(from).next[letter];
    if (at(to).length == at(from).length + 1) {
      at(made).link = to;
      return;
    }
    const int split = static_cast<int>(states_.size());
    const State copied = at(to);
    states_.push_back({at(from).length + 1, copied.link, copied.next});
    for (; from >= 0 && at(from).next[letter] == to; from = at(from).link) at(from).next[letter] = split;
    at(to).link = at(made).link = split;
  }

  std::vector<State> states_{};
  int last_ = 0;
};

Letters longest_matches(const Letters& genome, const Letters& reads, std::size_t letters) {
  const PieceAutomaton pieces(genome);
  Letters longest(reads.size());
  for (std::size_t read = 0; read < reads.size(); read += letters)
    pieces.match(reads.data() + read, letters, longest.data() + read);
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
     .values = "letters 0 .. 3 in bytes; reads of 25 letters that the genome has, as in GPGPU-Sim's suite; "
               "tree nodes of "
               "indices: narrow, growing, many zeros; values=misread: one letter of 30 is wrong",
     .character = "memory latency bound pointer chasing; strong divergence",
     .small = {"genome=500", "reads=70", "letters=12", "values=misread"},  // matches that end
     .paper = {{"genome=1399930", "reads=50000", "letters=25"},
               "GPGPU-Sim's suite (ISPASS 2009), MUM: NC_003997.20k.fna, 50,000 reads of 25 letters"}},
    run)};

}  // namespace
}  // namespace heddle::suffix_match
