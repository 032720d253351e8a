// SPDX-License-Identifier: Apache-2.0
// The scores of a global alignment of two proteins. The reference fills the matrix row by row.
#include <algorithm>
#include <array>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::needleman_wunsch {
namespace {

constexpr std::uint32_t tile = 16, letters = 20;

enum class Values : std::uint8_t { uniform, proteins };
constexpr auto names_of(Values) {
  return std::array{Named{Values::uniform, "uniform"}, Named{Values::proteins, "proteins"}};
}

struct NeedlemanWunschSizes {
  std::uint32_t a = 480, b = 512;
  Values values = Values::uniform;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&NeedlemanWunschSizes::a, "a", "letters", 1, 8192, "960 tiles",
                  "Length of the first sequence: rows"),
        parameter(&NeedlemanWunschSizes::b, "b", "letters", 1, 8192, "960 tiles",
                  "Length of the second sequence: columns"),
        parameter(&NeedlemanWunschSizes::values, "values", "Rodinia",
                  "uniform: unrelated sequences of ten letters, scored by BLOSUM62, a gap costs "
                  "10; proteins: related ones of 19 letters, a gap costs 6")};
  }
};

using Sequence = std::vector<std::uint8_t>;

/// BLOSUM62 (Henikoff and Henikoff, 1992) for R N D C Q E G H I L, which are Rodinia's letters 1 .. 10: the
/// lower triangle, row by row. Letters that do not occur score 0.
std::vector<int> blosum62() {
  constexpr std::array<int, 55> triangle{5,                                  //
                                         0,  6,                              //
                                         -2, 1,  6,                          //
                                         -3, -3, -3, 9,                      //
                                         1,  0,  0,  -3, 5,                  //
                                         0,  0,  2,  -4, 2,  5,              //
                                         -2, 0,  -1, -3, -2, -2, 6,          //
                                         0,  1,  -1, -3, 0,  0,  -2, 8,      //
                                         -3, -3, -3, -1, -3, -3, -4, -3, 4,  //
                                         -2, -3, -4, -1, -2, -3, -4, -3, 2, 4};
  std::vector<int> table(letters * letters, 0);
  std::size_t next = 0;
  for (std::size_t i = 1; i <= 10; ++i)
    for (std::size_t j = 1; j <= i; ++j) table[i * letters + j] = table[j * letters + i] = triangle[next++];
  return table;
}

/// Amino acids form five groups of four: the same one scores 4 .. 9, another one of its group 1, others -2.
std::vector<int> similarities(Random& random) {
  std::vector<int> table(letters * letters);
  for (std::uint32_t i = 0; i < letters; ++i)
    for (std::uint32_t j = 0; j < letters; ++j)
      table[i * letters + j] = i == j ? 4 + static_cast<int>(random.below(6)) : (i / 4 == j / 4 ? 1 : -2);
  return table;
}

/// Some amino acids are frequent and others rare: the product of two draws favours the low letters.
std::uint8_t amino_acid(Random& random) {
  return static_cast<std::uint8_t>(random.below(letters) * (letters + random.below(letters)) / (2 * letters));
}

/// Returns a relative: one of ten letters is replaced, and one of 30 is deleted or has a new one before it.
Sequence relative(Random& random, const Sequence& from, std::size_t length) {
  Sequence out;
  for (std::size_t i = 0; out.size() < length; ++i) {
    if (i < from.size() && random.one_in(30)) continue;
    if (random.one_in(30)) out.push_back(amino_acid(random));
    out.push_back(i < from.size() && !random.one_in(10) ? from[i] : amino_acid(random));
  }
  out.resize(length);
  return out;
}

std::vector<int> borders(std::size_t rows, std::size_t cols, int gap) {
  std::vector<int> score(rows * cols, 0);
  for (std::size_t y = 0; y < rows; ++y) score[y * cols] = -gap * static_cast<int>(y);
  for (std::size_t x = 0; x < cols; ++x) score[x] = -gap * static_cast<int>(x);
  return score;
}

std::vector<int> aligned(const Sequence& a, const Sequence& b, const std::vector<int>& similarity, int gap) {
  const std::size_t rows = a.size() + 1, cols = b.size() + 1;
  std::vector<int> score = borders(rows, cols, gap);
  for (std::size_t y = 1; y < rows; ++y)
    for (std::size_t x = 1; x < cols; ++x)
      score[y * cols + x] =
          std::max({score[(y - 1) * cols + x - 1] + similarity[a[y - 1] * letters + b[x - 1]],
                    score[(y - 1) * cols + x] - gap, score[y * cols + x - 1] - gap});
  return score;
}

WorkloadResult run(const WorkloadRun& run, const NeedlemanWunschSizes& sizes) {
  Random random(run.seed);
  const bool related = sizes.values == Values::proteins;
  const std::int32_t gap = related ? 6 : 10;
  const auto similarity = related ? similarities(random) : blosum62();
  const auto any_letter = [&] {
    return related ? amino_acid(random) : static_cast<std::uint8_t>(1 + random.below(10));
  };
  Sequence a(sizes.a), b(sizes.b);
  for (auto& letter : a) letter = any_letter();
  if (related)
    b = relative(random, a, sizes.b);
  else
    for (auto& letter : b) letter = any_letter();
  const std::size_t cells = (a.size() + 1) * (b.size() + 1);

  const DevicePointer score = run.context.upload(borders(a.size() + 1, b.size() + 1, gap));
  const DevicePointer device_a = run.context.upload(a), device_b = run.context.upload(b),
                      table = run.context.upload(similarity);
  const std::uint32_t high = blocks_for(sizes.a, tile), wide = blocks_for(sizes.b, tile);
  for (std::uint32_t diagonal = 0; diagonal < high + wide - 1; ++diagonal) {
    const std::uint32_t first = diagonal < high ? 0 : diagonal - high + 1;
    const std::uint32_t last = std::min(diagonal, wide - 1);
    run.module.function("needleman_wunsch")
        .launch({.grid = {last - first + 1}, .cta = {tile}}, score, device_a, device_b, table,
                static_cast<std::int32_t>(sizes.a), static_cast<std::int32_t>(sizes.b), gap,
                static_cast<std::int32_t>(diagonal), static_cast<std::int32_t>(first));
  }
  WorkloadResult result;
  result.compare<int>("score", aligned(a, b, similarity, gap), run.context.download<int>(score, cells));
  return result;
}

const Registration<Workload> registration{make_workload<NeedlemanWunschSizes>(
    {.name = "needleman_wunsch",
     .description = "global alignment of two proteins, a launch an anti-diagonal of tiles",
     .stands_for = "Vijaykumar2015 nw (Rodinia)",
     .values = "letters 1 .. 10 in bytes, uniform, scored by BLOSUM62, as in Rodinia; integer scores, "
               "neighbours differ "
               "by less than 20; values=proteins: related sequences of letters 0 .. 18",
     .character = "latency bound: CTAs of half a warp, a wavefront of 1 .. 16 active threads",
     .small = {"a=50", "b=41"},
     .paper = {{"a=2048", "b=2048"}, "Rodinia 3.1: 2048 10"}},
    run)};

}  // namespace
}  // namespace heddle::needleman_wunsch
