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
#include "models/caba/subroutine.hpp"
#include "models/line/line_codec.hpp"

namespace heddle {

/// The subroutines of one way to compress memory lines (Vijaykumar2015, section 5.1), and what triggers them.
struct LineSubroutines {
  /// Of the copies by the host, and of the L2, which must change and read parts of lines; no SM has it.
  std::shared_ptr<const LineCodec> codec;
  std::vector<Subroutine> subroutines{};  ///< by SR.ID
  /// By event: the SR.ID; none: the event triggers nothing. Events 0 to 15 are loads of a compressed line
  /// whose first byte has that number in its lower four bits, event 16 is the store of a line. Where that
  /// triggers nothing stored lines leave uncompressed.
  static constexpr unsigned loads = 16, stores = 16, events = 17, none = most_subroutines;
  std::array<unsigned, events> of_event{};
  /// What makes the same stored lines by hardware: `line_compression.what`, and settings of its section.
  std::string hardware{};
  std::vector<std::string> hardware_settings{};
  std::vector<std::byte> tables{};  ///< in shared memory of each SM, that the subroutines read

  /// The event of a compressed line that has come.
  static unsigned event_of_load(unsigned char first_byte) { return first_byte % loads; }
};

/// A way to compress lines by subroutines, that `caba.what` can name.
struct LineSubroutinesEntry {
  std::string name;
  std::string description;
  std::function<LineSubroutines(const ConfigTree&)> make;

  static std::string_view kind() { return "compression of lines by subroutines"; }
};

/// A stored line as a subroutine finds it that decompresses.
LineSlot compressed_slot(std::span<const unsigned char, 128> bits, unsigned length);
/// The line that it has left. Throws Error where that is not whole; `address` is for the message.
std::array<unsigned char, 128> restored_line(const LineSlot& slot, std::uint64_t address);

/// Reads configs/subroutines/FILE.ptx.
Subroutine line_subroutine(const std::string& file, SubroutineMemory memory = SubroutineMemory::line);
/// Of a way that has one subroutine each for loads and stores, whatever a line begins with.
/// `name` is that of its folder, and of the hardware, with this setting of the hardware's section.
LineSubroutines one_for_all_lines(std::shared_ptr<const LineCodec> codec, const std::string& name,
                                  const std::string& hardware_setting);

}  // namespace heddle
