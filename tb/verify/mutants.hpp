// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "hw/sim/rtl_model.hpp"
#include "tb/cosim/rtl/rtl_source.hpp"

// Mutants of a block's RTL: small faults, all in one module and chosen by an input.

namespace heddle::verify {

/// One fault: a bit of a cell of the elaborated RTL inverted, stuck, or mixed with another bit.
struct Mutant {
  unsigned number = 0;  ///< from 1 on
  std::string mode;     ///< yosys' name of the fault: inv, const0, const1, cnot0, cnot1
  std::string cell;     ///< the kind of cell, its port and bit, and the bit that cnot0 and cnot1 mix in
  std::string place;    ///< file:line of the RTL, or several
};

/// A module with the pins of the block and one more input, `selector`, which turns one mutant on; 0 is none.
struct MutatedRtl {
  std::filesystem::path verilog;  ///< for Verilator
  std::filesystem::path rtlil;    ///< flat, for yosys
  unsigned selector_bits = 0;
  std::vector<Mutant> mutants;

  static constexpr const char* selector = "heddle_mutant_i";
};

/// Spreads `count` faults over the elaborated RTL by yosys' `mutate`; fewer when there are fewer places for
/// faults, or where yosys chose a cell that it cannot change (the enable of a memory that is read without a
/// clock). Depends on the RTL's text and the seed alone. Throws Error when yosys is missing or rejects the
/// RTL.
MutatedRtl mutate(const RtlSource& source, unsigned count, std::uint64_t seed,
                  const std::filesystem::path& folder);

/// The mutant `number` of a Verilated `MutatedRtl`, with the pins of the block.
std::unique_ptr<RtlModel> choose_mutant(std::unique_ptr<RtlModel> rtl, unsigned number);

}  // namespace heddle::verify
