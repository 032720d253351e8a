// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/lines/pending_stores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "hw/memory/line/line_codecs.hpp"
#include "hw/sim/block_entry.hpp"
#include "hw/sm/caches/request_queue.hpp"
#include "models/base/error.hpp"

namespace heddle {
namespace {

bool writes(Transaction& t, unsigned byte) {
  const unsigned char* enables = t.get_byte_enable_ptr();
  return enables == nullptr || enables[byte % t.get_byte_enable_length()] == TLM_BYTE_ENABLED;
}

unsigned first_byte(const Transaction& t) { return static_cast<unsigned>(t.get_address() % line_bytes); }

PendingRequest request_of(Transaction& t) {
  PendingRequest r{.line = {t.get_address() / line_bytes}};
  if (kind_of(t.origin().tag) == RequestKind::ordered) {
    r.kind = PendingKind::ordered;
  } else if (t.is_read()) {
    r.kind = PendingKind::load;
  } else {
    for (unsigned k = 0, b = first_byte(t); k < t.get_data_length(); ++k, ++b)
      if (writes(t, k)) r.bytes[b / 32] |= 1u << b % 32;
  }
  return r;
}

/// Instructions and constants are never stored.
bool may_be_pending(const Transaction& t) {
  const Client client = const_cast<Transaction&>(t).origin().client;
  return client == Client::data || client == Client::texture;
}

}  // namespace

PendingStores::PendingStores(sc_core::sc_module_name name, const PendingStoresConfig& config,
                             AssistWarps& warps, const SmTechniqueParts& parts)
    : sc_module(name),
      config_(config),
      warps_(warps),
      block_(make_block<PendingStoreBuffer>("pending_store_buffer", config.buffer, parts.blocks)),
      lines_(config.buffer.entries),
      lines_use_(parts.stats, storage(config)[0]),
      slots_use_(parts.stats, storage(config)[1]),
      answers_use_(parts.stats, storage(config)[2]),
      requests_use_(parts.stats, storage(config)[3]),
      stores_(parts.stats.group("caba").group("pending").counter("stores", "requests",
                                                                 "whose bytes were put into pending lines")),
      lines_stored_(parts.stats.group("caba").group("pending").counter(
          "complete_lines", "lines", "of which all bytes were stored at the same time")),
      lines_left_(parts.stats.group("caba").group("pending").counter("lines", "lines", "that have left")),
      parts_left_(parts.stats.group("caba").group("pending").counter("incomplete_lines", "lines",
                                                                     "of these, that were never complete")),
      loads_served_(parts.stats.group("caba").group("pending").counter(
          "served_loads", "requests", "of loads, that a complete line has served")),
      compressed_(parts.stats.group("caba").group("pending").counter("compressed_lines", "lines",
                                                                     "that left compressed")),
      crowded_(parts.stats.group("caba").group("pending").counter(
          "crowded_stores", "lines", "stored whole and left uncompressed at once: too many waited")),
      crowded_parts_(parts.stats.group("caba").group("pending").counter(
          "crowded_parts", "requests", "to store parts of lines, which left at once: too many waited")),
      late_(parts.stats.group("caba").group("pending").counter(
          "late_stores", "lines", "complete, left uncompressed: they had waited for too long")),
      fenced_(parts.stats.group("caba").group("pending").counter(
          "fenced_stores", "lines",
          "complete, left uncompressed: a fence, an atomic or a volatile access waited for them")),
      left_(parts.stats.group("caba").group("pending").counter(
          "orphaned_stores", "lines", "complete, left uncompressed: no warp had instructions left")),
      plain_(parts.stats.group("caba").group("pending").counter(
          "plain_stores", "lines", "complete, left uncompressed: there is no subroutine that compresses")),
      displaced_(parts.stats.group("caba").group("pending").counter(
          "displaced_stores", "lines",
          "complete, left uncompressed: a line that came took their assist warp's registers")),
      full_(parts.stats.group("caba").group("pending").counter(
          "full_stores", "lines", "complete, left uncompressed: of their stores no more could be answered")) {
  block_->io.clk(parts.clock);
  block_->io.rst_n(parts.rst_n);
  block_->io.request.port(request_);
  block_->io.release.port(release_);
  block_->io.room.port(room_);
  block_->io.ready.port(ready_);
  block_->io.answer.port(answer_);
  block_->io.leave.port(leave_);
  block_->io.state.port(state_);
}

void PendingStores::take(Transaction& t) {
  if (may_be_pending(t))
    in_.push(&t);
  else
    out_.push(&t);
  requests_use_.access(2);
  requests_use_.holds(in_.size() + out_.size() + asked_.size() + (shows_ != nullptr ? 1 : 0));
}

bool PendingStores::answered(Transaction& t) {
  const auto own =
      std::find_if(writes_.begin(), writes_.end(), [&](const Write& w) { return w.request == &t; });
  if (own == writes_.end()) return false;
  for (Transaction* store : own->stores) {
    store->set_response_status(t.get_response_status());
    answers_.push(store);
  }
  answers_use_.access();
  writes_.erase(own);
  t.release();
  return true;
}

Transaction& PendingStores::take_answer() {
  Transaction& t = *answers_.front();
  answers_.pop();
  return t;
}

void PendingStores::begin_cycle() {
  take_answer_of_block();
  see_compressions();
  take_leaving();
}

void PendingStores::take_answer_of_block() {
  if (!answer_.shown().valid) return;
  const PendingAnswer& answer = answer_.shown().payload;
  if (asked_.empty() || answer.entry.value >= lines_.size())
    throw Error({.place = "pending_store_buffer",
                 .what = "it answers what nobody has asked, or with an entry that there is not",
                 .value = fmt::format("entry {}", answer.entry.value)});
  Transaction& t = *asked_.front();
  asked_.pop();
  const bool orders = kind_of(t.origin().tag) == RequestKind::ordered;
  switch (answer.outcome) {
    case PendingOutcome::stored:
      return store(t, answer);
    case PendingOutcome::forwarded:
      return serve(t, lines_[answer.entry.value]);
    default:
      if (t.is_write() && !orders) ++(carried_format(t) != nullptr ? crowded_ : crowded_parts_);
      out_.push(&t);
  }
}

void PendingStores::store(Transaction& t, const PendingAnswer& answer) {
  Line& line = lines_[answer.entry.value];
  ++stores_;
  lines_use_.access();
  answers_use_.access();
  for (unsigned k = 0, b = first_byte(t); k < t.get_data_length(); ++k, ++b)
    if (writes(t, k)) line.bytes[b] = t.data[k];
  line.stores.push_back(&t);
  if (line.stores.size() == 1) lines_use_.holds(++lines_held_);
  forget_compression(line);
  if (!answer.complete) return;
  if (config_.event_of_store) return compress(line, t.origin().warp);
  line.decided = true;
  line.reason = &plain_;
}

/// A load that waits for no memory.
void PendingStores::serve(Transaction& t, const Line& line) {
  ++loads_served_;
  lines_use_.access();
  std::memcpy(t.data.data(), line.bytes.data() + first_byte(t), t.get_data_length());
  t.set_response_status(tlm::TLM_OK_RESPONSE);
  answers_.push(&t);
}

/// At this edge the block samples the room that it was shown in the cycle before.
void PendingStores::take_leaving() {
  if (shows_room_ && leave_.shown().valid) send(leave_.shown().payload);
}

void PendingStores::send(const LeavingLine& leaving) {
  const unsigned entry = leaving.entry.value;
  if (entry >= lines_.size() || lines_[entry].stores.empty())
    throw Error({.place = "pending_store_buffer",
                 .what = "a line leaves in which nothing was stored",
                 .value = fmt::format("entry {}", entry)});
  Line& line = lines_[entry];
  const bool complete = all_bytes(leaving.bytes);
  Transaction& t = pool_.acquire();
  put_bytes(t, leaving, line);
  if (complete && line.compressed && line.compressed->encoding != 0)
    put_layer(*line.compressed, EdgePlace::sm, t.data, t.format());
  const Origin& first = line.stores.front()->origin();
  t.origin().source = first.source;
  t.origin().client = first.client;
  t.origin().warp = first.warp;
  count(line, complete);
  forget_compression(line);
  writes_.push_back({&t, std::exchange(line.stores, {})});
  out_.push(&t);
  line.full = false;
  --lines_held_;
  lines_use_.access();
  answers_use_.access();
  answers_use_.holds(lines_.size() + writes_.size());
}

/// The sectors from the first to the last one in which a byte was stored.
void PendingStores::put_bytes(Transaction& t, const LeavingLine& leaving, const Line& line) {
  unsigned first = 0, end = line_bytes / burst_bytes;
  while (first + 1 < end && leaving.bytes[first] == 0) ++first;
  while (end > first + 1 && leaving.bytes[end - 1] == 0) --end;
  const std::uint64_t base = leaving.line.value * line_bytes + first * burst_bytes;
  const unsigned length = (end - first) * burst_bytes;
  const bool dense = std::all_of(leaving.bytes.begin() + first, leaving.bytes.begin() + end,
                                 [](std::uint32_t sector) { return sector == ~0u; });
  if (dense) {
    t.set_up_write(base, length);
  } else {
    t.set_up_partial_write(base, length);
    for (unsigned k = 0, b = first * burst_bytes; k < length; ++k, ++b)
      t.enables[k] = (leaving.bytes[b / 32] >> b % 32 & 1) != 0 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
  }
  std::memcpy(t.data.data(), line.bytes.data() + first * burst_bytes, length);
}

void PendingStores::count(const Line& line, bool complete) {
  ++lines_left_;
  if (!complete)
    ++parts_left_;
  else if (!line.compressed)
    ++(line.reason != nullptr ? *line.reason : line.full ? full_ : access_waits() ? fenced_ : late_);
  else if (line.compressed->encoding != 0)
    ++compressed_;
  lines_stored_ += complete;
}

/// Does an access wait until all has left?
bool PendingStores::access_waits() const {
  return !asked_.empty() && kind_of(asked_.front()->origin().tag) == RequestKind::ordered;
}

void PendingStores::end_cycle() {
  shown_ = false;
  show_room();
  ask();
  release();
}

void PendingStores::show_room() {
  shows_room_ =
      leave_.shown().valid && out_.size() < most_waiting && writes_.size() < config_.writes_under_way;
  room_.write({{shows_room_}});
  shown_ |= shows_room_;
}

/// A request stays on the block's pins until the edge at which that is ready. What is answered must find
/// room.
void PendingStores::ask() {
  if (shows_ != nullptr) {
    if (!ready_.shown().payload.request) return;
    asked_.push(std::exchange(shows_, nullptr));
  }
  if (in_.empty() || out_.size() + asked_.size() >= most_waiting) return request_.idle();
  if (std::any_of(lines_.begin(), lines_.end(), [this](const Line& l) { return full(l); }))
    return request_.idle();
  shows_ = in_.front();
  in_.pop();
  request_.write({request_of(*shows_), true});
}

void PendingStores::release() {
  const std::uint32_t there = pending();
  if (there == 0) age_at_ = never;
  if (there != 0 && age_at_ == never) age_at_ = warps_.now() + (config_.patience + 1) / 2;
  if (awake_ != 0) --awake_;
  if (const auto r = choose_release(there)) {
    release_.write({*r, true});
    shown_ = true;
    awake_ = 4;
  } else {
    release_.idle();
  }
}

/// No assist warp has begun for it.
bool PendingStores::finds_no_parent(const Line& line) {
  const Compression* c = line.compression;
  return c != nullptr && (!c->submitted || c->task.state == AssistTask::State::waiting);
}

std::optional<PendingRelease> PendingStores::choose_release(std::uint32_t there) {
  const bool cta_ended = std::exchange(cta_ended_, false);
  if (there == 0) return std::nullopt;
  if (warps_.fencing()) {
    for (Line& line : lines_)
      if (line.reason == nullptr) line.reason = &fenced_;
    return PendingRelease{PendingReach::all, {}};
  }
  const bool none_left = warps_.live() == 0;
  bool incomplete = false;
  for (unsigned e = 0; e < lines_.size(); ++e) {
    if ((there >> e & 1) == 0) continue;
    Line& line = lines_[e];
    if (none_left && finds_no_parent(line)) line.reason = &left_;
    const bool fills = !line.full && full(line);
    if (fills) line.full = true;
    if (line.decided || line.reason == &left_ || fills) {
      line.decided = false;
      cta_ended_ = cta_ended;
      return PendingRelease{PendingReach::one, {static_cast<std::uint8_t>(e)}};
    }
    incomplete |= line.compression == nullptr;
  }
  if (cta_ended || (none_left && incomplete)) return PendingRelease{PendingReach::incomplete, {}};
  if (warps_.now() < age_at_) return std::nullopt;
  age_at_ = warps_.now() + (config_.patience + 1) / 2;
  return PendingRelease{PendingReach::aged, {}};
}

bool PendingStores::busy() const {
  if (!in_.empty() || !out_.empty() || !answers_.empty() || shows_ != nullptr || !asked_.empty() || shown_ ||
      awake_ != 0 || cta_ended_ || leave_.shown().valid)
    return true;
  return pending() != 0 && (warps_.fencing() || warps_.live() == 0 ||
                            std::any_of(lines_.begin(), lines_.end(), [this](const Line& l) {
                              return l.decided || (full(l) && !l.full) ||
                                     (l.compression != nullptr && ended(*l.compression));
                            }));
}

void PendingStores::check_balance(const Balance& balance) const {
  balance.none("pending lines", static_cast<std::uint64_t>(std::popcount(pending())));
  balance.none("writes of pending lines", pool_.lent());
}

}  // namespace heddle
