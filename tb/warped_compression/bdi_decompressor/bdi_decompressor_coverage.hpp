// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hw/warped_compression/bdi_decompressor/bdi_decompressor.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"
#include "tb/warped_compression/value_coverage.hpp"

namespace heddle {

/// The lowest delta of `bytes` bytes; the highest is -1 less this.
constexpr std::int64_t lowest_delta(unsigned bytes) { return -(std::int64_t{1} << (8 * bytes - 1)); }

/// Which encoded registers a decompressor was given, and which values they hold.
class BdiDecompressorCoverage final : public FeedForwardCoverage<EncodedRegister, UncompressedRegister> {
 public:
  explicit BdiDecompressorCoverage(const BdiDecompressorConfig& config);

 private:
  unsigned see_request(const EncodedRegister& request) override;
  void see_response(const UncompressedRegister& response, unsigned encoding, Neighbours of_request) override;
  template <class Chunk, class Delta>
  void see_deltas(const EncodedRegister& request);

  ValueCoverage values_;
  std::array<std::uint64_t*, bdi_encodings> encoding_{};
  std::uint64_t unexpected_ = 0;
  std::array<std::uint64_t*, bdi_encodings> lowest_, highest_;
  /// By encoding, for each chunk after the base.
  std::array<std::vector<std::uint64_t*>, bdi_encodings> lowest_at_, highest_at_;
  struct Wraps {
    std::uint64_t *up, *down;
  };
  Wraps lane_{&unexpected_, &unexpected_}, pair_{&unexpected_, &unexpected_};
  std::array<std::uint64_t*, bdi_encodings> rest_{};
};

}  // namespace heddle
