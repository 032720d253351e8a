// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/cpack_compressor/cpack_compressor_coverage.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace heddle {
namespace {

using enum CpackPattern;

Arises cpack_lines_by_chance() { return by_chance("the values of a workload's lines decide"); }

/// The lowest bit that must be right for a pattern to hold a word; xxxx has none.
constexpr unsigned cpack_fixed_from(CpackPattern pattern) {
  return pattern == mmxx ? 16 : pattern == zzzx || pattern == mmmx ? 8 : 0;
}

}  // namespace

CpackCompressorCoverage::CpackCompressorCoverage(const CpackCompressorConfig& config)
    : FeedForwardCoverage(config.latency), line_bytes_(config.line_bytes) {
  const unsigned words = line_bytes_ / 4;
  for (unsigned c = 0; c < 2; ++c) {
    const char* what = c == 0 ? "uncompressed" : "compressed";
    taken_[c] = &coverage.point(what);
    behind_idle_[c] = &coverage.point(fmt::format("{} behind an idle cycle", what), cpack_lines_by_chance());
    before_idle_[c] = &coverage.point(fmt::format("{} before an idle cycle", what), cpack_lines_by_chance());
  }
  if (config.dictionary_values == cpack_ahead_values)
    ahead_.emplace(coverage, line_bytes_);
  else
    declare_words(words);
}

void CpackCompressorCoverage::declare_words(unsigned words) {
  const auto points = [&](const std::string& what, unsigned first, unsigned last) {
    Points all(first, nullptr);
    const Points declared = coverage.points(what, first, last, cpack_lines_by_chance());
    all.insert(all.end(), declared.begin(), declared.end());
    return all;
  };
  for (unsigned p = 0; p < cpack_patterns; ++p) {
    const auto pattern = CpackPattern(p);
    word_has_[p] = points(fmt::format("{}: word {{}}", name(pattern)), cpack_has_index(pattern), words - 1);
    if (pattern != xxxx)
      wrong_bit_[p] = points(fmt::format("{}: bit {{}} alone keeps a word from it", name(pattern)),
                             cpack_fixed_from(pattern), 31);
    if (pattern == mmxx || pattern == mmmx)
      several_[p] = points(fmt::format("{}: word {{}} matches several entries", name(pattern)), 2, words - 1);
  }
  pushed_ = points("a line of which {} words are pushed", 0, words);
  declare_entries(words);
  declare_lengths(words);
}

void CpackCompressorCoverage::declare_entries(unsigned words) {
  const unsigned last = std::min(words - 1, cpack_entries) - 1;
  for (const CpackPattern pattern : {mmmm, mmxx, mmmx}) {
    entry_[number(pattern)] =
        coverage.points(fmt::format("{}: entry {{}}", name(pattern)), 0, last, cpack_lines_by_chance());
    if (words <= cpack_entries + 1) continue;
    oldest_[number(pattern)] = &coverage.point(
        fmt::format("{}: the oldest of 16 entries, which has replaced another", name(pattern)),
        cpack_lines_by_chance());
    replaced_[number(pattern)] = &coverage.point(
        fmt::format("{} with the entry that was replaced last, and with no other", name(pattern)),
        cpack_lines_by_chance());
  }
}

void CpackCompressorCoverage::declare_lengths(unsigned words) {
  const CpackPossibleBits possible(words);
  // All but one: no stream has so few bits more than that of zeros.
  const unsigned shortest = cpack_shortest_bits(line_bytes_) / 8;
  length_ = {&coverage.point(fmt::format("a stream of {} bytes", shortest), cpack_lines_by_chance()),
             nullptr};
  const Points others =
      coverage.points("a stream of {} bytes", shortest + 2, line_bytes_ - 1, cpack_lines_by_chance());
  length_.insert(length_.end(), others.begin(), others.end());
  for (unsigned pairs = 1; pairs <= 4; ++pairs)
    last_byte_[pairs - 1] = &coverage.point(fmt::format("a stream with {} bits in its last byte", 2 * pairs),
                                            cpack_lines_by_chance());
  for (unsigned pairs = 1; pairs <= cpack_barely_too_long; ++pairs)
    too_long_.push_back(possible(words, cpack_most_bits(line_bytes_) + 2 * pairs)
                            ? &coverage.point(fmt::format("a stream with {} bits too many", 2 * pairs),
                                              cpack_lines_by_chance())
                            : nullptr);
}

/// Of which pattern does one bit keep the word?
void CpackCompressorCoverage::see_bit(std::uint32_t word, const CpackHistory& before) {
  const auto see = [&](CpackPattern pattern, std::uint32_t excess) {
    excess = excess >> cpack_fixed_from(pattern) << cpack_fixed_from(pattern);
    if (std::has_single_bit(excess)) ++*wrong_bit_[number(pattern)][std::countr_zero(excess)];
  };
  see(zzzz, word);
  see(zzzx, word);
  for (unsigned index = 0; index < before.dictionary.size(); ++index)
    for (const CpackPattern pattern : {mmmm, mmxx, mmmx}) see(pattern, word ^ before.dictionary.entry(index));
}

void CpackCompressorCoverage::see_word(unsigned i, std::uint32_t word, const CpackHistory& before) {
  const CpackDictionary& dictionary = before.dictionary;
  const CpackPiece piece = dictionary.piece(word);
  const unsigned p = number(piece.pattern);
  ++*word_has_[p][i];
  see_bit(word, before);
  const bool full = before.pushed.size() > cpack_entries;
  if (cpack_has_index(piece.pattern)) {
    ++*entry_[p][piece.index];
    if (full) *oldest_[p] += piece.index == before.pushed.size() % cpack_entries;
    unsigned matching = 0;
    for (unsigned index = 0; index < dictionary.size(); ++index)
      matching += dictionary.word({piece.pattern, index, word}) == word;
    if (!several_[p].empty() && matching > 1) ++*several_[p][i];
  }
  if (!full || piece.pattern != xxxx) return;
  CpackDictionary replaced;
  replaced.push(before.pushed[before.pushed.size() - cpack_entries - 1]);
  const CpackPattern with_it = replaced.piece(word).pattern;
  if (cpack_has_index(with_it)) ++*replaced_[number(with_it)];
}

unsigned CpackCompressorCoverage::see_request(const UncompressedLine& request) {
  if (ahead_) {
    ahead_->see(request.data);
    return 0;
  }
  CpackHistory history;
  unsigned bits = 0;
  for (unsigned i = 0; i < line_bytes_ / 4; ++i) {
    std::uint32_t word;
    std::memcpy(&word, &request.data[4 * i], sizeof word);
    see_word(i, word, history);
    const CpackPiece piece = history.dictionary.piece(word);
    bits += cpack_bits(piece.pattern);
    history.add(piece);
  }
  ++*pushed_[history.pushed.size()];
  return bits;
}

void CpackCompressorCoverage::see_response(const CompressedLine& response, unsigned stream_bits,
                                           Neighbours of_request) {
  ++*taken_[response.compressed];
  *behind_idle_[response.compressed] += !of_request.before;
  *before_idle_[response.compressed] += !of_request.behind;
  if (ahead_) return;
  const unsigned most = cpack_most_bits(line_bytes_);
  if (stream_bits <= most) {
    ++*length_[(stream_bits + 7) / 8 - cpack_shortest_bits(line_bytes_) / 8];
    ++*last_byte_[(stream_bits + 6) % 8 / 2];
  } else if (stream_bits - most <= 2 * cpack_barely_too_long) {
    ++*too_long_[(stream_bits - most) / 2 - 1];
  }
}

}  // namespace heddle
