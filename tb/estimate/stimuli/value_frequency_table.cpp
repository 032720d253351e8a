// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <string>

#include "hw/e2mc/value_frequency_table/value_frequency_table.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// The sampling phase: a symbol a cycle, the trees in turn. Half of the values are frequent ones, each half
/// as often as the one before, and the others any.
PinSequence samples(const RtlParameters& parameters, unsigned operations, Random& random) {
  PinSequence sequence({{"req_op_i", 2}, {"req_tree_i", 3}, {"req_value_i", 32}, {"req_valid_i", 1}});
  const auto symbol_bits = static_cast<unsigned>(std::stoul(parameters.at("SymbolBits")));
  const auto number = [&] { return static_cast<std::uint32_t>(random() >> 32); };
  const std::uint32_t base = number();
  for (unsigned n = 0; n < operations; ++n) {
    const auto rank = static_cast<std::uint32_t>(std::countr_zero(number() | 1u << 20));
    const std::uint32_t value = random.one_in(2) ? base + 3 * rank : number();
    sequence.append(0, static_cast<std::uint32_t>(FrequencyOp::sample));
    sequence.append(1, e2mc::tree_of(symbol_bits, n));
    sequence.append(2, value & e2mc::lower_bits(symbol_bits));
    sequence.append(3, 1);
  }
  return sequence;
}

const Registration<Stimulus> value_frequency_table_stimulus{
    {.name = "value_frequency_table",
     .random_description =
         "a sample a cycle, half of them of frequent values, each half as often as the one before, "
         "half of any",
     .random = samples}};

}  // namespace
}  // namespace heddle::estimate
