#pragma once

#include <array>
#include <deque>
#include <vector>

#include "hw/sim/feed_forward_unit.hpp"
#include "hw/sm/hooks/register_encoding.hpp"
#include "hw/warp_approximation/similarity_table.hpp"
#include "hw/warp_approximation/value_broadcaster/value_broadcaster.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// How registers lie in the banks: in full, or as a scalar in the lane that represents a path of the warp
/// (Wong2016, section 3.1). A scalar is read from that lane alone, and a value_broadcaster at the end of each
/// cluster's banks gives it to all lanes (section 3.2), so that all kinds of instructions can use it.
///
/// With another encoding within, that one holds registers in full as it does, scalars as uncompressed ones of
/// which some lanes were written, and the broadcasters stand behind its decoders.
///
/// Instructions of other sources, which spill registers, read and write them as they lie.
class ScalarRegisters final : public EncodingLayer {
 public:
  ScalarRegisters(SimilarityTable& table, const SmTechniqueParts& parts);

  /// `moves`: the source of the MOVs at changes of paths.
  void attach(Clocked& sm, const InstructionSource& moves);
  void begin_cycle();
  bool busy() const { return reads_ != 0; }
  /// Must this result stay as it is, whatever encodes results? A scalar that some source has rewritten.
  bool stays_uncompressed(const RegisterWrite& w) const;

  void lie_around(RegisterEncoding* inner) override;
  const WarpRegister* read_done(unsigned cluster) override;
  void start_read(unsigned cluster, const InFlight& f, unsigned k, const WarpRegister& bytes) override;
  BankSet banks(RegisterId r) const override { return inner_ != nullptr ? inner_->banks(r) : all_banks; }
  bool by_lane(RegisterId r) const override { return inner_ == nullptr || inner_->by_lane(r); }
  LaneMask read_lanes(const InFlight& f, unsigned k) const override;
  bool may_need_move(const InFlight& f) const override { return f.source != moves_; }
  /// A scalar stands for all lanes of a path.
  bool partial(const InFlight& f) const override {
    return divides_path(f) || (inner_ != nullptr && !f.whole);
  }
  bool needs_move(const InFlight& f, unsigned k) const override {
    return expands_scalar(f, k) || (inner_ != nullptr && !f.whole && inner_->needs_move(f, k));
  }
  LaneMask move_lanes(const InFlight& f, unsigned k) const override {
    return expands_scalar(f, k) ? table_.lanes(f.warp, path_of(f)) : all_lanes;
  }
  PartialWrites partial_writes() const override {
    return inner_ != nullptr ? inner_->partial_writes() : PartialWrites::encoded;
  }
  std::uint8_t uncompressed_encoding() const override {
    return inner_ != nullptr ? inner_->uncompressed_encoding() : std::uint8_t{0};
  }
  void writing(unsigned requester, const RegisterWrite& w) override;
  void store(RegisterBanks& banks, const RegisterWrite& w) override {
    inner_ != nullptr ? inner_->store(banks, w) : store_as_it_is(banks, w);
  }
  WarpRegister peek(const RegisterBanks& banks, RegisterId r) const override;
  void clear(RegisterRange range) override {
    if (inner_ != nullptr) inner_->clear(range);
  }
  bool clears_many() const override { return inner_ == nullptr || inner_->clears_many(); }

 private:
  /// Of a register that is read: does one lane hold the value of all, and which?
  struct Spread {
    bool scalar = false;
    std::uint8_t representative = 0;
  };
  unsigned path_of(const InFlight& f) const { return table_.path_of(f.warp, f.lanes.active); }
  /// What is known of architected register r, for the path of the instruction.
  RegisterSimilarity known(const InFlight& f, unsigned r) const { return table_.of(f.warp, r, path_of(f)); }
  /// Is the register that the instruction reads to be seen as a scalar, if it is one?
  bool decodes(const InFlight& f) const { return !f.injected() || f.in_place || f.source == moves_; }
  bool divides_path(const InFlight& f) const {
    return !f.injected() && f.lanes.active != table_.lanes(f.warp, path_of(f));
  }
  bool expands_scalar(const InFlight& f, unsigned k) const {
    return divides_path(f) && known(f, f.instruction->destinations[k]).stored;
  }
  void spread(unsigned cluster, const WarpRegister& value, const Spread& s);

  SimilarityTable& table_;
  const InstructionSource* moves_ = nullptr;
  RegisterEncoding* inner_ = nullptr;
  std::deque<FeedForwardUnit<ValueBroadcaster>> broadcasters_;  ///< by cluster
  std::array<Ring<Spread>, clusters> decoding_{};               ///< reads that the encoding within decodes
  /// Of a physical register: whose it was when it was written last. For `peek` alone.
  struct Owner {
    std::uint8_t warp = 0, reg = 0;
  };
  std::vector<Owner> owners_;
  unsigned reads_ = 0;
  bool driven_ = false;
  Counter& broadcasts_;
};

}  // namespace heddle
