#include "hw/memory/l2/l2_slice.hpp"

#include <algorithm>
#include <cstring>

#include "hw/memory/request_check.hpp"

namespace heddle {
namespace {

/// The 32-byte sectors from the first to the last set byte: offset and length.
std::pair<unsigned, unsigned> sectors_of(const ByteMask& mask) {
  unsigned first = line_bytes, last = 0;
  for (unsigned s = 0; s < line_bytes; s += burst_bytes)
    if (mask.meets(ByteMask::range(s, burst_bytes))) {
      first = std::min(first, s);
      last = s + burst_bytes;
    }
  return {first, last - first};
}

}  // namespace

L2Slice::L2Slice(sc_core::sc_module_name name, unsigned index, const L2Config& config, const SliceMap& map,
                 ClockDomain& domain, StatGroup& group)
    : sc_module(name),
      in("in", *this, config.input_queue),
      out("out", *this, config.fill_queue),
      config_(config),
      map_(map),
      index_(index),
      statistics_(group),
      cycles_(group.counter("cycles", "cycles", "L2 cycles passed")),
      atomics_(group.counter("atomics", "requests", "atomics performed")),
      port_busy_(group.counter("port_busy", "cycles",
                               "cycles of the data port taken by accesses, those that waited for their line "
                               "included, and by lines that are written back")),
      response_full_(group.counter("response_full", "cycles",
                                   "cycles in which the oldest request waited for room for its answer")),
      array_(config.cache),
      mshrs_(config.cache.mshr_entries, config.cache.mshr_merges) {
  config_.validate();
  filled_.reserve(config.cache.mshr_entries);
  in.debug = [this](Payload& payload) { return debug(payload); };
  group.ratio("port_utilization", "", "share of the cycles in which the data port was taken", port_busy_,
              cycles_);
  domain.attach(*this);
}

Cycle L2Slice::tick(Cycle now) {
  if (!holds(Latch::answers)) answer(now);
  if (!holds(Latch::fills)) receive(now);
  if (!holds(Latch::waiters)) serve_waiter(now);
  if (!holds(Latch::dram_requests)) send();
  if (!holds(Latch::accesses)) access(now);
  if (!holds(Latch::flushed_lines)) flush_line(now);
  if (!holds(Latch::admissions)) admit(now);
  return next(now);
}

void L2Slice::credit(Cycle elapsed) {
  cycles_ += elapsed;
  if (stall_ == Stall::responses) response_full_ += elapsed;
  if (stall_ == Stall::reservation) statistics_.see_fails(elapsed, stalled_write_);
}

void L2Slice::answer(Cycle now) {
  if (!in.can_respond()) return;
  if (!responses_.empty() && responses_.front().second <= now &&
      form_->take(*responses_.front().first, LineForm::Way::up))
    responses_.pop();
  if (Payload* payload = form_->give(LineForm::Way::up)) in.respond(*payload);
}

void L2Slice::receive(Cycle now) {
  if (!out.waiting() || fill_until_ > now) return;
  auto* t = static_cast<Transaction*>(out.receive());
  if (t == nullptr) return;
  if (t->origin().tag == static_cast<std::uint64_t>(Kind::write_back))
    write_backs_.erase(std::find(write_backs_.begin(), write_backs_.end(), t));
  else
    fill(*t, now);
  t->release();
}

/// Bytes that were written here meanwhile are newer than DRAM's.
void L2Slice::fill(const Transaction& t, Cycle now) {
  const std::uint64_t local = map_.local(t.get_address());
  const unsigned length = t.get_data_length();
  fill_until_ = now + (length + config_.port_bytes - 1) / config_.port_bytes;
  CacheLine* line = array_.find(local);
  if (line == nullptr || !line->reserved) return;
  const auto offset = static_cast<unsigned>(local % line_bytes);
  ByteMask missing = ByteMask::range(offset, length);
  missing -= line->valid;
  if (missing.count() == length)
    std::memcpy(line->data.data() + offset, t.data.data(), length);
  else
    missing.for_each([&](unsigned b) { line->data[b] = t.data[b - offset]; });
  line->valid |= missing;
  Mshrs::Entry* entry = mshrs_.find(line->address);
  if (std::find(filled_.begin(), filled_.end(), entry) == filled_.end()) filled_.push_back(entry);
}

/// When the data port is free: of the line that was filled first, the oldest that has its bytes and shares
/// none with an older one. It takes the port as a hit does, and goes before new accesses.
void L2Slice::serve_waiter(Cycle now) {
  if (port_until_ > now) return;
  while (!filled_.empty() && responses_.size() < config_.response_queue) {
    Mshrs::Entry& entry = *filled_.front();
    CacheLine& line = *array_.find(entry.line);
    ByteMask read, changed;  // by older ones
    auto it = entry.waiting.begin();
    for (; it != entry.waiting.end(); ++it) {
      const bool in_order = !changed.meets(it->bytes) && !(it->changes() && read.meets(it->bytes));
      if (in_order && it->satisfied_by(line)) break;
      (it->changes() ? changed : read) |= it->bytes;
    }
    const bool found = it != entry.waiting.end();
    if (found) {
      perform(*it, line, now);
      entry.waiting.erase(it);
    }
    if (found && !entry.waiting.empty()) return;
    filled_.erase(filled_.begin());
    if (entry.waiting.empty()) {
      line.reserved = false;
      mshrs_.release(entry);
    }
    if (found) return;
  }
}

void L2Slice::access(Cycle now) {
  stall_ = Stall::none;
  if (arrivals_.empty() || arrivals_.front().ready > now || port_until_ > now) return;
  const L2Access& a = arrivals_.front();
  if (responses_.size() >= config_.response_queue) {
    stall_ = Stall::responses;
    return;
  }
  if (a.payload->is_response_error()) {
    respond_later(*a.payload, now);
    arrivals_.pop();
    return;
  }
  const CacheOutcome outcome = attempt(a, now);
  if (outcome == CacheOutcome::reservation_fail) {
    stall_ = Stall::reservation;
    stalled_write_ = a.changes();
    return;
  }
  statistics_.see(outcome, a.changes());
  arrivals_.pop();
}

CacheOutcome L2Slice::attempt(const L2Access& a, Cycle now) {
  CacheLine* line = array_.find(a.line);
  if (line != nullptr && line->reserved) {
    array_.use(*line);
    if (a.satisfied_by(*line)) {
      const Mshrs::Entry& entry = *mshrs_.find(a.line);
      if (std::none_of(entry.waiting.begin(), entry.waiting.end(),
                       [&](const L2Access& w) { return a.must_follow(w); })) {
        perform(a, *line, now);
        return CacheOutcome::hit;
      }
    }
    return join(a, *line);
  }
  if (line != nullptr && a.satisfied_by(*line)) {
    array_.use(*line);
    perform(a, *line, now);
    return CacheOutcome::hit;
  }
  return miss(a, line, now);
}

/// Waits with others for a line on its way; fetches what none of them has asked for.
CacheOutcome L2Slice::join(const L2Access& a, CacheLine& line) {
  Mshrs::Entry& entry = *mshrs_.find(a.line);
  if (!mshrs_.can_merge(entry)) return CacheOutcome::reservation_fail;
  ByteMask missing;
  if (!a.writes_only()) {
    missing = a.bytes;
    missing -= line.valid;
    missing -= entry.wanted;
  }
  if (missing.any()) {
    if (to_dram_.size() >= config_.cache.queue) return CacheOutcome::reservation_fail;
    fetch(a.line, missing, entry);
  } else {
    statistics_.see_merge();
  }
  entry.waiting.push_back(a);
  return missing.any() ? CacheOutcome::sector_miss : CacheOutcome::reserved;
}

CacheOutcome L2Slice::miss(const L2Access& a, CacheLine* line, Cycle now) {
  const CacheOutcome outcome = line == nullptr ? CacheOutcome::miss : CacheOutcome::sector_miss;
  if (!a.writes_only() && mshrs_.full()) return CacheOutcome::reservation_fail;
  CacheLine* place = line != nullptr ? line : array_.victim(a.line);
  if (place == nullptr) return CacheOutcome::reservation_fail;
  const bool evict = line == nullptr && place->address != CacheLine::nowhere;
  const bool dirty = evict && place->dirty.any();
  const std::size_t sends = (dirty ? 1u : 0u) + (a.writes_only() ? 0u : 1u);
  if (to_dram_.size() + sends > config_.cache.queue) return CacheOutcome::reservation_fail;
  if (dirty) write_back(*place, now);
  if (evict) statistics_.see_eviction();
  if (line == nullptr) array_.assign(*place, a.line);
  array_.use(*place);
  if (a.writes_only()) {
    perform(a, *place, now);
    return outcome;
  }
  place->reserved = true;
  Mshrs::Entry& entry = mshrs_.allocate(a.line);
  ByteMask missing = a.bytes;
  missing -= place->valid;
  fetch(a.line, missing, entry);
  entry.waiting.push_back(a);
  return outcome;
}

void L2Slice::perform(const L2Access& a, CacheLine& line, Cycle now) {
  const unsigned cycles = a.perform(line, config_.port_bytes);
  port_until_ = std::max(port_until_, now) + cycles;
  port_busy_ += cycles;
  count_atomic(a);
  respond_later(*a.payload, now);
}

void L2Slice::count_atomic(const L2Access& a) {
  if (a.kind != L2Access::Kind::atomic) return;
  ++atomics_;
  if (on_atomic) on_atomic(*a.payload);
}

void L2Slice::fetch(std::uint64_t line, const ByteMask& missing, Mshrs::Entry& entry) {
  const auto [offset, length] = sectors_of(missing);
  entry.wanted |= ByteMask::range(offset, length);
  Transaction& t = pool_.acquire();
  t.set_up_read(map_.global(line + offset, index_), length);
  t.origin().source = index_;
  t.origin().tag = static_cast<std::uint64_t>(Kind::fetch);
  to_dram_.push(&t);
}

/// Sends the dirty bytes of a line that is evicted, with byte enables where they are not whole sectors.
void L2Slice::write_back(const CacheLine& line, Cycle now) {
  const auto [offset, length] = sectors_of(line.dirty);
  Transaction& t = pool_.acquire();
  const std::uint64_t address = map_.global(line.address + offset, index_);
  if (line.dirty.count() == length) {
    t.set_up_write(address, length);
  } else {
    t.set_up_partial_write(address, length);
    for (unsigned b = 0; b < length; ++b)
      t.enables[b] = line.dirty.test(offset + b) ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
  }
  std::memcpy(t.data.data(), line.data.data() + offset, length);
  t.origin().source = index_;
  t.origin().tag = static_cast<std::uint64_t>(Kind::write_back);
  to_dram_.push(&t);
  write_backs_.push_back(&t);
  statistics_.see_write_back();
  const unsigned cycles = (length + config_.port_bytes - 1) / config_.port_bytes;
  port_until_ = now + cycles;
  port_busy_ += cycles;
}

void L2Slice::send() {
  if (to_dram_.empty() || !out.free()) return;
  Transaction& t = *to_dram_.front();
  to_dram_.pop();
  out.send(t);
}

void L2Slice::flush() {
  array_.for_each([&](CacheLine& line) {
    if (line.dirty.any()) flushing_.push(&line);
  });
  wake();
}

/// Whatever is in that place by now, if it is dirty.
void L2Slice::flush_line(Cycle now) {
  if (flushing_.empty() || port_until_ > now || to_dram_.size() >= config_.cache.queue) return;
  CacheLine& line = *flushing_.front();
  flushing_.pop();
  if (!line.dirty.any()) return;
  write_back(line, now);
  line.dirty = {};
}

void L2Slice::admit(Cycle now) {
  if (!in.empty() && arrivals_.size() + in_form_ < config_.rop_latency + config_.input_queue) {
    Payload* payload = in.front();
    if (payload != nullptr && form_->take(*payload, LineForm::Way::down)) {
      in.pop();
      ++in_form_;
    }
  }
  if (in_form_ == 0) return;
  Payload* payload = form_->give(LineForm::Way::down);
  if (payload == nullptr) return;
  --in_form_;
  const bool mine = map_.slice_of(payload->get_address()) == index_;
  payload->set_response_status(mine ? check_request(*payload) : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  L2Access a;
  if (payload->is_response_error())
    a.payload = payload;
  else
    a = L2Access::of(*payload, map_.local(payload->get_address()));
  a.ready = now + config_.rop_latency;
  arrivals_.push(a);
}

/// Everything else that can get on is woken by a port.
Cycle L2Slice::next(Cycle now) {
  Cycle next = never;
  const auto at = [&](Cycle cycle) { next = std::min(next, std::max(cycle, now + 1)); };
  if (!responses_.empty() && in.can_respond()) at(responses_.front().second);
  if (form_->busy()) at(now + 1);
  if (out.waiting()) at(fill_until_);
  if (!filled_.empty() && responses_.size() < config_.response_queue) at(port_until_);
  if (!to_dram_.empty() && out.free()) at(now + 1);
  if (!arrivals_.empty() && stall_ == Stall::none) at(std::max(arrivals_.front().ready, port_until_));
  if (!flushing_.empty() && to_dram_.size() < config_.cache.queue) at(port_until_);
  if (!in.empty() && arrivals_.size() + in_form_ < config_.rop_latency + config_.input_queue) at(now + 1);
  return next;
}

void L2Slice::check_balance(const Balance& balance) const {
  balance.none("requests on their way to the cache", arrivals_.size() + in_form_);
  balance.none("answers", responses_.size());
  balance.none("MSHRs", mshrs_.used());
}

bool L2Slice::idle() const {
  return arrivals_.empty() && in_form_ == 0 && responses_.empty() && to_dram_.empty() &&
         write_backs_.empty() && mshrs_.empty() && flushing_.empty() && in.empty();
}

}  // namespace heddle
