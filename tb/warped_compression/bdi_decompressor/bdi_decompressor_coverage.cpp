// SPDX-License-Identifier: Apache-2.0
#include "tb/warped_compression/bdi_decompressor/bdi_decompressor_coverage.hpp"

#include <fmt/format.h>

#include <cstring>
#include <limits>

#include "tb/warped_compression/bdi_forms.hpp"

namespace heddle {

BdiDecompressorCoverage::BdiDecompressorCoverage(const BdiDecompressorConfig& config)
    : FeedForwardCoverage(config.latency),
      values_(coverage, bdi_forms({static_cast<std::uint8_t>(config.choices)})) {
  const BdiChoices choices{static_cast<std::uint8_t>(config.choices)};
  std::vector<BdiEncoding> allowed;
  for (unsigned e = 0; e < encoding_.size(); ++e) {
    const auto encoding = static_cast<BdiEncoding>(e);
    encoding_[e] =
        choices.allows(encoding) ? &coverage.point(fmt::format("encoding {}", name(encoding))) : &unexpected_;
    rest_[e] = &unexpected_;
    if (!choices.allows(encoding)) continue;
    allowed.push_back(encoding);
    if (encoding != BdiEncoding::uncompressed)
      rest_[e] = &coverage.point(
          fmt::format("unused bytes of {} that are not zero", name(encoding)),
          never_in_system("the compressor fills with zeros, and banks that are not read show zeros"));
  }
  lowest_.fill(&unexpected_);
  highest_.fill(&unexpected_);
  bool lanes = false, pairs = false;  // are added to
  for (const BdiEncoding encoding : allowed) {
    const auto [base, delta] = shape(encoding);
    if (delta == 0) continue;
    const auto e = static_cast<unsigned>(encoding);
    const std::int64_t low = lowest_delta(delta);
    lowest_[e] = &coverage.point(fmt::format("{} with a delta of {}", name(encoding), low));
    highest_[e] = &coverage.point(fmt::format("{} with a delta of {}", name(encoding), -1 - low));
    (base == 4 ? lanes : pairs) = true;
    const auto at = [&](std::int64_t end) {
      return coverage.points(
          fmt::format("{} with a delta of {} in {} {{}}", name(encoding), end, base == 4 ? "lane" : "pair"),
          1, sizeof(WarpRegister) / base - 1, chance_of_values());
    };
    lowest_at_[e] = at(low);
    highest_at_[e] = at(-1 - low);
  }
  if (lanes) lane_ = {&coverage.point("a lane beyond 2^32"), &coverage.point("a lane below 0")};
  if (pairs) pair_ = {&coverage.point("a pair beyond 2^64"), &coverage.point("a pair below 0")};
}

template <class Chunk, class Delta>
void BdiDecompressorCoverage::see_deltas(const EncodedRegister& request) {
  constexpr std::size_t chunks = sizeof(WarpRegister) / sizeof(Chunk);
  std::array<Delta, chunks> delta;  // one too many, so that it fills whole vectors
  std::memcpy(delta.data(), reinterpret_cast<const unsigned char*>(request.data.lane.data()) + sizeof(Chunk),
              sizeof delta);
  static constexpr auto counts = [] {
    std::array<Delta, chunks> mask{};
    for (std::size_t i = 0; i + 1 < chunks; ++i) mask[i] = Delta{-1};
    return mask;
  }();
  using Wide = std::conditional_t<sizeof(Chunk) == 4, std::int16_t, std::int32_t>;
  Wide low = 0, high = 0;
  for (std::size_t i = 0; i < chunks; ++i) {
    const auto d = static_cast<Wide>(delta[i] & counts[i]);
    low = d < low ? d : low;
    high = d > high ? d : high;
  }
  const auto encoding = static_cast<unsigned>(request.encoding);
  const bool at_lowest = low == std::numeric_limits<Delta>::min();
  const bool at_highest = high == std::numeric_limits<Delta>::max();
  *lowest_[encoding] += at_lowest;
  *highest_[encoding] += at_highest;
  if (at_lowest || at_highest)
    for (std::size_t i = 0; i < lowest_at_[encoding].size(); ++i) {
      *lowest_at_[encoding][i] += delta[i] == std::numeric_limits<Delta>::min();
      *highest_at_[encoding][i] += delta[i] == std::numeric_limits<Delta>::max();
    }
  Chunk base;
  std::memcpy(&base, request.data.lane.data(), sizeof base);
  const Wraps& wraps = sizeof(Chunk) == 4 ? lane_ : pair_;
  *wraps.up += static_cast<Chunk>(base + static_cast<Chunk>(high)) < base;
  *wraps.down += base < Chunk{0} - static_cast<Chunk>(low);
}

unsigned BdiDecompressorCoverage::see_request(const EncodedRegister& request) {
  ++*encoding_[static_cast<unsigned>(request.encoding)];
  switch (request.encoding) {
    case BdiEncoding::base4_delta1:
      see_deltas<std::uint32_t, std::int8_t>(request);
      break;
    case BdiEncoding::base4_delta2:
      see_deltas<std::uint32_t, std::int16_t>(request);
      break;
    case BdiEncoding::base8_delta1:
      see_deltas<std::uint64_t, std::int8_t>(request);
      break;
    case BdiEncoding::base8_delta2:
      see_deltas<std::uint64_t, std::int16_t>(request);
      break;
    case BdiEncoding::base8_delta4:
      see_deltas<std::uint64_t, std::int32_t>(request);
      break;
    default:
      break;
  }
  *rest_[static_cast<unsigned>(request.encoding)] += request.data[warp_size - 1] != 0;
  return static_cast<unsigned>(request.encoding);
}

void BdiDecompressorCoverage::see_response(const UncompressedRegister& response, unsigned encoding,
                                           Neighbours of_request) {
  const ValueClass value = classify(response.data);
  values_.see(value, encoding, of_request);
  values_.compare(value, response.data);
}

}  // namespace heddle
