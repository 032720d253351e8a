// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "hw/warped_compression/bdi_compressor/bdi_compressor.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"
#include "tb/warped_compression/bdi_compressor/deciding_chunks.hpp"
#include "tb/warped_compression/edge_values.hpp"
#include "tb/warped_compression/value_coverage.hpp"

namespace heddle {

/// Which registers a compressor was given, and in which encodings they left it.
class BdiCompressorCoverage final : public FeedForwardCoverage<UncompressedRegister, EncodedRegister> {
 public:
  explicit BdiCompressorCoverage(const BdiCompressorConfig& config);

 private:
  unsigned see_request(const UncompressedRegister& request) override;
  void see_response(const EncodedRegister& response, unsigned value, Neighbours of_request) override;

  void see_pairs(const WarpRegister& lanes);

  const BdiChoices choices_;
  ValueCoverage values_;
  DecidingChunks<std::uint32_t> deciding_lanes_;
  std::optional<DecidingChunks<std::uint64_t>> deciding_pairs_;  // where pairs of lanes are chunks
  std::array<std::uint64_t*, bdi_encodings> encoding_{};
  std::array<std::uint64_t*, boundary_deltas.size()> boundary_{};
  std::uint64_t& wrap_up_;
  std::uint64_t& wrap_down_;
  // Where pairs of lanes are chunks.
  std::array<std::uint64_t*, pair_boundary_deltas.size()> pair_boundary_{};
  std::uint64_t *pair_wrap_up_ = nullptr, *pair_wrap_down_ = nullptr, *borrow_ = nullptr;
  std::uint64_t unexpected_ = 0;
};

}  // namespace heddle
