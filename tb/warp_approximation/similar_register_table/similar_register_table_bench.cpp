// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/similar_register_table/similar_register_table.hpp"

#include "models/base/random.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/warp_approximation/similar_register_table/similar_register_table_coverage.hpp"

namespace heddle {
namespace {

/// Updates that are spread, that meet in one register, that lie at the ends of the table or behind it;
/// changes of the paths beside them.
class SimilarRegisterTableBench final : public BlockBench {
 public:
  using Block = SimilarRegisterTable;
  SimilarRegisterTableBench(const SimilarRegisterTableConfig& config, std::uint64_t seed)
      : random_(seed), registers_(config.registers) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  enum class Mood { spread, one_register, ends, any, idle, count };
  unsigned draw_register();
  std::uint8_t draw_entry();
  void draw_paths(PathUpdate& path);

  Random random_;
  unsigned registers_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0;
  unsigned one_ = 0;  // where updates meet
};

unsigned SimilarRegisterTableBench::draw_register() {
  switch (mood_) {
    case Mood::one_register:
      return random_.one_in(4) ? one_ ^ 1u << random_.below(8) : one_;
    case Mood::ends:
      return random_.one_in(2) ? random_.below(3) : registers_ - 1 + random_.below(3);
    case Mood::any:
      return random_.below(256);
    default:
      return random_.below(registers_);
  }
}

std::uint8_t SimilarRegisterTableBench::draw_entry() {
  const auto any = static_cast<std::uint8_t>(random_());
  if (random_.one_in(8)) return any;
  return RegisterSimilarity::of_pins(any).pins();
}

void SimilarRegisterTableBench::draw_paths(PathUpdate& path) {
  const auto lanes = static_cast<LaneMask>(random_());
  path.lanes = {lanes, ~lanes};
  if (random_.one_in(4)) path.lanes[random_.below(divergence_paths)] = 0;
  if (random_.one_in(16)) path.lanes = {};
  if (random_.one_in(8)) path.lanes[random_.below(divergence_paths)] = ~LaneMask{0};
  for (std::uint8_t& lane : path.representative)
    lane = static_cast<std::uint8_t>(random_.one_in(8) ? random_() : random_.below(warp_size));
}

bool SimilarRegisterTableBench::stimulate(DrivenPins in, PinValues) {
  SimilarityUpdates& update = reinterpret_cast<Level<SimilarityUpdates>*>(in[0])->payload;
  auto& path = *reinterpret_cast<Beat<PathUpdate>*>(in[1]);
  if (left_ == 0) {
    mood_ = static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
    left_ = mood_ == Mood::idle ? 1 + random_.below(10) : 20 + random_.below(100);
    one_ = random_.below(registers_);
  }
  --left_;
  const bool idle = mood_ == Mood::idle;
  update.valid.value = static_cast<std::uint8_t>(idle                ? 0
                                                 : random_.one_in(4) ? 15
                                                                     : random_() & random_() & 15);
  update.path.value = static_cast<std::uint8_t>(random_.below(16));
  for (unsigned i = 0; i < similarity_updates; ++i) {
    update.registers[i] = static_cast<std::uint8_t>(draw_register());
    update.entries[i] = draw_entry();
  }
  // What is known has to live for a while, and yet changes have to be frequent.
  path.valid = !idle && random_.one_in(6);
  if (path.valid) {
    path.payload.change = static_cast<PathChange>(random_.one_in(3) ? random_.below(4) : random_.below(3));
    draw_paths(path.payload);
  }
  return update.valid.value != 0 || path.valid;
}

const Registration<CosimEntry> registration{
    cosim_entry<SimilarRegisterTableBench, SimilarRegisterTableCoverage>()};

}  // namespace
}  // namespace heddle
