// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "hw/line_compression/fpc_decompressor/fpc_decompressor.hpp"
#include "models/line_compression/fpc_line.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"
#include "tb/line_compression/fpc_decompressor/stored_segments_coverage.hpp"

namespace heddle {

/// Which stored lines a decompressor was given, and what of them no compressor makes.
class FpcDecompressorCoverage final : public FeedForwardCoverage<StoredLineBytes, RestoredLine> {
 public:
  explicit FpcDecompressorCoverage(const FpcDecompressorConfig& config);

 private:
  using Points = std::vector<std::uint64_t*>;

  /// Reads a stream piece by piece, and counts what is wrong with it.
  struct Reader {
    const LineBytes& stored;
    unsigned line_bytes;
    unsigned bit = 0, faults = 0;
    Points of_fault = {};  ///< points of the last fault

    std::uint32_t take(unsigned bits);
    void fault(const Points& points) {
      ++faults;
      of_fault = points;
    }
  };

  void declare_streams();
  void declare_faults(unsigned words);
  unsigned see_request(const StoredLineBytes& request) override;
  void see_response(const RestoredLine& response, unsigned compressed, Neighbours) override;
  void see_pieces(Reader& reader);
  void see_word(Reader& reader, FpcPattern pattern, std::uint32_t data, unsigned i);
  void see_end(Reader& reader);

  const unsigned line_bytes_;
  std::uint64_t &restored_, &corrupt_, &uncompressed_;
  std::optional<StoredSegmentsCoverage> segments_{};    ///< none: streams, as follows
  std::array<Points, fpc_patterns> word_has_{};         ///< by pattern and word
  std::array<Points, fpc_patterns> negative_{};         ///< of sign-extended patterns, by word
  Points lower_negative_, upper_negative_;              ///< of two bytes just this one, by word
  std::array<Points, fpc_longest_run + 1> run_from_{};  ///< by length and first word

  // Each is the only thing that is wrong.
  std::array<std::array<std::uint64_t*, fpc_patterns>, fpc_patterns>
      longer_{};                     ///< by it and by the shortest
  Points longer_at_, run_again_at_;  ///< by word
  Points run_beyond_;                ///< by words
  Points bits_too_many_;             ///< by bits; null where no line has a stream of that length
  Points bit_behind_;                ///< by bit
  unsigned shortest_bits_;
};

}  // namespace heddle
