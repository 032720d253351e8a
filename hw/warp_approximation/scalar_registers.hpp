#pragma once

#include <deque>
#include <vector>

#include "hw/sim/feed_forward_unit.hpp"
#include "hw/sm/hooks/register_encoding.hpp"
#include "hw/warp_approximation/similarity_table.hpp"
#include "hw/warp_approximation/value_broadcaster/value_broadcaster.hpp"

namespace heddle {

/// How registers lie in the banks: in full, or as a scalar in the lane that represents a path of the warp
/// (Wong2016, section 3.1). A scalar is read from that lane alone, and a value_broadcaster at the end of each
/// cluster's banks gives it to all lanes (section 3.2), so that all kinds of instructions can use it.
///
/// Instructions of other sources, which spill registers, read and write them as they lie.
class ScalarRegisters final : public RegisterEncoding {
 public:
  ScalarRegisters(SimilarityTable& table, const SmTechniqueParts& parts);

  /// `moves`: the source of the MOVs at changes of paths.
  void attach(Clocked& sm, const InstructionSource& moves);
  void begin_cycle();
  bool busy() const { return reads_ != 0; }

  const WarpRegister* read_done(unsigned cluster) override;
  void start_read(unsigned cluster, const InFlight& f, unsigned k, const WarpRegister& bytes) override;
  BankSet banks(RegisterId) const override { return all_banks; }
  bool by_lane(RegisterId) const override { return true; }
  LaneMask read_lanes(const InFlight& f, unsigned k) const override;
  /// A scalar stands for all lanes of a path.
  bool partial(const InFlight& f) const override { return f.lanes.active != move_lanes(f); }
  bool needs_move(const InFlight& f, unsigned k) const override {
    return known(f, f.instruction->destinations[k]).stored;
  }
  LaneMask move_lanes(const InFlight& f) const override {
    return table_.lanes(f.warp, table_.path_of(f.warp, f.lanes.active));
  }
  PartialWrites partial_writes() const override { return PartialWrites::encoded; }
  std::uint8_t uncompressed_encoding() const override { return 0; }
  void writing(unsigned, const RegisterWrite& w) override { owners_[w.reg] = {w.warp, w.architected}; }
  void store(RegisterBanks& banks, const RegisterWrite& w) override { store_as_it_is(banks, w); }
  WarpRegister peek(const RegisterBanks& banks, RegisterId r) const override;
  void clear(RegisterRange) override {}

 private:
  /// What is known of architected register r, for the path of the instruction.
  RegisterSimilarity known(const InFlight& f, unsigned r) const {
    return table_.of(f.warp, r, table_.path_of(f.warp, f.lanes.active));
  }

  /// Is the register that the instruction reads to be seen as a scalar, if it is one?
  bool decodes(const InFlight& f) const { return !f.injected() || f.in_place || f.source == moves_; }

  SimilarityTable& table_;
  const InstructionSource* moves_ = nullptr;
  std::deque<FeedForwardUnit<ValueBroadcaster>> broadcasters_;  ///< by cluster
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
