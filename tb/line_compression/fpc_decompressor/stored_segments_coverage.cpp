// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/fpc_decompressor/stored_segments_coverage.hpp"

#include <fmt/format.h>

#include "tb/line_compression/fpc_segments_stimulus.hpp"
#include "tb/line_compression/fpc_stored_stimulus.hpp"

namespace heddle {
namespace {

Arises values_by_chance() { return by_chance("the values of a workload's lines decide"); }
Arises faults_only() { return bench_only("no compressor makes such bytes"); }

}  // namespace

StoredSegmentsCoverage::StoredSegmentsCoverage(Coverage& coverage, unsigned line_bytes,
                                               unsigned segment_words)
    : line_bytes_(line_bytes),
      segment_words_(segment_words),
      segments_(line_bytes / 4 / segment_words),
      pattern_bytes_(fpc_segment_pattern_bytes(segments_)) {
  const auto by_word = [&](const std::string& what) {
    return coverage.points(what, 0, segment_words - 1, values_by_chance());
  };
  for (unsigned p = 0; p < fpc_patterns; ++p) {
    const auto pattern = FpcPattern(p);
    segment_has_[p] =
        coverage.points(fmt::format("{}: segment {{}}", name(pattern)), 0, segments_ - 1, values_by_chance());
    if (p >= 1 && pattern <= FpcPattern::half)
      negative_[p] = by_word(fmt::format("negative {}: word {{}} of its segment", name(pattern)));
  }
  lower_negative_ = by_word("two_bytes, the lower one negative: word {} of its segment");
  upper_negative_ = by_word("two_bytes, the upper one negative: word {} of its segment");
  declare_faults(coverage);
}

void StoredSegmentsCoverage::declare_faults(Coverage& coverage) {
  for (const auto& [longer, shortest] : fpc_longer_patterns()) {
    if (segments_ == 1 && longer == FpcPattern::word) continue;  // too long as well
    longer_[static_cast<unsigned>(longer)][static_cast<unsigned>(shortest)] = &coverage.point(
        fmt::format("{} where {} would do, and nothing else is wrong", name(longer), name(shortest)),
        faults_only());
  }
  const auto points = [&](const char* what, unsigned first, unsigned end) {
    return first == end ? Points{}
                        : coverage.points(fmt::format("{}, and nothing else is wrong", what), first, end - 1,
                                          faults_only());
  };
  longer_at_ = points("segment {} has a pattern that is not the shortest", 0, segments_);
  padding_ = points("bit {} behind the patterns is set", fpc_pattern_bits * segments_, 8 * pattern_bytes_);
  behind_ = points("bit {} behind the data is set", 8 * pattern_bytes_, 8 * line_bytes_);
  const std::vector<bool> possible = fpc_possible_units(segments_);
  for (unsigned units = 0; units < possible.size(); ++units) {
    const unsigned bytes = pattern_bytes_ + units * segment_words_ / 2;
    units_.push_back(
        possible[units] && bytes >= line_bytes_
            ? &coverage.point(fmt::format("patterns and data of {} bytes, and nothing else is wrong", bytes),
                              faults_only())
            : nullptr);
  }
}

/// Behind the line they are zero.
std::uint32_t StoredSegmentsCoverage::bits(const LineBytes& stored, unsigned first, unsigned count) const {
  std::uint32_t value = 0;
  for (unsigned b = 0; b < count; ++b) value |= std::uint32_t{bit(stored, first + b)} << b;
  return value;
}

void StoredSegmentsCoverage::see_word(FpcPattern pattern, std::uint32_t data, unsigned place) {
  const auto p = static_cast<unsigned>(pattern);
  if (!negative_[p].empty()) *negative_[p][place] += data >> (fpc_data_bits(pattern) - 1);
  if (pattern != FpcPattern::two_bytes) return;
  const bool lower = (data & 0x80) != 0, upper = (data & 0x8000) != 0;
  *lower_negative_[place] += lower && !upper;
  *upper_negative_[place] += upper && !lower;
}

void StoredSegmentsCoverage::see_segment(const LineBytes& stored, unsigned i, FpcPattern pattern,
                                         unsigned first) {
  const unsigned p = static_cast<unsigned>(pattern), each = fpc_segment_data_bits(pattern);
  std::vector<std::uint32_t> words;
  for (unsigned w = 0; w < segment_words_; ++w)
    words.push_back(fpc_word(pattern, bits(stored, first + each * w, each)));
  if (const FpcPattern shortest = fpc_segment_pattern(words); shortest != pattern) {
    fault({longer_[p][static_cast<unsigned>(shortest)], longer_at_[i]});
    return;
  }
  ++*segment_has_[p][i];
  for (unsigned w = 0; w < segment_words_; ++w) see_word(pattern, fpc_data(pattern, words[w]), w);
}

void StoredSegmentsCoverage::see_padding(const LineBytes& stored) {
  const unsigned first = fpc_pattern_bits * segments_;
  for (unsigned b = 0; b < padding_.size(); ++b)
    if (bit(stored, first + b)) fault({padding_[b]});
}

void StoredSegmentsCoverage::see_end(const LineBytes& stored, unsigned units, unsigned end) {
  if (end >= 8 * line_bytes_) fault({units_[units]});
  for (unsigned b = end; b < 8 * line_bytes_; ++b)
    if (bit(stored, b)) fault({behind_[b - 8 * pattern_bytes_]});
}

void StoredSegmentsCoverage::see(const StoredLineBytes& request) {
  faults_ = 0;
  unsigned units = 0;
  const auto end = [&] { return 8 * pattern_bytes_ + 4 * segment_words_ * units; };
  for (unsigned i = 0; i < segments_; ++i) {
    const auto pattern = FpcPattern(bits(request.data, fpc_pattern_bits * i, fpc_pattern_bits));
    see_segment(request.data, i, pattern, end());
    units += fpc_segment_units(pattern);
  }
  see_padding(request.data);
  see_end(request.data, units, end());
  if (faults_ != 1) return;
  for (std::uint64_t* point : of_fault_)
    if (point != nullptr) ++*point;
}

}  // namespace heddle
