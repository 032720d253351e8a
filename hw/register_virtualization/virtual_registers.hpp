// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "hw/register_virtualization/cta_throttle/cta_throttle.hpp"
#include "hw/register_virtualization/flag_fetch.hpp"
#include "hw/register_virtualization/freed_stage.hpp"
#include "hw/register_virtualization/register_virtualization.hpp"
#include "hw/register_virtualization/release_stage.hpp"
#include "hw/register_virtualization/rename_stage.hpp"
#include "hw/register_virtualization/spill_stage.hpp"
#include "hw/sm/hooks/sm_hooks.hpp"

namespace heddle {

/// What register virtualization makes of a kernel.
struct VirtualRegisterPlan final : KernelPlan {
  explicit VirtualRegisterPlan(ReleasePlan plan) : release(std::move(plan)) { kernel = &release.kernel; }
  const ReleasePlan release;
  std::uint32_t spill_offset = 0;  ///< in a thread's local memory
};

/// GPU register file virtualization (Jeon2015) in one SM: release flags at fetch, renaming between issue and
/// the operand collectors, releases behind them, spilled registers, and the throttle that lets a file be
/// smaller than what all CTAs could claim.
class VirtualRegisters final : public sc_core::sc_module,
                               public SmTechnique,
                               public FetchHook,
                               public IssueGate,
                               public InstructionSource,
                               public RegisterMapper {
 public:
  VirtualRegisters(sc_core::sc_module_name name, const RegisterVirtualizationConfig& config,
                   const SmTechniqueParts& parts);

  void attach(SmHooks& hooks, const SmStations& stations) override;
  void begin(const Launch& launch, const KernelPlan* own) override;
  void cta_begins(unsigned slot) override;
  void cta_ends(unsigned slot) override;
  void begin_cycle() override;
  void end_cycle() override;
  bool busy() const override;
  void credit(Cycle elapsed) override;
  void check_balance(const Balance& balance) const override;
  void waits(SmWaits& waits) const override;

  // FetchHook: release flags.
  bool beside() const override { return config_.flags_beside(); }
  void fetching(unsigned w, std::uint32_t first, std::span<const std::uint64_t> words) override;
  Known known() override { return flags_.known(); }
  void skipped(unsigned w, std::uint64_t flags) override { flags_.latch(w, flags); }
  Use decoded(unsigned w, std::uint32_t word, std::uint64_t bits, bool first) override;
  std::uint8_t flags(unsigned w) override { return flags_.next_flags(w); }
  void issued(unsigned w, const ptx::Instruction& i, std::uint8_t flags, bool executes) override {
    releases_.flagged(w, i, flags, executes);
  }

  // RegisterMapper: rename lookups.
  /// The renaming table and the throttle take two instructions a cycle, whoever offers them.
  bool room() const override { return issued_ < throttled_slots && renaming_.room(); }
  bool finds_registers(unsigned w, const ptx::Instruction& i) const override {
    return renaming_.finds_registers(w, i);
  }
  bool replenished() const override { return renaming_.replenished(); }
  void enter(InFlight& f) override;
  InFlight* mapped() override { return renaming_.renamed(); }
  void hold(bool held) override { renaming_.hold(held); }
  bool maps(unsigned w, unsigned r) const override { return renaming_.maps(w, r); }
  bool ended(unsigned w) override;
  RegisterRange fixed(unsigned w) const override {
    return {static_cast<std::uint16_t>(w * fixed_), static_cast<std::uint16_t>(fixed_)};
  }
  RegisterId freed() override;
  bool returning() const override { return freed_.size() != 0; }

  // InstructionSource: stores and loads of registers that are spilled.
  Turn turn() const override { return Turn::behind; }
  const OfferedInstruction* offer() override;
  void taken(const InFlight&) override {
    spills_.taken();
    look_at_warps();
  }

 private:
  void between_edges();
  unsigned cta_of(unsigned w) const { return w / warps_per_cta_; }
  void unmapped(unsigned w, unsigned r, RegisterId reg);
  void open_gate();
  void look_at_warps();

  const RegisterVirtualizationConfig config_;
  FlagFetch flags_;
  RenameStage renaming_;
  FreedStage freed_;
  ReleaseStage releases_;
  SpillStage spills_;
  Wire<Beat<BalanceLaunch>> launch_pins_{"throttle_launch"};
  Wire<Level<CtaChanges>> cta_pins_{"throttle_cta"};
  Wire<Level<BalanceChanges>> change_pins_{"throttle_change"};
  Wire<Level<AllowedCtas>> allowed_pins_{"throttle_allowed"};
  std::unique_ptr<BlockWith<CtaThrottlePins>> throttle_;

  WarpTable* warps_ = nullptr;
  const IssueStation* issue_ = nullptr;
  const SmEvents* events_ = nullptr;
  const OperandCollectors* collectors_ = nullptr;
  BankPorts* ports_ = nullptr;
  const BankPower* power_ = nullptr;
  unsigned warps_per_cta_ = 1, resident_ctas_ = 0, fixed_ = 0;
  unsigned warp_claims_ = 0;  ///< registers of a cluster that a warp can claim
  Beat<BalanceLaunch> launch_;
  Level<CtaChanges> cta_;
  Level<BalanceChanges> change_;
  unsigned issued_ = 0;    ///< in this cycle
  WarpMask unmapped_ = 0;  ///< warps that have lost a mapping in this cycle
  bool told_ = false;
  sc_core::sc_event edge_;  ///< instructions look their registers up
  bool throttled_ = false;  ///< in the last cycle that began; the pins may have changed while the SM slept
  std::uint64_t live_ = 0;  ///< registers that are mapped now
  std::uint64_t resident_ = 0;  ///< CTAs
  std::uint64_t claim_of_cta_ = 0;
  std::set<std::uint64_t> codes_;  ///< identities of those that have run
  Counter &throttled_cycles_, &live_cycles_, &most_live_, &claimed_registers_, &claimed_cycles_;
  Counter &instructions_, &flag_instructions_;
};

}  // namespace heddle
