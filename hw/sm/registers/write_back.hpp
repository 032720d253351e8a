// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hw/register_file/bank_arbiter/bank_arbiter.hpp"
#include "hw/sm/banks/bank_power.hpp"
#include "hw/sm/banks/bank_wires.hpp"
#include "hw/sm/banks/register_values.hpp"
#include "hw/sm/banks/stray_grant.hpp"
#include "hw/sm/hooks/sm_hooks.hpp"
#include "hw/sm/registers/merge_buffers.hpp"
#include "hw/sm/types/in_flight.hpp"
#include "hw/sm/types/sm_config.hpp"
#include "hw/sm/warps/warp_table.hpp"
#include "models/base/ring.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// From the execution units to the banks: the result buses, each with a register at its end, then
/// the result stages, then a buffer whose oldest entries ask the bank arbiter for a write port, as soon as
/// their banks are powered. A result passes beside the result stages that do not take it.
class WriteBack {
 public:
  /// The stations that it is connected to.
  struct Neighbours {
    RegisterBanks& banks;
    WarpTable& warps;
    MergeBuffers& merge_buffers;
    BankPower* power;        ///< null: all banks are always on
    RegisterValues* values;  ///< counts the results of the program; may be null
    BankWires* wires;        ///< counts toggles of the writes; may be null
  };
  WriteBack(const SmConfig& config, const Neighbours& neighbours, const SmHooks& hooks,
            const SmEvents& events, StatGroup& stats);

  /// Granted writes reach the banks. A write whose banks were switched off when it was requested is requested
  /// again.
  void commit(std::uint32_t granted);
  /// Results of earlier cycles that have passed the result stages, or pass beside them, enter the buffer.
  void intake();
  bool bus_free() const { return full_slots_ < slots_.size(); }
  /// Sends the next destination of `f` over a bus that is free.
  void put(InFlight& f);
  /// Offers results to the result stages, to the first in rotating order of buses.
  void encode() {
    if (full_slots_ != 0 || inside_ != 0) offer_results();
  }
  /// Fills free requests from the buffer, unless they are held, and shows them to the arbiter until they are
  /// granted; a shown request keeps its banks powered.
  void request(ArbiterRequests& out, bool held);

  bool empty() const { return full_slots_ == 0 && buffered_ == 0 && inside_ == 0; }

 private:
  struct Slot {
    RegisterWrite write;
    bool full = false;
    std::size_t stage = 0;  ///< that takes it first
  };
  struct Request {
    RegisterWrite write;
    bool full = false;
  };
  /// A result stage, and the results that have passed the stage before it and wait for it.
  struct Stage {
    ResultStage* stage = nullptr;
    Ring<RegisterWrite> waiting;
  };
  bool room() const { return buffered_ + inside_ < capacity_; }
  std::size_t next_stage(const RegisterWrite& w, std::size_t from) const;
  unsigned slices_of(const RegisterWrite& w) const;
  void write(const RegisterWrite& w);
  void take_results();
  void offer_results();

  RegisterBanks& banks_;
  WarpTable& warps_;
  MergeBuffers& merge_buffers_;
  BankPower* const power_;
  RegisterValues* const values_;
  BankWires* const wires_;
  RegisterEncoding& encoding_;
  std::vector<Stage> stages_;
  const SmEvents& events_;
  const SmObserver::Peek peek_;
  std::vector<Slot> slots_;
  Ring<RegisterWrite> buffer_;
  std::array<Request, write_requesters> requests_{};
  const unsigned capacity_;
  unsigned buffered_ = 0;  ///< in the buffer or in a request
  unsigned inside_ = 0;    ///< in the result stages, or between them
  unsigned full_slots_ = 0, first_ = 0;
  Counter &writes_, &partial_writes_, &bank_writes_, &partial_bank_writes_, &slices_, &stalls_;
};

}  // namespace heddle
