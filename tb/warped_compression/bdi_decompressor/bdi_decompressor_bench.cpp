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

/// The lowest delta of `bytes` bytes; the highest is -1 less this.
constexpr std::int64_t lowest_delta(unsigned bytes) { return -(std::int64_t{1} << (8 * bytes - 1)); }

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
  template <class Chunk, class Delta>
  void see_deltas(const EncodedRegister& request);

  RandomWords words_;
  std::vector<BdiEncoding> allowed_;
  std::array<std::uint64_t*, bdi_encodings> encoding_{};
  std::uint64_t unexpected_ = 0;
  std::array<std::uint64_t*, bdi_encodings> lowest_, highest_;
  struct Wraps {
    std::uint64_t *up, *down;
  };
  Wraps lane_{&unexpected_, &unexpected_}, pair_{&unexpected_, &unexpected_};
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
  bool lanes = false, pairs = false;  // are added to
  for (const BdiEncoding encoding : allowed_) {
    const auto [base, delta] = shape(encoding);
    if (delta == 0) continue;
    const auto e = static_cast<unsigned>(encoding);
    const std::int64_t low = lowest_delta(delta);
    lowest_[e] = &coverage.point(fmt::format("{} with a delta of {}", name(encoding), low));
    highest_[e] = &coverage.point(fmt::format("{} with a delta of {}", name(encoding), -1 - low));
    (base == 4 ? lanes : pairs) = true;
  }
  if (lanes) lane_ = {&coverage.point("a lane beyond 2^32"), &coverage.point("a lane below 0")};
  if (pairs) pair_ = {&coverage.point("a pair beyond 2^64"), &coverage.point("a pair below 0")};
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
  const auto [base, delta] = shape(request.encoding);
  if ((r >> 18 & 3) == 0) {
    const std::uint32_t range = delta == 1 ? 0x100 : 0x10000;
    request.data[0] = request.data[0] % range - range / 2;
    if (base == 8) request.data[1] = (request.data[0] >> 31) != 0 ? ~0u : 0;
  }
  if ((r >> 20 & 3) == 0 && delta != 0) {
    // One delta at the end of its range, whatever the others are.
    const auto lowest = static_cast<std::uint32_t>(lowest_delta(delta));
    const std::uint32_t end = (r >> 22 & 1) != 0 ? lowest : ~lowest;
    const std::size_t index = (r >> 24 & 0xffff) * (sizeof(WarpRegister) / base - 1) >> 16;
    std::memcpy(reinterpret_cast<unsigned char*>(request.data.lane.data()) + base + delta * index, &end,
                delta);
  }
}

template <class Chunk, class Delta>
void BdiDecompressorBench::see_deltas(const EncodedRegister& request) {
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
  *lowest_[encoding] += low == std::numeric_limits<Delta>::min();
  *highest_[encoding] += high == std::numeric_limits<Delta>::max();
  Chunk base;
  std::memcpy(&base, request.data.lane.data(), sizeof base);
  const Wraps& wraps = sizeof(Chunk) == 4 ? lane_ : pair_;
  *wraps.up += static_cast<Chunk>(base + static_cast<Chunk>(high)) < base;
  *wraps.down += base < Chunk{0} - static_cast<Chunk>(low);
}

void BdiDecompressorBench::see_request(const EncodedRegister& request) {
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
  *rest_ += request.encoding != BdiEncoding::plain && request.data[warp_size - 1] != 0;
}

const Registration<CosimEntry> registration{cosim_entry<BdiDecompressorBench>()};

}  // namespace
}  // namespace heddle
