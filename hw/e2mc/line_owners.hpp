// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <unordered_map>
#include <vector>

#include "hw/e2mc/code_owner.hpp"
#include "hw/memory/line/line_edges.hpp"

namespace heddle {

/// Tells which of several codes a line is encoded with. In hardware these are a register and a few ranges at
/// each edge, which the driver writes: the number of the code of the kernel that runs; or the first and the
/// last line of each allocation that has a code of its own.
class LineOwners {
 public:
  explicit LineOwners(CodesFor codes) : codes_(codes) {}

  /// `use` as in EdgeParts; until it is given, and where it is null, no line has an owner.
  void ask(std::function<LineUse(std::uint64_t address)> use) { use_ = std::move(use); }
  /// Who owns the line at this address when it is encoded now. The host's copies between launches belong to
  /// no kernel.
  CodeOwner now(std::uint64_t address);
  /// Who owns the code that a line at a controller is stored with, or would be: a line that is read belongs
  /// to the kernel in which it was written to DRAM. (Copies of the host are not seen here. A line that a
  /// kernel has written stays with it when the host copies to it.)
  CodeOwner stored_by(const SeenLine& seen);

  /// There are codes now, by number; that of number 0 is the common one.
  void have_codes(std::vector<CodeOwner> owners) { owners_ = std::move(owners); }
  /// The number of the code that the line at this address is encoded with now.
  unsigned code_of(std::uint64_t address) { return owners_.size() == 1 ? 0 : number_of(now(address)); }
  /// The number of this owner's code.
  unsigned number_of(const CodeOwner& owner) const;
  /// At the end of a run: throws Error when there is a code for a kernel or an allocation that the host
  /// program does not have.
  void require_known() const;

 private:
  const CodesFor codes_;
  std::function<LineUse(std::uint64_t)> use_;
  std::unordered_map<std::uint64_t, CodeOwner> writers_;  ///< kernels, by line
  std::vector<CodeOwner> owners_{CodeOwner{}};
  std::set<std::string, std::less<>>
      kernels_;               ///< that have run; each launch writes lines, those of its code
  unsigned allocations_ = 0;  ///< that were made when the last line was encoded
};

}  // namespace heddle
