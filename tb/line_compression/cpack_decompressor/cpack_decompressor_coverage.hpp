// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "hw/line_compression/cpack_decompressor/cpack_decompressor.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"
#include "tb/line_compression/cpack_decompressor/cpack_ahead_stored_coverage.hpp"
#include "tb/line_compression/cpack_words.hpp"

namespace heddle {

/// Which stored lines a decompressor was given, and what of them no compressor makes. With four dictionary
/// values, CpackAheadStoredCoverage sees them.
class CpackDecompressorCoverage final : public FeedForwardCoverage<StoredLineBytes, RestoredLine> {
 public:
  explicit CpackDecompressorCoverage(const CpackDecompressorConfig& config);

 private:
  using Points = std::vector<std::uint64_t*>;

  /// Counts what is wrong with a stream.
  struct Faults {
    unsigned number = 0;
    Points of_last = {};  ///< may hold null

    void add(const Points& points) {
      ++number;
      of_last = points;
    }
  };

  void declare_words(unsigned words);
  void declare_faults(unsigned words);
  unsigned see_request(const StoredLineBytes& request) override;
  void see_response(const RestoredLine& response, unsigned compressed, Neighbours) override;
  unsigned see_pieces(const StoredLineBytes& request, Faults& faults);
  void see_piece(unsigned i, const CpackPiece& piece, bool unused_code, const CpackHistory& before,
                 Faults& faults);
  void see_end(const StoredLineBytes& request, unsigned end, Faults& faults);

  const unsigned line_bytes_;
  std::optional<CpackAheadStoredCoverage> ahead_{};
  std::uint64_t &restored_, &corrupt_, &uncompressed_;
  std::array<Points, cpack_patterns> word_has_{};        ///< by pattern and word
  std::array<Points, cpack_patterns> entry_{};           ///< by pattern and entry
  std::array<std::uint64_t*, cpack_patterns> oldest_{};  ///< by pattern; null if never

  // Each is the only thing that is wrong.
  std::array<std::array<std::uint64_t*, cpack_patterns>, cpack_patterns>
      longer_{};                                              ///< by it and by the right one
  std::array<std::uint64_t*, cpack_patterns> other_entry_{};  ///< by pattern
  std::array<Points, cpack_patterns> empty_entry_{};          ///< by pattern and entry
  Points unused_code_;                                        ///< by word
  Points wrong_at_;                                           ///< by word
  Points too_long_;    ///< by pairs of bits too many, less one; null if never
  Points bit_behind_;  ///< by bit
};

}  // namespace heddle
