#pragma once

#include <memory>
#include <vector>

#include "hw/sim/block.hpp"
#include "hw/sim/net.hpp"
#include "hw/sim/rtl_model.hpp"
#include "tb/cosim/trace.hpp"

namespace heddle {

/// Seconds of processor time that this thread has used.
double thread_seconds();

/// Vectors per second of a Verilated module that a plain loop gives the trace again and again for `seconds`: the
/// most that any test bench can reach. `layouts` are those of the trace, then those of the outputs, which are read.
double bare_rate(RtlModel& rtl, const std::vector<const PinLayout*>& inputs,
                 const std::vector<const PinLayout*>& outputs, const Trace& trace, double seconds);

/// Gives a block the trace again and again through its pins, in a clock domain of its own. Idle until `run`.
class Replay : public Clocked {
 public:
  /// Binds the block, which nobody else drives; in the phase of elaboration.
  Replay(const char* name, Block& block);

  /// Vectors per second over about `seconds`.
  double run(const Trace& trace, double seconds);
  Cycle tick(Cycle now) override;

 private:
  ClockDomain domain_;
  sc_core::sc_signal<bool> rst_n_;
  std::vector<std::unique_ptr<Net>> inputs_, outputs_;
  const Trace* trace_ = nullptr;
  std::size_t next_ = 0;
  std::uint64_t left_ = 0;
};

}  // namespace heddle
