// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/value.hpp"
#include "tb/workloads/micro/micro_kernel.hpp"

namespace heddle {

/// What of the core a kernel measures; each group can be asked for alone.
enum class CoreGroup : std::uint8_t { arithmetic, shared, constant, l1, control, launch };
constexpr auto names_of(CoreGroup) {
  return std::array{Named{CoreGroup::arithmetic, "arithmetic"}, Named{CoreGroup::shared, "shared"},
                    Named{CoreGroup::constant, "constant"},     Named{CoreGroup::l1, "l1"},
                    Named{CoreGroup::control, "control"},       Named{CoreGroup::launch, "launch"}};
}

/// The word of the input that each thread has.
enum class CoreInput : std::uint8_t {
  number,         ///< the bits of a float from 1 to 2
  own_address,    ///< the address of a word of global memory that holds this address
  zeros,          ///< the address of 512 bytes of zeros
  constant,       ///< the address of the variable `own`, which holds this address
  constant_ring,  ///< the address of the variable `ring`: each line of the constant cache names the next
};

/// Which warps run a kernel, and what its figure is made from.
enum class CoreWarps : std::uint8_t {
  chain,  ///< one CTA of `warps`: the cycles of a step, from the times of two lengths
  most,   ///< the most warps that a CTA may have, in a loop of steps: how many steps the SM issues in a cycle
  ctas,   ///< the same of six CTAs of eight warps, as gpumembench has them, or as many as fit
};

/// A kernel of the core's microbenchmark.
struct CoreKernel {
  CoreGroup group = CoreGroup::arithmetic;
  std::string name{};  ///< of the row
  std::string unit{};
  micro::Stretch stretch{};  ///< of a loop all but once, finish, few and many
  CoreInput input = CoreInput::number;
  CoreWarps run = CoreWarps::chain;
  unsigned warps = 1;     ///< of CoreWarps::chain
  double each = 0;        ///< what a step does: the figure is that many a cycle; 0: the cycles of a step
  unsigned launches = 1;  ///< the last one counts; those before it bring lines into the L2
};

/// The module of these kernels.
std::string write_core_module(const std::vector<CoreKernel>& kernels);

/// Instructions of the first line of each step are counted, which ends with this.
inline constexpr std::string_view step_mark = "// step";

/// The kernels of a group. `constant_line`: bytes of a line of the constant cache.
std::vector<CoreKernel> arithmetic_kernels();
std::vector<CoreKernel> shared_kernels();
std::vector<CoreKernel> constant_kernels(unsigned constant_line);
std::vector<CoreKernel> l1_kernels();
std::vector<CoreKernel> control_kernels();

/// Has a kernel wait at its end for what these registers of a type ("u32", "f32", "f64") hold. Registers that
/// nothing reads would share one.
void wait_for(micro::Stretch& s, const std::string& type, const std::vector<std::string>& registers);

/// Lines of a ring that no launch visits twice.
inline constexpr unsigned constant_ring_lines = 192;

}  // namespace heddle
