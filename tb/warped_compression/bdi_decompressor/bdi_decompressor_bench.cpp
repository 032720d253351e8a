#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "hw/warped_compression/bdi_decompressor/bdi_decompressor.hpp"
#include "tb/cosim/cosim_entry.hpp"
#include "tb/cosim/feed_forward_bench.hpp"
#include "tb/cosim/random_words.hpp"

namespace heddle {
namespace {

constexpr std::size_t base_bytes = 4;
constexpr unsigned deltas = warp_size - 1;
constexpr std::array<std::int32_t, 4> lowest_delta{0, -128, -32768, 0};  // of an encoding

/// Encoded registers of every allowed form. Bytes that the form does not use are anything, because a bank
/// that is not read shows anything.
class BdiDecompressorBench final : public FeedForwardBench<EncodedRegister, PlainRegister> {
 public:
  using Block = BdiDecompressor;
  BdiDecompressorBench(const BdiDecompressorConfig& config, std::uint64_t seed);

 private:
  void draw(EncodedRegister& request) override;
  void see_request(const EncodedRegister& request) override;
  void see_response(const PlainRegister&) override {}
  template <class Delta>
  void see_deltas(const EncodedRegister& request);

  RandomWords words_;
  std::vector<BdiEncoding> allowed_;
  std::array<std::uint64_t*, 4> encoding_{};
  std::uint64_t unexpected_ = 0;
  std::array<std::uint64_t*, 4> lowest_, highest_;
  std::uint64_t *wrap_up_ = &unexpected_, *wrap_down_ = &unexpected_;
  std::uint64_t* rest_ = &unexpected_;
};

BdiDecompressorBench::BdiDecompressorBench(const BdiDecompressorConfig& config, std::uint64_t seed)
    : FeedForwardBench(config.latency, seed), words_(seed) {
  const BdiChoices choices{static_cast<std::uint8_t>(config.choices)};
  for (unsigned e = 0; e < encoding_.size(); ++e) {
    const auto encoding = static_cast<BdiEncoding>(e);
    encoding_[e] =
        choices.allows(encoding) ? &coverage.point(fmt::format("encoding {}", name(encoding))) : &unexpected_;
    if (choices.allows(encoding)) allowed_.push_back(encoding);
  }
  rest_ = &coverage.point("unused bytes that are not zero");
  lowest_.fill(&unexpected_);
  highest_.fill(&unexpected_);
  for (const BdiEncoding encoding : {BdiEncoding::base4_delta1, BdiEncoding::base4_delta2}) {
    const auto e = static_cast<unsigned>(encoding);
    if (!choices.allows(encoding)) continue;
    lowest_[e] = &coverage.point(fmt::format("{} with a delta of {}", name(encoding), lowest_delta[e]));
    highest_[e] = &coverage.point(fmt::format("{} with a delta of {}", name(encoding), -1 - lowest_delta[e]));
  }
  if ((config.choices & 6) != 0) {
    wrap_up_ = &coverage.point("a lane beyond 2^32");
    wrap_down_ = &coverage.point("a lane below 0");
  }
}

void BdiDecompressorBench::draw(EncodedRegister& request) {
  const std::uint64_t r = random();
  request.encoding = allowed_[(r & 0xffff) * allowed_.size() >> 16];
  words_.fill(request.data);
  // Each byte anything, or all bytes at the ends of the signed range.
  constexpr std::uint32_t each_byte = 0x01010101;
  if ((r >> 16 & 3) == 0)
    for (auto& word : request.data.lane) word = 0x7f * each_byte + (word & each_byte);
  // Any base, or one from which small differences wrap.
  if ((r >> 18 & 3) == 0) request.data[0] = (request.data[0] & 0xffff) - 0x8000u;
  if ((r >> 20 & 3) == 0) {
    // One lane at the end of its range, whatever the others are.
    static constexpr std::uint16_t ends[]{0x8000, 0x7fff, 0x8080, 0x7f7f};
    const std::size_t lane = (r >> 24 & 0xffff) * deltas >> 16;
    std::memcpy(reinterpret_cast<unsigned char*>(request.data.lane.data()) + base_bytes + 2 * lane,
                &ends[r >> 22 & 3], 2);
  }
}

template <class Delta>
void BdiDecompressorBench::see_deltas(const EncodedRegister& request) {
  std::array<Delta, warp_size> delta;  // one too many, so that it fills whole vectors
  std::memcpy(delta.data(), reinterpret_cast<const unsigned char*>(request.data.lane.data()) + base_bytes,
              sizeof delta);
  static constexpr auto counts = [] {
    std::array<Delta, warp_size> mask{};
    for (unsigned i = 0; i < deltas; ++i) mask[i] = Delta{-1};
    return mask;
  }();
  std::int16_t low = 0, high = 0;
  for (unsigned i = 0; i < warp_size; ++i) {
    const auto d = static_cast<std::int16_t>(delta[i] & counts[i]);
    low = d < low ? d : low;
    high = d > high ? d : high;
  }
  const auto encoding = static_cast<unsigned>(request.encoding);
  *lowest_[encoding] += low == std::numeric_limits<Delta>::min();
  *highest_[encoding] += high == std::numeric_limits<Delta>::max();
  const std::uint32_t base = request.data[0];
  *wrap_up_ += base + static_cast<std::uint32_t>(high) < base;
  *wrap_down_ += base < static_cast<std::uint32_t>(-low);
}

void BdiDecompressorBench::see_request(const EncodedRegister& request) {
  ++*encoding_[static_cast<unsigned>(request.encoding)];
  if (request.encoding == BdiEncoding::base4_delta1) see_deltas<std::int8_t>(request);
  if (request.encoding == BdiEncoding::base4_delta2) see_deltas<std::int16_t>(request);
  *rest_ += request.encoding != BdiEncoding::plain && request.data[warp_size - 1] != 0;
}

const Registration<CosimEntry> registration{cosim_entry<BdiDecompressorBench>()};

}  // namespace
}  // namespace heddle
