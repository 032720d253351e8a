#include <algorithm>
#include <cstring>

#include "hw/warped_compression/bdi_decompressor/bdi_decompressor.hpp"
#include "tb/cosim/cosim_entry.hpp"
#include "tb/cosim/feed_forward_bench.hpp"
#include "tb/cosim/random_words.hpp"
#include "tb/warped_compression/bdi_decompressor/bdi_decompressor_coverage.hpp"

namespace heddle {
namespace {

/// Encoded registers of every allowed form. Bytes that the form does not use are anything, because a bank
/// that is not read shows anything.
class BdiDecompressorBench final : public FeedForwardBench<EncodedRegister, PlainRegister> {
 public:
  using Block = BdiDecompressor;
  BdiDecompressorBench(const BdiDecompressorConfig& config, std::uint64_t seed)
      : FeedForwardBench(config.latency, seed), words_(seed) {
    const BdiChoices choices{static_cast<std::uint8_t>(config.choices)};
    for (unsigned e = 0; e < bdi_encodings; ++e)
      if (const auto encoding = static_cast<BdiEncoding>(e); choices.allows(encoding))
        allowed_.push_back(encoding);
  }

 private:
  void draw(EncodedRegister& request) override;

  RandomWords words_;
  std::vector<BdiEncoding> allowed_;
};

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

const Registration<CosimEntry> registration{cosim_entry<BdiDecompressorBench, BdiDecompressorCoverage>()};

}  // namespace
}  // namespace heddle
