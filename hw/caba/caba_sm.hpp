#pragma once

#include <algorithm>
#include <optional>

#include "hw/caba/pending_stores.hpp"
#include "hw/sm/hooks/sm_hooks.hpp"

namespace heddle {

/// What CABA has in an SM: its assist warps and, where these compress lines, the stores that wait for them.
class CabaSm final : public SmTechnique {
 public:
  CabaSm(const AssistSetup& setup, const std::optional<PendingStoresConfig>& pending,
         const SmTechniqueParts& parts)
      : warps(sc_core::sc_gen_unique_name("caba"), setup, parts) {
    if (pending) stores.emplace(sc_core::sc_gen_unique_name("caba_stores"), *pending, warps, parts);
  }

  void attach(SmHooks& hooks, const SmStations& stations) override {
    warps.attach(hooks, stations);
    if (stores) hooks.hold(static_cast<StorePath&>(*stores));
  }
  void begin(const Launch& launch, const KernelPlan* own) override { warps.begin(launch, own); }
  void cta_ends(unsigned /*slot*/) override {
    if (stores) stores->cta_ends();
  }
  void begin_cycle() override {
    warps.begin_cycle();
    if (stores) stores->begin_cycle();
  }
  void end_cycle() override {
    if (stores) stores->end_cycle();
    warps.end_cycle();
  }
  bool busy() const override { return (stores && stores->busy()) || warps.busy(); }
  Cycle next() const override { return std::min(stores ? stores->next() : never, warps.next()); }
  void check_balance(const Balance& balance) const override {
    warps.check_balance(balance);
    if (stores) stores->check_balance(balance);
  }

  AssistWarps warps;
  std::optional<PendingStores> stores{};
};

}  // namespace heddle
