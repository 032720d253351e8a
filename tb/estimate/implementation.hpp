// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tb/estimate/netlist.hpp"
#include "tb/estimate/synthesis.hpp"
#include "tb/estimate/timing.hpp"

namespace heddle::estimate {

/// A block in cells, with their timing and energies.
struct Implementation {
  Netlist netlist;
  TimingAndEnergy analysis;
};

/// Implements one source with one library, in several orders of its gates (gate_order.hpp). The tools'
/// outputs are cached under the contents of all their inputs.
class Implementer {
 public:
  /// `liberty` must outlive it.
  Implementer(RtlSource source, const Liberty& liberty);

  /// Order 0 is that of yosys. Takes seconds to minutes unless the cache has it; may be called by several
  /// threads once `prepare` was. Throws Error with a tool's message, and when the cells are another machine
  /// than the design (mapping_check.hpp).
  Implementation make(unsigned order) const;
  /// Runs what all orders share, unless the cache has the first `orders` of them.
  void prepare(unsigned orders);

 private:
  std::filesystem::path kept(unsigned order) const;

  const RtlSource source_;
  const Liberty& liberty_;
  const double load_ff_;
  std::string key_;
  std::unique_ptr<ScratchFolder> generic_;
  std::optional<Netlist> unmapped_;  ///< the design ahead of all mapping, in generic_
};

}  // namespace heddle::estimate
