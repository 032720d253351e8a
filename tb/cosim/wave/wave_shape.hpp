// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/sim/rtl_model.hpp"
#include "tb/cosim/pins/pin_layout.hpp"

namespace heddle {

/// Names of a signal's values.
using ValueNames = std::vector<std::pair<std::uint64_t, std::string>>;

/// Some bits of a signal that a reader looks at by themselves: a lane, a word, an element, a member.
struct WavePart {
  std::string name;
  unsigned low = 0, bits = 0;  ///< in the signal's storage
};

/// How a signal is shown in a wave. Its value lies as Verilator stores it: little-endian.
struct WaveShape {
  std::string name;
  unsigned bits = 0;              ///< of the whole
  bool whole = true;              ///< the whole is shown, beside the parts
  std::vector<WavePart> parts{};  ///< shown in a scope of the signal's name
  ValueNames names{};             ///< of the whole
};

/// A pin: its elements are parts, when there are several.
WaveShape shape_of(const Field& field, const ValueNames& names);

/// The types of RTL, which Verilator's class no longer has.
class RtlTypes {
 public:
  /// Of RtlReading::xml; of an empty text all signals are plain bits.
  explicit RtlTypes(const std::string& xml);
  ~RtlTypes();
  /// The shape of a signal by its enumeration, packed array or structure; a vector of several words is shown
  /// as words of 32 bits, too.
  WaveShape shape_of(const RtlSignal& signal) const;

 private:
  struct Document;
  std::unique_ptr<Document> document_;
};

/// Verilator's name of a scope or a signal as it stands in the RTL: g__BRA__0__KET__ is g[0].
std::string rtl_text_of(std::string name);

}  // namespace heddle
