// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstring>

#include "hw/warped_compression/bdi_decompressor/bdi_decompressor.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"
#include "tb/cosim/bench/random_words.hpp"
#include "tb/warped_compression/bdi_decompressor/bdi_decompressor_coverage.hpp"
#include "tb/warped_compression/value_stimulus.hpp"

namespace heddle {
namespace {

/// Registers of all classes of values as a compressor leaves them, or in another encoding that holds them;
/// and any bytes in every encoding, with bases and differences at their ends. Bytes that an encoding does not
/// use are zero or anything, because a bank that is not read shows anything.
class BdiDecompressorBench final : public FeedForwardBench<EncodedRegister, UncompressedRegister> {
 public:
  using Block = BdiDecompressor;
  BdiDecompressorBench(const BdiDecompressorConfig& config, std::uint64_t seed)
      : FeedForwardBench(config.latency, seed),
        choices_{static_cast<std::uint8_t>(config.choices)},
        words_(seed),
        values_(seed) {
    for (unsigned e = 0; e < bdi_encodings; ++e)
      if (const auto encoding = static_cast<BdiEncoding>(e); choices_.allows(encoding))
        allowed_.push_back(encoding);
  }

 private:
  void draw(BurstPlace place, EncodedRegister& request) override;
  void encode(BurstPlace place, EncodedRegister& request);
  void draw_bytes(EncodedRegister& request);
  BdiEncoding any_encoding() { return allowed_[random.below(static_cast<std::uint32_t>(allowed_.size()))]; }

  const BdiChoices choices_;
  RandomWords words_;
  ValueStimulus values_;
  std::vector<BdiEncoding> allowed_;
  std::array<unsigned, bdi_encodings> turns_{};
};

void BdiDecompressorBench::draw(BurstPlace place, EncodedRegister& request) {
  if (place != BurstPlace::inside || random.one_in(2))
    encode(place, request);
  else
    draw_bytes(request);
}

void BdiDecompressorBench::encode(BurstPlace place, EncodedRegister& request) {
  WarpRegister lanes;
  values_.draw(place, lanes);
  request.encoding = bdi_select(lanes, choices_);
  if (place == BurstPlace::inside && random.one_in(4))
    if (const BdiEncoding other = any_encoding(); bdi_decompress(bdi_pack(lanes, other), other) == lanes)
      request.encoding = other;
  request.data = bdi_pack(lanes, request.encoding);
  if (request.encoding == BdiEncoding::uncompressed || random.one_in(2)) return;
  WarpRegister rest;
  words_.fill(rest);
  const auto [base, delta] = shape(request.encoding);
  const unsigned used = bdi_bytes(base, delta);
  std::memcpy(reinterpret_cast<unsigned char*>(request.data.lane.data()) + used, rest.lane.data(),
              sizeof rest - used);
}

void BdiDecompressorBench::draw_bytes(EncodedRegister& request) {
  const std::uint64_t r = random();
  request.encoding = any_encoding();
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
  if (delta == 0 || (r >> 20 & 1) != 0) return;
  // One delta at an end of its range, whatever the others are: each delta in turn.
  const unsigned deltas = sizeof(WarpRegister) / base - 1;
  const unsigned turn = turns_[static_cast<unsigned>(request.encoding)]++ % (2 * deltas);
  const auto lowest = static_cast<std::uint32_t>(lowest_delta(delta));
  const std::uint32_t end = turn % 2 != 0 ? lowest : ~lowest;
  std::memcpy(reinterpret_cast<unsigned char*>(request.data.lane.data()) + base + delta * (turn / 2), &end,
              delta);
}

const Registration<CosimEntry> registration{cosim_entry<BdiDecompressorBench, BdiDecompressorCoverage>()};

}  // namespace
}  // namespace heddle
