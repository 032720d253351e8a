// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <memory>

#include "hw/register_file/bank_arbiter/bank_arbiter.hpp"
#include "hw/sim/block_entry.hpp"
#include "hw/sim/wire.hpp"
#include "hw/sm/hooks/sm_technique.hpp"

namespace heddle {

/// The bank arbiter of an SM with its request and grant pins, between operand collectors and write-back: a
/// request of one cycle is granted two cycles later at the earliest.
class BankPorts {
 public:
  BankPorts(const SmTechniqueParts& parts, Clocked& sm)
      : block_(make_block<BankArbiter>("bank_arbiter", {}, parts.blocks)),
        read_conflicts_(
            parts.stats.group("register_file")
                .counter("read_conflicts", "request cycles", "read requests that met a taken bank")),
        write_conflicts_(
            parts.stats.group("register_file")
                .counter("write_conflicts", "request cycles", "write requests that met a taken bank")) {
    block_->io.clk(parts.clock);
    block_->io.rst_n(parts.rst_n);
    block_->io.req.port(requests_);
    block_->io.grant.port(grants_);
    grants_.add_reader(sm);
  }

  /// Once a cycle.
  const ArbiterGrants& grants() {
    const ArbiterGrants& g = grants_.read().payload;
    read_conflicts_ += static_cast<unsigned>(std::popcount(g.read_conflicts.value));
    write_conflicts_ += static_cast<unsigned>(std::popcount(g.write_conflicts.value));
    return g;
  }
  /// The grants change, between two edges.
  const sc_core::sc_event& granted() const { return grants_.value_changed_event(); }
  /// Those of the next edge, between two edges.
  const ArbiterGrants& shown() const { return grants_.shown().payload; }
  /// The requests of this cycle, of which there are none yet; `show` puts them on the arbiter's pins.
  ArbiterRequests& requests() {
    asked_ = {};
    return asked_.payload;
  }
  void show() { requests_.write(asked_); }
  /// Between two edges: puts further requests on the pins, beside those of the cycle. `add` is called with
  /// all of them.
  template <class Add>
  void add(Add add) {
    add(asked_.payload);
    show();
  }

 private:
  Wire<Level<ArbiterRequests>> requests_{"arbiter_req"};
  Wire<Level<ArbiterGrants>> grants_{"arbiter_grant"};
  Level<ArbiterRequests> asked_{};
  std::unique_ptr<BlockWith<BankArbiterPins>> block_;
  Counter &read_conflicts_, &write_conflicts_;
};

}  // namespace heddle
