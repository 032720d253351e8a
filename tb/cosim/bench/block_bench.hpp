// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

using DrivenPins = std::span<std::byte* const>;

/// Drives the inputs of a block in its co-simulation. It does not depend on whether model or RTL drives the
/// outputs.
class BlockBench {
 public:
  virtual ~BlockBench() = default;

  /// Sets the inputs of the next cycle; `in` holds those of the present one, `out` shows the outputs. True
  /// when the inputs hold a request, which counts as a vector.
  virtual bool stimulate(DrivenPins in, PinValues out) = 0;

  /// Edges from an input to the output that it decides: which stimulus explains a mismatch.
  virtual unsigned latency() const { return 1; }
};

/// A bench for a block with one input channel of value type In and one output channel of value type Out.
template <class In, class Out>
class TypedBench : public BlockBench {
 public:
  bool stimulate(DrivenPins in, PinValues out) final {
    return next(*reinterpret_cast<In*>(in[0]), *reinterpret_cast<const Out*>(out[0]));
  }

 protected:
  virtual bool next(In& in, const Out& out) = 0;
};

}  // namespace heddle
