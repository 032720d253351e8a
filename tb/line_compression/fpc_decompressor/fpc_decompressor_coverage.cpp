// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/fpc_decompressor/fpc_decompressor_coverage.hpp"

#include <fmt/format.h>

#include "tb/line_compression/fpc_stored_stimulus.hpp"

namespace heddle {
namespace {

Arises values_by_chance() { return by_chance("the values of a workload's lines decide"); }
Arises faults_only() { return bench_only("no compressor makes such bytes"); }

constexpr unsigned barely_too_many = 4;

}  // namespace

FpcDecompressorCoverage::FpcDecompressorCoverage(const FpcDecompressorConfig& config)
    : FeedForwardCoverage(config.latency),
      line_bytes_(config.line_bytes),
      restored_(coverage.point("compressed")),
      corrupt_(coverage.point("corrupt", faults_only())),
      uncompressed_(coverage.point("uncompressed")),
      shortest_bits_((config.line_bytes / 4 + fpc_longest_run - 1) / fpc_longest_run * 6) {
  if (config.segment_words != 0)
    segments_.emplace(coverage, config.line_bytes, config.segment_words);
  else
    declare_streams();
}

void FpcDecompressorCoverage::declare_streams() {
  const unsigned words = line_bytes_ / 4;
  const auto by_word = [&](const std::string& what) {
    return coverage.points(what, 0, words - 1, values_by_chance());
  };
  for (unsigned p = 1; p < fpc_patterns; ++p) {
    const auto pattern = FpcPattern(p);
    word_has_[p] = by_word(fmt::format("{}: word {{}}", name(pattern)));
    if (pattern <= FpcPattern::half)
      negative_[p] = by_word(fmt::format("negative {}: word {{}}", name(pattern)));
  }
  lower_negative_ = by_word("two_bytes, the lower one negative: word {}");
  upper_negative_ = by_word("two_bytes, the upper one negative: word {}");
  for (unsigned length = 1; length <= fpc_longest_run; ++length)
    run_from_[length] = coverage.points(fmt::format("a run of {} from word {{}} on", length), 0,
                                        words - length, values_by_chance());
  declare_faults(words);
}

void FpcDecompressorCoverage::declare_faults(unsigned words) {
  for (const auto& [longer, shortest] : fpc_longer_patterns())
    longer_[static_cast<unsigned>(longer)][static_cast<unsigned>(shortest)] = &coverage.point(
        fmt::format("{} where {} would do, and nothing else is wrong", name(longer), name(shortest)),
        faults_only());
  const auto points = [&](const char* what, unsigned first, unsigned last) {
    return coverage.points(fmt::format("{}, and nothing else is wrong", what), first, last, faults_only());
  };
  longer_at_ = points("word {} has a pattern that is not the shortest", 0, words - 1);
  run_again_at_ = points("a run from word {} on continues a shorter one", 1, words - 1);
  run_beyond_ = points("a run goes on for {} words behind the line", 1, fpc_longest_run - 1);
  const std::vector<bool> possible = fpc_possible_bits(words);
  for (unsigned bits = 1; bits <= barely_too_many; ++bits)
    bits_too_many_.push_back(
        possible[8 * (line_bytes_ - 1) + bits]
            ? &coverage.point(fmt::format("the stream has {} bits too many, and nothing else is wrong", bits),
                              faults_only())
            : nullptr);
  bit_behind_ = points("bit {} behind the stream is set", shortest_bits_, 8 * line_bytes_ - 1);
}

std::uint32_t FpcDecompressorCoverage::Reader::take(unsigned bits) {
  std::uint64_t value = 0;
  for (unsigned byte = bit / 8; 8 * byte < bit + bits && byte < line_bytes; ++byte) {
    const auto at = static_cast<int>(8 * byte) - static_cast<int>(bit);
    value |= at < 0 ? std::uint64_t{stored[byte]} >> -at : std::uint64_t{stored[byte]} << at;
  }
  bit += bits;
  return static_cast<std::uint32_t>(value & ((std::uint64_t{1} << bits) - 1));
}

void FpcDecompressorCoverage::see_word(Reader& reader, FpcPattern pattern, std::uint32_t data, unsigned i) {
  const auto p = static_cast<unsigned>(pattern);
  const FpcPattern shortest = fpc_pattern(fpc_word(pattern, data));
  if (shortest != pattern) {
    reader.fault({longer_[p][static_cast<unsigned>(shortest)], longer_at_[i]});
    return;
  }
  ++*word_has_[p][i];
  if (!negative_[p].empty()) *negative_[p][i] += data >> (fpc_data_bits(pattern) - 1);
  if (pattern != FpcPattern::two_bytes) return;
  const bool lower = (data & 0x80) != 0, upper = (data & 0x8000) != 0;
  *lower_negative_[i] += lower && !upper;
  *upper_negative_[i] += upper && !lower;
}

void FpcDecompressorCoverage::see_pieces(Reader& reader) {
  const unsigned words = line_bytes_ / 4;
  bool behind_short_run = false;
  for (unsigned i = 0; i < words;) {
    const auto pattern = FpcPattern(reader.take(fpc_pattern_bits));
    const std::uint32_t data = reader.take(fpc_data_bits(pattern));
    if (pattern != FpcPattern::zero_run) {
      see_word(reader, pattern, data, i++);
      behind_short_run = false;
      continue;
    }
    const unsigned length = data + 1;
    if (behind_short_run) reader.fault({run_again_at_[i - 1]});
    if (i + length > words)
      reader.fault({run_beyond_[i + length - words - 1]});
    else if (!behind_short_run)
      ++*run_from_[length][i];
    behind_short_run = length < fpc_longest_run;
    i += length;
  }
}

void FpcDecompressorCoverage::see_end(Reader& reader) {
  const unsigned most = 8 * (line_bytes_ - 1);
  if (reader.bit > most)
    reader.fault(reader.bit - most <= barely_too_many ? Points{bits_too_many_[reader.bit - most - 1]}
                                                      : Points{});
  unsigned behind = 0, where = 0;
  for (unsigned bit = reader.bit; bit < 8 * line_bytes_; ++bit) {
    if ((reader.stored[bit / 8] >> bit % 8 & 1) == 0) continue;
    ++behind;
    where = bit;
  }
  if (behind > 0) reader.fault(behind == 1 ? Points{bit_behind_[where - shortest_bits_]} : Points{});
}

unsigned FpcDecompressorCoverage::see_request(const StoredLineBytes& request) {
  if (!request.compressed) return 0;
  if (segments_) {
    segments_->see(request);
    return 1;
  }
  Reader reader{request.data, line_bytes_};
  see_pieces(reader);
  see_end(reader);
  if (reader.faults == 1)
    for (std::uint64_t* point : reader.of_fault)
      if (point != nullptr) ++*point;
  return 1;
}

void FpcDecompressorCoverage::see_response(const RestoredLine& response, unsigned compressed, Neighbours) {
  ++(response.corrupt ? corrupt_ : compressed != 0 ? restored_ : uncompressed_);
}

}  // namespace heddle
