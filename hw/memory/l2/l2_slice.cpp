// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/l2/l2_slice.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "hw/memory/l2/l2_storage.hpp"
#include "hw/memory/request_check.hpp"

namespace heddle {

L2Slice::L2Slice(sc_core::sc_module_name name, unsigned index, const L2Config& config, const SliceMap& map,
                 ClockDomain& domain, StatGroup& group, const LineEdges& edges)
    : sc_module(name),
      in("in", *this, config.input_queue),
      out("out", *this, config.fill_queue),
      config_(config),
      map_(map),
      index_(index),
      statistics_(group),
      cycles_(group.counter("cycles", "cycles", "L2 cycles passed")),
      atomics_(group.counter("atomics", "requests", "atomics performed")),
      access_port_(config.port_bytes,
                   group.counter("port_busy", "cycles",
                                 "cycles of the access port taken by hits, writes and atomics, and by lines "
                                 "that are written back")),
      fill_port_(config.port_bytes,
                 group.counter("fill_busy", "cycles",
                               "cycles of the fill port taken by what comes from DRAM, and by accesses that "
                               "waited for it")),
      response_full_(group.counter("response_full", "cycles",
                                   "cycles in which the oldest request waited for room for its answer")),
      codecs_(edges.codecs),
      refuses_(edges.sms_restore_parts),
      edge_(edges, EdgePlace::l2, index, *this, domain, group),
      array_(config.cache, {config.tags, config.segment_bytes}),
      mshrs_(config.cache.mshr_entries, config.cache.mshr_merges),
      refused_versions_(refuses_ ? &refused_versions_use_.emplace(group, l2_refused_versions()) : nullptr) {
  config_.validate();
  const std::uint64_t lines = config.cache.bytes / line_bytes;
  if (codecs_.of[static_cast<unsigned>(EdgePlace::sm)] || codecs_.of[static_cast<unsigned>(EdgePlace::l2)])
    formats_use_.emplace(group, l2_formats(lines));
  if (refuses_) versions_use_.emplace(group, l2_versions(lines));
  if (codecs_.any()) {
    config_.require_whole_lines();
    decoded_ = &group.counter("decoded_lines", "lines",
                              "accesses of a part of an encoded line, which was decoded for it here");
  }
  if (refuses_) {
    refused_ = &group.counter("refused_parts", "requests",
                              "accesses of a part of an encoded line, which were answered with the line");
    restored_ =
        &group.counter("restored_lines", "lines",
                       "that such accesses have brought with them, and that have replaced the encoded one");
    given_back_ = &group.counter("given_back_lines", "lines",
                                 "that an SM has decoded, and that have replaced the encoded one");
  }
  if (config_.write_miss == L2WriteMiss::through)
    written_through_ = &group.counter("written_through", "writes", "writes that missed and went on to DRAM");
  if (config_.tags > 1)
    crowded_out_ = &group.counter("crowded_out", "lines",
                                  "lines evicted because another needed their bytes, not their tag");
  filled_.reserve(config.cache.mshr_entries);
  in.debug = [this](Payload& payload) { return debug(payload); };
  group.ratio("port_utilization", "", "share of the cycles in which the access port was taken",
              access_port_.busy(), cycles_);
  domain.attach(*this);
}

Cycle L2Slice::tick(Cycle now) {
  if (!holds(Latch::answers)) answer(now);
  // Accesses to lines that have come go before the next line.
  if (!holds(Latch::waiters)) serve_waiter(now);
  if (!holds(Latch::fills)) receive(now);
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
  edge_.pass(
      LineEdge::Way::up,
      [&] {
        return !responses_.empty() && responses_.front().second <= now ? responses_.front().first : nullptr;
      },
      [&] { responses_.pop(); }, [&] { return in.can_respond(); },
      [&](Payload& payload) { in.respond(payload); }, 1);
}

void L2Slice::receive(Cycle now) {
  if (!out.waiting() || !fill_port_.free(now)) return;
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
  const unsigned length = t.get_data_length(), wire = std::max(wire_bytes(t), 1u);
  fill_port_.take(fill_port_.cycles_for(wire), now);
  CacheLine* line = array_.find(local);
  if (line == nullptr || !line->reserved) return;
  const auto offset = static_cast<unsigned>(local % line_bytes);
  ByteMask missing = ByteMask::range(offset, length);
  missing -= line->valid;
  if (missing.count() == length) {
    std::memcpy(line->data.data() + offset, t.data.data(), length);
    if (length == line_bytes) line->format = t.format();
  } else {
    missing.for_each([&](unsigned b) { line->data[b] = t.data[b - offset]; });
  }
  line->valid |= missing;
  line->version = refused_versions_.of(line->address, ++versions_);
  Mshrs::Entry* entry = mshrs_.find(line->address);
  if (std::find(filled_.begin(), filled_.end(), entry) == filled_.end()) filled_.push_back(entry);
  if (const unsigned cycles = serve(*entry, now)) fill_port_.share(cycles, now);
}

/// When the fill port is free: of the line that was filled first.
void L2Slice::serve_waiter(Cycle now) {
  while (!filled_.empty() && fill_port_.free(now) && can_serve())
    if (const unsigned cycles = serve(*filled_.front(), now)) fill_port_.take(cycles, now);
}

/// An access can be performed when its bytes are there, and no older one that waits shares them.
unsigned L2Slice::serve(Mshrs::Entry& entry, Cycle now) {
  if (!can_serve()) return 0;
  CacheLine& line = *array_.find(entry.line);
  ByteMask read, changed;  // by older accesses
  auto it = entry.waiting.begin();
  for (; it != entry.waiting.end(); ++it) {
    const bool in_order = !changed.meets(it->bytes) && !(it->changes() && read.meets(it->bytes));
    if (in_order && it->satisfied_by(line)) break;
    (it->changes() ? changed : read) |= it->bytes;
  }
  unsigned cycles = 0;
  if (it != entry.waiting.end()) {
    cycles = perform(*it, line, now);
    if (written_through_ != nullptr && it->kind == L2Access::Kind::write && line.dirty.any()) {
      ++*written_through_;
      cycles += send_line(line);
      line.dirty = {};
    }
    entry.waiting.erase(it);
  }
  if (cycles != 0 && !entry.waiting.empty()) return cycles;
  filled_.erase(std::find(filled_.begin(), filled_.end(), &entry));
  if (entry.waiting.empty()) {
    line.reserved = false;
    mshrs_.release(entry);
  }
  return cycles;
}

void L2Slice::access(Cycle now) {
  stall_ = Stall::none;
  if (arrivals_.empty() || arrivals_.front().ready > now || !access_port_.free(now)) return;
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
  const bool evicted = std::exchange(evicts_, false);
  if (outcome == CacheOutcome::reservation_fail) {
    if (evicted) return;  // it tries again when the port is free
    stall_ = Stall::reservation;
    stalled_write_ = a.changes();
    return;
  }
  if (!a.gives_back()) statistics_.see(outcome, a.changes());
  arrivals_.pop();
}

CacheOutcome L2Slice::attempt(const L2Access& a, Cycle now) {
  CacheLine* line = array_.find(a.line);
  if (a.gives_back()) {
    take_back(a, line, now);
    return CacheOutcome::hit;
  }
  if (line != nullptr && line->reserved) {
    array_.use(*line);
    if (a.satisfied_by(*line)) {
      const Mshrs::Entry& entry = *mshrs_.find(a.line);
      if (std::none_of(entry.waiting.begin(), entry.waiting.end(),
                       [&](const L2Access& w) { return a.must_follow(w); })) {
        access_port_.take(perform(a, *line, now), now);
        return CacheOutcome::hit;
      }
    }
    return join(a, *line);
  }
  if (line != nullptr && a.satisfied_by(*line)) {
    array_.use(*line);
    const bool changes = a.changes() && !refuses(a, *line);
    if (changes && !make_room(a.line, a.bytes_left_behind(), now)) return CacheOutcome::reservation_fail;
    access_port_.take(perform(a, *line, now), now);
    return CacheOutcome::hit;
  }
  return miss(a, line, now);
}

/// Evicts lines, the least recently used first, until the one at address `line` may take so many bytes.
/// Returns false when that must wait: for the fill of a line that must not be evicted, or for the queue to
/// DRAM.
bool L2Slice::make_room(std::uint64_t line, unsigned bytes, Cycle now) {
  if (config_.tags == 1) return true;
  while (array_.room_for(line) < bytes) {
    CacheLine* other = array_.crowding(line);
    if (other == nullptr) return false;
    if (other->dirty.any()) {
      if (to_dram_.size() >= config_.cache.queue) return false;
      write_back(*other, now);
    }
    statistics_.see_eviction();
    ++*crowded_out_;
    CacheArray::drop(*other);
    evicts_ = true;
  }
  return true;
}

/// Waits with others for a line on its way; fetches what none of them has asked for.
CacheOutcome L2Slice::join(const L2Access& a, CacheLine& line) {
  Mshrs::Entry& entry = *mshrs_.find(a.line);
  if (!mshrs_.can_merge(entry)) return CacheOutcome::reservation_fail;
  ByteMask missing = a.needs;
  missing -= line.valid;
  missing -= entry.wanted;
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
  if (line == nullptr && a.kind == L2Access::Kind::write && config_.write_miss == L2WriteMiss::around)
    return write_around(a, now);
  if (!a.needs_nothing() && mshrs_.full()) return CacheOutcome::reservation_fail;
  if (!make_room(a.line, line_bytes, now)) return CacheOutcome::reservation_fail;
  CacheLine* place = line != nullptr ? line : array_.victim(a.line);
  if (place == nullptr) return CacheOutcome::reservation_fail;
  const bool evict = line == nullptr && !place->empty();
  const bool dirty = evict && place->dirty.any();
  const std::size_t sends = (dirty ? 1u : 0u) + (a.needs_nothing() ? 0u : 1u);
  if (to_dram_.size() + sends > config_.cache.queue) return CacheOutcome::reservation_fail;
  if (dirty) write_back(*place, now);
  if (evict) statistics_.see_eviction();
  if (line == nullptr) array_.assign(*place, a.line);
  array_.use(*place);
  if (a.satisfied_by(*place)) {
    access_port_.take(perform(a, *place, now), now);
    return outcome;
  }
  place->reserved = true;
  Mshrs::Entry& entry = mshrs_.allocate(a.line);
  ByteMask missing = a.needs;
  missing -= place->valid;
  fetch(a.line, missing, entry);
  entry.waiting.push_back(a);
  return outcome;
}

unsigned L2Slice::perform(const L2Access& a, CacheLine& line, Cycle now) {
  if (refuses(a, line)) return refuse(a, line, now);
  unsigned cycles = 0;
  if (a.decodes(line)) {
    if (refuses_ && a.brings(line)) {
      a.restore(line);
      ++*restored_;
      cycles = access_port_.cycles_for(line_bytes);
    } else {
      ++*decoded_;
    }
  }
  if (a.changes()) changed(line);
  cycles += a.perform(line, config_.port_bytes, codecs_);
  count_atomic(a);
  respond_later(*a.payload, now);
  return cycles;
}

unsigned L2Slice::refuse(const L2Access& a, const CacheLine& line, Cycle now) {
  ++*refused_;
  if (a.changes()) refused_versions_.remember(line.address, line.version);
  respond_later(*a.payload, now);
  return a.refuse(line, config_.port_bytes);
}

/// A line that is dirty stays encoded, since nobody would encode it on its way to DRAM; so does one that
/// would drive others out.
void L2Slice::take_back(const L2Access& a, CacheLine* line, Cycle now) {
  a.payload->set_response_status(tlm::TLM_OK_RESPONSE);
  respond_later(*a.payload, now);
  if (line == nullptr || line->reserved || line->format.unencoded() || line->dirty.any() ||
      !a.brings(*line) || array_.room_for(a.line) < line_bytes)
    return;
  a.restore(*line);
  changed(*line);
  ++*given_back_;
  access_port_.take(access_port_.cycles_for(line_bytes), now);
}

void L2Slice::count_atomic(const L2Access& a) {
  if (a.kind != L2Access::Kind::atomic) return;
  ++atomics_;
  if (on_atomic) on_atomic(*a.payload);
}

void L2Slice::admit(Cycle now) {
  edge_.pass(
      LineEdge::Way::down, [&] { return admits() ? in.front() : nullptr; }, [&] { in.pop(); },
      [] { return true; }, [&](Payload& payload) { arrive(payload, now); }, 1);
}

bool L2Slice::admits() const {
  return !in.empty() &&
         arrivals_.size() + edge_.inside(LineEdge::Way::down) < config_.rop_latency + config_.input_queue;
}

void L2Slice::arrive(Payload& payload, Cycle now) {
  const bool mine = map_.slice_of(payload.get_address()) == index_;
  payload.set_response_status(mine ? check_request(payload) : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  L2Access a;
  if (payload.is_response_error())
    a.payload = &payload;
  else
    a = L2Access::of(payload, map_.local(payload.get_address()), config_);
  a.ready = now + config_.rop_latency;
  arrivals_.push(a);
}

/// A port wakes the slice for everything else.
Cycle L2Slice::next(Cycle now) {
  Cycle next = never;
  const auto at = [&](Cycle cycle) { next = std::min(next, std::max(cycle, now + 1)); };
  if (!responses_.empty() && in.can_respond()) at(responses_.front().second);
  at(edge_.next(LineEdge::Way::down));
  if (in.can_respond()) at(edge_.next(LineEdge::Way::up));
  if (out.waiting()) at(fill_port_.until());
  if (!filled_.empty() && can_serve()) at(fill_port_.until());
  if (!to_dram_.empty() && out.free()) at(now + 1);
  if (!arrivals_.empty() && stall_ == Stall::none)
    at(std::max(arrivals_.front().ready, access_port_.until()));
  if (!flushing_.empty() && to_dram_.size() < config_.cache.queue) at(access_port_.until());
  if (admits() && edge_.room(LineEdge::Way::down)) at(now + 1);
  return next;
}

void L2Slice::check_balance(const Balance& balance) const {
  balance.none("requests on their way to the cache", arrivals_.size() + edge_.inside(LineEdge::Way::down));
  balance.none("answers", responses_.size() + edge_.inside(LineEdge::Way::up));
  balance.none("MSHRs", mshrs_.used());
  if (config_.tags > 1) balance.none("sets whose lines take more than there is", array_.overfull_sets());
}

bool L2Slice::idle() const {
  return arrivals_.empty() && edge_.idle() && responses_.empty() && to_dram_.empty() &&
         write_backs_.empty() && mshrs_.empty() && flushing_.empty() && in.empty();
}

}  // namespace heddle
