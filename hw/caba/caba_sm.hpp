// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>

#include "hw/caba/lines/direct_loads.hpp"
#include "hw/caba/lines/pending_stores.hpp"
#include "hw/caba/lines/refused_parts.hpp"
#include "hw/sm/hooks/sm_hooks.hpp"

namespace heddle {

struct AssistedRequestsConfig {
  PendingStoresConfig stores;
  unsigned part_copies;
  bool gives_back;                 ///< lines that were decompressed for the SM
  LineSubroutines::Pieces pieces;  ///< null: lines are decompressed whole
};

/// What of an SM's requests waits where assist warps compress lines.
struct AssistedRequests {
  AssistedRequests(const AssistedRequestsConfig& config, AssistWarps& warps, const SmTechniqueParts& sm)
      : stores(sc_core::sc_gen_unique_name("caba_stores"), config.stores, warps, sm),
        parts(stores, warps, config.part_copies, config.gives_back, sm.stats) {
    if (config.pieces != nullptr) loads.emplace(warps, config.pieces, sm);
  }

  void attach(SmHooks& hooks) {
    hooks.hold(static_cast<StorePath&>(parts));
    if (loads) hooks.hold(static_cast<EncodedLoads&>(*loads));
  }
  void begin_cycle() {
    stores.begin_cycle();
    parts.begin_cycle();
    if (loads) loads->begin_cycle();
  }
  void end_cycle() {
    stores.end_cycle();
    parts.end_cycle();
  }
  bool busy() const { return stores.busy() || parts.busy() || (loads && loads->busy()); }
  void check_balance(const Balance& balance) const {
    stores.check_balance(balance);
    parts.check_balance(balance);
    if (loads) loads->check_balance(balance);
  }

  PendingStores stores;
  RefusedParts parts;  ///< behind it
  std::optional<DirectLoads> loads{};
};

/// What CABA has in an SM: its assist warps and, where these compress lines, the requests that wait for them.
class CabaSm final : public SmTechnique {
 public:
  CabaSm(const AssistSetup& setup, const std::optional<AssistedRequestsConfig>& config,
         const SmTechniqueParts& parts)
      : warps(sc_core::sc_gen_unique_name("caba"), setup, parts) {
    if (setup.tables != nullptr)
      parts.stats.group("caba").counter(
          "table_words", "words", "of tables of subroutines, that were written") += setup.tables->size() / 4;
    if (config) requests.emplace(*config, warps, parts);
  }

  void attach(SmHooks& hooks, const SmStations& stations) override {
    warps.attach(hooks, stations);
    if (requests) requests->attach(hooks);
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

  void waits(SmWaits& to) const override {
    warps.waits(to);
    if (requests && requests->loads) requests->loads->waits(to);
  }

  AssistWarps warps;
  std::optional<AssistedRequests> requests{};
};

}  // namespace heddle
