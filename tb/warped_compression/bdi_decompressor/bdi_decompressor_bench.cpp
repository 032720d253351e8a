#include <fmt/format.h>

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

/// Encoded registers of every allowed form. Bytes that the form does not use are anything, because a bank that is not
/// read shows anything.
class BdiDecompressorBench final : public FeedForwardBench<EncodedRegister, PlainRegister> {
 public:
  using Block = BdiDecompressor;
  BdiDecompressorBench(const BdiDecompressorConfig& config, std::uint64_t seed);

 private:
  void draw(EncodedRegister& request) override;
  void see_request(const EncodedRegister& request) override;
  void see_response(const PlainRegister&) override {}
  template <class Delta>
  void see_deltas(const EncodedRegister& request, std::uint64_t& lowest, std::uint64_t& highest);

  RandomWords words_;
  std::vector<BdiEncoding> allowed_;
  std::array<std::uint64_t*, 4> encoding_{};
  std::uint64_t unexpected_ = 0;
  std::uint64_t *lowest1_ = &unexpected_, *highest1_ = &unexpected_;
  std::uint64_t *lowest2_ = &unexpected_, *highest2_ = &unexpected_;
  std::uint64_t *wrap_up_ = &unexpected_, *wrap_down_ = &unexpected_;
  std::uint64_t* rest_ = &unexpected_;
};

BdiDecompressorBench::BdiDecompressorBench(const BdiDecompressorConfig& config, std::uint64_t seed)
    : FeedForwardBench(config.latency, seed), words_(seed) {
  const BdiChoices choices{static_cast<std::uint8_t>(config.choices)};
  for (unsigned e = 0; e < encoding_.size(); ++e) {
    const auto encoding = static_cast<BdiEncoding>(e);
    encoding_[e] = choices.allows(encoding) ? &coverage.point(fmt::format("encoding {}", name(encoding))) : &unexpected_;
    if (choices.allows(encoding)) allowed_.push_back(encoding);
  }
  rest_ = &coverage.point("unused bytes that are not zero");
  if (choices.allows(BdiEncoding::base4_delta1)) {
    lowest1_ = &coverage.point("<4,1> with a delta of -128");
    highest1_ = &coverage.point("<4,1> with a delta of 127");
  }
  if (choices.allows(BdiEncoding::base4_delta2)) {
    lowest2_ = &coverage.point("<4,2> with a delta of -32768");
    highest2_ = &coverage.point("<4,2> with a delta of 32767");
  }
  if ((config.choices & 6) != 0) {
    wrap_up_ = &coverage.point("a lane beyond 2^32");
    wrap_down_ = &coverage.point("a lane below 0");
  }
}

void BdiDecompressorBench::draw(EncodedRegister& request) {
  request.encoding = allowed_[random.below(static_cast<std::uint32_t>(allowed_.size()))];
  // Each byte anything, or all bytes near the ends of the signed ranges.
  const bool corners = random.one_in(4);
  constexpr std::uint32_t each_byte = 0x01010101;
  words_.fill(request.data);
  if (corners)
    for (auto& word : request.data.lane) word = 0x7f * each_byte + (word & each_byte);
  if (random.one_in(4)) request.data[0] = random.below(0x10000) - 0x8000u;
  if (random.one_in(4)) {
    // One lane at the end of its range, whatever the others are.
    static constexpr std::uint16_t ends[]{0x8000, 0x7fff, 0x8080, 0x7f7f};
    const std::size_t lane = random.below(deltas);
    std::memcpy(reinterpret_cast<unsigned char*>(request.data.lane.data()) + base_bytes + 2 * lane,
                &ends[random.below(4)], 2);
  }
}

template <class Delta>
void BdiDecompressorBench::see_deltas(const EncodedRegister& request, std::uint64_t& lowest, std::uint64_t& highest) {
  std::array<Delta, deltas> delta;
  std::memcpy(delta.data(), reinterpret_cast<const unsigned char*>(request.data.lane.data()) + base_bytes,
              sizeof delta);
  Delta low = 0, high = 0;
  for (const Delta d : delta) {
    low = d < low ? d : low;
    high = d > high ? d : high;
  }
  lowest += low == std::numeric_limits<Delta>::min();
  highest += high == std::numeric_limits<Delta>::max();
  const std::uint32_t base = request.data[0];
  *wrap_up_ += base + static_cast<std::uint32_t>(high) < base;
  *wrap_down_ += base < static_cast<std::uint32_t>(-static_cast<std::int32_t>(low));
}

void BdiDecompressorBench::see_request(const EncodedRegister& request) {
  ++*encoding_[static_cast<unsigned>(request.encoding)];
  if (request.encoding == BdiEncoding::base4_delta1) see_deltas<std::int8_t>(request, *lowest1_, *highest1_);
  if (request.encoding == BdiEncoding::base4_delta2) see_deltas<std::int16_t>(request, *lowest2_, *highest2_);
  *rest_ += request.encoding != BdiEncoding::plain && request.data[warp_size - 1] != 0;
}

const Registration<CosimEntry> registration{cosim_entry<BdiDecompressorBench>()};

}  // namespace
}  // namespace heddle
