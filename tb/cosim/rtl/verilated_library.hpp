// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hw/sim/rtl_model.hpp"
#include "tb/cosim/rtl/verilate.hpp"

namespace heddle {

/// A block that is to be RTL.
struct RtlSelection {
  std::string block;
  UserRtl rtl = {};  ///< empty: Heddle's own
};

/// Reads "bdi_compressor,bank_arbiter=mine.sv". `options` are those of the user's RTL: folders, macros and
/// the like, and lists, of which a block without a file takes the module called after it if they declare it.
/// Throws Error for an unknown block (with the nearest name), for one named twice, and for options that no
/// RTL of the user's takes.
std::vector<RtlSelection> parse_rtl_selection(std::string_view text, const UserRtl& options = {});

/// RTL of the selected blocks. The build has made the default sets; other parameters and the user's RTL are
/// Verilated when they are first opened and kept in the cache (cache_folder.hpp).
class VerilatedLibrary : public RtlLibrary {
 public:
  /// Throws Error for an unknown block and a file that does not exist.
  explicit VerilatedLibrary(const std::vector<RtlSelection>& selections);

  bool selects(std::string_view block) const override;
  bool may_sleep(std::string_view block) const override;
  std::unique_ptr<RtlModel> open(std::string_view block, const RtlParameters& parameters) override;

  /// What a user must know of the RTL that was opened (notes_of), each with its block.
  const std::vector<std::string>& notes() const { return notes_; }

  /// The machine of this name has been made with this library. Throws Error for a block that is selected and
  /// that the machine lacks, with those that it has.
  void require_blocks_of(std::string_view machine) const;

 private:
  std::map<std::string, RtlSelection, std::less<>> selections_;
  std::vector<std::string> notes_;
  mutable std::set<std::string, std::less<>> asked_for_;  ///< all blocks of the machines made with it
};

/// The shared object of a source: from the build, from the cache, or made now.
RtlObject open_rtl(const RtlSource& source);

}  // namespace heddle
