#include "hw/caba/line_subroutines.hpp"

#include <fmt/format.h>

#include "models/base/data_root.hpp"
#include "models/base/error.hpp"

namespace heddle {

LineSlot compressed_slot(std::span<const unsigned char, 128> bits, unsigned length) {
  LineSlot slot;
  std::memcpy(slot.bytes.data(), bits.data(), bits.size());
  slot.set_word(LineSlot::compressed_at, 1);
  slot.set_word(LineSlot::length_at, length);
  return slot;
}

std::array<unsigned char, 128> restored_line(const LineSlot& slot, std::uint64_t address) {
  std::array<unsigned char, 128> line;
  const std::uint32_t compressed = slot.word(LineSlot::compressed_at),
                      length = slot.word(LineSlot::length_at);
  if (compressed != 0 || length == 0 || length > line.size())
    throw Error({.place = "caba",
                 .what = "a subroutine leaves a line that is not whole: a stored line is corrupt",
                 .value = fmt::format("line {:#x}, {} bytes, compressed {}", address, length, compressed)});
  std::memcpy(line.data(), slot.bytes.data(), line.size());
  return line;
}

Subroutine line_subroutine(const std::string& file, SubroutineMemory memory) {
  return load_subroutine(data_file("configs/subroutines/" + file + ".ptx").string(), memory);
}

LineSubroutines one_for_all_lines(std::shared_ptr<const LineCodec> codec, const std::string& name,
                                  const std::string& hardware_setting) {
  LineSubroutines all{.codec = std::move(codec),
                      .hardware = name,
                      .hardware_settings = {fmt::format("line_compression.{}.{}", name, hardware_setting)}};
  all.subroutines.push_back(line_subroutine(name + "/decompress"));
  all.subroutines.push_back(line_subroutine(name + "/compress"));
  all.of_event.fill(0);
  all.of_event[LineSubroutines::stores] = 1;
  return all;
}

}  // namespace heddle
