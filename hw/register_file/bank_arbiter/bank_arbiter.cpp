// SPDX-License-Identifier: Apache-2.0
#include "hw/register_file/bank_arbiter/bank_arbiter.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

Cycle BankArbiter::tick(Cycle now) {
  if (!io.rst_n->read()) {
    reads_.reset();
    writes_.reset();
    io.grant.put({});
    return never;
  }
  const ArbiterRequests& req = io.req.payload();
  const auto reads = reads_.grant(req.read_pending.value, req.read_banks);
  const auto writes = writes_.grant(req.write_pending.value, req.write_banks);
  Level<ArbiterGrants> grant;
  grant.payload.reads.value = reads.granted;
  grant.payload.read_conflicts.value = reads.conflicted;
  grant.payload.writes.value = static_cast<std::uint8_t>(writes.granted);
  grant.payload.write_conflicts.value = static_cast<std::uint8_t>(writes.conflicted);
  io.grant.put(grant);
  // With nothing pending the grants are zero after this edge, and the pointers stand still.
  return (req.read_pending.value | req.write_pending.value) != 0 ? now + 1 : never;
}

static const Registration<BlockEntry> registration{block_entry<BankArbiter>("register_file")};

}  // namespace heddle
