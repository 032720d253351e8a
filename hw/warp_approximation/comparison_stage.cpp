// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/comparison_stage.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/sm/types/sm_config.hpp"
#include "hw/warp_approximation/approximation_stats.hpp"
#include "models/base/error.hpp"

namespace heddle {

ComparisonStage::ComparisonStage(const WarpApproximationConfig& config, SimilarityTable& table,
                                 SimilarityLevel& level, const ScalarRegisters& registers,
                                 const SmTechniqueParts& parts)
    : exact_scalars_(config.exact_scalars),
      single_bit_(config.single_bit),
      count_equal_(config.closed_loop.count_equal),
      table_(table),
      level_(level),
      registers_(registers),
      expected_(std::size_t{most_warp_registers} * parts.config.warps),
      compared_(approximation_stats(parts).counter("compared_results", "warp registers",
                                                   "that entered a comparator")),
      similar_(approximation_stats(parts).counter("similar_results", "warp registers",
                                                  "of these, similar in all lanes of their path")),
      stored_(approximation_stats(parts).counter("scalar_results", "warp registers",
                                                 "of these, written to the representative lane alone")),
      bypassed_(approximation_stats(parts).counter("bypassed_results", "warp registers",
                                                   "of a representative lane that pass the bypass check")),
      new_(approximation_stats(parts).counter(
          "new_similar_instructions", "warp instructions",
          "in regions, whose result was found similar though not all their sources were")) {
  for (unsigned k = 0; k < config.comparators; ++k)
    units_.emplace_back(k, config.comparison_stages == 2, parts);
}

ComparisonStage::Unit::Unit(unsigned number, bool two_stages, const SmTechniqueParts& parts)
    : comparator(fmt::format("similarity_comparator_{}", number), {two_stages ? 0u : 1u}, parts.clock,
                 parts.rst_n, parts.blocks) {
  if (two_stages)
    selector = std::make_unique<FeedForwardUnit<SimilaritySelector>>(
        fmt::format("similarity_selector_{}", number), SimilaritySelectorConfig{}, parts.clock, parts.rst_n,
        parts.blocks, &comparator);
}

void ComparisonStage::begin_cycle() {
  next_response_ = 0;
  if (!driven_) return;
  driven_ = false;
  for (Unit& u : units_)
    if (u.selector)
      u.selector->idle();
    else
      u.comparator.idle();
}

void ComparisonStage::expect(const InFlight& f, const InstructionApproximation& code, std::uint8_t d,
                             const DecidedLanes& decided) {
  // Where one lane stands for all, the sources are known to be similar.
  const bool opportunity = !decided.one_lane && code.counted() && !decided.similar;
  for (unsigned k = 0; k < f.instruction->destination_count; ++k)
    expected(f.warp, f.instruction->destinations[k]) = {
        .of_path = decided.of_path,
        .approximate = code.is == Approximation::approximable,
        .representative = decided.one_lane,
        .opportunity = k == 0 && opportunity,
        .path = decided.path.value,
        .d = (code.exact_destinations >> k & 1) != 0 ? std::uint8_t{0} : d};
}

/// Destination k is compared with source k, or the last one where there are fewer.
void ComparisonStage::operands(const InFlight& f) {
  const unsigned sources = f.instruction->source_count;
  if (sources == 0) return;
  const unsigned path = table_.path_of(f.warp, f.lanes.active);
  for (unsigned k = 0; k < f.instruction->destination_count; ++k)
    expected(f.warp, f.instruction->destinations[k]).input =
        f.operands.source[std::min(k, sources - 1)][table_.representative(f.warp, path)];
}

bool ComparisonStage::start(const RegisterWrite& w) {
  for (Unit& u : units_) {
    if (u.driven()) continue;
    const Expected& e = expected(w.warp, w.architected);
    const auto start_in = [&](auto& unit) {
      auto& request = unit.staged();
      request.data = w.data;
      request.active = w.lanes;
      request.d.value = e.d;
      request.input = e.input;
      unit.start();
    };
    if (u.selector)
      start_in(*u.selector);
    else
      start_in(u.comparator);
    u.inside.push(w);
    ++inside_;
    driven_ = true;
    return true;
  }
  return false;
}

bool ComparisonStage::done(RegisterWrite& out) {
  while (next_response_ < units_.size()) {
    Unit& u = units_[next_response_++];
    const ComparedResult* const compared = u.comparator.response();
    if (compared == nullptr) continue;
    if (u.inside.empty())
      throw Error({.place = u.comparator.name(), .what = "a comparator answers more often than it is asked"});
    out = u.inside.front();
    u.inside.pop();
    --inside_;
    out.data = compared->data;
    if (!out.injected()) {
      decide(out, *compared);
    } else if (registers_.stays_uncompressed(out)) {
      out.partial = true;
      out.banks = RegisterBanks::lane_banks(out.lanes);
    }
    return true;
  }
  return false;
}

/// What is known of the register's value, and which lanes are written (sections 3.1.1 and 3.2). Where some
/// lanes of a path are written, nothing is known of the register any more.
void ComparisonStage::decide(RegisterWrite& w, const ComparedResult& c) {
  const Expected& e = expected(w.warp, w.architected);
  RegisterSimilarity s;
  ++compared_;
  if (e.of_path && c.similar) {
    s.similar = true;
    s.stored = may_store(w, e, c);
    s.d = s.stored || c.equal ? 0 : e.d;
    ++similar_;
    if (e.representative && c.bypass) ++bypassed_;
    if (e.opportunity && (count_equal_ || !c.equal)) {
      ++new_;
      level_.found_new();
    }
  }
  if (single_bit_ && table_.lanes(w.warp, 1) != 0) share_bits(w, e.path, s);
  table_.update(w.warp, w.architected, e.path, s);
  if (!s.stored) return;
  ++stored_;
  w.partial = true;
  w.lanes = table_.representative_mask(w.warp, e.path);
  w.banks = registers_.banks_of_scalar(w.lanes);
}

/// A similar result of a path. With a single bit, a path of a split may store a scalar only where the
/// register has been one since the split: the other path has a scalar, too, then.
bool ComparisonStage::may_store(const RegisterWrite& w, const Expected& e, const ComparedResult& c) const {
  return (e.approximate || (exact_scalars_ && c.equal)) && registers_.may_store(w.warp) &&
         (!single_bit_ || table_.lanes(w.warp, 1) == 0 || table_.of(w.warp, w.architected, e.path).stored);
}

/// With a single bit, what is found for one path of a split must hold for the other one, too. Its scalar is
/// expanded where this one is none any more (section 3.1.3).
void ComparisonStage::share_bits(const RegisterWrite& w, unsigned path, RegisterSimilarity& found) {
  const unsigned other = 1 - path;
  const RegisterSimilarity before = table_.of(w.warp, w.architected, other);
  found.similar &= before.similar;
  found.d = found.similar ? std::max(found.d, before.d) : std::uint8_t{0};
  if (before.stored && !found.stored)
    paths_->expand(w.warp, w.architected, other, found);
  else if (before != found)
    table_.update(w.warp, w.architected, other, found);
}

}  // namespace heddle
