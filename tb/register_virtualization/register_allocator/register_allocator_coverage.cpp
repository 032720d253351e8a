// SPDX-License-Identifier: Apache-2.0
#include "tb/register_virtualization/register_allocator/register_allocator_coverage.hpp"

#include <bit>

namespace heddle {
namespace {

const Arises never_short = never_in_system("an instruction is issued only when its registers are free");
const Arises never_wrong =
    never_in_system("the renaming table frees what it has mapped, which was given away before");
const Arises never_mixed = never_in_system("nothing runs while a launch begins");

}  // namespace

RegisterAllocatorCoverage::RegisterAllocatorCoverage(const RegisterAllocatorConfig& config)
    : registers_(config.registers),
      rows_(config.rows_per_subarray),
      available_(config.registers, config.rows_per_subarray),
      just_freed_(config.registers),
      served_(coverage.points("request {} served", 0, allocations - 1)),
      refused_(coverage.points("request {} refused", 0, allocations - 1, never_short)),
      both_(coverage.points("two requests of cluster {}", 0, clusters - 1)),
      port_(coverage.points("port {} frees a register", 0, clusters - 1)),
      subarray_(coverage.points("a register from subarray {}", 0, (registers_ / clusters - 1) / rows_)),
      idle_(coverage.point("nothing to do")),
      all_at_once_(coverage.point("all requests at once",
                                  never_in_system("no more mappings are asked for than the table takes"))),
      one_left_(coverage.point("two requests and one register left", never_short)),
      second_alone_(coverage.point("the second request of a cluster alone")),
      passed_over_(subarray_.size() > 1
                       ? coverage.point("a lower subarray passed over for one that is powered")
                       : impossible_),
      none_powered_(coverage.point("a register from a subarray that is not powered")),
      split_(subarray_.size() > 1 ? coverage.point("two requests of a cluster served from two subarrays")
                                  : impossible_),
      first_(coverage.point("the first register given away")),
      last_(coverage.point("the last register given away")),
      again_(coverage.point("a register given away in the cycle behind the one that freed it")),
      all_ports_(coverage.point("all ports free")),
      beyond_(coverage.point("a register freed that the file does not have", never_wrong)),
      free_already_(coverage.point("a register freed that is free", never_wrong)),
      empty_and_freed_(coverage.point("a register freed where a request finds none", never_short)),
      fixed_none_(coverage.point("a launch that fixes none")),
      fixed_some_(coverage.point("a launch that fixes some")),
      fixed_all_(coverage.point("a launch that fixes all",
                                never_in_system("such a launch leaves no register to rename"))),
      fixed_most_(coverage.point("a launch that fixes 65533 or more",
                                 never_in_system("a file has at most 1024 registers"))),
      fixed_with_request_(coverage.point("a request while a launch begins", never_mixed)),
      fixed_with_freed_(coverage.point("a register freed while a launch begins", never_mixed)),
      reset_(coverage.point("reset while registers are given away", only_a_bench_resets())) {}

void RegisterAllocatorCoverage::reset() {
  if (!in_reset_) reset_ += given_;
  in_reset_ = true;
  given_ = false;
  available_.reset();
  just_freed_.assign(registers_, false);
}

void RegisterAllocatorCoverage::observe(PinValues in, PinValues, bool rst_n) {
  if (!rst_n) {
    reset();
    return;
  }
  in_reset_ = false;
  const unsigned requests = reinterpret_cast<const Level<AllocationRequests>*>(in[0])->payload.valid.value;
  const FreedRegisters& freed = reinterpret_cast<const Level<FreedRegisters>*>(in[1])->payload;
  const PoweredSubarrays& power = reinterpret_cast<const Level<PoweredSubarrays>*>(in[2])->payload;
  const auto& fixed = *reinterpret_cast<const Beat<FixedRegisters>*>(in[3]);
  if (fixed.valid) {
    see_fixed(fixed.payload.count, requests, freed.valid.value);
    return;
  }
  idle_ += requests == 0 && freed.valid.value == 0;
  refused_now_ = 0;
  all_at_once_ += requests == (1u << allocations) - 1;
  for (unsigned c = 0; c < clusters; ++c) {
    const unsigned pair = requests >> 2 * c & 3;
    second_alone_ += pair == 2;
    *both_[c] += pair == 3;
    one_left_ += pair == 3 && available_.free(c) == 1;
    const int before = available_.find(c, power.powered[c]);
    if (pair & 1) see_request(2 * c, power.powered[c], 0);
    if (pair & 2)
      see_request(2 * c + 1, power.powered[c],
                  static_cast<RegisterId>(pair == 3 && before >= 0 ? before : 0xffff));
  }
  see_freed(freed);
}

void RegisterAllocatorCoverage::see_fixed(unsigned count, unsigned requests, unsigned freed) {
  available_.reserve(count);
  just_freed_.assign(registers_, false);
  given_ = count != 0;
  fixed_none_ += count == 0;
  fixed_some_ += count != 0 && count < registers_;
  fixed_all_ += count >= registers_;
  fixed_most_ += count >= 65533;
  fixed_with_request_ += requests != 0;
  fixed_with_freed_ += freed != 0;
}

/// `partner`: the register of the same cluster's first request, when this is the second of two.
void RegisterAllocatorCoverage::see_request(unsigned request, unsigned powered, RegisterId partner) {
  const unsigned cluster = request / 2;
  const int found = available_.find(cluster, powered);
  if (found < 0) {
    ++*refused_[request];
    refused_now_ |= 1u << cluster;
    return;
  }
  const auto r = static_cast<RegisterId>(found);
  const unsigned subarray = r / clusters / rows_;
  ++*served_[request];
  ++*subarray_[subarray];
  given_ = true;
  passed_over_ +=
      available_.find(cluster, 0) / static_cast<int>(clusters * rows_) < static_cast<int>(subarray);
  none_powered_ += (powered >> subarray & 1) == 0;
  split_ += request % 2 == 1 && partner < registers_ && partner / clusters / rows_ != subarray;
  first_ += r == 0;
  last_ += r == registers_ - 1;
  again_ += just_freed_[r];
  available_.take(r);
}

void RegisterAllocatorCoverage::see_freed(const FreedRegisters& freed) {
  just_freed_.assign(registers_, false);
  all_ports_ += freed.valid.value == (1u << clusters) - 1;
  for (unsigned rest = freed.valid.value; rest != 0; rest &= rest - 1) {
    const auto p = static_cast<unsigned>(std::countr_zero(rest));
    const RegisterId r = freed.registers[p];
    ++*port_[p];
    beyond_ += r >= registers_;
    if (r >= registers_) continue;
    const unsigned cluster = cluster_of(r);
    RegisterAvailability without = available_;
    without.take(r);
    const bool was_free = without.free(cluster) != available_.free(cluster);
    free_already_ += was_free;
    empty_and_freed_ += refused_now_ >> cluster & 1;
    just_freed_[r] = !was_free;
    available_.release(r);
  }
}

}  // namespace heddle
