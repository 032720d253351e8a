#pragma once

#include "hw/warped_compression/bdi_compressor/bdi_compressor.hpp"
#include "tb/cosim/feed_forward_bench.hpp"

namespace heddle {

/// Draws warp registers that lie where a compressor's decisions change: equal lanes, differences just inside and
/// outside of each delta's range in some lanes, bases near the wrap of 2^32, and anything.
class RegisterStimulus {
 public:
  void draw(Random& random, WarpRegister& lanes);

 private:
  void draw_deltas(Random& random, WarpRegister& lanes, unsigned bits);
  void put_boundaries(Random& random, WarpRegister& lanes);
};

/// The differences to lane 0 at which another encoding becomes necessary, and their neighbours.
inline constexpr std::array<std::int32_t, 8> boundary_deltas{-129, -128, 127, 128, -32769, -32768, 32767, 32768};

class BdiCompressorBench final : public FeedForwardBench<PlainRegister, EncodedRegister> {
 public:
  using Block = BdiCompressor;
  BdiCompressorBench(const BdiCompressorConfig& config, std::uint64_t seed);

 private:
  void draw(PlainRegister& request) override { stimulus_.draw(random, request.data); }
  void see_request(const PlainRegister& request) override;
  void see_response(const EncodedRegister& response) override;

  RegisterStimulus stimulus_;
  std::array<std::uint64_t*, 4> encoding_{};
  std::array<std::uint64_t*, boundary_deltas.size()> boundary_{};
  std::uint64_t& wrap_up_;
  std::uint64_t& wrap_down_;
  std::uint64_t unexpected_ = 0;
};

}  // namespace heddle
