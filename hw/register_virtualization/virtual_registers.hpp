#pragma once

#include <set>

#include "hw/register_virtualization/cta_throttle/cta_throttle.hpp"
#include "hw/register_virtualization/flag_fetch.hpp"
#include "hw/register_virtualization/register_virtualization.hpp"
#include "hw/register_virtualization/release_stage.hpp"
#include "hw/register_virtualization/rename_stage.hpp"
#include "hw/register_virtualization/spill_stage.hpp"

namespace heddle {

/// GPU register file virtualization (Jeon2015) in one SM: release flags at fetch, names between issue and the
/// operand collectors, releases behind them, and the throttle that lets a file be smaller than what all CTAs
/// could claim.
class VirtualRegisters final : public sc_core::sc_module, public RegisterPlace {
 public:
  VirtualRegisters(sc_core::sc_module_name name, const RegisterVirtualizationConfig& config,
                   const PlaceParts& parts);

  void attach(Clocked& sm, std::vector<Warp>& warps, std::function<void(unsigned)> changed) override;
  void begin(const Launch& launch) override;
  void start_cta(unsigned slot) override;
  void end_cta(unsigned slot) override;
  void powered(const DomainSet& gated) override { names_.powered(gated); }
  void begin_cycle() override;
  void end_cycle() override;
  bool busy() const override;
  void credit(Cycle elapsed) override;
  void check_balance(const Balance& balance) const override;

  void probe(std::uint32_t word, unsigned count) override { flags_.probe(word, count); }
  Probe probed() override { return flags_.probed(); }
  void latch(unsigned w, std::uint64_t flags) override { flags_.latch(w, flags); }
  bool decoded(unsigned w, std::uint32_t word, std::uint64_t bits) override;
  std::uint8_t next_flags(unsigned w) override { return flags_.next_flags(w); }

  std::uint32_t allowed() const override { return allowed_pins_.shown().payload.ctas; }
  bool room() const override { return names_.room(); }
  bool scarce() const override { return names_.scarce(); }
  bool finds_registers(unsigned w, const ptx::Instruction& i) const override {
    return names_.finds_registers(w, i);
  }
  void enter(InFlight& f) override;
  InFlight* renamed(const std::function<bool(const InFlight&)>& room) override {
    return names_.renamed(room);
  }

  void flagged(unsigned w, const ptx::Instruction& i, std::uint8_t flags, bool executes) override {
    releases_.flagged(w, i, flags, executes);
  }
  void read(const InFlight& f) override { releases_.read(f); }
  void branch(unsigned w, std::uint64_t bits) override { releases_.branch(w, bits); }
  bool ended(unsigned w) override;
  bool spills() const override { return spills_.active(); }
  void see(const WarpsNow& now) override;
  WarpMask held() const override { return spills_.held(); }
  Injected injected() override { return issued_ < throttled_slots ? spills_.injected() : Injected{}; }
  RegisterId freed() override;

 private:
  unsigned cta_of(unsigned w) const { return w / warps_per_cta_; }
  void unmapped(unsigned w, unsigned r, RegisterId reg);

  const RegisterVirtualizationConfig config_;
  FlagFetch flags_;
  RenameStage names_;
  ReleaseStage releases_;
  SpillStage spills_;
  Wire<Beat<BalanceLaunch>> launch_pins_{"throttle_launch"};
  Wire<Level<CtaChanges>> cta_pins_{"throttle_cta"};
  Wire<Level<BalanceChanges>> change_pins_{"throttle_change"};
  Wire<Level<AllowedCtas>> allowed_pins_{"throttle_allowed"};
  std::unique_ptr<BlockWith<CtaThrottlePins>> throttle_;

  std::function<void(unsigned)> changed_;
  unsigned warps_per_cta_ = 1;
  unsigned warp_claims_ = 0;  ///< registers of a cluster that a warp can claim
  Beat<BalanceLaunch> launch_;
  Level<CtaChanges> cta_;
  Level<BalanceChanges> change_;
  unsigned issued_ = 0;               ///< in this cycle
  std::array<unsigned, 64> owned_{};  ///< by warp: registers that it has, or that are on their way back
  WarpMask emptied_ = 0;              ///< warps that have given back their last register
  bool told_ = false;
  bool throttled_ = false;  ///< in the last cycle that began; the pins may have changed while the SM slept
  std::uint64_t live_ = 0;  ///< registers that names have now
  std::uint64_t resident_ = 0;  ///< CTAs
  std::uint64_t claim_of_cta_ = 0;
  std::set<std::uint64_t> codes_;  ///< identities of those that have run
  Counter &throttled_cycles_, &live_cycles_, &most_live_, &claimed_registers_, &claimed_cycles_;
  Counter &instructions_, &flag_instructions_;
};

}  // namespace heddle
