// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hw/sim/feed_forward_unit.hpp"
#include "hw/sm/hooks/instruction_source.hpp"
#include "hw/sm/hooks/issue_gate.hpp"
#include "hw/sm/warps/warp_table.hpp"
#include "hw/warp_approximation/representative_selector/representative_selector.hpp"
#include "hw/warp_approximation/similarity_table.hpp"
#include "hw/warp_approximation/warp_approximation.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// What the divergence of warps does to scalars (Wong2016, section 3.1.3): at a split each path gets a copy,
/// at a join, and where a path splits again, all lanes do. A MOV reads the representative lane and writes the
/// others; meanwhile the warp issues nothing.
///
/// At a join, registers that were written since the split are expanded; of the others each path holds what
/// the warp held before. With keep_unwritten=false all are expanded, as in Wong2016 section 3.1.3.
///
/// A register without a mapping needs no MOV, because no instruction reads it.
///
/// Where scalars have a register file of their own, which holds those of whole warps alone, a split expands
/// them, and the exit of lanes moves none. With a single SimilarBit for both paths, a result of one path may
/// expand the scalar of the other (`expand`).
///
/// When the results of a warp whose lanes have changed are in the banks, its new representatives are chosen,
/// one a cycle for all warps, the MOVs are issued, and the table is updated.
class PathControl final : public InstructionSource, public IssueGate {
 public:
  PathControl(const WarpApproximationConfig& config, SimilarityTable& table, const SmTechniqueParts& parts);

  void attach(const SmStations& stations);
  void begin(unsigned registers) { registers_ = registers; }
  void begin_cycle();
  bool busy() const { return changing_ != 0; }

  void warp_begins(unsigned w, LaneMask launched);
  /// The lanes with which the warp goes on are others than before.
  void lanes_change(unsigned w);
  /// A result of warp w is the reason that register r is no scalar of `path` any more, whose lanes have not
  /// been written: a MOV writes them, behind the result, and then `known` is what the table says. The warp
  /// issues nothing from the next cycle on until then.
  void expand(unsigned w, unsigned r, unsigned path, RegisterSimilarity known);

  Turn turn() const override { return Turn::ahead; }
  const OfferedInstruction* offer() override;
  void taken(const InFlight& f) override;
  void written(const RegisterWrite& w) override { --warps_at_[w.warp].outstanding; }

 private:
  enum class State : std::uint8_t { settled, look, drain, choose, choosing, move, updating };
  enum class Cause : std::uint8_t { begin, exit, join, split, second_split, other_path };
  struct Move {
    std::uint8_t reg = 0;
    LaneMask lanes = 0;
  };
  struct Expansion {
    std::uint8_t reg = 0, path = 0;
    RegisterSimilarity known{};
  };
  struct WarpState {
    State state = State::settled;
    Cause cause = Cause::begin;
    WarpPaths to{};                       ///< the paths that the warp is to have
    PathChange bits{};                    ///< what becomes of the table's bits
    std::uint8_t choices = 0;             ///< bit p: the representative of path p is to be chosen
    std::uint8_t choosing = 0;            ///< bit p: the selector has not answered
    std::vector<Move> moves{};            ///< the next one last
    LaneMask copies = 0;                  ///< representatives of the last split's paths
    std::uint64_t forget = 0;             ///< registers of which nothing is known behind the MOVs
    unsigned outstanding = 0;             ///< MOVs issued and not written
    unsigned since = 0;                   ///< cycles since the table was updated
    std::vector<Expansion> expansions{};  ///< whose MOVs are in `moves` until they are issued
    unsigned shows_in = 0;                ///< cycles, the table what became of them
  };

  void step(unsigned w);
  bool expands(unsigned w, WarpState& s);
  void settle(unsigned w, WarpState& s);
  bool fits(unsigned w) const;
  bool plan(unsigned w, WarpState& s);
  bool drained(unsigned w) const;
  void plan_exit(unsigned w, WarpState& s, LaneMask alive);
  void choose(unsigned w, WarpState& s);
  void take_choice();
  void add_moves(unsigned w, WarpState& s);
  void add_moves(unsigned w, WarpState& s, unsigned path, LaneMask lanes,
                 std::uint64_t among = ~std::uint64_t{0});
  void add_move(unsigned w, WarpState& s, unsigned r, unsigned path, LaneMask lanes);
  void join_moves(unsigned w, WarpState& s);
  void update_table(unsigned w, WarpState& s);
  bool anything_known(unsigned w) const;
  bool holds_value(unsigned w, unsigned r) const;

  SimilarityTable& table_;
  const bool scalar_file_, keep_unwritten_;
  FeedForwardUnit<RepresentativeSelector> selector_;
  WarpTable* warps_ = nullptr;
  const SmHooks* hooks_ = nullptr;
  unsigned registers_ = 0;  ///< of a warp
  std::vector<WarpState> warps_at_;
  WarpMask changing_ = 0;  ///< warps that are not settled
  struct Asked {
    std::uint8_t warp, path;
  };
  Ring<Asked> asked_;                  ///< what the selector is choosing
  std::vector<ptx::Instruction> mov_;  ///< by register
  std::vector<Hazards> hazards_;       ///< the same
  OfferedInstruction offered_{.takes_slot = false};
  std::array<Counter*, 6> moves_{};  ///< by Cause; null where there is none
  Counter &held_, &chosen_, &changes_;
};

}  // namespace heddle
