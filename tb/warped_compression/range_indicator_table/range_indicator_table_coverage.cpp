// SPDX-License-Identifier: Apache-2.0
#include "tb/warped_compression/range_indicator_table/range_indicator_table_coverage.hpp"

#include <bit>

namespace heddle {
namespace {

constexpr unsigned last_register = indicator_registers - 1;

const Arises never_beyond = never_in_system("an SM with the table has at most 1024 registers");

}  // namespace

RangeIndicatorTableCoverage::RangeIndicatorTableCoverage(const RangeIndicatorTableConfig& config)
    : encodings_(1u << config.bits),
      by_requester_(coverage.points("an update by requester {}", 0, write_requesters - 1)),
      encoding_(coverage.points("an update to encoding {}", 0, encodings_ - 1)),
      word_(coverage.points("an update in word {}", 0, indicator_registers / 64 - 1)),
      idle_(coverage.point("nothing to do")),
      all_at_once_(coverage.point("all requesters at once")),
      meet_(coverage.point("different updates of one register",
                           never_in_system("the scoreboard lets one write to a register be under way, and an "
                                           "instruction waits for its MOVs"))),
      upper_bits_(coverage.point("upper bits of an encoding",
                                 never_in_system("the table has as many bits as the encodings in use take"))),
      first_(coverage.point("an update of the first register")),
      last_(coverage.point("an update of the last register")),
      beyond_(coverage.point("an update of a register beyond the last", never_beyond)),
      cleared_too_(coverage.point(
          "an update of a register that is cleared",
          never_in_system(
              "a warp ends when its last write is done, which is cycles after its indicator was set"))),
      range_(coverage.point("a range inside of the table")),
      one_(coverage.point("a range of one")),
      none_(coverage.point("a range of none")),
      whole_(coverage.point("a range that is the whole table",
                            never_in_system("a warp has at most 63 registers"))),
      over_the_end_(coverage.point("a range over the end", never_beyond)),
      behind_the_end_(coverage.point("a range behind the end", never_beyond)),
      past_16_bits_(
          coverage.point("a range from inside of the table that ends beyond 16 bits", never_beyond)),
      other_bit_(
          coverage.points("an update of a register of which bit {} is one too many", 10, 15, never_beyond)),
      words_(coverage.point("a range over several words")),
      reset_(coverage.point("reset while registers are not uncompressed", only_a_bench_resets())) {}

void RangeIndicatorTableCoverage::observe(PinValues in, PinValues out, bool rst_n) {
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

void RangeIndicatorTableCoverage::see_updates(const IndicatorUpdates& update,
                                              const Beat<RegisterRange>& clear) {
  all_at_once_ += update.valid.value == (1u << write_requesters) - 1;
  for (unsigned rest = update.valid.value; rest != 0; rest &= rest - 1) {
    const auto w = static_cast<unsigned>(std::countr_zero(rest));
    const unsigned r = update.registers[w];
    ++*by_requester_[w];
    upper_bits_ += update.encodings[w] >= encodings_;
    if (r > last_register) {
      ++beyond_;
      if (std::has_single_bit(r / indicator_registers)) ++*other_bit_[std::bit_width(r) - 11];
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

void RangeIndicatorTableCoverage::see_range(const RegisterRange& range) {
  const unsigned end = range.first + range.count;
  const bool inside = range.count != 0 && end <= indicator_registers;
  range_ += inside;
  one_ += inside && range.count == 1;
  none_ += range.count == 0;
  whole_ += range.first == 0 && end >= indicator_registers;
  over_the_end_ += range.first <= last_register && end > indicator_registers;
  behind_the_end_ += range.first > last_register && range.count != 0;
  past_16_bits_ += range.first <= last_register && end > 65535;
  words_ += inside && range.first / 64 != (end - 1) / 64;
}

}  // namespace heddle
