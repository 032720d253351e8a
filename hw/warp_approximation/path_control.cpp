// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/path_control.hpp"

#include <bit>
#include <utility>

#include "hw/sm/hooks/sm_hooks.hpp"
#include "hw/sm/registers/move_instruction.hpp"
#include "hw/sm/types/sm_config.hpp"
#include "hw/warp_approximation/approximation_stats.hpp"
#include "models/base/error.hpp"

namespace heddle {

PathControl::PathControl(const WarpApproximationConfig& config, SimilarityTable& table,
                         const SmTechniqueParts& parts)
    : table_(table),
      scalar_file_(config.scalar_file),
      keep_unwritten_(config.keep_unwritten),
      selector_("representative_selector", {static_cast<unsigned>(config.policy())}, parts.clock, parts.rst_n,
                parts.blocks),
      warps_at_(parts.config.warps),
      held_(approximation_stats(parts).counter("held_for_paths", "warp cycles",
                                               "in which a warp waited until its scalars fit its paths")),
      chosen_(approximation_stats(parts).counter("representatives_chosen", "lanes", "of paths of warps")),
      changes_(approximation_stats(parts).counter("path_changes", "changes",
                                                  "of the paths of warps, their begin among them")) {
  for (unsigned r = 0; r < 64; ++r) {
    mov_.push_back(move_of(static_cast<std::uint8_t>(r)));
    hazards_.emplace_back(mov_.back());
  }
  StatGroup& moves = approximation_stats(parts).group("moves");
  const auto count = [&](Cause cause, const char* name, const char* description) {
    moves_[static_cast<unsigned>(cause)] = &moves.counter(name, "warp instructions", description);
  };
  count(Cause::exit, "exit", "MOVs of scalars whose representative lane has left the kernel");
  count(Cause::join, "join", "MOVs of scalars to all lanes of a path that joins the other one");
  count(Cause::split, "split", "MOVs of scalars to the representatives of both paths of a split");
  count(Cause::second_split, "second_split", "MOVs of scalars to all lanes of a path that splits again");
  if (config.single_bit)
    count(Cause::other_path, "other_path",
          "MOVs of scalars to all lanes of a path, since the other one has written the register");
}

void PathControl::attach(const SmStations& stations) {
  warps_ = &stations.warps;
  hooks_ = &stations.hooks;
}

void PathControl::warp_begins(unsigned w, LaneMask launched) {
  WarpState& s = warps_at_[w];
  s.state = State::choose;
  s.cause = Cause::begin;
  s.to = {.lanes = {launched, 0}, .representative = {}};
  s.bits = PathChange::clear;
  s.choices = 1;
  s.copies = 0;
  changing_ |= WarpMask{1} << w;
}

void PathControl::lanes_change(unsigned w) {
  if (warps_at_[w].state != State::settled) return;
  warps_at_[w].state = State::look;
  changing_ |= WarpMask{1} << w;
}

void PathControl::begin_cycle() {
  selector_.idle();
  take_choice();
  for (WarpMask rest = changing_; rest != 0; rest &= rest - 1)
    step(static_cast<unsigned>(std::countr_zero(rest)));
  held_ += static_cast<unsigned>(std::popcount(changing_));
  set_open(~changing_);
}

void PathControl::take_choice() {
  const RepresentativeLane* const chosen = selector_.response();
  if (chosen == nullptr) return;
  if (asked_.empty())
    throw Error({.place = selector_.name(), .what = "a representative comes that nobody has asked for"});
  const Asked a = asked_.front();
  asked_.pop();
  WarpState& s = warps_at_[a.warp];
  s.to.representative[a.path] = chosen->lane.value;
  s.choosing = static_cast<std::uint8_t>(s.choosing & ~(1u << a.path));
}

void PathControl::expand(unsigned w, unsigned r, unsigned path, RegisterSimilarity known) {
  WarpState& s = warps_at_[w];
  const auto reg = static_cast<std::uint8_t>(r);
  s.expansions.push_back({reg, static_cast<std::uint8_t>(path), known});
  s.moves.push_back({reg, table_.lanes(w, path)});
  changing_ |= WarpMask{1} << w;
}

/// Scalars of one path are expanded because of the other one's results: before all other steps of the warp.
bool PathControl::expands(unsigned w, WarpState& s) {
  if (s.expansions.empty()) return s.shows_in != 0 && --s.shows_in != 0;
  if ((*warps_)[w].program.stack.done()) {  // nobody will read them
    s.expansions.clear();
    s.moves.clear();
    return false;
  }
  if (!s.moves.empty() || s.outstanding != 0 || !drained(w)) return true;
  for (unsigned n = 0; n < similarity_updates && !s.expansions.empty(); ++n, s.expansions.pop_back())
    table_.update(w, s.expansions.back().reg, s.expansions.back().path, s.expansions.back().known);
  s.shows_in = 2;
  return true;
}

/// As far as the warp comes in this cycle.
void PathControl::step(unsigned w) {
  WarpState& s = warps_at_[w];
  if (expands(w, s)) return;
  switch (s.state) {
    case State::updating:
      if (++s.since < 2) return;
      s.state = State::look;
      [[fallthrough]];
    case State::look:
      if (fits(w)) return settle(w, s);
      s.state = State::drain;
      [[fallthrough]];
    case State::drain:
      if (!drained(w)) return;
      // What is known of its registers depends on results that were on their way.
      if (!plan(w, s)) return settle(w, s);
      s.state = State::choose;
      [[fallthrough]];
    case State::choose:
      if (s.choices != 0) return choose(w, s);
      s.state = State::choosing;
      [[fallthrough]];
    case State::choosing:
      if (s.choosing != 0) return;
      add_moves(w, s);
      s.state = State::move;
      [[fallthrough]];
    case State::move:
      if (s.moves.empty() && s.outstanding == 0) update_table(w, s);
      return;
    case State::settled:
      return settle(w, s);  // something was expanded
  }
}

/// Nothing of the warp is still to read or to write a register.
bool PathControl::drained(unsigned w) const {
  const ExecutionContext& program = (*warps_)[w].program;
  return !program.reading.operands().registers.any() && !program.writing.registers.any();
}

bool PathControl::anything_known(unsigned w) const {
  for (unsigned r = 0; r < registers_; ++r)
    for (unsigned path = 0; path < divergence_paths; ++path)
      if (table_.of(w, r, path).similar) return true;
  return false;
}

void PathControl::settle(unsigned w, WarpState& s) {
  s.state = State::settled;
  changing_ &= ~(WarpMask{1} << w);
}

/// The warp goes on with all lanes of one of its paths, or not at all.
bool PathControl::fits(unsigned w) const {
  const ptx::SimtStack& stack = (*warps_)[w].program.stack;
  const LaneMask first = table_.lanes(w, 0), second = table_.lanes(w, 1);
  return stack.done() || ((first | second) == stack.alive() &&
                          (stack.active() == first || (second != 0 && stack.active() == second)));
}

/// What the paths of a drained warp, which do not fit, become: one change after another; false when it goes
/// on with a part of a path of whose registers nothing is known.
bool PathControl::plan(unsigned w, WarpState& s) {
  const ptx::SimtStack& stack = (*warps_)[w].program.stack;
  const LaneMask active = stack.active(), alive = stack.alive();
  const LaneMask first = table_.lanes(w, 0), second = table_.lanes(w, 1);
  s.choices = 0;
  if (((first | second) & ~alive) != 0) {
    plan_exit(w, s, alive);
    return true;
  }
  if (second != 0 && (active & ~first) != 0 && (active & ~second) != 0) {
    s.cause = Cause::join;
    s.to.lanes = {first | second, 0};
    s.bits = keep_unwritten_ ? PathChange::copy_first : PathChange::clear;
    s.choices = 1;
    return true;
  }
  if (second == 0 && active != first) {
    s.cause = Cause::split;
    s.to.lanes = {active, first & ~active};
    s.bits = scalar_file_ ? PathChange::clear : PathChange::copy_first;
    s.choices = 3;
    return true;
  }
  if (!anything_known(w)) return false;
  s.cause = Cause::second_split;
  s.to = table_.paths(w);
  s.bits = PathChange::clear;
  return true;
}

void PathControl::plan_exit(unsigned w, WarpState& s, LaneMask alive) {
  s.cause = Cause::exit;
  s.bits = PathChange::keep;
  s.to = table_.paths(w);
  for (unsigned path = 0; path < divergence_paths; ++path) {
    const LaneMask before = std::exchange(s.to.lanes[path], s.to.lanes[path] & alive);
    if (s.to.lanes[path] != before && s.to.lanes[path] != 0)
      s.choices |= static_cast<std::uint8_t>(1u << path);
  }
  if (s.to.lanes[0] != 0) return;
  // The other path is the whole warp now.
  s.to.lanes = {s.to.lanes[1], 0};
  s.bits = PathChange::copy_second;
  s.choices = 1;
}

void PathControl::choose(unsigned w, WarpState& s) {
  if (selector_.driven()) return;
  const auto path = static_cast<unsigned>(std::countr_zero(s.choices));
  s.choices &= static_cast<std::uint8_t>(s.choices - 1);
  s.choosing |= static_cast<std::uint8_t>(1u << path);
  selector_.start({s.to.lanes[path]});
  ++chosen_;
  asked_.push({static_cast<std::uint8_t>(w), static_cast<std::uint8_t>(path)});
}

void PathControl::add_moves(unsigned w, WarpState& s) {
  const auto new_representative = [&](unsigned path) { return LaneMask{1} << s.to.representative[path]; };
  switch (s.cause) {
    case Cause::begin:
    case Cause::other_path:
      return;
    case Cause::split: {
      if (scalar_file_) return add_moves(w, s, 0, table_.lanes(w, 0));
      // Where the last split had the same representatives, they still have copies of what was not written
      // since.
      const LaneMask copies = new_representative(0) | new_representative(1);
      const bool same = keep_unwritten_ && (copies & ~s.copies) == 0;
      s.copies = copies;
      return add_moves(w, s, 0, copies, same ? table_.written_since_split(w) : ~std::uint64_t{0});
    }
    case Cause::join:
      if (keep_unwritten_) return join_moves(w, s);
      [[fallthrough]];
    case Cause::second_split:
      for (unsigned path = 0; path < divergence_paths; ++path) add_moves(w, s, path, table_.lanes(w, path));
      return;
    case Cause::exit:
      if (scalar_file_) return;
      for (unsigned path = 0; path < divergence_paths; ++path) {
        const unsigned to = s.bits == PathChange::copy_second ? 0 : path;
        if (s.to.lanes[to] == 0 || (s.bits == PathChange::copy_second && path == 0)) continue;
        if (new_representative(to) != table_.representative_mask(w, path))
          add_moves(w, s, path, new_representative(to));
      }
  }
}

bool PathControl::holds_value(unsigned w, unsigned r) const {
  const RegisterMapper* const mapper = hooks_->mapper();
  return mapper == nullptr || mapper->maps(w, r);
}

/// The scalars of a path go to these lanes, those `among` some registers.
void PathControl::add_moves(unsigned w, WarpState& s, unsigned path, LaneMask lanes, std::uint64_t among) {
  for (unsigned r = 0; r < registers_; ++r)
    if ((among >> r & 1) != 0) add_move(w, s, r, path, lanes);
}

void PathControl::add_move(unsigned w, WarpState& s, unsigned r, unsigned path, LaneMask lanes) {
  if (table_.of(w, r, path).stored && holds_value(w, r))
    s.moves.push_back({static_cast<std::uint8_t>(r), lanes});
}

/// What was written since the split is expanded. A scalar that was not lies in the representatives of both
/// paths; the new one may be another lane.
void PathControl::join_moves(unsigned w, WarpState& s) {
  const std::uint64_t written = table_.written_since_split(w);
  const LaneMask chosen = LaneMask{1} << s.to.representative[0];
  const bool elsewhere =
      ((table_.representative_mask(w, 0) | table_.representative_mask(w, 1)) & chosen) == 0;
  for (unsigned r = 0; r < registers_; ++r) {
    const std::uint64_t reg = std::uint64_t{1} << r;
    if ((written & reg) == 0) {
      if (elsewhere) add_move(w, s, r, 0, chosen);
      continue;
    }
    if (table_.of(w, r, 0).similar) s.forget |= reg;
    for (unsigned path = 0; path < divergence_paths; ++path) add_move(w, s, r, path, table_.lanes(w, path));
  }
}

/// What is not known any more, some registers a cycle, and with the last of these the paths.
void PathControl::update_table(unsigned w, WarpState& s) {
  for (unsigned n = 0; n < similarity_updates && s.forget != 0; ++n, s.forget &= s.forget - 1)
    table_.update(w, static_cast<unsigned>(std::countr_zero(s.forget)), 0, {});
  if (s.forget != 0) return;
  table_.change(w, {s.bits, s.to.lanes, s.to.representative});
  ++changes_;
  s.since = 0;
  s.state = State::updating;
}

const OfferedInstruction* PathControl::offer() {
  for (WarpMask rest = changing_; rest != 0; rest &= rest - 1) {
    const auto w = static_cast<unsigned>(std::countr_zero(rest));
    WarpState& s = warps_at_[w];
    if (s.state != State::move && s.expansions.empty()) continue;
    while (!s.moves.empty() && !holds_value(w, s.moves.back().reg)) s.moves.pop_back();
    if (s.moves.empty()) continue;
    const Move& m = s.moves.back();
    offered_.instruction = &mov_[m.reg];
    offered_.hazards = &hazards_[m.reg];
    offered_.warp = w;
    offered_.lanes = m.lanes;
    return &offered_;
  }
  return nullptr;
}

void PathControl::taken(const InFlight& f) {
  WarpState& s = warps_at_[f.warp];
  s.moves.pop_back();
  ++s.outstanding;
  ++*moves_[static_cast<unsigned>(s.expansions.empty() ? s.cause : Cause::other_path)];
}

}  // namespace heddle
