// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw/sim/rtl_model.hpp"
#include "models/base/random.hpp"
#include "models/base/registry.hpp"
#include "models/base/warp_register.hpp"

namespace heddle::estimate {

/// The values of a block's input pins in consecutive operations, one a cycle.
class PinSequence {
 public:
  struct Pin {
    std::string name;
    unsigned bits = 0;
    std::vector<std::uint32_t> words{};  ///< (bits + 31) / 32 an operation, lowest first
  };

  explicit PinSequence(std::vector<Pin> pins) : pins_(std::move(pins)) {}

  /// Appends to a pin the words of one operation; each pin gets them in each operation.
  void append(std::size_t pin, std::span<const std::uint32_t> words) {
    pins_[pin].words.insert(pins_[pin].words.end(), words.begin(), words.end());
  }
  void append(std::size_t pin, std::uint32_t word) { pins_[pin].words.push_back(word); }

  const std::vector<Pin>& pins() const { return pins_; }
  std::size_t operations() const { return pins_[0].words.size() / ((pins_[0].bits + 31) / 32); }

 private:
  std::vector<Pin> pins_;
};

/// The values of the pins of a block's instance in cycles of a run, from the end of a reset on; cycles in
/// which it was at rest may be left out.
struct RecordedPins {
  PinSequence inputs, outputs;
  std::vector<int> valid_of{};  ///< by output: the output that is its valid bit, or -1
  std::vector<bool> moved{};    ///< by cycle: did a pin change, or carry a valid beat?

  std::size_t cycles() const { return moved.size(); }
};

/// How a block is kept busy for an estimate of its energy. Register one beside the block's name in a file of
/// tb/estimate/stimuli.
struct Stimulus {
  std::string name;                ///< the block
  std::string random_description;  ///< what `random` draws, for the report
  std::function<PinSequence(const RtlParameters&, unsigned operations, Random&)> random;
  /// The operations that a workload's warp registers, in order of being written, cause in the block. Empty
  /// when the block handles no registers.
  std::function<PinSequence(const RtlParameters&, std::span<const WarpRegister>)> from_registers = {};

  static std::string_view kind() { return "block with a stimulus for energy"; }
};

/// A pin of several elements of `bits` each (a divisor of 32), as words; the lowest element first.
template <unsigned bits, std::size_t elements>
std::array<std::uint32_t, (elements * bits + 31) / 32> packed(
    const std::array<std::uint32_t, elements>& values) {
  std::array<std::uint32_t, (elements * bits + 31) / 32> all{};
  for (unsigned i = 0; i < elements; ++i) all[i * bits / 32] |= values[i] << i * bits % 32;
  return all;
}

/// Warp registers of which a quarter each fits <4,0>, <4,1>, <4,2> and nothing, in random order with random
/// bases.
std::vector<WarpRegister> random_registers(unsigned count, Random& random);

}  // namespace heddle::estimate
