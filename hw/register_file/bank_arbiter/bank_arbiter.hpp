// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/register_file/bank_arbitration.hpp"

namespace heddle {

/// The requests of the collectors and the write-back in this cycle; bit r of `pending` and word r of `banks`
/// belong to requester r, bit b of the word is bank b. A request stays until its grant is seen.
struct ArbiterRequests {
  Bits<read_requesters> read_pending;
  std::array<std::uint32_t, read_requesters> read_banks;
  Bits<write_requesters> write_pending;
  std::array<std::uint32_t, write_requesters> write_banks;
  bool operator==(const ArbiterRequests&) const = default;
};

/// The requesters that may use all their banks in the next cycle, and those refused because another requester
/// took one of their banks.
struct ArbiterGrants {
  Bits<read_requesters> reads, read_conflicts;
  Bits<write_requesters> writes, write_conflicts;
  bool operator==(const ArbiterGrants&) const = default;
};

struct BankArbiterPins : Pins {
  LevelIn<ArbiterRequests> req{channels, "req"};
  LevelOut<ArbiterGrants> grant{channels, "grant"};
};

/// No parameters: the number of requesters follows from the collectors and the write-back.
struct BankArbiterConfig {
  static constexpr auto parameters() { return std::tuple{}; }
};

/// Grants register-bank accesses without conflict (Lee2015 sections 2.1 and 5): a bank has one read and one
/// write port; a request touches the banks that it names, all or none. Rotating priority; registered grants.
class BankArbiter final : public BlockWith<BankArbiterPins> {
 public:
  using Config = BankArbiterConfig;
  using PinsType = BankArbiterPins;
  static constexpr const char* block_name = "bank_arbiter";
  static unsigned settle(const Config&) { return 2; }

  BankArbiter(sc_core::sc_module_name name, const Config&) : BlockWith(name) {}

  Cycle tick(Cycle now) override;

 private:
  BankArbitration reads_{read_requesters}, writes_{write_requesters};
};

}  // namespace heddle
