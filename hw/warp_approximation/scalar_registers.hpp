// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <vector>

#include "hw/sim/feed_forward_unit.hpp"
#include "hw/sm/hooks/register_encoding.hpp"
#include "hw/warp_approximation/lane_decisions.hpp"
#include "hw/warp_approximation/scalar_file.hpp"
#include "hw/warp_approximation/similarity_table.hpp"
#include "hw/warp_approximation/value_broadcaster/value_broadcaster.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// How registers lie in the banks: in full, or as a scalar in the lane that represents a path of the warp
/// (Wong2016, section 3.1). A scalar is read from that lane alone, and a value_broadcaster at the end of each
/// cluster's banks gives it to all lanes (section 3.2), so that all kinds of instructions can use it.
///
/// Where another technique encodes registers, it does so with those that are no scalars. To it, a scalar is
/// an uncompressed register of which some lanes were written. The broadcasters stand behind its decoders.
///
/// With `own_file`, a scalar of a whole warp lies in a ScalarFile instead, and the paths of a split have
/// none.
///
/// Instructions that other techniques offer, such as those that spill registers, read and write the contents
/// of the banks without a broadcast. Nothing is known of the registers of other contexts than the program's.
class ScalarRegisters final : public EncodingLayer {
 public:
  ScalarRegisters(SimilarityTable& table, const LaneDecisions& decisions, bool own_file,
                  const SmTechniqueParts& parts);

  /// `moves`: the source of the MOVs at changes of paths.
  void attach(const SmStations& stations, const InstructionSource& moves) {
    moves_ = &moves;
    hooks_ = &stations.hooks;
    warps_ = &stations.warps;
  }
  void begin_cycle();
  bool busy() const { return reads_ != 0; }
  /// Does the instruction get a scalar that it reads in all lanes?
  bool decodes(const InFlight& f) const;
  /// Must a result that a technique has offered not be encoded, because its register is a scalar?
  bool stays_uncompressed(const RegisterWrite& w) const;
  /// May a path of warp w have scalars at present?
  bool may_store(unsigned w) const { return !file_ || table_.lanes(w, 1) == 0; }
  /// The banks that a scalar in `lane` is written to.
  BankSet banks_of_scalar(LaneMask lane) const {
    return file_ ? BankSet{0} : RegisterBanks::lane_banks(lane);
  }

  void enclose(RegisterEncoding& inner) override;
  const WarpRegister* read_done(unsigned cluster) override;
  void start_read(unsigned cluster, const InFlight& f, unsigned k, const WarpRegister& bytes) override;
  BankSet banks(RegisterId r) const override { return inner_->banks(r); }
  bool by_lane(RegisterId r) const override { return inner_->by_lane(r); }
  LaneMask read_lanes(const InFlight& f, unsigned k) const override;
  bool may_need_move(const InFlight& f) const override { return f.source != moves_; }
  /// A scalar stands for all lanes of a path.
  bool partial(const InFlight& f) const override { return divides_path(f) || !f.whole; }
  bool needs_move(const InFlight& f, unsigned k) const override {
    return expands_scalar(f, k) || (!f.whole && inner_->needs_move(f, k));
  }
  /// A scalar counts as one until the instruction that writes some of its lanes has entered.
  bool moves_before_issue(const InFlight& f, unsigned k) const override { return !expands_scalar(f, k); }
  LaneMask move_lanes(const InFlight& f, unsigned k) const override {
    return expands_scalar(f, k) ? table_.lanes(f.warp, path_of(f)) : all_lanes;
  }
  PartialWrites partial_writes() const override { return inner_->partial_writes(); }
  std::uint8_t uncompressed_encoding() const override { return inner_->uncompressed_encoding(); }
  void writing(unsigned requester, const RegisterWrite& w) override;
  void store(RegisterBanks& banks, const RegisterWrite& w) override;
  WarpRegister peek(const RegisterBanks& banks, RegisterId r) const override;
  void clear(RegisterRange range) override { inner_->clear(range); }

 private:
  /// Of a register that is read: does one lane hold the value of all, and which?
  struct Spread {
    bool scalar = false;
    std::uint8_t representative = 0;
  };
  unsigned path_of(const InFlight& f) const { return table_.path_of(f.warp, f.lanes.active); }
  /// What is known of architected register r, for the path of the instruction.
  RegisterSimilarity known(const InFlight& f, unsigned r) const { return table_.of(f.warp, r, path_of(f)); }
  /// Is source k a scalar that the instruction gets in all lanes?
  bool reads_scalar(const InFlight& f, unsigned k) const {
    return decodes(f) && (decisions_.of(f).scalars.value >> k & 1) != 0;
  }
  bool divides_path(const InFlight& f) const {
    return !f.injected() && f.lanes.active != table_.lanes(f.warp, path_of(f));
  }
  bool expands_scalar(const InFlight& f, unsigned k) const {
    return divides_path(f) && known(f, f.instruction->destinations[k]).stored;
  }
  void spread(unsigned cluster, const WarpRegister& value, const Spread& s);

  SimilarityTable& table_;
  const LaneDecisions& decisions_;
  std::optional<ScalarFile> file_;
  const InstructionSource* moves_ = nullptr;
  const SmHooks* hooks_ = nullptr;
  const WarpTable* warps_ = nullptr;
  RegisterEncoding* inner_ = nullptr;
  bool encoded_ = false;                                        ///< by another technique, within
  std::deque<FeedForwardUnit<ValueBroadcaster>> broadcasters_;  ///< by cluster
  std::array<Ring<Spread>, clusters> decoding_{};               ///< reads that the encoding within decodes
  /// Of a physical register: whose it was when it was written last. For `peek` alone.
  struct Owner {
    std::uint8_t warp = 0, reg = 0;
    bool of_program = false;
  };
  std::vector<Owner> owners_;
  unsigned reads_ = 0;
  unsigned driven_ = 0;  ///< bit c: the broadcaster of cluster c has a request
  Counter& broadcasts_;
};

}  // namespace heddle
