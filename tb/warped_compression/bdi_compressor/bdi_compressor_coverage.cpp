#include "tb/warped_compression/bdi_compressor/bdi_compressor_coverage.hpp"

#include <fmt/format.h>

#include <bit>

namespace heddle {

BdiCompressorCoverage::BdiCompressorCoverage(const BdiCompressorConfig& config)
    : FeedForwardCoverage(config.latency),
      choices_{static_cast<std::uint8_t>(config.choices)},
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
  for (std::size_t i = 0; i < pair_boundary_.size(); ++i)
    pair_boundary_[i] = &coverage.point(fmt::format("a pair's delta of {}", pair_boundary_deltas[i]));
  pair_wrap_up_ = &coverage.point("a pair beyond 2^64");
  pair_wrap_down_ = &coverage.point("a pair below 0");
  borrow_ = &coverage.point("a borrow from the upper lane of a pair");
}

void BdiCompressorCoverage::see_request(const PlainRegister& request) {
  const WarpRegister& lanes = request.data;
  const std::uint32_t base = lanes[0];
  std::uint32_t at_boundary = 0, up = 0, down = 0;
  for (unsigned i = 0; i < warp_size; ++i) {
    const auto delta = static_cast<std::int32_t>(lanes[i] - base);
    // Distance from the middle of the range: boundaries lie in pairs, -129 with 128 and -128 with 127.
    const std::uint32_t size = static_cast<std::uint32_t>(delta ^ delta >> 31);
    at_boundary |= size == 127 || size == 128 || size == 32767 || size == 32768;
    // The sum of base and difference leaves the 32 bits.
    up |= delta > 0 && lanes[i] < base;
    down |= delta < 0 && lanes[i] > base;
  }
  if (borrow_ != nullptr) see_pairs(lanes);
  wrap_up_ += up;
  wrap_down_ += down;
  if (at_boundary == 0) return;
  for (std::size_t b = 0; b < boundary_.size(); ++b) {
    std::uint32_t hit = 0;
    for (const std::uint32_t lane : lanes.lane)
      hit |= lane - base == static_cast<std::uint32_t>(boundary_deltas[b]);
    *boundary_[b] += hit;
  }
}

void BdiCompressorCoverage::see_pairs(const WarpRegister& lanes) {
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

void BdiCompressorCoverage::see_response(const EncodedRegister& response) {
  ++*encoding_[static_cast<unsigned>(response.encoding)];
}

}  // namespace heddle
