// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tb/cosim/bench/cosim_entry.hpp"

namespace heddle {

/// A port of a block's RTL, and where the simulator's side has its value: in words of 32 bits, the lowest
/// bits first, as SystemVerilog's svBitVecVal.
struct ServedPort {
  std::string name;  ///< as the RTL's
  unsigned bits;
  bool input;
  std::size_t at;       ///< in bytes
  std::string valid{};  ///< the port that says whether it means anything; empty: it always does
};

/// The model of a block, clocked by somebody else's simulator. SystemC simulates it alone.
class ServedBlock {
 public:
  /// `set` and `overrides` as those of a co-simulation. Throws Error for what is unknown.
  /// `seed`: of that bench.
  ServedBlock(const std::string& block, const std::string& set, const std::vector<std::string>& overrides,
              std::uint64_t seed = 1);
  ~ServedBlock();

  const std::vector<ServedPort>& ports() const { return ports_; }
  /// Of all ports' values.
  std::size_t bytes() const { return bytes_; }
  /// The block's parameters and their values, as RTL names them.
  const RtlParameters& parameters() const { return parts_.parameters; }

  /// Lets the bench of the block's co-simulation set the inputs of the next edge, in `values`. True when they
  /// hold a request.
  bool drive(std::span<std::byte> values);
  /// A clock edge: takes the inputs and leaves the outputs in `values`, which holds all ports.
  void edge(bool rst_n, std::span<std::byte> values);

 private:
  struct Wiring;
  CosimParts parts_;
  std::unique_ptr<Wiring> wiring_;
  std::vector<ServedPort> ports_;
  std::size_t bytes_ = 0;
};

}  // namespace heddle
