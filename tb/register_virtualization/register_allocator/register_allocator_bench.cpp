// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <vector>

#include "hw/register_virtualization/register_allocator/register_allocator.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/register_virtualization/register_allocator/register_allocator_coverage.hpp"

namespace heddle {
namespace {

/// An SM that takes registers and gives back those that it holds, at rates that fill and drain the clusters,
/// while subarrays are switched; and sometimes anything on all pins.
class RegisterAllocatorBench final : public BlockBench {
 public:
  using Block = RegisterAllocator;
  RegisterAllocatorBench(const RegisterAllocatorConfig& config, std::uint64_t seed)
      : random_(seed), config_(config) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  enum class Mood {
    steady,  // as many are taken as come back
    taking,  // all requests, hardly anything comes back
    giving,  // the other way round
    scarce,  // empty clusters, where what comes back goes at once and so shows that it came
    lawless,
    idle,
    count
  };
  void turn();
  unsigned draw_requests();
  void free_some(FreedRegisters& freed);
  RegisterId take_back();
  RegisterId draw_any();
  void switch_power(PoweredSubarrays& power);
  std::uint16_t draw_fixed();

  Random random_;
  RegisterAllocatorConfig config_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0, power_left_ = 0;
  bool empties_ = false;  // by fixing all or nearly all
  std::vector<RegisterId> held_;
};

void RegisterAllocatorBench::turn() {
  mood_ =
      random_.one_in(3) ? Mood::scarce : static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
  empties_ = mood_ == Mood::scarce && !random_.one_in(3);
  // Taking lasts until the largest cluster is empty.
  left_ = mood_ == Mood::idle      ? 1 + random_.below(10)
          : mood_ == Mood::lawless ? 10 + random_.below(40)
          : mood_ == Mood::taking  ? 40 + random_.below(140)
                                   : 20 + random_.below(100);
}

unsigned RegisterAllocatorBench::draw_requests() {
  const auto a = static_cast<unsigned>(random_()), b = a >> 8, c = a >> 16;
  switch (mood_) {
    case Mood::steady:
    case Mood::giving:
      return a & b & c & 0xff;
    case Mood::taking:
      return (a | b) & 0xff;
    case Mood::scarce:
      return random_.one_in(8) ? a & 0xff : 0xff;
    case Mood::idle:
      return 0;
    default:
      return a & 0xff;
  }
}

RegisterId RegisterAllocatorBench::take_back() {
  const std::size_t at = random_.below(static_cast<unsigned>(held_.size()));
  const RegisterId r = held_[at];
  held_[at] = held_.back();
  held_.pop_back();
  return r;
}

/// A register that may be free, or that the file does not have by one upper bit or by a few rows.
RegisterId RegisterAllocatorBench::draw_any() {
  switch (random_.below(4)) {
    case 0:
      return static_cast<RegisterId>(random_.below(config_.registers) | bank_registers << random_.below(6));
    case 1:
      return static_cast<RegisterId>(config_.registers - 8 + random_.below(16));
    default:
      return static_cast<RegisterId>(random_.below(config_.registers));
  }
}

void RegisterAllocatorBench::free_some(FreedRegisters& freed) {
  freed.valid.value = 0;
  const unsigned one_in = mood_ == Mood::taking   ? 64
                          : mood_ == Mood::giving ? 1
                          : mood_ == Mood::scarce ? 3
                                                  : 2;
  for (unsigned p = 0; p < clusters; ++p) {
    // What stands at a port that frees nothing does not matter.
    freed.registers[p] = draw_any();
    if (mood_ == Mood::idle || (mood_ == Mood::scarce ? random_.one_in(6) : !random_.one_in(one_in)))
      continue;
    const bool lawless = mood_ == Mood::lawless && random_.one_in(2);
    if (!lawless && held_.empty()) continue;
    if (!lawless) freed.registers[p] = take_back();
    freed.valid.value = static_cast<std::uint8_t>(freed.valid.value | 1u << p);
  }
}

void RegisterAllocatorBench::switch_power(PoweredSubarrays& power) {
  if (power_left_-- != 0) return;
  power_left_ = random_.one_in(2) ? 0 : random_.below(60);
  const unsigned kind = random_.below(5);
  for (std::uint16_t& powered : power.powered) {
    const auto drawn = static_cast<unsigned>(random_());
    const unsigned bits = kind == 0   ? 0
                          : kind == 1 ? 0xffff
                          : kind == 2 ? 1u << (drawn & 15)
                          : kind == 3 ? 0xffffu << (drawn & 15)
                                      : drawn;
    powered = static_cast<std::uint16_t>(bits);
  }
}

std::uint16_t RegisterAllocatorBench::draw_fixed() {
  switch (random_.below(5)) {
    case 4:  // the largest numbers there are
      return static_cast<std::uint16_t>(0xffff - random_.below(4));
    case 0:  // none, or a few
      return static_cast<std::uint16_t>(random_.one_in(2) ? 0 : random_.below(9));
    case 1:  // nearly all, or all
      return static_cast<std::uint16_t>(config_.registers - 12 + random_.below(16));
    case 2:
      return static_cast<std::uint16_t>(random_());
    default:
      return static_cast<std::uint16_t>(random_.below(config_.registers));
  }
}

bool RegisterAllocatorBench::stimulate(DrivenPins in, PinValues out) {
  AllocationRequests& request = reinterpret_cast<Level<AllocationRequests>*>(in[0])->payload;
  FreedRegisters& freed = reinterpret_cast<Level<FreedRegisters>*>(in[1])->payload;
  auto& fixed = *reinterpret_cast<Beat<FixedRegisters>*>(in[3]);
  const AllocatedRegisters& grant = reinterpret_cast<const Level<AllocatedRegisters>*>(out[0])->payload;
  if (left_ == 0) turn();
  --left_;
  for (unsigned rest = grant.valid.value; rest != 0; rest &= rest - 1)
    held_.push_back(grant.registers[static_cast<unsigned>(std::countr_zero(rest))]);
  request.valid.value = static_cast<std::uint8_t>(draw_requests());
  free_some(freed);
  switch_power(reinterpret_cast<Level<PoweredSubarrays>*>(in[2])->payload);
  // Rare enough that clusters run empty.
  fixed.valid = mood_ != Mood::idle && random_.one_in(mood_ == Mood::lawless ? 16 : 128);
  fixed.payload.count = draw_fixed();
  if (empties_) fixed = {{static_cast<std::uint16_t>(config_.registers - random_.below(9))}, true};
  if (fixed.valid) {
    held_.clear();
    for (RegisterId r = 0; empties_ && r < fixed.payload.count; ++r) held_.push_back(r);
    empties_ = false;
    if (mood_ != Mood::lawless) request = {}, freed.valid = {};
  }
  return request.valid.value != 0 || freed.valid.value != 0 || fixed.valid;
}

const Registration<CosimEntry> registration{cosim_entry<RegisterAllocatorBench, RegisterAllocatorCoverage>()};

}  // namespace
}  // namespace heddle
