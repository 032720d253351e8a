// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/subroutines/line_subroutines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "models/line_compression/bdi_line.hpp"

namespace heddle {

void LineSubroutines::load_directly() {
  add(extracts_one, "direct/one");
  add(extracts_several, "direct/several");
}

LineSlot compressed_slot(std::span<const unsigned char, 128> bits) {
  LineSlot slot;
  std::memcpy(slot.bytes.data(), bits.data(), bits.size());
  return slot;
}

std::array<unsigned char, 128> restored_line(const LineSlot& slot) {
  std::array<unsigned char, 128> line;
  std::memcpy(line.data(), slot.bytes.data(), line.size());
  return line;
}

void LineSubroutines::add(unsigned event, const std::string& file, SubroutineMemory memory) {
  of_event[event] = static_cast<unsigned>(subroutines.size());
  subroutines.push_back(load_subroutine(data_file("configs/subroutines/" + file + ".ptx").string(), memory));
}

void LineSubroutines::add_all_loads(const std::string& file, SubroutineMemory memory) {
  add(0, file, memory);
  std::fill_n(of_event.begin(), loads, of_event[0]);
}

void LineSubroutines::add_bdi_loads() {
  for (unsigned e = 0; e < bdi_line_encodings; ++e)
    add(event_of_load(static_cast<unsigned char>(e)),
        fmt::format("bdi/decompress_{}", heddle::name(BdiLineEncoding(e))));
}

LineSubroutines one_for_all_lines(std::shared_ptr<const LineCodec> codec, const std::string& name,
                                  const std::string& hardware_setting) {
  LineSubroutines all{.codec = std::move(codec),
                      .hardware = name,
                      .hardware_settings = {fmt::format("line_compression.{}.{}", name, hardware_setting)}};
  all.add_all_loads(name + "/decompress");
  all.add(LineSubroutines::stores, name + "/compress");
  return all;
}

}  // namespace heddle
