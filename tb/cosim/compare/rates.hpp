// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "hw/sim/block.hpp"
#include "hw/sim/net.hpp"
#include "hw/sim/rtl_model.hpp"
#include "tb/cosim/compare/trace.hpp"

namespace heddle {

/// Seconds of processor time that this thread has used.
double thread_seconds();

/// Vectors over the processor time that they took.
struct Speed {
  std::uint64_t vectors = 0;
  double seconds = 0;

  double rate() const { return seconds > 0 ? static_cast<double>(vectors) / seconds : 0; }
  Speed& operator+=(const Speed& s) {
    vectors += s.vectors;
    seconds += s.seconds;
    return *this;
  }
};

/// A plain loop that gives a Verilated module a trace again and again and reads its outputs: the most that
/// any test bench can reach.
class BareLoop {
 public:
  BareLoop(std::unique_ptr<RtlModel> rtl, const std::vector<const PinLayout*>& inputs,
           const std::vector<const PinLayout*>& outputs);

  /// The whole trace, `rounds` times.
  Speed run(const Trace& trace, unsigned rounds);

 private:
  struct Tie {
    std::byte* rtl;
    std::size_t offset, bytes;
  };
  struct TiedChannel {
    const PinLayout* layout;
    std::vector<Tie> ties;  // the valid bit of a beat comes last
  };
  std::vector<TiedChannel> tie(const std::vector<const PinLayout*>& layouts);

  std::unique_ptr<RtlModel> rtl_;
  std::vector<TiedChannel> inputs_, outputs_;
  unsigned seen_ = 0;
};

/// Gives a block the trace again and again through its pins, in a clock domain of its own. Idle until `run`.
class Replay : public Clocked {
 public:
  /// Binds the block, which nothing else may drive; during elaboration.
  Replay(const char* name, Block& block);

  /// The whole trace, `rounds` times; other domains sleep meanwhile.
  Speed run(const Trace& trace, unsigned rounds);
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
