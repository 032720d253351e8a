// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "hw/caba/pending_store_buffer/pending_store_buffer.hpp"
#include "hw/sim/wire.hpp"

namespace heddle::pending_store_buffer_test {

using State = PendingLinesState;
using Step = State::Step;
using enum PendingKind;
inline constexpr PendingBytes whole{~0u, ~0u, ~0u, ~0u}, lower{~0u, ~0u, 0, 0}, upper{0, 0, ~0u, ~0u}, none{};

/// What the pins show behind an edge.
struct Shown {
  bool ready = true;
  std::optional<PendingAnswer> answer{};
  std::optional<LeavingLine> leave{};
  std::uint32_t entries = 0;
  bool operator==(const Shown&) const = default;
};
inline void PrintTo(const Shown& s, std::ostream* out) {
  *out << fmt::format("{}, entries {:#x}", s.ready ? "ready" : "not ready", s.entries);
  if (s.answer)
    *out << fmt::format(", answer {} of {}, complete {}", static_cast<int>(s.answer->outcome),
                        s.answer->entry.value, s.answer->complete);
  if (s.leave) *out << fmt::format(", line {:#x} leaves {}", s.leave->line.value, s.leave->entry.value);
}

inline PendingAnswer stored(unsigned entry, bool complete = false) {
  return {PendingOutcome::stored, {static_cast<std::uint8_t>(entry)}, complete};
}
inline constexpr PendingAnswer passes{PendingOutcome::passes, {0}, false};
inline PendingAnswer served(unsigned entry) {
  return {PendingOutcome::forwarded, {static_cast<std::uint8_t>(entry)}, false};
}
inline LeavingLine leaves(unsigned entry, std::uint64_t line, const PendingBytes& bytes) {
  return {{static_cast<std::uint8_t>(entry)}, {line}, bytes};
}
inline Step asks(PendingKind kind, std::uint64_t line, const PendingBytes& bytes = none) {
  return {.request = State::Request{kind, line, bytes}};
}
inline Step releases(PendingReach reach, unsigned entry = 0) {
  return {.release = State::Release{reach, entry}};
}
inline const Step nothing{}, room{.room = true};

/// A buffer with its wires in a clock domain.
struct Bench {
  explicit Bench(unsigned entries) : block("pending", {.entries = entries}) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.request.port(request);
    block.io.release.port(release);
    block.io.room.port(room);
    block.io.ready.port(ready);
    block.io.answer.port(answer);
    block.io.leave.port(leave);
    block.io.state.port(state);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  void put(const Step& s) {
    Beat<PendingRequest> r{};
    if (s.request) r = {{s.request->kind, {s.request->line}, s.request->bytes}, true};
    request.write(r);
    Beat<PendingRelease> l{};
    if (s.release) l = {{s.release->reach, {static_cast<std::uint8_t>(s.release->entry)}}, true};
    release.write(l);
    room.write({{s.room}});
  }
  /// An edge that samples this.
  Shown step(const Step& s) {
    put(s);
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    return shown();
  }
  Shown shown() const {
    Shown s{.ready = ready.read().payload.request, .entries = state.read().payload.entries};
    if (answer.read().valid) s.answer = answer.read().payload;
    if (leave.read().valid) s.leave = leave.read().payload;
    return s;
  }
  /// The edges until a request has its answer, while everything is taken that leaves.
  unsigned edges_until_answer(Step s) {
    s.room = true;
    unsigned edges = 1;
    for (Shown now = step(s); !now.answer; now = step(pending_store_buffer_test::room)) ++edges;
    return edges;
  }

  ClockDomain domain{"core", 1000};
  Wire<Beat<PendingRequest>> request{"request"};
  Wire<Beat<PendingRelease>> release{"release"};
  Wire<Level<PendingRoom>> room{"room"};
  Wire<Level<PendingReady>> ready{"ready"};
  Wire<Beat<PendingAnswer>> answer{"answer"};
  Wire<Beat<LeavingLine>> leave{"leave"};
  Wire<Level<PendingState>> state{"state"};
  Wire<bool> rst_n{"rst_n"};
  PendingStoreBuffer block;
};

}  // namespace heddle::pending_store_buffer_test
