// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tb/estimate/boolean_function.hpp"
#include "tb/estimate/tools.hpp"

// What an estimate needs to know of a standard-cell library: areas, logic functions, flip-flops. Delays and
// energies stay with OpenSTA, which reads the same file.

namespace heddle::estimate {

struct LibertyPin {
  std::string name;
  bool input = false, output = false;       ///< neither: inside of the cell
  double capacitance_ff = 0;                ///< of an input
  std::optional<BooleanFunction> function;  ///< of an output, in pins, or in the state of a flip-flop
};

/// An edge-triggered flip-flop: state := next_state at the clock's edge.
struct LibertyFlipFlop {
  std::string state, inverted_state;  ///< names that output functions use
  BooleanFunction next_state;
  BooleanFunction clocked_on;
  std::optional<BooleanFunction> clear, preset;  ///< asynchronous
};

struct LibertyCell {
  std::string name;
  double area_um2 = 0;
  bool usable = true;  ///< not marked dont_use
  std::vector<LibertyPin> pins{};
  std::optional<LibertyFlipFlop> flip_flop{};
  bool latch = false;  ///< or any other state that is no flip-flop's: a clock gate's

  const LibertyPin* pin(std::string_view name) const;
};

struct Liberty {
  std::string files;                            ///< as the user names them
  std::filesystem::path text;                   ///< for the tools: unpacked, and one of all
  std::shared_ptr<const ScratchFolder> folder;  ///< that holds `text` when it is no file of the user's
  std::string name;
  std::map<std::string, LibertyCell, std::less<>> cells;

  /// The smallest usable cell of one output with this function of `inputs` inputs (a truth table as
  /// BooleanFunction gives it), or null.
  const LibertyCell* smallest(unsigned inputs, std::uint64_t truth_table) const;
  const LibertyCell& nand2() const { return *smallest(2, 0b0111); }
  const LibertyCell& buffer() const { return *smallest(1, 0b10); }
};

/// Reads a library of one or more files, also such that gzip has compressed. Latches, scan flip-flops, clock
/// gates and arithmetic cells may be in it; synthesis takes none of them. Throws Error with file and line
/// when a file is missing or malformed, when an area, capacitance or leakage is negative or no number, when
/// the files are not of one corner and one set of units, and when the library lacks what every synthesis here
/// needs: a flip-flop with asynchronous reset, a NAND of two inputs, a buffer.
Liberty read_liberty(std::span<const std::filesystem::path> files);
Liberty read_liberty(const std::filesystem::path& file);

}  // namespace heddle::estimate
