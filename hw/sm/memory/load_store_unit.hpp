// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "hw/sm/caches/constant_operands.hpp"
#include "hw/sm/memory/access_stage.hpp"
#include "hw/sm/memory/address_stage.hpp"
#include "hw/sm/memory/memory_port.hpp"
#include "hw/sm/registers/operand_collectors.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// The load/store unit: the list of its stations, and their order. Memory instructions come in order; each is
/// done when its accesses have been taken, one a cycle. Atomics on shared memory are done here, those on
/// global memory where the memory is. Loads wait for their data beside the queue, so that younger
/// instructions go on. The data of an asynchronous copy is written to shared memory ahead of the next
/// instruction.
class LoadStoreUnit {
 public:
  /// `stats`: the group of the SM. `encoded`: may be null.
  LoadStoreUnit(const LoadStoreConfig& config, unsigned sm, MemoryPort& port, WarpTable& warps,
                OperandCollectors& collectors, const SmEvents& events, StatGroup& stats,
                EncodedLoads* encoded);

  /// Before a launch: invalidates the caches.
  void begin(const Launch& launch);
  /// A CTA begins: its shared memory is zero.
  void begin_cta(unsigned slot) { shared_.begin_cta(slot); }
  bool accepts() const { return queue_.size() < config_.queue; }
  /// Takes an instruction from the operand collectors. Only when it `accepts`.
  void dispatch();

  /// Takes answers, works on the oldest instruction.
  void tick(Cycle now);
  /// Sends one request to memory, when there is one and the way is free: the last step of a cycle.
  void send();

  /// Is there a finished load?
  bool finished(Cycle now) const { return returns_.done().next() <= now; }
  /// The oldest finished load.
  InFlight& front() { return returns_.done().front(); }
  /// Removes that load: all its registers have left.
  void pop() {
    returns_.done().pop();
    --loads_;
  }

  /// Requests of a warp that have not been answered.
  unsigned outstanding(unsigned warp) const { return returns_.outstanding(warp); }
  /// A fence with a scope beyond the CTA: invalidates the L1's lines of global memory.
  void forget_global() { data_.invalidate_global(); }
  /// The next cycle in which it has work, if nothing comes from memory before.
  Cycle next(Cycle now) const;
  /// `elapsed` cycles have passed without a change since the last one.
  void credit(Cycle elapsed) { accesses_.credit(elapsed); }
  /// To be called at the end of a launch: throws Error when something of it is left.
  void check_balance(const Balance& balance) const;
  bool empty() const { return loads_ == 0 && queue_.empty() && !requests_waiting() && port_.idle(); }

  /// Instructions that it has taken from the collectors; it works on the oldest.
  const Ring<InFlight*>& queue() const { return queue_; }
  /// Does the oldest wait until another load has left?
  bool lacks_load() const { return !queue_.empty() && !started_ && !may_start(*queue_.front()); }
  /// Does it wait until a line of the L1 data cache has come?
  bool lacks_line() const { return started_ && accesses_.lacks(data_) && requests_[0].empty(); }
  /// Does it wait until the oldest texture access has left?
  bool lacks_texture_access() const { return started_ && accesses_.lacks() && textures_.full(); }
  unsigned loads() const { return loads_; }  ///< started and not handed to the write-back
  const L1Cache& data_cache() const { return data_; }
  const TextureCache& texture_cache() const { return textures_; }

  /// For observers of the caches.
  L1Cache& data_cache() { return data_; }
  L1Cache& constant_cache() { return constants_; }

  /// Operands of instructions that lie in the constant bank.
  ConstantOperands& constant_operands() { return constant_operands_; }
  TextureCache& texture_cache() { return textures_; }

 private:
  bool may_start(const InFlight& f) const { return f.instruction->memory.store || loads_ < config_.loads; }
  void finish_copy(InFlight& f, Cycle now);
  void work_on_oldest(Cycle now);
  void start(InFlight& f, Cycle now);
  void receive(Cycle now);
  void serve(L1Cache& cache, unsigned bytes, Cycle now);
  bool answers_waiting() const { return port_.waiting() || data_.serving() || constants_.serving(); }
  bool requests_waiting() const {
    return !requests_[0].empty() || !requests_[1].empty() || !requests_[2].empty();
  }

  const LoadStoreConfig config_;
  MemoryPort& port_;
  WarpTable& warps_;
  OperandCollectors& collectors_;
  const SmEvents& events_;
  LoadStoreStatistics stats_;
  TransactionPool pool_;
  FragmentPool fragments_;

  // The stations, in the order of the way down; `returns_` is the way back.
  Ring<InFlight*> queue_;
  SharedMemory shared_;
  Coalescer coalescer_;
  AddressStage address_;
  std::array<RequestQueue, 3> requests_;  ///< of the data, constant and texture cache
  L1Cache data_, constants_;
  ConstantOperands constant_operands_;
  TextureCache textures_;
  AsyncCopies copies_;
  LoadReturns returns_;
  BypassPath bypass_;
  AccessStage accesses_;

  unsigned loads_ = 0;    ///< started and not handed to the write-back
  unsigned turn_ = 0;     ///< whose request goes first
  bool started_ = false;  ///< the oldest instruction has its addresses
  Cycle busy_until_ = 0;  ///< its passes over shared memory
  Cycle next_pass_ = 0;   ///< the first cycle in which shared memory may be accessed anew
  bool freed_ = false;    ///< in this cycle, after its try, a place in a queue was freed
};

}  // namespace heddle
