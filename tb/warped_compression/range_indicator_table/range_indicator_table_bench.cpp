#include "hw/warped_compression/range_indicator_table/range_indicator_table.hpp"

#include <fmt/format.h>

#include <bit>

#include "models/base/random.hpp"
#include "tb/cosim/cosim_entry.hpp"

namespace heddle {
namespace {

constexpr unsigned last_register = indicator_registers - 1;

/// Updates that are spread, that meet in one register, or whose numbers obey no rule; ranges of all lengths
/// at the ends of the table and inside of it, over registers that are updated in the same cycle.
class RangeIndicatorTableBench final : public BlockBench {
 public:
  using Block = RangeIndicatorTable;
  RangeIndicatorTableBench(const RangeIndicatorTableConfig& config, std::uint64_t seed);

  bool stimulate(DrivenPins in, PinValues out) override;
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  enum class Mood { spread, one_register, ends, lawless, idle, count };
  std::uint16_t draw_register();
  void draw_range(RegisterRange& range);
  void see_updates(const IndicatorUpdates& update, const Beat<RegisterRange>& clear);
  void see_range(const RegisterRange& range);

  Random random_;
  unsigned encodings_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0;
  std::uint16_t meeting_ = 0;  // where updates meet
  std::vector<std::uint64_t*> by_requester_, encoding_, word_;
  std::uint64_t &idle_, &all_at_once_, &meet_, &upper_bits_, &first_, &last_, &beyond_, &cleared_too_;
  std::uint64_t &range_, &one_, &none_, &whole_, &over_the_end_, &behind_the_end_, &words_;
  std::uint64_t& reset_;
  bool in_reset_ = true;
};

RangeIndicatorTableBench::RangeIndicatorTableBench(const RangeIndicatorTableConfig& config,
                                                   std::uint64_t seed)
    : random_(seed),
      encodings_(1u << config.bits),
      by_requester_(coverage.points("an update by requester {}", 0, write_requesters - 1)),
      encoding_(coverage.points("an update to encoding {}", 0, encodings_ - 1)),
      word_(coverage.points("an update in word {}", 0, indicator_registers / 64 - 1)),
      idle_(coverage.point("nothing to do")),
      all_at_once_(coverage.point("all requesters at once")),
      meet_(coverage.point("different updates of one register")),
      upper_bits_(coverage.point("upper bits of an encoding")),
      first_(coverage.point("an update of the first register")),
      last_(coverage.point("an update of the last register")),
      beyond_(coverage.point("an update of a register beyond the last")),
      cleared_too_(coverage.point("an update of a register that is cleared")),
      range_(coverage.point("a range inside of the table")),
      one_(coverage.point("a range of one")),
      none_(coverage.point("a range of none")),
      whole_(coverage.point("a range that is the whole table")),
      over_the_end_(coverage.point("a range over the end")),
      behind_the_end_(coverage.point("a range behind the end")),
      words_(coverage.point("a range over several words")),
      reset_(coverage.point("reset while registers are not plain")) {}

std::uint16_t RangeIndicatorTableBench::draw_register() {
  switch (mood_) {
    case Mood::one_register:
      return static_cast<std::uint16_t>(random_.one_in(4) ? meeting_ ^ 1u << random_.below(10) : meeting_);
    case Mood::ends:
      return static_cast<std::uint16_t>(random_.one_in(2) ? random_.below(3)
                                                          : last_register - 1 + random_.below(3));
    case Mood::lawless:
      return static_cast<std::uint16_t>(random_());
    default:
      return static_cast<std::uint16_t>(random_.below(indicator_registers));
  }
}

void RangeIndicatorTableBench::draw_range(RegisterRange& range) {
  range.first = draw_register();
  switch (random_.below(4)) {
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
  // Registers that are not plain have to live for a while, and yet ranges have to be frequent.
  clear.valid = mood_ != Mood::idle && random_.one_in(8);
  if (clear.valid) draw_range(clear.payload);
  return update.valid.value != 0 || clear.valid;
}

void RangeIndicatorTableBench::observe(PinValues in, PinValues out, bool rst_n) {
  const Indicators& shown = reinterpret_cast<const Level<Indicators>*>(out[0])->payload;
  if (!rst_n) {
    if (!in_reset_) reset_ += shown != Indicators{};
    in_reset_ = true;
    return;
  }
  in_reset_ = false;
  const IndicatorUpdates& update = reinterpret_cast<const Level<IndicatorUpdates>*>(in[0])->payload;
  const auto& clear = *reinterpret_cast<const Beat<RegisterRange>*>(in[1]);
  idle_ += update.valid.value == 0 && !clear.valid;
  if (update.valid.value != 0) see_updates(update, clear);
  if (clear.valid) see_range(clear.payload);
}

void RangeIndicatorTableBench::see_updates(const IndicatorUpdates& update, const Beat<RegisterRange>& clear) {
  all_at_once_ += update.valid.value == (1u << write_requesters) - 1;
  for (unsigned rest = update.valid.value; rest != 0; rest &= rest - 1) {
    const auto w = static_cast<unsigned>(std::countr_zero(rest));
    const unsigned r = update.registers[w];
    ++*by_requester_[w];
    upper_bits_ += update.encodings[w] >= encodings_;
    if (r > last_register) {
      ++beyond_;
      continue;
    }
    ++*encoding_[update.encodings[w] % encodings_];
    ++*word_[r / 64];
    first_ += r == 0;
    last_ += r == last_register;
    cleared_too_ += clear.valid && r >= clear.payload.first && r - clear.payload.first < clear.payload.count;
    for (unsigned later = rest & (rest - 1); later != 0; later &= later - 1) {
      const auto v = static_cast<unsigned>(std::countr_zero(later));
      meet_ += update.registers[v] == r && (update.encodings[v] ^ update.encodings[w]) % encodings_ != 0;
    }
  }
}

void RangeIndicatorTableBench::see_range(const RegisterRange& range) {
  const unsigned end = range.first + range.count;
  const bool inside = range.count != 0 && end <= indicator_registers;
  range_ += inside;
  one_ += inside && range.count == 1;
  none_ += range.count == 0;
  whole_ += range.first == 0 && end >= indicator_registers;
  over_the_end_ += range.first <= last_register && end > indicator_registers;
  behind_the_end_ += range.first > last_register && range.count != 0;
  words_ += inside && range.first / 64 != (end - 1) / 64;
}

const Registration<CosimEntry> registration{cosim_entry<RangeIndicatorTableBench>()};

}  // namespace
}  // namespace heddle
