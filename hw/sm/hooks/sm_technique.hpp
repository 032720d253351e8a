// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/balance.hpp"
#include "hw/sim/block_maker.hpp"
#include "hw/sim/clock_domain.hpp"
#include "hw/sim/wire.hpp"
#include "hw/sm/types/kernel_plan.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

class BankPorts;
class BankPower;
class IssueStation;
class LoadStoreUnit;
class OperandCollectors;
class SmEvents;
class SmHooks;
class SmWaits;
class WarpTable;
struct Launch;
struct SmConfig;

/// What a technique's part in an SM is constructed from.
struct SmTechniqueParts {
  ClockDomain& clock;
  Wire<bool>& rst_n;
  BlockMaker blocks{};
  StatGroup& stats;        ///< of the SM
  const SmConfig& config;  ///< as all techniques have adapted it; to be copied
};

/// What of the SM such a part may use; most of the stations are made behind it.
struct SmStations {
  const SmTechniqueParts& parts;
  Clocked& sm;  ///< that its blocks wake
  WarpTable& warps;
  const OperandCollectors& collectors;
  BankPorts& ports;
  IssueStation& issue;
  const LoadStoreUnit& load_store;
  const SmEvents& events;
  const BankPower* power;  ///< null: all banks are always on
  const SmHooks& hooks;    ///< to be read when all techniques have attached theirs
};

/// A technique's part in one SM: its blocks, and the holder of its hooks. The SM calls it in each cycle in
/// which it is awake: `begin_cycle` before all stations, `end_cycle` after them.
class SmTechnique {
 public:
  virtual ~SmTechnique() = default;

  /// Puts its hooks into `hooks`. Once, before the simulation begins.
  virtual void attach(SmHooks& /*hooks*/, const SmStations& /*stations*/) {}
  /// The SM is idle, and CTAs of this launch will come. Called at the edge after the launch. `own`: the
  /// technique's plan; null if it made none.
  virtual void begin(const Launch&, const KernelPlan* /*own*/) {}
  virtual void cta_begins(unsigned /*slot*/) {}
  virtual void cta_ends(unsigned /*slot*/) {}
  virtual void begin_cycle() {}
  virtual void end_cycle() {}
  /// Must the SM be ticked in the next cycle? If not, `next` says when.
  virtual bool busy() const { return false; }
  /// The next cycle in which it has something to do, if nothing wakes the SM before.
  virtual Cycle next() const { return never; }
  /// `elapsed` cycles have passed without a change since the last one.
  virtual void credit(Cycle /*elapsed*/) {}
  /// A launch has ended: throws Error when something of it is left.
  virtual void check_balance(const Balance&) const {}
  /// Draws what of it waits for whom, and who waits for it.
  virtual void waits(SmWaits&) const {}
};

}  // namespace heddle
