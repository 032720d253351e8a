// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/lines/refused_parts.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "hw/caba/lines/request_bits.hpp"
#include "hw/caba/subroutines/line_subroutines.hpp"
#include "hw/memory/accessed_bytes.hpp"

namespace heddle {

std::array<Storage, 4> RefusedParts::storage(unsigned most, bool gives_back) {
  constexpr unsigned state_bits = 3, version_bits = 64;
  const auto of = [](const char* name, const char* description, StorageKind kind, unsigned entries,
                     unsigned bits) {
    return Storage{.name = name,
                   .in = "sm_total",
                   .description = description,
                   .kind = kind,
                   .entries = entries,
                   .bits = bits};
  };
  return {of("part_copies", "accesses to parts of lines until they are performed, and what waits for them",
             StorageKind::sram, most + most_waiting, request_bits),
          of("part_bytes", "lines and bytes of these, which each access is compared with", StorageKind::cam,
             most + most_waiting, line_address_bits + line_bytes + state_bits),
          of("refused_lines", "lines with which the L2 has refused such an access", StorageKind::sram, most,
             8 * LineSlot::size),
          of("lines_given_back", "decompressed lines on their way to the L2", StorageKind::sram,
             gives_back ? most_given_back : 0, 8 * line_bytes + line_address_bits + version_bits)};
}

RefusedParts::RefusedParts(StorePath& stores, AssistWarps& warps, unsigned most, bool gives_back,
                           StatGroup& sm)
    : RefusedParts(stores, warps, most, storage(most, gives_back), sm, sm.group("caba").group("parts")) {}

RefusedParts::RefusedParts(StorePath& stores, AssistWarps& warps, unsigned most,
                           const std::array<Storage, 4>& storage, StatGroup& sm, StatGroup& group)
    : stores_(stores),
      warps_(warps),
      most_(most),
      copies_use_(sm, storage[0]),
      bytes_use_(sm, storage[1]),
      lines_use_(sm, storage[2]),
      given_back_use_(sm, storage[3]),
      sent_(group.counter("sent", "requests", "of parts of lines, and atomics, of which a copy was kept")),
      refused_(
          group.counter("refused", "requests", "that the L2 has refused, and whose line was decompressed")),
      loads_(group.counter("loads", "requests", "of these, loads")),
      overtaken_(
          group.counter("overtaken", "requests",
                        "that have waited for one which changes a byte of theirs, or for room for a copy")),
      lines_given_back_(
          group.counter("given_back", "lines", "decompressed for loads, that were sent to the L2")) {}

RefusedParts::Access RefusedParts::access_of(Transaction& t) {
  return {.transaction = &t,
          .line = t.get_address() / line_bytes,
          .bytes = accessed_bytes(t),
          .changes = !t.is_read(),
          .part = carried_format(t) == nullptr};
}

bool RefusedParts::blocked(const Access& a, std::size_t ahead) const {
  if (a.part && under_way_.size() >= most_) return true;
  const auto follows = [&](const Access& older) { return a.must_follow(older); };
  return std::any_of(under_way_.begin(), under_way_.end(), follows) ||
         std::any_of(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(ahead), follows);
}

/// What is sent again goes first, then the oldest that may go.
RefusedParts::Next RefusedParts::next() const {
  if (!resends_.empty()) return {Queue::resends, 0, resends_.front()};
  for (std::size_t k = 0; k < waiting_.size(); ++k)
    if (!blocked(waiting_[k], k)) return {Queue::waiting, k, waiting_[k].transaction};
  Transaction* const t = stores_.front();
  if (t != nullptr && (under_way_.empty() || !blocked(access_of(*t), waiting_.size())))
    return {Queue::stores, 0, t};
  if (!given_back_.empty()) return {Queue::given_back, 0, given_back_.front()};
  return {};
}

void RefusedParts::pop() {
  const Next n = next();
  switch (n.queue) {
    case Queue::resends:
      copies_use_.access();
      lines_use_.access();
      return resends_.pop();
    case Queue::given_back:
      given_back_use_.access();
      return given_back_.pop();
    case Queue::waiting:
      waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(n.index));
      copies_use_.access();
      break;
    default:
      stores_.pop();
  }
  bytes_use_.access();
  const Access a = access_of(*n.transaction);
  if (!a.part) return;
  ++sent_;
  under_way_.push_back(a);
  hold_copy();
}

