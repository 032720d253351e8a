// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/register_file/register_banks.hpp"

// Which parts of the register file are powered.

namespace heddle {

inline constexpr unsigned bank_entries = 256;                        ///< Lee2015 Table 2
inline constexpr unsigned bank_registers = bank_entries * clusters;  ///< registers that the banks hold
inline constexpr unsigned fewest_rows_per_domain = 64;
inline constexpr unsigned most_domains_per_bank = bank_entries / fewest_rows_per_domain;
/// Power domains: bit b of word g is bank b, entries g * rows_per_domain and those that follow.
using DomainSet = std::array<std::uint32_t, most_domains_per_bank>;

/// One register written in a cycle.
struct EntryWrite {
  RegisterId reg = 0;
  BankSet banks = 0;
  bool partial = false;  ///< what the other banks hold of the register stays valid
};

/// Power gating of register banks by the valid bits of their entries (Lee2015 section 5.3), in domains of
/// `rows_per_domain` consecutive entries of a bank (Jeon2015 gates subarrays of 64).
///
/// A domain is gated, waking or awake. A gated domain that is needed wakes: it is awake `wake_up` edges after
/// that edge. An awake domain is gated at an edge at which it is not needed and after which it holds no valid
/// entry. An entry written to a domain that is not awake counts as valid, but does not wake the domain.
class PowerGating {
 public:
  /// `rows_per_domain` is 64, 128 or 256, `wake_up` 0 to 64 cycles; throws Error otherwise.
  PowerGating(unsigned rows_per_domain, unsigned wake_up);

  /// The edge of cycle `now`, which may leave out cycles up to the `next` that the last one gave. `clear`
  /// acts first, then `writes` in their order; registers beyond the last are ignored.
  void step(std::uint64_t now, const DomainSet& need, std::span<const EntryWrite> writes,
            RegisterRange clear);

  /// As after power-on: nothing is valid, every domain is gated.
  void reset();

  const DomainSet& awake() const { return awake_; }
  const DomainSet& gated() const { return gated_; }
  const DomainSet& holding() const { return holding_; }  ///< domains with a valid entry
  BankSet valid(RegisterId r) const { return valid_[r]; }

  /// When the next step is due if the inputs stay as they were; ~0: not before they change.
  std::uint64_t next(std::uint64_t now) const;

 private:
  void write(std::span<const EntryWrite> writes);
  void set_valid(RegisterId r, unsigned banks);

  unsigned rows_, wake_up_;
  DomainSet existing_{};                 ///< the domains that exist
  DomainSet awake_{}, gated_{};          ///< neither: waking
  DomainSet holding_{};                  ///< count_ is not zero
  bool moved_ = false;                   ///< the last step changed a domain's state
  std::vector<BankSet> valid_;           ///< a register
  std::vector<std::uint16_t> count_;     ///< valid entries of domain 32 g + b
  std::vector<std::uint64_t> wakes_at_;  ///< the edge at which a waking domain is awake
};

}  // namespace heddle
