// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/register_file/power_gating.hpp"

namespace heddle {

/// Domains that are about to be written, set until the write is done.
struct DomainNeeds {
  DomainSet domains;
  bool operator==(const DomainNeeds&) const = default;
};

/// The bank entries that are written in this cycle, by as many as may write at once. The arbiter ensures that
/// different registers share no bank; if they do, only the entry of the highest one becomes valid.
struct EntryWrites {
  Bits<write_requesters> valid;
  Bits<write_requesters> partial;  ///< the register's other banks stay valid; a whole write clears them
  std::array<RegisterId, write_requesters> registers;
  std::array<BankSet, write_requesters> banks;  ///< of the register's cluster
  bool operator==(const EntryWrites&) const = default;
};

/// State of the domains; one in neither set is waking. Bits of domains that do not exist are zero.
struct DomainPower {
  DomainSet awake;  ///< may be written
  DomainSet gated;  ///< switched off
  bool operator==(const DomainPower&) const = default;
};

struct PowerGatePins : Pins {
  LevelIn<DomainNeeds> need{channels, "need"};
  LevelIn<EntryWrites> write{channels, "write"};
  BeatIn<RegisterRange> clear{channels, "clear"};  ///< entries that become invalid; acts before the writes
  LevelOut<DomainPower> power{channels, "power"};
};

struct PowerGateConfig {
  unsigned rows_per_domain = 256;
  unsigned wake_up = 10;

  static constexpr auto parameters() {
    using C = PowerGateConfig;
    return std::tuple{
        parameter(
            &C::rows_per_domain, "rows_per_domain", "entries", 64u, 256u, "Lee2015 section 5.3",
            "entries of a bank that are gated together: 64, 128 or 256; Jeon2015 gates subarrays of 64"),
        parameter(&C::wake_up, "wake_up", "cycles", 0u, 64u, "Lee2015 Table 2",
                  "edges from waking to awake; Jeon2015 studies 1, 3 and 10")};
  }
  /// Throws Error when the rows do not divide a bank.
  void validate() const { PowerGating(rows_per_domain, wake_up); }
};

/// Gates the parts of register banks that hold nothing (Lee2015 section 5.3). A domain that is needed shows
/// as awake after 1 + wake_up edges.
class PowerGate final : public BlockWith<PowerGatePins> {
 public:
  using Config = PowerGateConfig;
  using PinsType = PowerGatePins;
  static constexpr const char* block_name = "power_gate";
  static unsigned settle(const Config& config) { return config.wake_up + 2; }

  PowerGate(sc_core::sc_module_name name, const Config& config)
      : BlockWith(name), gating_(config.rows_per_domain, config.wake_up) {}

  Cycle tick(Cycle now) override;

 private:
  PowerGating gating_;
};

}  // namespace heddle
