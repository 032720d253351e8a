// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/cpack_decompressor/cpack_decompressor_coverage.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/line_compression/bit_cursor.hpp"
#include "tb/line_compression/cpack_stored_stimulus.hpp"

namespace heddle {
namespace {

using enum CpackPattern;

Arises cpack_streams_by_chance() { return by_chance("the values of a workload's lines decide"); }
Arises cpack_faults_only() { return bench_only("no compressor makes such bytes"); }

}  // namespace

CpackDecompressorCoverage::CpackDecompressorCoverage(const CpackDecompressorConfig& config)
    : FeedForwardCoverage(config.latency),
      line_bytes_(config.line_bytes),
      restored_(coverage.point("compressed")),
      corrupt_(coverage.point("corrupt", cpack_faults_only())),
      uncompressed_(coverage.point("uncompressed")) {
  if (config.dictionary_values == cpack_ahead_values)
    ahead_.emplace(coverage, line_bytes_);
  else
    declare_words(line_bytes_ / 4);
}

void CpackDecompressorCoverage::declare_words(unsigned words) {
  for (unsigned p = 0; p < cpack_patterns; ++p) {
    const auto pattern = CpackPattern(p);
    const unsigned first = cpack_has_index(pattern);
    word_has_[p].assign(first, nullptr);
    const Points declared = coverage.points(fmt::format("{}: word {{}}", name(pattern)), first, words - 1,
                                            cpack_streams_by_chance());
    word_has_[p].insert(word_has_[p].end(), declared.begin(), declared.end());
    if (!cpack_has_index(pattern)) continue;
    entry_[p] = coverage.points(fmt::format("{}: entry {{}}", name(pattern)), 0,
                                std::min(words - 1, cpack_entries) - 1, cpack_streams_by_chance());
    if (words > cpack_entries + 1)
      oldest_[p] = &coverage.point(
          fmt::format("{}: the oldest of 16 entries, which has replaced another", name(pattern)),
          cpack_streams_by_chance());
  }
  declare_faults(words);
}

void CpackDecompressorCoverage::declare_faults(unsigned words) {
  constexpr const char* alone = ", and nothing else is wrong";
  for (const auto& [longer, right] : cpack_longer_patterns())
    longer_[number(longer)][number(right)] = &coverage.point(
        fmt::format("{} where {} would do{}", name(longer), name(right), alone), cpack_faults_only());
  const auto points = [&](const std::string& what, unsigned first, unsigned last) {
    return coverage.points(what + alone, first, last, cpack_faults_only());
  };
  for (const CpackPattern pattern : {mmxx, mmmx})
    other_entry_[number(pattern)] =
        &coverage.point(fmt::format("{}: an entry matches that was pushed before{}", name(pattern), alone),
                        cpack_faults_only());
  for (const CpackPattern pattern : {mmmm, mmxx, mmmx})
    empty_entry_[number(pattern)] =
        points(fmt::format("{}: entry {{}} is not filled yet", name(pattern)), 0, cpack_entries - 1);
  unused_code_ = points("word {} has the code that is not used", 0, words - 1);
  wrong_at_ = points("word {} is not stored as a compressor does", 0, words - 1);
  const CpackPossibleBits possible(words);
  for (unsigned pairs = 1; pairs <= cpack_barely_too_long; ++pairs)
    too_long_.push_back(
        possible(words, cpack_most_bits(line_bytes_) + 2 * pairs)
            ? &coverage.point(fmt::format("the stream has {} bits too many{}", 2 * pairs, alone),
                              cpack_faults_only())
            : nullptr);
  bit_behind_ =
      points("bit {} behind the stream is set", cpack_shortest_bits(line_bytes_), 8 * line_bytes_ - 1);
}

void CpackDecompressorCoverage::see_piece(unsigned i, const CpackPiece& piece, bool unused,
                                          const CpackHistory& before, Faults& faults) {
  const unsigned p = number(piece.pattern);
  if (unused) {
    faults.add({unused_code_[i]});
    return;
  }
  if (cpack_has_index(piece.pattern) && piece.index >= before.dictionary.size()) {
    faults.add({empty_entry_[p][piece.index], wrong_at_[i]});
    return;
  }
  const CpackPiece right = before.dictionary.piece(before.dictionary.word(piece));
  if (right.pattern != piece.pattern) {
    faults.add({longer_[p][number(right.pattern)], wrong_at_[i]});
  } else if (right.index != piece.index) {
    faults.add({other_entry_[p], wrong_at_[i]});
  } else {
    ++*word_has_[p][i];
    if (!cpack_has_index(piece.pattern)) return;
    ++*entry_[p][piece.index];
    if (before.pushed.size() > cpack_entries)
      *oldest_[p] += piece.index == before.pushed.size() % cpack_entries;
  }
}

/// Returns where the stream ends.
unsigned CpackDecompressorCoverage::see_pieces(const StoredLineBytes& request, Faults& faults) {
  std::array<unsigned char, 2 * sizeof(LineBytes)> stream{};
  std::copy_n(request.data.begin(), line_bytes_, stream.begin());
  BitCursor next;
  CpackHistory history;
  for (unsigned i = 0; i < line_bytes_ / 4; ++i) {
    const std::uint64_t bits = next.peek(stream, cpack_longest_piece);
    const CpackPiece piece = cpack_read(bits);
    see_piece(i, piece, (bits & cpack_unused_code) == cpack_unused_code, history, faults);
    history.add(piece);
    next.skip(cpack_bits(piece.pattern));
  }
  return next.bit();
}

void CpackDecompressorCoverage::see_end(const StoredLineBytes& request, unsigned end, Faults& faults) {
  const unsigned most = cpack_most_bits(line_bytes_);
  if (end > most)
    faults.add(end - most <= 2 * cpack_barely_too_long ? Points{too_long_[(end - most) / 2 - 1]} : Points{});
  unsigned behind = 0, where = 0;
  for (unsigned bit = end; bit < 8 * line_bytes_; ++bit) {
    if ((request.data[bit / 8] >> bit % 8 & 1) == 0) continue;
    ++behind;
    where = bit;
  }
  if (behind > 0)
    faults.add(behind == 1 ? Points{bit_behind_[where - cpack_shortest_bits(line_bytes_)]} : Points{});
}

unsigned CpackDecompressorCoverage::see_request(const StoredLineBytes& request) {
  if (!request.compressed) return 0;
  if (ahead_) {
    ahead_->see(request.data);
    return 1;
  }
  Faults faults;
  see_end(request, see_pieces(request, faults), faults);
  if (faults.number == 1)
    for (std::uint64_t* point : faults.of_last)
      if (point != nullptr) ++*point;
  return 1;
}

void CpackDecompressorCoverage::see_response(const RestoredLine& response, unsigned compressed, Neighbours) {
  ++(response.corrupt ? corrupt_ : compressed != 0 ? restored_ : uncompressed_);
}

}  // namespace heddle
