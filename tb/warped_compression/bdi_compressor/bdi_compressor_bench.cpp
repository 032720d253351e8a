#include "tb/warped_compression/bdi_compressor/bdi_compressor_bench.hpp"

#include <fmt/format.h>

#include "tb/cosim/cosim_entry.hpp"

namespace heddle {

BdiCompressorBench::BdiCompressorBench(const BdiCompressorConfig& config, std::uint64_t seed)
    : FeedForwardBench(config.latency, seed),
      wrap_up_(coverage.point("a lane beyond 2^32")),
      wrap_down_(coverage.point("a lane below 0")) {
  const BdiChoices choices{static_cast<std::uint8_t>(config.choices)};
  for (unsigned e = 0; e < encoding_.size(); ++e) {
    const auto encoding = static_cast<BdiEncoding>(e);
    encoding_[e] = choices.allows(encoding) ? &coverage.point(fmt::format("encoding {}", name(encoding))) : &unexpected_;
  }
  for (std::size_t i = 0; i < boundary_.size(); ++i)
    boundary_[i] = &coverage.point(fmt::format("a delta of {}", boundary_deltas[i]));
}

void BdiCompressorBench::see_request(const PlainRegister& request) {
  const std::uint32_t base = request.data[0];
  std::array<std::uint32_t, boundary_deltas.size()> hit{};
  std::uint32_t up = 0, down = 0;
  for (unsigned i = 0; i < warp_size; ++i) {
    const std::uint32_t lane = request.data[i];
    const std::uint32_t delta = lane - base;
    for (std::size_t b = 0; b < hit.size(); ++b) hit[b] |= delta == static_cast<std::uint32_t>(boundary_deltas[b]);
    // A small difference whose sum with the base leaves the 32 bits.
    const auto difference = static_cast<std::int32_t>(delta);
    up |= difference > 0 && lane < base;
    down |= difference < 0 && lane > base;
  }
  for (std::size_t b = 0; b < hit.size(); ++b) *boundary_[b] += hit[b];
  wrap_up_ += up;
  wrap_down_ += down;
}

void BdiCompressorBench::see_response(const EncodedRegister& response) {
  ++*encoding_[static_cast<unsigned>(response.encoding)];
}

static const Registration<CosimEntry> registration{cosim_entry<BdiCompressorBench>()};

}  // namespace heddle
