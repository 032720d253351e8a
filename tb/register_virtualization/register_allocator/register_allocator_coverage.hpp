// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/register_virtualization/register_allocator/register_allocator.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which requests an allocator was given, and what it found for them. What is free is followed by a model of
/// the bench's own.
class RegisterAllocatorCoverage final : public BlockCoverage {
 public:
  explicit RegisterAllocatorCoverage(const RegisterAllocatorConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  void reset();
  void see_fixed(unsigned count, unsigned requests, unsigned freed);
  void see_request(unsigned request, unsigned powered, RegisterId partner);
  void see_freed(const FreedRegisters& freed);

  unsigned registers_, rows_;
  RegisterAvailability available_;
  std::vector<bool> just_freed_;  // at the edge before, while it was not free
  unsigned refused_now_ = 0;      ///< clusters in which a request found none
  bool in_reset_ = true, given_ = false;
  std::uint64_t impossible_ = 0;  // counts what the parameters exclude

  std::vector<std::uint64_t*> served_, refused_, both_, port_, subarray_;
  std::uint64_t &idle_, &all_at_once_, &one_left_, &second_alone_, &passed_over_, &none_powered_, &split_;
  std::uint64_t &first_, &last_, &again_;
  std::uint64_t &all_ports_, &beyond_, &free_already_, &empty_and_freed_;
  std::uint64_t &fixed_none_, &fixed_some_, &fixed_all_, &fixed_most_;
  std::uint64_t &fixed_with_request_, &fixed_with_freed_;
  std::uint64_t& reset_;
};

}  // namespace heddle
