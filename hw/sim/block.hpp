// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>
#include <vector>

#include "hw/sim/channel.hpp"
#include "hw/sim/clock_domain.hpp"
#include "hw/sim/wire.hpp"

namespace heddle {

/// Clock, reset and channels of a block. A block derives a struct from this whose members are its channels:
///   struct MyPins : Pins { BeatIn<Request> req{channels, "req"}; BeatOut<Response> rsp{channels, "rsp"}; };
struct Pins {
  std::vector<Channel*> channels;
  sc_core::sc_in<bool> clk{"clk_i"}, rst_n{"rst_ni"};

  bool in_reset() const {
    if (rst_n_wire_ == nullptr) return !rst_n->read();
    return !rst_n_wire_->shown();
  }

 private:
  friend class Block;
  const Wire<bool>* rst_n_wire_ = nullptr;  // when it is one, known after elaboration
};

/// Base of every block. Bound to a ClockDomain it is ticked when due; bound to any other clock signal, by a
/// method on its positive edge. Outputs are registered: a tick reads pins as they were before the edge.
class Block : public sc_core::sc_module, public Clocked {
 public:
  explicit Block(sc_core::sc_module_name name) : sc_module(name) {}
  virtual Pins& pins() = 0;

 protected:
  void end_of_elaboration() override;

 private:
  Cycle cycle_ = 0;  // of a foreign clock
};

/// A block with the pins P, be it model or RTL.
template <class P>
class BlockWith : public Block {
 public:
  using Block::Block;
  P io;
  Pins& pins() final { return io; }
};

}  // namespace heddle
