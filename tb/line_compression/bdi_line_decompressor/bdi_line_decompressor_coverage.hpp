// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hw/line_compression/bdi_line_decompressor/bdi_line_decompressor.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"

namespace heddle {

/// Which stored lines a decompressor was given, and what of them no compressor makes.
class BdiLineDecompressorCoverage final : public FeedForwardCoverage<StoredLineBytes, RestoredLine> {
 public:
  explicit BdiLineDecompressorCoverage(const BdiLineDecompressorConfig& config);

 private:
  using Points = std::vector<std::uint64_t*>;

  /// Of one encoding with deltas; lists are by value.
  struct Taken {
    Points base_lowest, base_highest, zero_lowest, zero_highest;
    Points first_with_delta;  ///< the base is wrong by this value alone, the first from the base
    Points not_from_base;     ///< zero would hold this value, and nothing else is wrong
    std::uint64_t *unused_base, *not_value_0, *up, *down;
  };

  unsigned see_request(const StoredLineBytes& request) override;
  void see_response(const RestoredLine& response, unsigned encoding, Neighbours of_request) override;
  void declare(BdiLineEncoding encoding);
  template <class Values>
  void see(const LineBytes& stored, Taken& taken);

  const unsigned line_bytes_;
  const BdiBase rule_;
  std::array<Taken, bdi_line_encodings> taken_;
  // By encoding; the last is uncompressed.
  std::array<std::uint64_t*, bdi_line_encodings + 1> restored_{}, corrupt_{}, behind_{};
  Points wrong_header_;  ///< this bit of the encoding's byte alone, from 3 on
};

}  // namespace heddle
