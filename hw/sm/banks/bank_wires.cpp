// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/banks/bank_wires.hpp"

#include <bit>
#include <cstring>

namespace heddle {

BankWires::BankWires(StatGroup& stats)
    : driven_(stats.group("wires").counter("driven", "wires", "data wires of the banks that were accessed")),
      toggles_(stats.group("wires").counter("toggles", "wires", "of these, those whose value changed")) {
  stats.group("wires").ratio("activity", "", "toggles over wires driven", toggles_, driven_);
}

void BankWires::drive(Wires& wires, RegisterId r, BankSet set, const WarpRegister& bytes) {
  const unsigned first = cluster_of(r) * cluster_banks;
  for (unsigned banks = set; banks != 0; banks &= banks - 1) {
    const auto b = static_cast<unsigned>(std::countr_zero(banks));
    Words now;
    std::memcpy(now.data(), &bytes[b * (bank_bytes / 4)], bank_bytes);
    Words& before = wires[first + b];
    for (std::size_t k = 0; k < now.size(); ++k)
      toggles_ += static_cast<unsigned>(std::popcount(now[k] ^ before[k]));
    before = now;
    driven_ += 8 * bank_bytes;
  }
}

}  // namespace heddle
