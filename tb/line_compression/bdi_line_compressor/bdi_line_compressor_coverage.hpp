// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hw/line_compression/bdi_line_compressor/bdi_line_compressor.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"

namespace heddle {

/// Which lines a compressor was given, and in which encodings they left it.
class BdiLineCompressorCoverage final : public FeedForwardCoverage<UncompressedLine, CompressedLine> {
 public:
  explicit BdiLineCompressorCoverage(const BdiLineCompressorConfig& config);

 private:
  using Points = std::vector<std::uint64_t*>;

  /// What can be seen of a line that is tried with one encoding. Lists by value begin with value 0.
  struct Tried {
    Points base_lowest, base_highest, zero_lowest, zero_highest;  ///< the deltas hold the line
    Points base_below, base_above, zero_below, zero_above;        ///< this value alone has no delta
    Points base_bit, zero_bit;  ///< by bit above the delta: the only wrong bit of the only value without
    Points is_base;
    std::uint64_t *none_wide, *up, *down;
  };

  unsigned see_request(const UncompressedLine& request) override;
  void see_response(const CompressedLine& response, unsigned, Neighbours of_request) override;
  void declare(BdiLineEncoding encoding);
  /// Returns whether the deltas hold the line.
  template <class Values>
  bool see(const LineBytes& line, Tried& tried);

  const unsigned line_bytes_;
  const BdiBase rule_;
  std::array<Tried, bdi_line_encodings> tried_;
  // By encoding; the last is uncompressed.
  std::array<std::uint64_t*, bdi_line_encodings + 1> taken_{}, behind_idle_{}, before_idle_{};
  /// By the encoding that is taken and a later one that holds the line, too.
  std::array<std::array<std::uint64_t*, bdi_line_encodings>, bdi_line_encodings> both_{};
};

}  // namespace heddle
