// SPDX-License-Identifier: Apache-2.0
#include "tb/e2mc/codec_pool/codec_pool_coverage.hpp"

namespace heddle {
namespace {

const Arises load = by_chance("how many lines the units work on at a time is the workload's choice");
const Arises no_such_bit = never_in_system("there is a bit for each unit");

constexpr unsigned long_stand = 8;  // edges

}  // namespace

CodecPoolCoverage::CodecPoolCoverage(const CodecPoolConfig& config)
    : units_(config.units),
      all_(~std::uint64_t{0} >> (64 - config.units)),
      in_turn_of_units_(config.policy == e2mc::PoolPolicy::round_robin),
      last_(config.units - 1),
      offered_units_(coverage.points("unit {} is offered", 0, units_ - 1, load)),
      taken_units_(coverage.points("unit {} is taken", 0, units_ - 1, load)),
      lone_units_(coverage.points("only unit {} is free, and offered", 0, units_ - 1, load)),
      none_free_(coverage.point("no unit is free", load)),
      all_free_(coverage.point("all units are free")),
      late_alone_(coverage.point("the unit that was taken is the only one that says it is free", load)),
      again_(coverage.point("the unit that was taken last is offered again", load)),
      without_(coverage.point("taken without an offer", never_in_system("only what is offered is taken"))),
      withdrawn_(coverage.point("the offered unit is not free any more, and was not taken",
                                never_in_system("a unit only begins to work on a line after it was taken"))),
      stands_long_(coverage.point("an offer stands for a long time")),
      reset_offer_(coverage.point("reset while a unit is offered", only_a_bench_resets())),
      reset_taken_(coverage.point("reset in the cycle in which a unit is taken", only_a_bench_resets())) {
  if (units_ < e2mc::most_pool_units)
    beyond_ = &coverage.point("bits of units that there are not", no_such_bit);
  if (in_turn_of_units_) {
    distances_ = coverage.points("a unit is offered, {} behind the next one in turn", 0, units_ - 1, load);
  }
  if (units_ == 1) return;
  late_ = &coverage.point("the unit that was taken says it is free, and another one is offered");
  row_ = &coverage.point("as many are taken in a row as there are units", load);
  freed_ = &coverage.point("a unit is free from the edge on at which another one is taken", load);
  replaced_ = &coverage.point("another unit is offered, although nothing was taken", load);
  if (in_turn_of_units_)
    reset_turned_ = &coverage.point("reset while unit 0 is not next in turn", only_a_bench_resets());
}

void CodecPoolCoverage::observe(PinValues in, PinValues out, bool rst_n) {
  if (!rst_n) return see_reset();
  in_reset_ = false;
  const auto& offer = reinterpret_cast<const Level<OfferedUnit>*>(out[0])->payload;
  if (seen_) see_offer(offer);
  see_inputs(reinterpret_cast<const Level<FreeUnits>*>(in[0])->payload.units.value,
             reinterpret_cast<const Level<TakenOffer>*>(in[1])->payload.offer, offer);
  seen_ = true;
}

void CodecPoolCoverage::see_reset() {
  if (!in_reset_) {
    reset_offer_ += stood_.has_value();
    reset_taken_ += gone_.has_value();
    if (reset_turned_ != nullptr) *reset_turned_ += last_ != units_ - 1;
  }
  in_reset_ = true;
  seen_ = false;
  free_ = 0;
  gone_ = stood_ = {};
  last_ = units_ - 1;
  turned_ = false;
  in_a_row_ = stands_ = 0;
}

void CodecPoolCoverage::see_offer(const OfferedUnit& offer) {
  if (gone_ && (free_ >> *gone_ & 1) != 0) {
    if ((free_ & ~(std::uint64_t{1} << *gone_)) == 0)
      ++late_alone_;
    else
      ++*late_;
  }
  if (stood_) {
    const bool free = (free_ >> *stood_ & 1) != 0;
    withdrawn_ += !free;
    if (replaced_ != nullptr) *replaced_ += free && offer.valid && offer.unit != *stood_;
  }
  if (!offer.valid || offer.unit >= units_) {
    stands_ = 0;
    return;
  }
  const unsigned unit = offer.unit;
  stands_ = stood_ && *stood_ == unit ? stands_ + 1 : 0;
  stands_long_ += stands_ == long_stand;
  ++*offered_units_[unit];
  if (free_ == std::uint64_t{1} << unit) ++*lone_units_[unit];
  again_ += unit == last_ && turned_ && stands_ == 0;
  if (in_turn_of_units_) ++*distances_[(unit + units_ - last_ - 1) % units_];
}

void CodecPoolCoverage::see_inputs(std::uint64_t free, bool taken, const OfferedUnit& offer) {
  const bool offers = offer.valid && offer.unit < units_;
  if (beyond_ != nullptr) *beyond_ += (free & ~all_) != 0;
  free &= all_;
  none_free_ += free == 0;
  all_free_ += free == all_;
  without_ += taken && !offers;
  if (freed_ != nullptr) *freed_ += taken && offers && seen_ && (free & ~free_) != 0;
  free_ = free;
  gone_ = stood_ = {};
  if (!offers) {
    in_a_row_ = 0;
    return;
  }
  (taken ? gone_ : stood_) = offer.unit;
  if (!taken) {
    in_a_row_ = 0;
    return;
  }
  last_ = offer.unit;
  turned_ = true;
  ++*taken_units_[last_];
  if (row_ != nullptr) *row_ += ++in_a_row_ >= units_;
}

}  // namespace heddle
