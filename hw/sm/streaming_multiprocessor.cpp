// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/streaming_multiprocessor.hpp"

#include <algorithm>

#include "hw/sm/sm_waits.hpp"

namespace heddle {

/// The techniques' parts in an SM. Their blocks are inside of it.
static std::vector<std::unique_ptr<SmTechnique>> parts_of(const Techniques& techniques,
                                                          const SmTechniqueParts& parts) {
  std::vector<std::unique_ptr<SmTechnique>> made;
  for (const auto& t : techniques) made.push_back(t->make(parts));
  return made;
}

StreamingMultiprocessor::StreamingMultiprocessor(sc_core::sc_module_name name, unsigned index,
                                                 const SmTechniqueParts& parts, const Techniques& techniques,
                                                 const LineEdges& edges)
    : IslandModule(name),
      techniques_(parts_of(techniques, parts)),
      port("memory", *this, parts.clock, index, edges, parts.stats.group("memory")),
      config_(parts.config),
      events_(index),
      power_(config_.power_gating
                 ? std::make_unique<BankPower>(config_.power_gate, config_.registers, banks_, parts.clock,
                                               parts.rst_n, parts.blocks, *this,
                                               parts.stats.group("register_file").group("power"))
                 : nullptr),
      hooks_(attach(parts)),
      values_(config_.value_statistics
                  ? std::make_unique<RegisterValues>(config_.registers, *hooks_.encoding(),
                                                     parts.stats.group("register_file"))
                  : nullptr),
      wires_(config_.value_statistics ? std::make_unique<BankWires>(parts.stats.group("register_file"))
                                      : nullptr),
      similarity_(config_.value_statistics ? std::make_unique<OperandSimilarity>(parts.stats) : nullptr),
      warps_(config_.warps, events_),
      fetch_(config_, port, hooks_.fetch(), warps_, parts.stats.group("l1i")),
      barriers_(warps_),
      control_(warps_, fetch_, barriers_, collectors_, load_store_),
      issue_(config_,
             {warps_, fetch_, control_, collectors_, merge_buffers_, load_store_,
              hooks_.mapper() != nullptr ? nullptr : values_.get()},
             hooks_, events_, parts.stats),
      merge_buffers_(config_.merge_buffers, config_.load_store.merge_buffers),
      collectors_(config_, hooks_, banks_, warps_, wires_.get(), parts.stats.group("register_file")),
      execute_(config_, warps_, collectors_, hooks_, events_, parts.stats),
      load_store_(config_.load_store, index, port, warps_, collectors_, events_, parts.stats,
                  hooks_.encoded_loads()),
      result_buses_(warps_, execute_, load_store_, write_back_, parts.stats),
      write_back_(config_, {banks_, warps_, merge_buffers_, power_.get(), values_.get(), wires_.get()},
                  hooks_, events_, parts.stats.group("register_file")),
      bank_ports_(parts, *this),
      banks_(config_.registers),
      clearing_(hooks_, power_.get()),
      ctas_(index, parts, {warps_, fetch_, barriers_, load_store_, clearing_, banks_}, hooks_, techniques_,
            events_),
      busy_cycles_(parts.stats.counter("busy_cycles", "cycles", "cycles with a warp on the SM")) {
  if (config_.power_gating && config_.registers > bank_registers)
    throw Error({.what = "sm.registers: power_gate has 32 banks of 256 entries",
                 .value = std::to_string(config_.registers),
                 .legal = "64 to 1024"});
  if (similarity_) events_.add(*similarity_);
  port.hold(hooks_.store_path());
  parts.clock.attach(*this);
}

/// The holders of all hooks: the techniques, or the baseline's own.
SmHooks StreamingMultiprocessor::attach(const SmTechniqueParts& parts) {
  SmHooks hooks;
  const SmStations stations{parts,  *this,       warps_,  collectors_,  bank_ports_,
                            issue_, load_store_, events_, power_.get(), hooks_};
  for (const auto& t : techniques_) t->attach(hooks, stations);
  hooks.complete(uncompressed_);
  if (hooks.injects_moves()) {
    moves_ = std::make_unique<MoveInjection>(stations, *hooks.encoding());
    hooks.add(static_cast<InstructionSource&>(*moves_));
    hooks.add(static_cast<CollectorGate&>(*moves_));
  }
  for (SmObserver* o : hooks.observers()) events_.add(*o);
  if (hooks.result_stages().empty()) hooks.add(result_register_);
  return hooks;
}

void StreamingMultiprocessor::begin(const Launch& launch) {
  launch_ = &launch;
  load_store_.begin(launch);
  fetch_.begin(launch.code, launch.code_at);
  barriers_.begin(*launch.kernel, launch.ctas_per_sm, launch.warps_per_cta);
  control_.begin(launch);
  issue_.begin(launch);
  ctas_.begin(launch);
  events_.launch_begins(launch);
  if (techniques_.empty()) return;
  begins_ = true;
  begun_ = sc_core::sc_time_stamp();
  wake();
}

void StreamingMultiprocessor::start_cta(Dim3 id) {
  ctas_.arrive(id);
  wake();
}

Cycle StreamingMultiprocessor::tick(Cycle now) {
  if (power_) power_->begin_cycle();
  if (launch_ == nullptr) return never;
  const bool was_idle = idle();
  begin_cycle(now);

  const ArbiterGrants grants = bank_ports_.grants();
  write_back_.commit(grants.writes.value);
  write_back_.intake();
  if (!holds(Latch::results)) result_buses_.tick(now);
  if (!holds(Latch::encoders)) write_back_.encode();
  if (!holds(Latch::sp_dispatch)) execute_.dispatch(ptx::Unit::sp, now);
  if (!holds(Latch::sfu_dispatch)) execute_.dispatch(ptx::Unit::sfu, now);
  if (!holds(Latch::dp_dispatch)) execute_.dispatch(ptx::Unit::dp, now);
  if (config_.scalar_units != 0 && !holds(Latch::scalar_dispatch)) execute_.dispatch(ptx::Unit::scalar, now);
  if (config_.load_store.line_units != 0 && !holds(Latch::line_dispatch))
    execute_.dispatch(ptx::Unit::line, now);
  control_.take_collected();
  if (load_store_.accepts() && !holds(Latch::memory_dispatch)) load_store_.dispatch();
  if (!holds(Latch::load_store)) load_store_.tick(now);
  collectors_.deliver();
  collectors_.read(grants.reads.value);
  retire();
  clearing_.tick();
  if (!holds(Latch::arriving_ctas)) ctas_.accept();
  if (!holds(Latch::decoder)) fetch_.decode(now);
  if (hooks_.mapper() != nullptr) issue_.take_mapped();
  if (issue_.asks(Turn::ahead) && !holds(Latch::offers_ahead)) issue_.ask(Turn::ahead);
  issue_.issue(held_slots());
  retire();
  if (issue_.asks(Turn::behind) && !holds(Latch::offers_behind)) issue_.ask(Turn::behind);
  if (!holds(Latch::fetch)) fetch_.fetch(now);
  if (!holds(Latch::fetch_requests)) fetch_.send();
  if (!holds(Latch::data_requests)) load_store_.send();
  if (port.busy() && !holds(Latch::memory_port)) port.advance();

  ArbiterRequests& requests = bank_ports_.requests();
  if (!holds(Latch::read_requests)) collectors_.request(requests);
  write_back_.request(requests, holds(Latch::write_requests));
  bank_ports_.show();
  if (hooks_.mapper() != nullptr) hooks_.mapper()->hold(holds(Latch::renamed));
  end_cycle();
  if (!was_idle && idle() && on_progress) on_progress();
  return next_cycle(now);
}

void StreamingMultiprocessor::begin_cycle(Cycle now) {
  events_.begin_cycle(now);
  // At the first edge behind `begin`, so that the blocks learn of the launch by their pins, whether the SM
  // slept or not.
  if (begins_ && begun_ < sc_core::sc_time_stamp()) {
    begins_ = false;
    for (std::size_t k = 0; k < techniques_.size(); ++k) techniques_[k]->begin(*launch_, launch_->plan_of(k));
  }
  for (const auto& t : techniques_) t->begin_cycle();
  if (moves_) moves_->begin_cycle();
  collectors_.begin_cycle();
  issue_.begin_cycle();
}

void StreamingMultiprocessor::end_cycle() {
  execute_.announce(events_.now());
  if (power_) power_->end_cycle();
  for (const auto& t : techniques_) t->end_cycle();
  if (moves_) moves_->end_cycle();
  retire();
  issue_.end_cycle();
}

void StreamingMultiprocessor::retire() {
  if (ctas_.retire() && on_progress) on_progress();
}

/// The schedulers whose issue slots random stalls hold, a bit each.
unsigned StreamingMultiprocessor::held_slots() {
  unsigned held = 0;
  for (unsigned s = 0; s < config_.schedulers; ++s)
    if (holds(static_cast<unsigned>(Latch::issue_slots) + s)) held |= 1u << s;
  return held;
}

void StreamingMultiprocessor::credit(Cycle elapsed) {
  if (launch_ == nullptr) return;
  issue_.credit(elapsed);
  if (power_) power_->credit(elapsed);
  for (const auto& t : techniques_) t->credit(elapsed);
  if (!ctas_.any_warp()) {
    if (power_) power_->count();
    return;
  }
  busy_cycles_ += elapsed;
  load_store_.credit(elapsed);
}

void StreamingMultiprocessor::check_balance() const {
  const Balance balance(name());
  warps_.check_balance(balance);
  balance.none("collector units taken", !collectors_.empty());
  balance.none("results on their way to the banks", !write_back_.empty());
  balance.none("merge buffers taken", merge_buffers_.taken());
  balance.none("lines of code on their way", !fetch_.idle());
  load_store_.check_balance(balance);
  for (const auto& t : techniques_) t->check_balance(balance);
}

std::string StreamingMultiprocessor::circle() const {
  if (launch_ == nullptr || !ctas_.any_warp()) return {};
  std::string found;
  // Texts are made when there is something to tell.
  for (const bool named : {false, true}) {
    SmWaits waits(named, {warps_, issue_, collectors_, merge_buffers_, load_store_, *launch_});
    port.edge().waits(waits.graph);
    for (const auto& t : techniques_) t->waits(waits);
    found = waits.graph.circle();
    if (found.empty()) break;
  }
  return found;
}

Cycle StreamingMultiprocessor::next_cycle(Cycle now) const {
  // Memory instructions in the collectors wait for the load/store unit, and ready warps for the collectors.
  const bool collecting = !collectors_.empty() && (load_store_.accepts() || !collectors_.only_memory());
  const auto busy = [](const auto& t) { return t->busy(); };
  if (issue_.busy() || collecting || collectors_.deciding() || !write_back_.empty() || port.busy() ||
      ctas_.arriving() || !clearing_.empty() || (power_ && power_->busy()) || (moves_ && moves_->busy()) ||
      std::any_of(techniques_.begin(), techniques_.end(), busy))
    return now + 1;
  Cycle next = std::min({execute_.next(), fetch_.next(now), load_store_.next(now)});
  for (const auto& t : techniques_) next = std::min(next, t->next());
  return std::max(now + 1, next);
}

}  // namespace heddle
