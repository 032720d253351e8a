// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/cosim/wave/recorder.hpp"

namespace heddle {

/// One element (lane, word) of a pin that differs; the whole pin when it is no vector.
struct ElementDifference {
  unsigned index = 0;
  std::uint64_t model = 0, rtl = 0;
};

/// A pin that differs.
struct PinDifference {
  std::string pin;        ///< name of the RTL's port
  unsigned bits = 0;      ///< of an element
  unsigned elements = 1;  ///< of the pin
  std::vector<ElementDifference> at;
};

/// What a block was offered in one cycle.
struct Stimulus {
  std::uint64_t cycle = 0;
  bool rst_n = true;
  std::string text;  ///< pins and values, one line a pin
};

/// The first disagreement between model and RTL.
struct Mismatch {
  std::uint64_t cycle = 0;
  std::string reason;  ///< when it is no difference of pins at one cycle: an assertion, a missing transaction
  std::vector<PinDifference> pins;
  std::vector<Stimulus> stimuli;  ///< the last ones before it, oldest first
};

/// What differs first: "rsp_data_o [3]: model 0000001f, rtl 00000000", and how many more there are.
std::string short_text_of(const Mismatch& mismatch);

/// The pins of a channel that differ; the valid bit alone when that differs.
std::vector<PinDifference> differences(const PinLayout& layout, const std::byte* model, const std::byte* rtl);

/// The last `count` cycles before `cycle` in which an input offered something, and those of resets.
std::vector<Stimulus> last_stimuli(const Recorder& recorder, std::uint64_t cycle, std::size_t count);

}  // namespace heddle
