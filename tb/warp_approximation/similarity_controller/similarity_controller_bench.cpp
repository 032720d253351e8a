// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/warp_approximation/similarity_controller/similarity_controller_coverage.hpp"
#include "tb/warp_approximation/similarity_controller/similarity_windows.hpp"

namespace heddle {
namespace {

/// Windows of an SM that keeps to the rules; between them anything on all pins.
class SimilarityControllerBench final : public BlockBench {
 public:
  using Block = SimilarityController;
  SimilarityControllerBench(const SimilarityControllerConfig& config, std::uint64_t seed)
      : random_(seed), windows_(config, seed + 1) {}

  bool stimulate(DrivenPins in, PinValues) override;

 private:
  Random random_;
  SimilarityWindows windows_;
  unsigned lawless_ = 0;  // cycles of it that are left
};

bool SimilarityControllerBench::stimulate(DrivenPins in, PinValues) {
  auto& launch = *reinterpret_cast<Beat<SimilarityLaunch>*>(in[0]);
  NewSimilar& similar = reinterpret_cast<Level<NewSimilar>*>(in[1])->payload;
  if (lawless_ == 0 && random_.one_in(4000)) lawless_ = 1 + random_.below(40);
  if (lawless_ != 0) {
    --lawless_;
    const std::uint64_t r = random_();
    launch = {{.target = static_cast<std::uint16_t>(r),
               .least = {static_cast<std::uint8_t>(r >> 16 & most_similarity)},
               .most = {static_cast<std::uint8_t>(r >> 24 & most_similarity)},
               .initial = {static_cast<std::uint8_t>(r >> 32 & most_similarity)},
               .enabled = (r >> 40 & 1) != 0},
              random_.one_in(8)};
    similar.found.value = static_cast<std::uint8_t>(r >> 48 & 0xf);
  } else {
    windows_.next(launch, similar);
  }
  return launch.valid || similar.found.value != 0;
}

const Registration<CosimEntry> registration{
    cosim_entry<SimilarityControllerBench, SimilarityControllerCoverage>()};

}  // namespace
}  // namespace heddle
