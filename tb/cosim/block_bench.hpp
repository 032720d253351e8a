#pragma once

#include <cstddef>
#include <span>

#include "tb/cosim/coverage.hpp"

namespace heddle {

/// The values of some channels in the order of their declaration in the block's pins, each of its channel's
/// value type.
using PinValues = std::span<const std::byte* const>;
using DrivenPins = std::span<std::byte* const>;

/// What a block brings to its co-simulation: what to put on its inputs, and which situations are worth
/// seeing. It knows nothing of who drives the outputs.
class BlockBench {
 public:
  virtual ~BlockBench() = default;

  /// Sets the inputs of the next cycle; `in` holds those of the present one, `out` shows the outputs. True
  /// when it offers something, which counts as a vector.
  virtual bool stimulate(DrivenPins in, PinValues out) = 0;

  /// Sees what the block sees at this edge, and its outputs before it. Only counts coverage.
  virtual void observe(PinValues in, PinValues out, bool rst_n) = 0;

  /// Edges from an input to the output that it decides: which stimulus explains a mismatch.
  virtual unsigned latency() const { return 1; }

  Coverage coverage;
};

/// A bench for a block with one input channel of value type In and one output channel of value type Out.
template <class In, class Out>
class TypedBench : public BlockBench {
 public:
  bool stimulate(DrivenPins in, PinValues out) final {
    return next(*reinterpret_cast<In*>(in[0]), *reinterpret_cast<const Out*>(out[0]));
  }
  void observe(PinValues in, PinValues out, bool rst_n) final {
    see(*reinterpret_cast<const In*>(in[0]), *reinterpret_cast<const Out*>(out[0]), rst_n);
  }

 protected:
  virtual bool next(In& in, const Out& out) = 0;
  virtual void see(const In& in, const Out& out, bool rst_n) = 0;
};

}  // namespace heddle
