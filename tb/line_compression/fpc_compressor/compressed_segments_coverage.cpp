// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/fpc_compressor/compressed_segments_coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "tb/line_compression/fpc_line_stimulus.hpp"
#include "tb/line_compression/fpc_segments_stimulus.hpp"

namespace heddle {
namespace {

Arises values_by_chance() { return by_chance("the values of a workload's lines decide"); }

bool holds(FpcPattern pattern, std::uint32_t word) {
  return fpc_word(pattern, fpc_data(pattern, word)) == word;
}

}  // namespace

CompressedSegmentsCoverage::CompressedSegmentsCoverage(Coverage& coverage, unsigned line_bytes,
                                                       unsigned segment_words)
    : segment_words_(segment_words) {
  const unsigned segments = line_bytes / 4 / segment_words;
  for (unsigned p = 0; p < fpc_patterns; ++p)
    segment_has_[p] = coverage.points(fmt::format("{}: segment {{}}", name(FpcPattern(p))), 0, segments - 1,
                                      values_by_chance());
  tie_ = coverage.points("padded_half and two_bytes hold segment {}", 0, segments - 1, values_by_chance());
  declare_words(coverage);
  const std::vector<bool> possible = fpc_possible_units(segments);
  for (unsigned units = 0; units < possible.size(); ++units) {
    const unsigned bytes = fpc_segment_pattern_bytes(segments) + units * segment_words / 2;
    units_.push_back(possible[units] ? &coverage.point(fmt::format("patterns and data of {} bytes", bytes),
                                                       values_by_chance())
                                     : nullptr);
  }
}

void CompressedSegmentsCoverage::declare_words(Coverage& coverage) {
  for (unsigned p = 0; p < fpc_patterns - 1; ++p)
    odd_word_[p] =
        coverage.points(fmt::format("word {{}} alone keeps its segment from {}", name(FpcPattern(p))), 0,
                        segment_words_ - 1, values_by_chance());
  for (const FpcFixedBits& fixed : fpc_fixed_bits()) {
    Points all(fixed.first, nullptr);
    const Points declared = coverage.points(
        fmt::format("bit {{}} of one word alone keeps a segment from {}", name(fixed.pattern)), fixed.first,
        fixed.last, values_by_chance());
    all.insert(all.end(), declared.begin(), declared.end());
    odd_bit_.push_back(all);
  }
  for (unsigned p = 0; p < fpc_patterns; ++p) {
    both_[p].resize(fpc_patterns);
    for (unsigned q = p + 1; q < fpc_patterns; ++q)
      both_[p][q] = &coverage.point(
          fmt::format("words of {} and of {}, and of nothing else", name(FpcPattern(p)), name(FpcPattern(q))),
          values_by_chance());
  }
  for (const FpcEdge& edge : fpc_edges())
    edges_.push_back(coverage.points(fmt::format("word {{}} of a segment is {}", edge.what), 0,
                                     segment_words_ - 1, values_by_chance()));
}

/// One word that the pattern does not hold, but all others.
void CompressedSegmentsCoverage::see_odd_word(FpcPattern pattern, std::span<const std::uint32_t> words) {
  const auto odd = std::ranges::find_if_not(words, [&](auto word) { return holds(pattern, word); });
  if (odd == words.end() ||
      std::any_of(odd + 1, words.end(), [&](auto word) { return !holds(pattern, word); }))
    return;
  ++*odd_word_[static_cast<unsigned>(pattern)][static_cast<std::size_t>(odd - words.begin())];
  const std::uint32_t excess = *odd ^ fpc_word(pattern, fpc_data(pattern, *odd));
  if (!std::has_single_bit(excess)) return;
  const auto bit = static_cast<unsigned>(std::countr_zero(excess));
  for (unsigned f = 0; f < odd_bit_.size(); ++f) {
    const FpcFixedBits& fixed = fpc_fixed_bits()[f];
    if (fixed.pattern == pattern && bit >= fixed.first && bit <= fixed.last) ++*odd_bit_[f][bit];
  }
}

unsigned CompressedSegmentsCoverage::see_segment(unsigned i, std::span<const std::uint32_t> words) {
  const FpcPattern pattern = fpc_segment_pattern(words);
  ++*segment_has_[static_cast<unsigned>(pattern)][i];
  if (pattern == FpcPattern::padded_half)
    *tie_[i] += std::ranges::all_of(words, [](auto word) { return holds(FpcPattern::two_bytes, word); });
  for (unsigned p = 0; p < fpc_patterns - 1; ++p) see_odd_word(FpcPattern(p), words);
  unsigned present = 0;
  for (unsigned w = 0; w < words.size(); ++w) {
    present |= 1u << static_cast<unsigned>(fpc_pattern(words[w]));
    for (unsigned e = 0; e < edges_.size(); ++e) *edges_[e][w] += words[w] == fpc_edges()[e].word;
  }
  if (std::popcount(present) == 2)
    ++*both_[static_cast<unsigned>(std::countr_zero(present))][std::bit_width(present) - 1];
  return fpc_segment_units(pattern);
}

unsigned CompressedSegmentsCoverage::see_words(std::span<const std::uint32_t> words) {
  unsigned units = 0;
  for (unsigned i = 0; i * segment_words_ < words.size(); ++i)
    units += see_segment(i, words.subspan(i * segment_words_, segment_words_));
  return units;
}

}  // namespace heddle
