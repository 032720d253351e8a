// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/fpc_compressor/fpc_compressor_coverage.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "tb/line_compression/fpc_line_stimulus.hpp"

namespace heddle {
namespace {

Arises values_by_chance() { return by_chance("the values of a workload's lines decide"); }

constexpr unsigned barely_too_many = 4;

}  // namespace

FpcCompressorCoverage::FpcCompressorCoverage(const FpcCompressorConfig& config)
    : FeedForwardCoverage(config.latency), line_bytes_(config.line_bytes) {
  for (unsigned c = 0; c < 2; ++c) {
    const char* what = c == 0 ? "uncompressed" : "compressed";
    taken_[c] = &coverage.point(what);
    behind_idle_[c] = &coverage.point(fmt::format("{} behind an idle cycle", what), values_by_chance());
    before_idle_[c] = &coverage.point(fmt::format("{} before an idle cycle", what), values_by_chance());
  }
  if (config.segment_words != 0)
    segments_.emplace(coverage, config.line_bytes, config.segment_words);
  else
    declare_streams();
}

void FpcCompressorCoverage::declare_streams() {
  const unsigned words = line_bytes_ / 4;
  for (unsigned p = 0; p < fpc_patterns; ++p)
    word_has_[p] =
        coverage.points(fmt::format("{}: word {{}}", name(FpcPattern(p))), 0, words - 1, values_by_chance());
  for (const FpcEdge& edge : fpc_edges())
    edges_.push_back(
        coverage.points(fmt::format("word {{}} is {}", edge.what), 0, words - 1, values_by_chance()));
  for (const FpcFixedBits& fixed : fpc_fixed_bits()) {
    Points all(fixed.first, nullptr);
    const Points declared =
        coverage.points(fmt::format("{}: bit {{}} alone keeps a word from it", name(fixed.pattern)),
                        fixed.first, fixed.last, values_by_chance());
    all.insert(all.end(), declared.begin(), declared.end());
    wrong_bit_.push_back(all);
  }
  for (unsigned length = 1; length <= fpc_longest_run; ++length)
    run_from_[length] = coverage.points(fmt::format("a run of {} from word {{}} on", length), 0,
                                        words - length, values_by_chance());
  shortest_ = ((words + fpc_longest_run - 1) / fpc_longest_run * 6 + 7) / 8;
  length_ = coverage.points("a stream of {} bytes", shortest_, line_bytes_ - 1, values_by_chance());
  const std::vector<bool> possible = fpc_possible_bits(words);
  for (unsigned bits = 1; bits <= barely_too_many; ++bits)
    bits_too_many_.push_back(
        possible[8 * (line_bytes_ - 1) + bits]
            ? &coverage.point(fmt::format("a stream with {} bits too many", bits), values_by_chance())
            : nullptr);
  last_byte_ = coverage.points("a stream with {} bits in its last byte", 1, 8, values_by_chance());
}

void FpcCompressorCoverage::see_word(unsigned i, std::uint32_t word) {
  ++*word_has_[static_cast<unsigned>(fpc_pattern(word))][i];
  for (unsigned e = 0; e < edges_.size(); ++e) *edges_[e][i] += word == fpc_edges()[e].word;
  for (unsigned f = 0; f < wrong_bit_.size(); ++f) {
    const FpcFixedBits& fixed = fpc_fixed_bits()[f];
    const std::uint32_t excess = word ^ fpc_word(fixed.pattern, fpc_data(fixed.pattern, word));
    if (!std::has_single_bit(excess)) continue;
    const auto bit = static_cast<unsigned>(std::countr_zero(excess));
    if (bit >= fixed.first && bit <= fixed.last) ++*wrong_bit_[f][bit];
  }
}

void FpcCompressorCoverage::see_runs(std::span<const std::uint32_t> words) {
  for (unsigned i = 0; i < words.size();) {
    unsigned length = 0;
    while (length < fpc_longest_run && i + length < words.size() && words[i + length] == 0) ++length;
    if (length > 0) ++*run_from_[length][i];
    i += length > 0 ? length : 1;
  }
}

unsigned FpcCompressorCoverage::see_request(const UncompressedLine& request) {
  std::array<std::uint32_t, sizeof(LineBytes) / 4> word;
  std::memcpy(word.data(), request.data.data(), sizeof word);
  const auto words = std::span(word).first(line_bytes_ / 4);
  if (segments_) return segments_->see_words(words);
  for (unsigned i = 0; i < words.size(); ++i) see_word(i, words[i]);
  see_runs(words);
  return fpc_stream_bits(words);
}

void FpcCompressorCoverage::see_response(const CompressedLine& response, unsigned length,
                                         Neighbours of_request) {
  ++*taken_[response.compressed];
  *behind_idle_[response.compressed] += !of_request.before;
  *before_idle_[response.compressed] += !of_request.behind;
  if (segments_)
    segments_->see_result(length);
  else
    see_stream(length);
}

void FpcCompressorCoverage::see_stream(unsigned bits) {
  const unsigned most = 8 * (line_bytes_ - 1);
  if (bits <= most) {
    ++*length_[(bits + 7) / 8 - shortest_];
    ++*last_byte_[(bits + 7) % 8];
  } else if (bits - most <= barely_too_many) {
    ++*bits_too_many_[bits - most - 1];
  }
}

}  // namespace heddle
