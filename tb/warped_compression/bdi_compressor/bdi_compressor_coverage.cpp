// SPDX-License-Identifier: Apache-2.0
#include "tb/warped_compression/bdi_compressor/bdi_compressor_coverage.hpp"

#include <fmt/format.h>

#include <bit>

#include "tb/warped_compression/bdi_forms.hpp"

namespace heddle {

BdiCompressorCoverage::BdiCompressorCoverage(const BdiCompressorConfig& config)
    : FeedForwardCoverage(config.latency),
      choices_{static_cast<std::uint8_t>(config.choices)},
      values_(coverage, bdi_forms(choices_)),
      deciding_lanes_(coverage, "lane", boundary_deltas),
      wrap_up_(coverage.point("a lane beyond 2^32")),
      wrap_down_(coverage.point("a lane below 0")) {
  for (unsigned e = 0; e < encoding_.size(); ++e) {
    const auto encoding = static_cast<BdiEncoding>(e);
    encoding_[e] = choices_.allows(encoding) ? &coverage.point(fmt::format("encoding {}", name(encoding)))
                                             : &unexpected_;
  }
  for (std::size_t i = 0; i < boundary_.size(); ++i)
    boundary_[i] = &coverage.point(fmt::format("a delta of {}", boundary_deltas[i]));
  if ((choices_.mask & BdiChoices::base8) == 0) return;
  deciding_pairs_.emplace(coverage, "pair", pair_boundary_deltas);
  for (std::size_t i = 0; i < pair_boundary_.size(); ++i)
    pair_boundary_[i] = &coverage.point(fmt::format("a pair's delta of {}", pair_boundary_deltas[i]));
  pair_wrap_up_ = &coverage.point("a pair beyond 2^64");
  pair_wrap_down_ = &coverage.point("a pair below 0");
  borrow_ = &coverage.point("a borrow from the upper lane of a pair");
}

unsigned BdiCompressorCoverage::see_request(const UncompressedRegister& request) {
  const WarpRegister& lanes = request.data;
  const auto [value, low, high] = look_at(lanes);
  values_.compare(value, lanes);
  if (value >= ValueClass::byte_edge && value <= ValueClass::half_exceeded) deciding_lanes_.see(lanes);
  if (borrow_ != nullptr) see_pairs(lanes);
  // The sum of base and difference leaves the 32 bits.
  wrap_up_ += lanes[0] + static_cast<std::uint32_t>(high) < lanes[0];
  wrap_down_ += lanes[0] < 0 - static_cast<std::uint32_t>(low);
  // Only the farthest differences decide.
  for (std::size_t b = 0; b < boundary_.size(); ++b)
    *boundary_[b] += low == boundary_deltas[b] || high == boundary_deltas[b];
  return static_cast<unsigned>(value);
}

void BdiCompressorCoverage::see_pairs(const WarpRegister& lanes) {
  deciding_pairs_->see(lanes);
  const auto pairs = std::bit_cast<std::array<std::uint64_t, warp_size / 2>>(lanes);
  const std::uint64_t base = pairs[0];
  bool up = false, down = false, borrow = false;
  std::array<bool, pair_boundary_deltas.size()> hit{};
  for (const std::uint64_t pair : pairs) {
    const auto delta = static_cast<std::int64_t>(pair - base);
    up |= delta > 0 && pair < base;
    down |= delta < 0 && pair > base;
    borrow |= static_cast<std::uint32_t>(pair) < static_cast<std::uint32_t>(base);
    for (std::size_t b = 0; b < hit.size(); ++b) hit[b] |= delta == pair_boundary_deltas[b];
  }
  *pair_wrap_up_ += up;
  *pair_wrap_down_ += down;
  *borrow_ += borrow;
  for (std::size_t b = 0; b < hit.size(); ++b) *pair_boundary_[b] += hit[b];
}

void BdiCompressorCoverage::see_response(const EncodedRegister& response, unsigned value,
                                         Neighbours of_request) {
  const auto encoding = static_cast<unsigned>(response.encoding);
  ++*encoding_[encoding];
  values_.see(ValueClass{static_cast<std::uint8_t>(value)}, encoding, of_request);
}

}  // namespace heddle
