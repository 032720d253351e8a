// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/memory/load_store_unit.hpp"

#include <algorithm>

namespace heddle {

LoadStoreUnit::LoadStoreUnit(const LoadStoreConfig& config, unsigned sm, MemoryPort& port, WarpTable& warps,
                             OperandCollectors& collectors, const SmEvents& events, StatGroup& stats,
                             EncodedLoads* encoded)
    : config_(config),
      port_(port),
      warps_(warps),
      collectors_(collectors),
      events_(events),
      stats_(stats.group("load_store")),
      shared_(config.shared_banks),
      address_(config, sm, {warps, shared_, coalescer_, fragments_, stats_}),
      requests_{RequestQueue(Client::data, config.l1d.queue),
                RequestQueue(Client::constant, config.l1c.queue),
                RequestQueue(Client::texture, config.l1t.queue)},
      data_(config.l1d, config.l1d_port_bytes, requests_[0], pool_, stats.group("l1d"), events_, "L1D",
            {config.l1d_encoded || encoded != nullptr, {.tags = config.l1d_tags}, encoded != nullptr}),
      constants_(config.l1c, config.l1c.line_bytes, requests_[1], pool_, stats.group("l1c"), events_, "L1C",
                 {}),
      constant_operands_(config.l1c.line_bytes, constants_, warps, stats.group("l1c")),
      textures_(config.l1t, config.texture_fragments, requests_[2], pool_, stats.group("l1t")),
      copies_(config.loads),
      returns_(warps, fragments_, copies_, config.loads, encoded),
      bypass_(data_, requests_[0], pool_, returns_, stats_),
      accesses_(config.l1c.line_bytes,
                {coalescer_, data_, constants_, textures_, bypass_, returns_, stats_}) {}

void LoadStoreUnit::begin(const Launch& launch) {
  address_.begin(launch);
  shared_.begin(launch.ctas_per_sm, launch.shared_bytes, launch.sm_shared_bytes);
  data_.invalidate();
  constants_.invalidate();
  constant_operands_.begin(launch);
  textures_.invalidate();
}

void LoadStoreUnit::dispatch() {
  InFlight* f = collectors_.oldest(ptx::Unit::ldst);
  if (f == nullptr) return;
  collectors_.remove(*f);
  queue_.push(f);
  events_.notify(&SmObserver::memory_queued, *f);
}

void LoadStoreUnit::tick(Cycle now) {
  accesses_.begin_cycle();
  freed_ = false;
  returns_.begin_cycle(now);
  if (answers_waiting()) receive(now);
  if (next_pass_ <= now)
    if (InFlight* f = copies_.next(now)) finish_copy(*f, now);
  constant_operands_.tick(now);
  if (!queue_.empty()) work_on_oldest(now);
  while (Transaction* t = data_.take_encoded()) port_.decode(*t, Client::data);
  textures_.tick(now, [&](const LineWaiter& w, const unsigned char* data) {
    freed_ = true;
    w.instruction->ready = now + 1;
    returns_.answered(w, data, line_bytes, now);
  });
}

/// An asynchronous copy is written to shared memory, or the arrival at an mbarrier that has waited for copies
/// is counted there.
void LoadStoreUnit::finish_copy(InFlight& f, Cycle now) {
  next_pass_ = now + address_.finish_copy(f);
  copies_.end(f);
  --loads_;
  warps_.finished(f);
}

void LoadStoreUnit::work_on_oldest(Cycle now) {
  InFlight& f = *queue_.front();
  if (!started_ && may_start(f) && next_pass_ <= now) start(f, now);
  if (!started_ || !accesses_.work(f, now) || busy_until_ > now) return;
  accesses_.end();
  started_ = false;
  queue_.pop();
  warps_.sent(f);
  if (!f.instruction->memory.store) return returns_.arrived(f, now);
  fragments_.give_back(f);
  warps_.finished(f);
}

void LoadStoreUnit::start(InFlight& f, Cycle now) {
  started_ = true;
  returns_.begin(f, now);
  if (!f.instruction->memory.store) ++loads_;
  if (f.instruction->copy.any()) copies_.begin(f);
  const LaneMask lanes = f.lanes.active;
  busy_until_ = address_.start(f, now);
  next_pass_ = busy_until_ + 1;
  if (const LaneMask dropped = lanes & ~f.lanes.active; dropped != 0)
    events_.notify(&SmObserver::faulted, f, dropped);
}

/// Answers go to the registers in order, each when the port of its cache is free: a line as often as loads
/// wait for it. What carries no data takes no port.
void LoadStoreUnit::receive(Cycle now) {
  while (data_.port_free(now)) {
    if (data_.serving()) {
      serve(data_, line_bytes, now);
      continue;
    }
    Transaction* t = port_.receive(Client::data);
    if (t == nullptr) break;
    if (kind_of(t->origin().tag) == RequestKind::fill)
      data_.fill(*t);
    else
      bypass_.answer(*t, now);
  }
  if (!constants_.serving())
    if (Transaction* t = port_.receive(Client::constant)) constants_.fill(*t);
  if (constants_.serving() && constants_.port_free(now)) serve(constants_, config_.l1c.line_bytes, now);
  while (Transaction* t = port_.receive(Client::texture)) textures_.fill(*t);
}

void LoadStoreUnit::serve(L1Cache& cache, unsigned bytes, Cycle now) {
  cache.serve(now, [&](const LineWaiter& w, const unsigned char* data, const LineFormat& format) {
    if (constant_operands_.served(w)) return;
    returns_.answered(w, data, bytes, now, format);
  });
}

void LoadStoreUnit::check_balance(const Balance& balance) const {
  returns_.check_balance(balance);
  copies_.check_balance(balance);
  bypass_.check_balance(balance);
  balance.none("lane fragments lent", fragments_.lent());
  balance.none("MSHRs of the L1 data cache", data_.misses());
  balance.none("sets of the L1 data cache whose lines take more than there is",
               data_.array().overfull_sets());
  balance.none("MSHRs of the constant cache", constants_.misses());
  balance.none("transactions lent", pool_.lent());
}

void LoadStoreUnit::send() {
  if (!requests_waiting() || !port_.free()) return;
  for (unsigned k = 0; k < requests_.size(); ++k) {
    RequestQueue& q = requests_[(turn_ + k) % requests_.size()];
    if (q.empty()) continue;
    port_.send(q.pop(), q.client());
    freed_ = true;
    turn_ = (turn_ + k + 1) % requests_.size();
    return;
  }
}

Cycle LoadStoreUnit::next(Cycle now) const {
  if (answers_waiting() || constant_operands_.busy() || (requests_waiting() && !port_.blocked()))
    return now + 1;
  Cycle next = std::min({returns_.done().next(), textures_.next(), std::max(copies_.due(), next_pass_)});
  if (!queue_.empty()) {
    // The resource that it waits for is freed by an answer of memory, by a load that leaves, or by a texture
    // access.
    const bool held = started_ ? accesses_.lacks() && !freed_ : !may_start(*queue_.front());
    const bool passes = started_ && accesses_.done();
    next = std::min(next, passes ? busy_until_ : held ? never : std::max(now + 1, next_pass_));
  }
  return std::max(now + 1, next);
}

}  // namespace heddle
