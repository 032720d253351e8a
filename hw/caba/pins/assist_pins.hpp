// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hw/sim/bits.hpp"
#include "models/caba/assist_control.hpp"

namespace heddle {

/// The controller wants an instruction of an assist warp staged.
struct AssistFetch {
  Bits<assist_entry_bits> entry;          ///< of the assist warp table
  bool low;                               ///< of low priority
  Bits<subroutine_id_bits> subroutine;    ///< SR.ID
  Bits<assist_address_bits> instruction;  ///< Inst.ID
  bool operator==(const AssistFetch&) const = default;
};

/// That instruction, as the store holds it.
struct AssistWord {
  Bits<assist_entry_bits> entry;
  bool low;
  std::uint64_t word;
  bool operator==(const AssistWord&) const = default;
};

/// An assist warp, by its entry of the assist warp table.
struct AssistEntry {
  Bits<assist_entry_bits> entry;
  bool operator==(const AssistEntry&) const = default;
};

/// Bit e: of the instruction that is staged first for the assist warp in entry e, it is issued.
struct AssistIssued {
  Bits<most_assist_warps> entries;
  bool operator==(const AssistIssued&) const = default;
};

}  // namespace heddle
