// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "hw/line_compression/fpc_compressor/fpc_compressor.hpp"
#include "models/line_compression/fpc_line.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"
#include "tb/line_compression/fpc_compressor/compressed_segments_coverage.hpp"

namespace heddle {

/// Which lines a compressor was given, word by word, and how long their streams were.
class FpcCompressorCoverage final : public FeedForwardCoverage<UncompressedLine, CompressedLine> {
 public:
  explicit FpcCompressorCoverage(const FpcCompressorConfig& config);

 private:
  using Points = std::vector<std::uint64_t*>;

  void declare_streams();
  unsigned see_request(const UncompressedLine& request) override;
  void see_response(const CompressedLine& response, unsigned length, Neighbours of_request) override;
  void see_stream(unsigned bits);
  void see_word(unsigned i, std::uint32_t word);
  void see_runs(std::span<const std::uint32_t> words);

  const unsigned line_bytes_;
  std::array<std::uint64_t*, 2> taken_{}, behind_idle_{}, before_idle_{};  ///< uncompressed, compressed
  std::optional<CompressedSegmentsCoverage> segments_{};                   ///< none: streams, as follows
  std::array<Points, fpc_patterns> word_has_{};                            ///< by pattern and word
  std::vector<Points> edges_;                                              ///< by edge and word
  std::vector<Points> wrong_bit_;                                          ///< by fixed bits and bit
  std::array<Points, fpc_longest_run + 1> run_from_{};                     ///< by length and first word
  Points length_;                                                          ///< by bytes of the stream
  Points bits_too_many_;  ///< of a stream that is not stored; null where no line has one of that length
  Points last_byte_;      ///< by bits of the stream's last byte
  unsigned shortest_ = 0;
};

}  // namespace heddle
