// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <systemc>
#include <utility>
#include <vector>

#include "hw/e2mc/line_cycles.hpp"
#include "hw/memory/line/line_executor.hpp"
#include "hw/sim/block.hpp"
#include "hw/sim/wire.hpp"

namespace heddle {

/// A unit that encodes or decodes one line at a time, in a clock of its own: loads its tables, takes a job,
/// works on it, and wakes the owner when it is done. `Write` is a write to the tables.
///
/// The unit's clock and the owner's may have edges at the same instant: what one has done at an instant
/// counts for the other only behind it.
///
/// Where nobody could see a difference, the blocks run ahead: at the edge that begins a line the unit has
/// them do all that the line needs, without their pins, and shows the result at the edge at which the pins
/// would. It loads the tables likewise. That is so when all blocks are models and not RTL, no BlockWatcher
/// observes their pins, and cycles are skipped. Results, edges and statistics are the same.
template <class Write>
class LineUnit : public sc_core::sc_module, public Clocked {
 public:
  using Writes = std::vector<Write>;

  /// Has it a code, in this instant of the owner's clock?
  bool loaded() const { return loaded_fs_ < now_fs(); }
  /// Can it take a line?
  bool free() const { return loaded() && job_ == nullptr && free_fs_ < now_fs(); }
  /// `free` is called whenever it has become so: in its own clock, for the owner behind that instant.
  void when_free(std::function<void()> free) { free_again_ = std::move(free); }
  /// Loads the tables, a write a cycle.
  void load(std::shared_ptr<const Writes> writes) {
    writes_ = std::move(writes);
    table_writes_ += writes_->size() * tables();
    written_ = 0;
    wake();
  }
  /// Takes a line, whose job is done when the result is in it.
  void start(LineJob& job) {
    job_ = &job;
    job.end_fs = 0;
    begun_ = ended_ = false;
    started_fs_ = now_fs();
    if (!runs_ahead_) give();
    wake();
  }

  Cycle tick(Cycle now) final {
    if (!rst_n_.shown()) return never;
    if (now < until_) return until_;
    if (writes_ != nullptr && load(now)) return until_;
    // What comes at the instant of an edge begins at the next one, for which `start` has woken the unit.
    if (job_ == nullptr || started_fs_ == now_fs()) return never;
    if (runs_ahead_ && !ended_) return until_ = run_ahead(now);
    if (failure_) std::rethrow_exception(failure_);
    if (ended_ || work(now)) {
      end();
      return never;
    }
    cycles_.add(working());
    notify_after_edge(ticked_);
    return now + 1;
  }
  /// Counts the cycles that have passed by this time.
  void count_until(std::uint64_t fs) { cycles_.count(fs / domain()->period_fs()); }

 protected:
  /// `cycles`: counts those of the blocks that work on a line. `table_writes`: the writes to all its tables.
  LineUnit(sc_core::sc_module_name name, Counter& cycles, Counter& table_writes, ClockDomain& clock,
           const EdgeParts& parts)
      : sc_module(name),
        table_writes_(table_writes),
        owner_(parts.owner),
        rst_n_(*parts.rst_n),
        cycles_(cycles),
        runs_ahead_(parts.blocks.watcher == nullptr && clock.skipping()) {
    SC_HAS_PROCESS(LineUnit);
    SC_METHOD(behind_edge);
    sensitive << ticked_;
    dont_initialize();
    parts.rst_n->add_reader(*this);
    clock.attach(*this);
  }
  /// To be called for each of its blocks; null when it is RTL, and then the blocks do not run ahead.
  template <class Model>
  Model* model(Block& block) {
    auto* const made = dynamic_cast<Model*>(&block);
    runs_ahead_ &= made != nullptr;
    return made;
  }
  /// No line takes as many edges. Should blocks never end one, those who look for progress notice.
  static constexpr unsigned most_ahead = 1024;

  LineJob& job() { return *job_; }
  const LineJob& job() const { return *job_; }

 private:
  /// Blocks with tables, which all take each write.
  virtual std::size_t tables() const { return 1; }
  /// The write of this cycle; null: no more.
  virtual void drive_load(const Write*) = 0;
  /// A line comes, ahead of the edge of `begin`: drives what blocks are to see at that edge.
  virtual void give() {}
  /// The first edge behind the instant at which the owner has given a line.
  virtual void begin() = 0;
  /// Takes what the edge shows; true: the job has its result.
  virtual bool advance() = 0;
  /// Compressors or decoders that work in the cycle behind an edge.
  virtual unsigned working() const = 0;
  /// Behind an edge: drives what the blocks have asked for at it; true: they show the job's result.
  virtual bool answer() = 0;

  // The same of blocks that run ahead.

  virtual void load_ahead(const Write&) = 0;
  /// Does the job. Adds the cycle behind each edge, of which the first is that of `begin` and the last the
  /// one that shows the result; an error is found at the edge behind those that were added. False: no end
  /// behind most_ahead edges.
  virtual bool run(LineCycles& cycles) = 0;

  void behind_edge() {
    if (answer()) end();
  }
  static std::uint64_t now_fs() { return sc_core::sc_time_stamp().value(); }

  /// False: all is written.
  bool load(Cycle now) {
    if (runs_ahead_ && written_ == 0) {
      for (const Write& w : *writes_) load_ahead(w);
      written_ = writes_->size();
      until_ = now + written_;
      return true;
    }
    until_ = now + 1;
    const Write* w = written_ < writes_->size() ? &(*writes_)[written_++] : nullptr;
    drive_load(w);
    if (w != nullptr) return true;
    writes_.reset();
    loaded_fs_ = now_fs();
    free_again_();
    return false;
  }
  /// The unit's part of an edge; true: the job has its result.
  bool work(Cycle now) {
    if (std::exchange(begun_, true)) return advance();
    cycles_.begin(now);
    begin();
    return false;
  }
  /// Returns the edge that ends the line.
  Cycle run_ahead(Cycle now) {
    cycles_.begin(now);
    ended_ = true;
    try {
      if (!run(cycles_)) return never;
    } catch (...) {
      failure_ = std::current_exception();
      return now + cycles_.added();
    }
    return now + cycles_.added() - 1;
  }
  void end() {
    job_->end_fs = free_fs_ = now_fs();
    job_ = nullptr;
    owner_.wake();
    free_again_();
  }

  Counter& table_writes_;
  Clocked& owner_;
  const Wire<bool>& rst_n_;
  LineCycles cycles_;
  std::function<void()> free_again_ = [] {};
  std::shared_ptr<const Writes> writes_;  ///< of all units of an edge; null: they are loaded
  std::size_t written_ = 0;
  LineJob* job_ = nullptr;
  bool begun_ = false;
  bool runs_ahead_;
  bool ended_ = false;          ///< the blocks have run ahead to the end of the line,
  Cycle until_ = 0;             ///< up to this edge,
  std::exception_ptr failure_;  ///< at which they found an error
  std::uint64_t loaded_fs_ = ~std::uint64_t{0}, free_fs_ = 0, started_fs_ = 0;
  sc_core::sc_event ticked_;
};

}  // namespace heddle
