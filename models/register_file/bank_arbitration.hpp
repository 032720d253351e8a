// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

// Which requesters may access the register file's banks in a cycle.

namespace heddle {

/// Banks of the register file (Lee2015, Table 2). Each has one read and one write port (section 2.1), so
/// reads and writes never compete with each other.
inline constexpr unsigned register_banks = 32;
/// Requesters of the read ports: two ports of each of sixteen operand collectors.
inline constexpr unsigned read_requesters = 32;
/// Requesters of the write ports: the entries of the write-back queue.
inline constexpr unsigned write_requesters = 8;

/// The answers to the requesters of one port kind; bit i is requester i.
struct BankGrants {
  std::uint32_t granted = 0;
  std::uint32_t conflicted = 0;  ///< considered, but a bank was taken by another

  bool operator==(const BankGrants&) const = default;
};

/// Arbitration of one port of every bank between up to 32 requesters, of which each names the set of banks it
/// needs.
///
/// A requester learns of its grant one cycle later, so one that was granted in the previous cycle is not
/// considered in this one. The others are considered in rotating order, starting at a registered pointer, and
/// one is granted when none of its banks is taken by one granted before it. The pointer then moves to the one
/// after the first granted. The first one considered is always granted, so a pending requester waits at most
/// as many cycles as there are requesters.
class BankArbitration {
 public:
  /// `requesters` is 1 to 32; throws Error otherwise.
  explicit BankArbitration(unsigned requesters);

  /// One cycle. Bit i of `pending` and `banks[i]` (bit b: bank b) are requester i's; `banks` holds at least
  /// as many entries as there are requesters, and those that are not pending are not read.
  BankGrants grant(std::uint32_t pending, std::span<const std::uint32_t> banks);

  /// As after power-on: the pointer at requester 0 and nobody granted.
  void reset();

  /// True when a cycle without pending requests would change nothing.
  bool settled() const { return granted_ == 0; }

 private:
  unsigned requesters_;
  unsigned first_ = 0;         ///< the requester that is considered first
  std::uint32_t granted_ = 0;  ///< in the previous cycle
};

}  // namespace heddle
