// SPDX-License-Identifier: Apache-2.0
#include "tb/warp_approximation/similar_register_table/similar_register_table_coverage.hpp"

#include <bit>

namespace heddle {
namespace {

constexpr unsigned no_bit = 5;

const Arises never_beyond =
    never_in_system("the table of an SM has an entry for each register that an instruction can name");
const Arises never_meet = never_in_system("the scoreboard lets one write to a register be under way");
const Arises never_at_once = never_in_system("the paths of a warp change when its results are written");

std::vector<std::uint64_t*> changes(Coverage& coverage) {
  std::vector<std::uint64_t*> all;
  for (const char* name : {"that leaves the entries", "that copies path 0 to path 1",
                           "that copies path 1 to path 0", "that clears"})
    all.push_back(&coverage.member("a change of kind {}", static_cast<unsigned>(all.size()),
                                   std::string("a change ") + name));
  return all;
}

}  // namespace

SimilarRegisterTableCoverage::SimilarRegisterTableCoverage(const SimilarRegisterTableConfig& config)
    : registers_(config.registers),
      by_lane_(coverage.points("an update in lane {}", 0, similarity_updates - 1)),
      by_path_(coverage.points("an update of path {}", 0, divergence_paths - 1)),
      d_bit_(coverage.points("an entry whose d has bit {}", 0, similarity_bits - 1)),
      register_(coverage.points("an update of register {}", 0, config.registers - 1)),
      change_(changes(coverage)),
      lane_of_path_0_(coverage.points("path 0 represented by lane {}", 0, warp_size - 1)),
      lane_of_path_1_(coverage.points("path 1 represented by lane {}", 0, warp_size - 1)),
      idle_(coverage.point("nothing to do")),
      all_at_once_(coverage.point("all lanes at once")),
      meet_(coverage.point("different updates of one entry", never_meet)),
      both_paths_(coverage.point("updates of both paths of a register", never_meet)),
      similar_(coverage.point("an entry that is similar")),
      stored_(coverage.point("an entry that is stored as a scalar")),
      bit_5_(coverage.point("an update with bit 5", never_in_system("an entry has no bit 5"))),
      beyond_(coverage.point("an update of a register without an entry", never_beyond)),
      copied_from_(coverage.point("an update of what is copied", never_at_once)),
      copied_over_(coverage.point("an update of what is copied over", never_at_once)),
      cleared_too_(coverage.point("an update of what is cleared", never_at_once)),
      kept_too_(coverage.point("an update of what a change leaves", never_at_once)),
      copies_first_(coverage.point("path 1 gets an entry that it had not")),
      copies_second_(coverage.point("path 0 gets an entry that it had not")),
      clears_(coverage.point("something known is cleared")),
      keeps_(coverage.point("something known stays in a change")),
      no_lanes_(coverage.point("one path without lanes")),
      ended_(coverage.point("no path with lanes", never_in_system("a warp without lanes has ended"))),
      all_lanes_(coverage.point("a path of all lanes")),
      reset_(coverage.point("reset while something is known", only_a_bench_resets())) {}

void SimilarRegisterTableCoverage::observe(PinValues in, PinValues out, bool rst_n) {
  shown_ = &reinterpret_cast<const Level<KnownSimilarity>*>(out[0])->payload.entries;
  if (!rst_n) {
    if (!in_reset_) reset_ += *shown_ != SimilarRegisters::Entries{};
    in_reset_ = true;
    return;
  }
  in_reset_ = false;
  const SimilarityUpdates& update = reinterpret_cast<const Level<SimilarityUpdates>*>(in[0])->payload;
  const auto& path = *reinterpret_cast<const Beat<PathUpdate>*>(in[1]);
  idle_ += update.valid.value == 0 && !path.valid;
  if (update.valid.value != 0) see_updates(update, path);
  if (!path.valid) return;
  ++*change_[static_cast<unsigned>(path.payload.change)];
  see_paths(path.payload);
  see_effect(path.payload);
}

void SimilarRegisterTableCoverage::see_updates(const SimilarityUpdates& update,
                                               const Beat<PathUpdate>& path) {
  all_at_once_ += update.valid.value == (1u << similarity_updates) - 1;
  for (unsigned rest = update.valid.value; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(rest));
    const unsigned r = update.registers[i], p = update.path.value >> i & 1;
    bit_5_ += update.entries[i] >> no_bit & 1;
    if (r >= registers_) {
      ++beyond_;
      continue;
    }
    ++*by_lane_[i];
    ++*by_path_[p];
    const auto entry = RegisterSimilarity::of_pins(update.entries[i]);
    similar_ += entry.similar;
    stored_ += entry.stored;
    for (unsigned bit = 0; bit < d_bit_.size(); ++bit) *d_bit_[bit] += entry.d >> bit & 1;
    ++*register_[r];
    for (unsigned later = rest & (rest - 1); later != 0; later &= later - 1) {
      const auto j = static_cast<unsigned>(std::countr_zero(later));
      if (update.registers[j] != r) continue;
      const bool other = (update.path.value >> j & 1) != p;
      both_paths_ += other;
      meet_ += !other && entry != RegisterSimilarity::of_pins(update.entries[j]);
    }
    if (path.valid) see_beside(path.payload, p);
  }
}

void SimilarRegisterTableCoverage::see_beside(const PathUpdate& path, unsigned p) {
  copied_from_ += path.change == (p == 0 ? PathChange::copy_first : PathChange::copy_second);
  copied_over_ += path.change == (p == 0 ? PathChange::copy_second : PathChange::copy_first);
  cleared_too_ += path.change == PathChange::clear;
  kept_too_ += path.change == PathChange::keep;
}

void SimilarRegisterTableCoverage::see_paths(const PathUpdate& path) {
  ++*lane_of_path_0_[path.representative[0] % warp_size];
  ++*lane_of_path_1_[path.representative[1] % warp_size];
  no_lanes_ += (path.lanes[0] == 0) != (path.lanes[1] == 0);
  ended_ += path.lanes == decltype(path.lanes){};
  all_lanes_ += path.lanes[0] == ~LaneMask{0} || path.lanes[1] == ~LaneMask{0};
}

void SimilarRegisterTableCoverage::see_effect(const PathUpdate& path) {
  for (unsigned r = 0; r < registers_; ++r) {
    const std::uint8_t first = (*shown_)[2 * r], second = (*shown_)[2 * r + 1];
    copies_first_ += path.change == PathChange::copy_first && first != second;
    copies_second_ += path.change == PathChange::copy_second && first != second;
    clears_ += path.change == PathChange::clear && (first | second) != 0;
    keeps_ += path.change == PathChange::keep && first != second;
  }
}

}  // namespace heddle
