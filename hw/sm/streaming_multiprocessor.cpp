#include "hw/sm/streaming_multiprocessor.hpp"

#include <algorithm>
#include <bit>

#include "hw/sim/block_entry.hpp"
#include "models/register_virtualization/cta_balance.hpp"

namespace heddle {
namespace {

/// mov.b32 r, r of all lanes.
ptx::Instruction move_of(std::uint8_t r) {
  ptx::Instruction i;
  i.unit = ptx::Unit::sp;
  i.source_count = i.destination_count = 1;
  i.sources[0] = i.destinations[0] = r;
  i.execute = [](const ptx::Instruction&, const ptx::WarpContext&, LaneMask, ptx::Operands& o) {
    o.destination[0] = o.source[0];
  };
  return i;
}

/// Throws Error when the blocks, which are made for the register file of Lee2015 Table 2, do not fit the SM.
void check_fit(const SmConfig& config, const RegisterForm& form, const RegisterPlace* place) {
  const bool moves = form.partial_writes() == PartialWrites::after_move;
  const auto refuse = [](const char* what, unsigned value, const char* legal) {
    throw Error({.what = what, .value = std::to_string(value), .legal = legal});
  };
  if (moves && config.schedulers > issue_slots)
    refuse("sm.schedulers: mov_injector looks at two instructions a cycle", config.schedulers, "1 or 2");
  if (moves && config.collectors.units < 2)
    refuse("sm.collectors.units: injected MOVs need one of their own", config.collectors.units, "2 to 16");
  if (place != nullptr && config.schedulers > issue_slots)
    refuse("sm.schedulers: register_virtualization names two instructions a cycle", config.schedulers,
           "1 or 2");
  if (place != nullptr && config.ctas > throttled_ctas)
    refuse("sm.ctas: cta_throttle has eight balances", config.ctas, "1 to 8");
  if (config.power_gating && config.registers > bank_registers)
    refuse("sm.registers: power_gate has 32 banks of 256 entries", config.registers, "64 to 1024");
}

}  // namespace

StreamingMultiprocessor::StreamingMultiprocessor(sc_core::sc_module_name name, unsigned index,
                                                 const SmConfig& config, const SmParts& parts,
                                                 StatGroup& stats)
    : sc_module(name),
      port("memory", *this, index, parts.lines, stats.group("memory")),
      config_(config),
      index_(index),
      form_(parts.form),
      place_(parts.place),
      banks_(config.registers),
      power_(config.power_gating ? std::make_unique<BankPower>(config.power_gate, config.registers, banks_,
                                                               parts.clock, parts.rst_n, parts.blocks, *this,
                                                               stats.group("register_file").group("power"))
                                 : nullptr),
      inject_(parts.form.partial_writes() == PartialWrites::after_move
                  ? std::make_unique<MoveInjection>(parts.clock, parts.rst_n, parts.blocks, *this,
                                                    stats.group("register_file"))
                  : nullptr),
      arbiter_(make_block<BankArbiter>("bank_arbiter", {}, parts.blocks)),
      collectors_(config.collectors, banks_, form_, stats.group("register_file")),
      write_back_(config.result_buses, config.write_buffer, banks_, form_, power_.get(),
                  stats.group("register_file")),
      sp_(config.sp_units, config.operations, stats.group("sp")),
      sfu_(config.sfu_units, config.operations, stats.group("sfu")),
      dp_(config.dp_units, config.operations, stats.group("dp")),
      load_store_(config.load_store, index, port, stats),
      fetch_(config.l1i, config.decode_latency, port, place_, stats.group("l1i")),
      slots_(config.schedulers, stats.group("issue_slots")),
      warps_(config.warps),
      age_(64),
      merge_buffers_(config.merge_buffers),
      warp_instructions_(
          stats.counter("warp_instructions", "warp instructions", "issued, injected MOVs not counted")),
      thread_instructions_(
          stats.counter("thread_instructions", "thread instructions", "lanes that executed")),
      divergent_instructions_(stats.counter("divergent_instructions", "warp instructions",
                                            "issued for fewer lanes than the launch filled")),
      moves_(stats.counter("injected_moves", "warp instructions", "MOVs injected by the register file")),
      busy_cycles_(stats.counter("busy_cycles", "cycles", "cycles with a warp on the SM")),
      result_bus_stalls_(
          stats.counter("result_bus_stalls", "result cycles", "results that waited for a result bus")),
      merge_stalls_(stats.counter("merge_buffer_stalls", "cycles",
                                  "in which a warp that could issue lacked buffers to merge in")),
      read_conflicts_(
          stats.group("register_file")
              .counter("read_conflicts", "request cycles", "read requests that met a taken bank")),
      write_conflicts_(
          stats.group("register_file")
              .counter("write_conflicts", "request cycles", "write requests that met a taken bank")) {
  check_fit(config, form_, place_);
  if (config.value_statistics) {
    values_ = std::make_unique<RegisterValues>(config.registers, form_, stats.group("register_file"));
    write_back_.values = values_.get();
    wires_ = std::make_unique<BankWires>(stats.group("register_file"));
    write_back_.wires = collectors_.wires = wires_.get();
  }
  const auto& scheduler = Registry<WarpSchedulerEntry>::instance().find(config.scheduler);
  scheduled_.resize(config.schedulers);
  for (unsigned s = 0; s < config.schedulers; ++s)
    schedulers_.push_back(scheduler.make({config.active_warps}));
  for (unsigned w = 0; w < config.warps; ++w) scheduled_[w % config.schedulers] |= WarpMask{1} << w;
  for (unsigned r = 0; r < 64; ++r) {
    moves_by_register_.push_back(move_of(static_cast<std::uint8_t>(r)));
    move_hazards_.emplace_back(moves_by_register_.back());
  }
  StatGroup& lanes = stats.group("lane_operations");
  const auto count = [&](const char* counter, const char* description, auto... operations) {
    Counter& c = lanes.counter(counter, "lane operations", description);
    ((lane_operations_[static_cast<unsigned>(operations)] = &c), ...);
  };
  using enum ptx::Operation;
  count("integer", "integer additions, comparisons, logic, moves", int_add, int_max);
  count("integer_multiply", "integer multiplications, multiply-adds and divisions", int_mul, int_mad,
        int_div);
  count("float", "on floats of up to 32 bits", fp_add, fp_max, fp_mul, fp_mad, fp_div);
  count("double", "on 64-bit floats", dp_add, dp_max, dp_mul, dp_mad, dp_div);
  count("special", "special functions", special);
  arbiter_->io.clk(parts.clock);
  arbiter_->io.rst_n(parts.rst_n);
  arbiter_->io.req.port(requests_);
  arbiter_->io.grant.port(grants_);
  grants_.add_reader(*this);
  form_.attach(*this);
  if (place_ != nullptr) place_->attach(*this, warps_, [this](unsigned w) { settle(w); });
  parts.clock.attach(*this);
}

Cycle StreamingMultiprocessor::tick(Cycle now) {
  if (power_) power_->begin_cycle();
  if (launch_ == nullptr) return never;
  const bool was_idle = idle();
  cycle_ = now;
  form_.begin_cycle();
  if (place_ != nullptr) {
    // At the edge behind `begin`, asleep or not: its pins tell the blocks of the launch.
    if (place_begins_ && begun_ < sc_core::sc_time_stamp()) {
      place_begins_ = false;
      place_->begin(*launch_);
    }
    if (power_) place_->powered(power_->gated());
    place_->begin_cycle();
  }
  if (inject_) {
    inject_->begin_cycle();
    collectors_.hold(inject_->held());
  }
  const ArbiterGrants grants = grants_.read().payload;
  read_conflicts_ += static_cast<unsigned>(std::popcount(grants.read_conflicts.value));
  write_conflicts_ += static_cast<unsigned>(std::popcount(grants.write_conflicts.value));

  write_back_.commit(grants.writes.value, [&](const RegisterWrite& w) {
    if (w.move >= 0) {  // the register is still to be written by the instruction that waits for this
      inject_->written(w.move);
    } else {
      const std::uint64_t written = std::uint64_t{1} << w.architected;
      warps_[w.warp].writing.registers &= ~written;
      warps_[w.warp].loading &= ~written;
      if (w.merged) ++merge_buffers_;
    }
    if (observers.any()) observers.tell(&SmObserver::committed, index_, w, form_.peek(banks_, w.reg), cycle_);
    settle(w.warp);
  });
  write_back_.intake();
  if (!holds(Latch::results)) take_results(now);
  if (!holds(Latch::encoders)) write_back_.encode();
  execute(now);
  collectors_.deliver([&](InFlight& f) { operands_read(f); });
  collectors_.read(grants.reads.value);
  clear_registers();
  if (!holds(Latch::arriving_ctas)) accept_ctas();
  if (!holds(Latch::decoder))
    fetch_.decode(now, [&](unsigned w, const DecodedWord& word) {
      warps_[w].buffer.push(word);
      refresh(w);
    });
  if (place_ != nullptr && !holds(Latch::renamed)) {
    const auto room = [this](const InFlight& f) {
      return collectors_.room(collector_kind(f.instruction->unit));
    };
    for (unsigned k = 0; k < config_.schedulers; ++k)  // as many as are issued
      if (InFlight* f = place_->renamed(room)) find_operands(*f);
  }
  if (place_ != nullptr && !holds(Latch::branch_releases)) release_at_branch();
  if (inject_ && !holds(Latch::moves)) inject_move();
  issue();
  if (place_ != nullptr && place_->spills() && !holds(Latch::spills)) spill_registers();
  if (!holds(Latch::fetch)) fetch_.fetch(now);
  if (!holds(Latch::fetch_requests)) fetch_.send();
  if (!holds(Latch::data_requests)) load_store_.send();
  if (port.busy() && !holds(Latch::memory_port)) port.advance();

  Level<ArbiterRequests> requests{};
  if (!holds(Latch::read_requests)) collectors_.request(requests.payload);
  write_back_.request(requests.payload, holds(Latch::write_requests));
  requests_.write(requests);
  if (power_) power_->end_cycle();
  if (place_ != nullptr) place_->end_cycle();
  if (inject_) inject_->end_cycle(collectors_.room_for_move());
  if (!was_idle && idle() && on_progress) on_progress();
  return next_cycle(now);
}

/// All operands are in the collector. What the instruction read may be written by others from now on, so
/// nothing of it is looked at again: predicates are taken here, too.
void StreamingMultiprocessor::operands_read(InFlight& f) {
  if (place_ != nullptr && f.move < 0) place_->read(f);
  Warp& warp = warps_[f.warp];
  collect_predicates(*f.instruction, warp.predicates, f.operands);
  observers.tell(&SmObserver::collected, index_, f, cycle_);
  warp.reading.remove(f.hazards->reads);
  refresh(f.warp);
}

void StreamingMultiprocessor::finish(InFlight& f) {
  Warp& warp = warps_[f.warp];
  const ptx::Instruction& i = *f.instruction;
  commit_predicates(i, f.operands, f.mask, warp.predicates);
  observers.tell(&SmObserver::finished, index_, f, cycle_);
  warp.writing.predicates &= ~f.hazards->writes.predicates;
  --warp.in_flight;
  const unsigned w = f.warp;
  pool_.release(f);
  settle(w);
}

void StreamingMultiprocessor::settle(unsigned w) {
  if (!warps_[w].stack.done() || !warps_[w].settled()) return refresh(w);
  if (!warps_[w].live) return;
  if (const WarpMask bit = WarpMask{1} << w; observers.any() && (drained_ & bit) == 0) {
    drained_ |= bit;
    const SmObserver::Peek peek = [this](RegisterId r) { return form_.peek(banks_, r); };
    observers.tell(&SmObserver::drained, index_, w, peek, cycle_);
  }
  if (place_ == nullptr || place_->ended(w)) finish_warp(w);
}

void StreamingMultiprocessor::credit(Cycle elapsed) {
  if (launch_ == nullptr) return;
  slots_.credit(elapsed);
  if (power_) power_->credit(elapsed);
  if (place_ != nullptr) place_->credit(elapsed);
  if (live_warps_ == 0) {
    if (power_) power_->count();
    return;
  }
  busy_cycles_ += elapsed;
  load_store_.credit(elapsed);
}

void StreamingMultiprocessor::check_balance() const {
  const Balance balance(name());
  for (const Warp& w : warps_) {
    balance.none("live warps", w.live);
    balance.none("instructions in flight", w.in_flight);
    balance.none("memory instructions that are not sent", w.unsent);
    const Names& reading = w.reading.names();
    balance.none("registers and predicates in the scoreboard",
                 w.writing.registers | w.writing.predicates | reading.registers | reading.predicates);
    balance.none("registers on their way back", w.releasing);
  }
  balance.none("instructions lent", pool_.lent());
  balance.none("collector units taken", !collectors_.empty());
  balance.none("results on their way to the banks", !write_back_.empty());
  balance.none("merge buffers taken", config_.merge_buffers - merge_buffers_);
  load_store_.check_balance(balance);
  if (place_ != nullptr) place_->check_balance(balance);
}

Cycle StreamingMultiprocessor::next_cycle(Cycle now) const {
  // Memory instructions in the collectors wait for the load/store unit, and ready warps for the collectors.
  const bool collecting = !collectors_.empty() && (load_store_.accepts() || !collectors_.only_memory());
  const bool ready = ready_ != 0 && issuable(allowed_warps()) != 0;
  const bool blocks = form_.busy() || (power_ && power_->busy()) || (inject_ && inject_->busy()) ||
                      (place_ != nullptr && (branching_ != 0 || place_->busy()));
  if (issued_ || ready || collecting || !write_back_.empty() || blocks || port.busy() || !arriving_.empty() ||
      !cleared_.empty())
    return now + 1;
  return std::max(now + 1,
                  std::min({sp_.next(), sfu_.next(), dp_.next(), fetch_.next(now), load_store_.next(now)}));
}

}  // namespace heddle
