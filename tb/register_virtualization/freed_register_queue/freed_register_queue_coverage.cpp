// SPDX-License-Identifier: Apache-2.0
#include "tb/register_virtualization/freed_register_queue/freed_register_queue_coverage.hpp"

#include <algorithm>
#include <bit>

namespace heddle {
namespace {

constexpr unsigned capacity = FreedRegisterFifo::capacity;
constexpr unsigned long_hold = 20;  // edges
const Arises never_dropped =
    never_in_system("mappings end only while there is room for all registers under way");
const Arises never_too_many = never_in_system("only registers that wait are taken, and four at most");
const Arises never_upper = never_in_system("a file has no more than 1024 registers");
const Arises never_twice = never_in_system("a register that waits has no mapping that could end");
const Arises by_the_kernel = by_chance("it depends on how many mappings end at once");
const Arises by_the_backlog = by_chance("registers wait when more mappings end than are told of");

}  // namespace

FreedRegisterQueueCoverage::FreedRegisterQueueCoverage(const FreedRegisterQueueConfig&)
    : lane_(coverage.points("a register arrives on lane {}", 0, table_banks - 1)),
      arrive_(coverage.points("{} registers arrive at once", 1, table_banks, by_the_kernel)),
      take_(coverage.points("{} registers leave at once", 1, most_taken, by_the_kernel)),
      taken_beyond_(coverage.points("a count of {} taken", most_taken + 1, 7, never_too_many)),
      wait_(coverage.points("{} registers wait", 0, capacity, by_the_backlog)),
      place_(coverage.points("a register arrives in place {}", 0, capacity - 1, by_the_backlog)),
      exchange_(coverage.points("as many leave as arrive: {}", 1, most_taken, by_the_kernel)),
      idle_empty_(coverage.point("nothing to do, and none waits")),
      idle_waiting_(coverage.point("nothing to do while registers wait", by_the_backlog)),
      fills_(coverage.point("the last place is taken", by_the_backlog)),
      fills_at_once_(coverage.point("four registers take the last four places", by_the_backlog)),
      full_and_arrives_(coverage.point("as many arrive as leave while sixteen wait", by_the_backlog)),
      full_taken_(coverage.point("registers leave while sixteen wait", by_the_backlog)),
      full_held_(coverage.point("sixteen wait at 20 edges in turn without a change", by_the_backlog)),
      held_(coverage.point("registers wait at 20 edges in turn without a change", by_the_backlog)),
      dropped_(coverage.point("some of those that arrive find no place", never_dropped)),
      all_dropped_(coverage.point("none of those that arrive finds a place", never_dropped)),
      empties_(coverage.point("the last register leaves")),
      replaced_(coverage.point("all that wait leave while others arrive", by_the_kernel)),
      into_empty_(coverage.point("registers arrive where none waits")),
      too_many_taken_(coverage.point("more are taken than wait", never_too_many)),
      none_to_take_(coverage.point("registers are taken where none waits", never_too_many)),
      comes_into_view_(coverage.point("a ninth register comes into view", by_the_backlog)),
      apart_(coverage.point("lanes with an empty one between them", by_the_kernel)),
      first_(coverage.point("register 0 arrives", by_chance("it depends on which register is given away"))),
      last_register_(
          coverage.point("register 1023 arrives", by_chance("it is given away when few are left"))),
      upper_bits_(coverage.point("a register beyond 1023 arrives", never_upper)),
      beside_(coverage.point("a register stands on a lane without an arrival",
                             never_in_system("the renaming table shows zeros there"))),
      waits_already_(coverage.point("a register arrives that waits already", never_twice)),
      twice_(coverage.point("a register arrives on two lanes", never_twice)),
      arrivals_in_turn_(coverage.point("registers arrive at two edges in turn")),
      departures_in_turn_(coverage.point("registers leave at two edges in turn")),
      reset_(coverage.point("reset while registers wait", only_a_bench_resets())),
      reset_full_(coverage.point("reset while sixteen wait", only_a_bench_resets())) {}

void FreedRegisterQueueCoverage::observe(PinValues in, PinValues out, bool rst_n) {
  if (!rst_n) {
    if (!in_reset_) {
      reset_ += last_ != 0;
      reset_full_ += last_ == capacity;
    }
    in_reset_ = true;
    arrived_ = departed_ = false;
    last_ = unchanged_ = 0;
    return;
  }
  in_reset_ = false;
  const auto& unmapped = reinterpret_cast<const Level<UnmappedRegisters>*>(in[0])->payload;
  const unsigned taken = reinterpret_cast<const Level<TakenRegisters>*>(in[1])->payload.count.value;
  const auto& waiting = reinterpret_cast<const Level<WaitingRegisters>*>(out[0])->payload;
  last_ = waiting.count.value;
  const auto arriving = static_cast<unsigned>(std::popcount(unmapped.valid.value));
  see_counts(last_, taken, arriving);
  see_registers(unmapped, waiting);
  see_holds(last_, taken, arriving);
}

void FreedRegisterQueueCoverage::see_counts(unsigned waiting, unsigned taken, unsigned arriving) {
  ++*wait_[waiting];
  if (taken > most_taken) ++*taken_beyond_[taken - most_taken - 1];
  too_many_taken_ += waiting != 0 && std::min(taken, most_taken) > waiting;
  none_to_take_ += waiting == 0 && taken != 0;
  const unsigned leaving = std::min({taken, most_taken, waiting}), left = waiting - leaving;
  if (leaving != 0) ++*take_[leaving - 1];
  if (arriving != 0) ++*arrive_[arriving - 1];
  if (leaving != 0 && leaving == arriving) ++*exchange_[leaving - 1];
  for (unsigned p = left; p < std::min(left + arriving, capacity); ++p) ++*place_[p];
  fills_ += left < capacity && left + arriving == capacity;
  fills_at_once_ += left + table_banks == capacity && arriving == table_banks;
  full_taken_ += waiting == capacity && leaving != 0;
  full_and_arrives_ += waiting == capacity && leaving != 0 && leaving == arriving;
  dropped_ += left < capacity && left + arriving > capacity;
  all_dropped_ += left == capacity && arriving != 0;
  empties_ += waiting != 0 && left == 0 && arriving == 0;
  replaced_ += waiting != 0 && left == 0 && arriving != 0;
  into_empty_ += waiting == 0 && arriving != 0;
  comes_into_view_ += waiting > waiting_shown && leaving != 0;
}

void FreedRegisterQueueCoverage::see_registers(const UnmappedRegisters& unmapped,
                                               const WaitingRegisters& waiting) {
  const unsigned lanes = unmapped.valid.value;
  apart_ += lanes != 0 && !std::has_single_bit((lanes >> std::countr_zero(lanes)) + 1);
  for (unsigned b = 0; b < table_banks; ++b) {
    const RegisterId r = unmapped.registers[b];
    if ((lanes >> b & 1) == 0) {
      beside_ += r != 0;
      continue;
    }
    ++*lane_[b];
    const RegisterId low = r & table_register_mask;
    first_ += low == 0;
    last_register_ += low == table_register_mask;
    upper_bits_ += r != low;
    const auto shown = waiting.registers.begin();
    waits_already_ +=
        std::count(shown, shown + std::min<unsigned>(waiting.count.value, waiting_shown), low) != 0;
    for (unsigned other = b + 1; other < table_banks; ++other)
      twice_ += (lanes >> other & 1) != 0 && (unmapped.registers[other] & table_register_mask) == low;
  }
}

void FreedRegisterQueueCoverage::see_holds(unsigned waiting, unsigned taken, unsigned arriving) {
  const bool arrives = arriving != 0, departs = waiting != 0 && taken != 0;
  arrivals_in_turn_ += arrives && arrived_;
  departures_in_turn_ += departs && departed_;
  arrived_ = arrives;
  departed_ = departs;
  unchanged_ = arrives || departs ? 0 : unchanged_ + 1;
  if (unchanged_ == 0) return;
  idle_empty_ += waiting == 0;
  idle_waiting_ += waiting != 0;
  held_ += waiting != 0 && unchanged_ == long_hold;
  full_held_ += waiting == capacity && unchanged_ == long_hold;
}

}  // namespace heddle
