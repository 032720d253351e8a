// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/config_tree.hpp"
#include "models/caba/assist_control.hpp"
#include "models/caba/line_slot.hpp"
#include "models/caba/piece_slot.hpp"
#include "models/caba/subroutine.hpp"
#include "models/line/line_codec.hpp"

namespace heddle {

/// The subroutines of one way to compress memory lines (Vijaykumar2015, section 5.1), and what triggers them.
struct LineSubroutines {
  /// Of the copies by the host, and of the L2, which must change and read parts of lines; no SM has it.
  std::shared_ptr<const LineCodec> codec;
  std::vector<Subroutine> subroutines{};  ///< by SR.ID
  /// By event: the SR.ID; none: the event triggers nothing. Events 0 to 15 are loads of a compressed line, by
  /// its first byte, 16 to 18 are stores of a line, 19 and 20 are loads that take their bytes out of
  /// compressed lines (DirectLoads): of one value for each lane, or of several. Where no event of a store
  /// triggers anything, stored lines leave uncompressed.
  static constexpr unsigned loads = 16, stores = 16, extracts_one = 19, extracts_several = 20, events = 21,
                            none = most_subroutines;
  std::array<unsigned, events> of_event = [] {
    std::array<unsigned, events> nothing;
    nothing.fill(none);
    return nothing;
  }();
  /// The event of a line that is to be stored.
  using EventOfStore = std::function<unsigned(std::span<const unsigned char, 128> line)>;
  EventOfStore event_of_store = [](auto) { return stores; };
  /// Finds the pieces of some bytes in a stored line, as bdi_pieces does; null: lines of this way have none.
  using Pieces = unsigned (*)(std::span<const unsigned char, 128> stored, unsigned offset, unsigned count,
                              std::span<LinePiece, PieceSlot::most> to);
  Pieces pieces = nullptr;
  /// What makes lines by hardware that the same subroutines restore: `line_compression.what`, and settings.
  std::string hardware{};
  std::vector<std::string> hardware_settings{};
  std::vector<std::byte> tables{};  ///< in shared memory of each SM, that the subroutines read

  /// The event of a compressed line that has come: bits 3..0 of its first byte, of which bit 4 sets bits 3
  /// and 0, so that BDI's encodings and the tags of the best of all (models/line_compression/best_line.hpp)
  /// differ.
  static unsigned event_of_load(unsigned char first_byte) {
    return first_byte % loads | (first_byte >> 4 & 1u) * 9;
  }

  static constexpr bool is_store(unsigned event) { return event >= stores && event < extracts_one; }

  /// Has the event trigger the subroutine of configs/subroutines/FILE.ptx.
  void add(unsigned event, const std::string& file, SubroutineMemory memory = SubroutineMemory::line);
  /// Has the loads of all compressed lines trigger it.
  void add_all_loads(const std::string& file, SubroutineMemory memory = SubroutineMemory::line);
  /// Adds the subroutines of DirectLoads.
  void load_directly();
  /// Has the loads of lines that BDI has compressed trigger its subroutines, one for each encoding.
  void add_bdi_loads();
};

/// A way to compress lines by subroutines, that `caba.what` can name.
struct LineSubroutinesEntry {
  std::string name;
  std::string description;
  std::function<LineSubroutines(const ConfigTree&)> make;

  static std::string_view kind() { return "compression of lines by subroutines"; }
};

/// A stored line as a subroutine finds it that decompresses; its end says that the line is whole.
LineSlot compressed_slot(std::span<const unsigned char, 128> bits);
std::array<unsigned char, 128> restored_line(const LineSlot& slot);

/// Of a way that has one subroutine each for loads and stores, whatever a line begins with.
/// `name` is that of its folder, and of the hardware, with this setting of the hardware's section.
LineSubroutines one_for_all_lines(std::shared_ptr<const LineCodec> codec, const std::string& name,
                                  const std::string& hardware_setting);

}  // namespace heddle
