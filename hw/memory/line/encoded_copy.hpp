// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <tlm>

#include "hw/memory/line/line_format.hpp"

namespace heddle {

/// What a payload carries between the edge of an SM and a cache that holds lines as they come, encoded
/// (Vijaykumar2015, section 7.5). Such a cache needs both: the line for the loads that wait for it, and the
/// encoded one.
class EncodedCopy : public tlm::tlm_extension<EncodedCopy> {
 public:
  enum class State : std::uint8_t {
    none,    ///< the edge leaves nothing behind
    wanted,  ///< a read: if the edge decodes its line, it leaves here what came
    kept,    ///< `bits` in `format` are what came
    passes,  ///< a read: the edge lets its line pass as it comes
    opened   ///< no request: a line of the cache, that the edge decodes for it
  };
  State state = State::none;
  LineFormat format{};
  std::array<unsigned char, line_bytes> bits{};

  /// The edge has decoded a line that was `stored` so.
  void see(const LineFormat& stored, const std::array<unsigned char, line_bytes>& as) {
    if (state != State::wanted) return;
    state = State::kept;
    format = stored;
    bits = as;
  }

  tlm::tlm_extension_base* clone() const override { return new EncodedCopy(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const EncodedCopy&>(other);
  }
};

}  // namespace heddle
