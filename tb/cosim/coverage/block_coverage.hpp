// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "tb/cosim/coverage/coverage.hpp"

namespace heddle {

/// The values of some channels in the order of their declaration in the block's pins, each of its channel's
/// value type.
using PinValues = std::span<const std::byte* const>;

/// Counts from a block's pins alone which situations occurred, whether a bench or a GPU drives it, and
/// whether it is the model or RTL.
class BlockCoverage {
 public:
  virtual ~BlockCoverage() = default;

  /// What the block sees at this edge, and its outputs before it.
  virtual void observe(PinValues in, PinValues out, bool rst_n) = 0;

  Coverage coverage;
};

/// The same of a block with one input channel of value type In and one output channel of value type Out.
template <class In, class Out>
class TypedCoverage : public BlockCoverage {
 public:
  void observe(PinValues in, PinValues out, bool rst_n) final {
    see(*reinterpret_cast<const In*>(in[0]), *reinterpret_cast<const Out*>(out[0]), rst_n);
  }

 protected:
  virtual void see(const In& in, const Out& out, bool rst_n) = 0;
};

}  // namespace heddle
