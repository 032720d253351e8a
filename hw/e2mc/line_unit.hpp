#pragma once

#include <cstdint>
#include <functional>
#include <systemc>
#include <utility>
#include <vector>

#include "hw/memory/line/line_executor.hpp"
#include "hw/sim/wire.hpp"

namespace heddle {

/// A unit that encodes or decodes one line at a time, in a clock of its own: loads its tables, takes a job,
/// works on it, and wakes the owner when it is done. `Write` is a write to the tables.
///
/// The unit's clock and the owner's may have edges at the same instant: what one has done at an instant
/// counts for the other only behind it.
template <class Write>
class LineUnit : public sc_core::sc_module, public Clocked {
 public:
  /// Has it a code, in this instant of the owner's clock?
  bool loaded() const { return loaded_fs_ < now_fs(); }
  /// Can it take a line?
  bool free() const { return loaded() && job_ == nullptr && free_fs_ < now_fs(); }
  /// `free` is called whenever it has become so: in its own clock, for the owner behind that instant.
  void when_free(std::function<void()> free) { free_again_ = std::move(free); }
  /// Takes a line, whose job is done when the result is in it.
  void start(LineJob& job) {
    job_ = &job;
    job.end_fs = 0;
    begun_ = false;
    started_fs_ = now_fs();
    give();
    wake();
  }

  Cycle tick(Cycle now) final {
    if (!rst_n_.shown()) return never;
    if (!writes_.empty() && load()) return now + 1;
    // What comes at the instant of an edge begins at the next one, for which `start` has woken the unit.
    if (job_ == nullptr || started_fs_ == now_fs()) return never;
    if (!std::exchange(begun_, true)) {
      begin();
    } else if (advance()) {
      end();
      return never;
    }
    cycles_ += working();
    ticked_.notify(sc_core::SC_ZERO_TIME);
    return now + 1;
  }

 protected:
  /// `cycles`: counts those of the blocks that work on a line.
  LineUnit(sc_core::sc_module_name name, Counter& cycles, ClockDomain& clock, const EdgeParts& parts)
      : sc_module(name), owner_(parts.owner), rst_n_(*parts.rst_n), cycles_(cycles) {
    SC_HAS_PROCESS(LineUnit);
    SC_METHOD(behind_edge);
    sensitive << ticked_;
    dont_initialize();
    parts.rst_n->add_reader(*this);
    clock.attach(*this);
  }
  /// Loads the tables, a write a cycle.
  void load(std::vector<Write> writes) {
    writes_ = std::move(writes);
    written_ = 0;
    wake();
  }
  LineJob& job() { return *job_; }

 private:
  /// The write of this cycle; null: no more.
  virtual void drive_load(const Write*) = 0;
  /// A line comes, at an instant of the owner's clock: drives what blocks are to see at the edge of `begin`.
  virtual void give() {}
  /// The first edge behind that instant.
  virtual void begin() = 0;
  /// Takes what the edge shows; true: the job has its result.
  virtual bool advance() = 0;
  /// Compressors or decoders that work in the cycle behind an edge.
  virtual unsigned working() const = 0;
  /// Behind an edge: drives what the blocks have asked for at it; true: they show the job's result.
  virtual bool answer() = 0;

  void behind_edge() {
    if (answer()) end();
  }
  static std::uint64_t now_fs() { return sc_core::sc_time_stamp().value(); }
  /// False: all is written.
  bool load() {
    const Write* w = written_ < writes_.size() ? &writes_[written_++] : nullptr;
    drive_load(w);
    if (w != nullptr) return true;
    writes_.clear();
    loaded_fs_ = now_fs();
    free_again_();
    return false;
  }
  void end() {
    job_->end_fs = free_fs_ = now_fs();
    job_ = nullptr;
    owner_.wake();
    free_again_();
  }

  Clocked& owner_;
  const Wire<bool>& rst_n_;
  Counter& cycles_;
  std::function<void()> free_again_ = [] {};
  std::vector<Write> writes_;
  std::size_t written_ = 0;
  LineJob* job_ = nullptr;
  bool begun_ = false;
  std::uint64_t loaded_fs_ = ~std::uint64_t{0}, free_fs_ = 0, started_fs_ = 0;
  sc_core::sc_event ticked_;
};

}  // namespace heddle