void RefusedParts::hold_copy() {
  copies_use_.access();
  copies_use_.holds(under_way_.size() + waiting_.size());
  bytes_use_.holds(under_way_.size() + waiting_.size());
}

bool RefusedParts::answered(Transaction& t) {
  if (is_refused(t)) {
    restore(t);
    return true;
  }
  if (t.part().state == RefusedPart::State::given_back) {
    t.release();
    return true;
  }
  std::erase_if(under_way_, [&](const Access& a) { return a.transaction == &t; });
  return stores_.answered(t);
}

Transaction& RefusedParts::take_answer() {
  if (answers_.empty()) return stores_.take_answer();
  Transaction& t = *answers_.front();
  answers_.pop();
  return t;
}

void RefusedParts::give_back(std::uint64_t address, std::span<const unsigned char, line_bytes> line,
                             std::uint64_t version) {
  if (given_back_.size() == most_given_back) return;
  ++lines_given_back_;
  Transaction& t = pool_.acquire();
  t.set_up_write(address, line_bytes);
  write_nothing(t);
  RefusedPart& part = t.part();
  part.state = RefusedPart::State::given_back;
  part.version = version;
  std::copy(line.begin(), line.end(), part.bits.begin());
  given_back_.push(&t);
  given_back_use_.access();
  given_back_use_.holds(given_back_.size());
}

void RefusedParts::restore(Transaction& t) {
  ++refused_;
  const auto idle = std::find_if(restorations_.begin(), restorations_.end(),
                                 [](const Restoration& r) { return r.transaction == nullptr; });
  Restoration& r = idle != restorations_.end() ? *idle : restorations_.emplace_back();
  const RefusedPart& part = t.part();
  r.transaction = &t;
  lines_use_.access();
  lines_use_.holds(++restoring_);
  r.slot = compressed_slot(part.bits);
  r.task = {.event = LineSubroutines::event_of_load(part.bits[0]),
            .warp = t.origin().warp,
            .line = r.slot.bytes,
            .any_parent = true};
  r.submitted = false;
  unsubmitted_.push(&r);
  submit();
}

/// Those that find room for their events; the others in a later cycle.
void RefusedParts::submit() {
  while (!unsubmitted_.empty() && warps_.claim_room(EventOf::part)) {
    Restoration& r = *unsubmitted_.front();
    unsubmitted_.pop();
    r.submitted = true;
    warps_.submit(r.task);
  }
}

void RefusedParts::finish(Restoration& r) {
  Transaction& t = *std::exchange(r.transaction, nullptr);
  --restoring_;
  const auto line = restored_line(r.slot);
  if (!t.is_read()) {
    RefusedPart& part = t.part();
    part.state = RefusedPart::State::restored;
    part.bits = line;
    t.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    resends_.push(&t);
    return;
  }
  ++loads_;
  t.part().state = RefusedPart::State::none;
  std::memcpy(t.data.data(), line.data() + t.get_address() % line_bytes, t.get_data_length());
  std::erase_if(under_way_, [&](const Access& a) { return a.transaction == &t; });
  answers_.push(&t);
}

void RefusedParts::begin_cycle() {
  if (restoring_ == 0) return;
  submit();
  for (Restoration& r : restorations_)
    if (r.transaction != nullptr && r.submitted && r.task.state == AssistTask::State::over) finish(r);
}

/// What is blocked makes way for what is behind it.
void RefusedParts::end_cycle() {
  Transaction* const t = stores_.front();
  if (t == nullptr || under_way_.empty() || waiting_.size() == most_waiting) return;
  const Access a = access_of(*t);
  if (!blocked(a, waiting_.size())) return;
  ++overtaken_;
  waiting_.push_back(a);
  hold_copy();
  stores_.pop();
}

bool RefusedParts::busy() const {
  return !resends_.empty() || !given_back_.empty() || !answers_.empty() || !unsubmitted_.empty() ||
         (restoring_ != 0 &&
          std::any_of(restorations_.begin(), restorations_.end(), [](const Restoration& r) {
            return r.transaction != nullptr && r.submitted && r.task.state == AssistTask::State::over;
          }));
}

void RefusedParts::check_balance(const Balance& balance) const {
  balance.none("accesses that the L2 may refuse", under_way_.size() + waiting_.size());
  balance.none("lines that are given back", pool_.lent());
}

}  // namespace heddle
