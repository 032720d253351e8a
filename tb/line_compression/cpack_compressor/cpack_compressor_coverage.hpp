// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "hw/line_compression/cpack_compressor/cpack_compressor.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"
#include "tb/line_compression/cpack_compressor/cpack_ahead_line_coverage.hpp"
#include "tb/line_compression/cpack_words.hpp"

namespace heddle {

/// Which lines a compressor was given, word by word, and how long their streams were. With four dictionary
/// values, CpackAheadLineCoverage sees them.
class CpackCompressorCoverage final : public FeedForwardCoverage<UncompressedLine, CompressedLine> {
 public:
  explicit CpackCompressorCoverage(const CpackCompressorConfig& config);

 private:
  using Points = std::vector<std::uint64_t*>;

  unsigned see_request(const UncompressedLine& request) override;
  void see_response(const CompressedLine& response, unsigned stream_bits, Neighbours of_request) override;
  void see_word(unsigned i, std::uint32_t word, const CpackHistory& before);
  void see_bit(std::uint32_t word, const CpackHistory& before);
  void declare_words(unsigned words);
  void declare_entries(unsigned words);
  void declare_lengths(unsigned words);

  const unsigned line_bytes_;
  std::optional<CpackAheadLineCoverage> ahead_{};
  std::array<Points, cpack_patterns> word_has_{};   ///< by pattern and word
  std::array<Points, cpack_patterns> entry_{};      ///< by pattern and entry
  std::array<Points, cpack_patterns> wrong_bit_{};  ///< by pattern that would hold the word, and bit
  std::array<Points, cpack_patterns> several_{};    ///< entries match as well: by pattern and word
  std::array<std::uint64_t*, cpack_patterns> oldest_{}, replaced_{};       ///< by pattern; null if never
  Points pushed_;                                                          ///< by words of the line
  std::array<std::uint64_t*, 2> taken_{}, behind_idle_{}, before_idle_{};  ///< uncompressed, compressed
  Points length_;                                                          ///< by bytes of the stream
  std::array<std::uint64_t*, 4> last_byte_{};  ///< by pairs of bits in the stream's last byte, less one
  Points too_long_;                            ///< by pairs of bits too many, less one; null if never
};

}  // namespace heddle
