#pragma once

#include <algorithm>
#include <optional>

#include "hw/caba/pending_stores.hpp"
#include "hw/caba/refused_parts.hpp"
#include "hw/sm/hooks/sm_hooks.hpp"

namespace heddle {

/// What of an SM's requests waits where assist warps compress lines.
struct AssistedRequests {
  AssistedRequests(const PendingStoresConfig& config, unsigned most_parts, AssistWarps& warps,
                   const SmTechniqueParts& sm)
      : stores(sc_core::sc_gen_unique_name("caba_stores"), config, warps, sm),
        parts(stores, warps, most_parts, sm.stats.group("caba").group("parts")) {}

  void begin_cycle() {
    stores.begin_cycle();
    parts.begin_cycle();
  }
  void end_cycle() {
    stores.end_cycle();
    parts.end_cycle();
  }
  bool busy() const { return stores.busy() || parts.busy(); }
  void check_balance(const Balance& balance) const {
    stores.check_balance(balance);
    parts.check_balance(balance);
  }

  PendingStores stores;
  RefusedParts parts;  ///< behind it
};

/// What CABA has in an SM: its assist warps and, where these compress lines, the requests that wait for them.
class CabaSm final : public SmTechnique {
 public:
  CabaSm(const AssistSetup& setup, const std::optional<PendingStoresConfig>& pending, unsigned most_parts,
         const SmTechniqueParts& parts)
      : warps(sc_core::sc_gen_unique_name("caba"), setup, parts) {
    if (pending) requests.emplace(*pending, most_parts, warps, parts);
  }

  void attach(SmHooks& hooks, const SmStations& stations) override {
    warps.attach(hooks, stations);
    if (requests) hooks.hold(static_cast<StorePath&>(requests->parts));
  }
  void begin(const Launch& launch, const KernelPlan* own) override { warps.begin(launch, own); }
  void cta_ends(unsigned /*slot*/) override {
    if (requests) requests->stores.cta_ends();
  }
  void begin_cycle() override {
    warps.begin_cycle();
    if (requests) requests->begin_cycle();
  }
  void end_cycle() override {
    if (requests) requests->end_cycle();
    warps.end_cycle();
  }
  bool busy() const override { return (requests && requests->busy()) || warps.busy(); }
  Cycle next() const override { return std::min(requests ? requests->stores.next() : never, warps.next()); }
  void check_balance(const Balance& balance) const override {
    warps.check_balance(balance);
    if (requests) requests->check_balance(balance);
  }

  AssistWarps warps;
  std::optional<AssistedRequests> requests{};
};

}  // namespace heddle
