// SPDX-License-Identifier: Apache-2.0
#include "hw/warped_compression/range_indicator_table/range_indicator_table.hpp"

#include <tuple>

#include "models/base/random.hpp"
#include "tb/cosim/bench/corner_range.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/warped_compression/range_indicator_table/range_indicator_table_coverage.hpp"

namespace heddle {
namespace {

constexpr unsigned last_register = indicator_registers - 1;

/// Updates that are spread, that meet in one register, or whose numbers obey no rule; ranges of all lengths
/// at the ends of the table and inside of it, over registers that are updated in the same cycle.
class RangeIndicatorTableBench final : public BlockBench {
 public:
  using Block = RangeIndicatorTable;
  RangeIndicatorTableBench(const RangeIndicatorTableConfig& config, std::uint64_t seed)
      : random_(seed), encodings_(1u << config.bits) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  enum class Mood { spread, one_register, ends, lawless, idle, count };
  std::uint16_t draw_register();
  void draw_range(RegisterRange& range);

  Random random_;
  unsigned encodings_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0;
  std::uint16_t meeting_ = 0;  // where updates meet
};

std::uint16_t RangeIndicatorTableBench::draw_register() {
  switch (mood_) {
    case Mood::one_register:
      return static_cast<std::uint16_t>(random_.one_in(4) ? meeting_ ^ 1u << random_.below(10) : meeting_);
    case Mood::ends:
      return static_cast<std::uint16_t>(random_.one_in(2) ? random_.below(3)
                                                          : last_register - 1 + random_.below(3));
    case Mood::lawless:
      // One that there is, with one bit too many, or anything.
      return static_cast<std::uint16_t>(
          random_.one_in(2) ? random_() : random_.below(indicator_registers) | 1u << random_.below(16));
    default:
      return static_cast<std::uint16_t>(random_.below(indicator_registers));
  }
}

void RangeIndicatorTableBench::draw_range(RegisterRange& range) {
  range.first = draw_register();
  switch (random_.below(5)) {
    case 3:
      std::tie(range.first, range.count) = corner_range(random_, indicator_registers);
      break;
    case 0:  // any length, mostly over the end
      range.count = static_cast<std::uint16_t>(random_());
      break;
    case 1:  // as a warp has registers
      range.count = static_cast<std::uint16_t>(random_.below(64));
      break;
    case 2:  // to the end, or about there
      range.count = static_cast<std::uint16_t>(indicator_registers - range.first + random_.below(3) - 1);
      break;
    default:
      range.count = static_cast<std::uint16_t>(random_.below(3));
  }
}

bool RangeIndicatorTableBench::stimulate(DrivenPins in, PinValues) {
  IndicatorUpdates& update = reinterpret_cast<Level<IndicatorUpdates>*>(in[0])->payload;
  auto& clear = *reinterpret_cast<Beat<RegisterRange>*>(in[1]);
  if (left_ == 0) {
    mood_ = static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
    left_ = mood_ == Mood::idle ? 1 + random_.below(10) : 20 + random_.below(100);
    meeting_ = static_cast<std::uint16_t>(random_.below(indicator_registers));
  }
  --left_;
  const auto valid = random_();
  update.valid.value =
      mood_ == Mood::idle ? 0 : static_cast<std::uint8_t>(random_.one_in(4) ? valid : valid & valid >> 8);
  const bool full = random_.one_in(2);
  for (unsigned w = 0; w < write_requesters; ++w) {
    update.registers[w] = draw_register();
    update.encodings[w] = static_cast<std::uint8_t>(full ? random_() : random_.below(encodings_));
  }
  // Registers that are not uncompressed have to live for a while, and yet ranges have to be frequent.
  clear.valid = mood_ != Mood::idle && random_.one_in(8);
  if (clear.valid) draw_range(clear.payload);
  return update.valid.value != 0 || clear.valid;
}

const Registration<CosimEntry> registration{
    cosim_entry<RangeIndicatorTableBench, RangeIndicatorTableCoverage>()};

}  // namespace
}  // namespace heddle
