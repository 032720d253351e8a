// SPDX-License-Identifier: Apache-2.0
#include "tb/lines/footprint_device.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "hw/memory/line/line_format.hpp"
#include "models/line_compression/bdi_line_codec.hpp"
#include "models/line_compression/burst_lines.hpp"

namespace heddle {
namespace {

constexpr unsigned bytes_a_burst = 32;

void add_line(LineContents& sum, std::span<const unsigned char> line) {
  const StoredLine stored = in_bursts(BdiLineCodec().encode(line), line, bytes_a_burst);
  ++sum.lines;
  sum.compressible += stored.encoding != 0;
  sum.bursts += stored.length / bytes_a_burst;
}

}  // namespace

DevicePointer FootprintDevice::allocate(std::size_t bytes) {
  so_far_.allocated_bytes += bytes;
  return DeviceWrapper::allocate(bytes);
}

void FootprintDevice::write(DevicePointer to, std::span<const std::byte> from) {
  DeviceWrapper::write(to, from);
  if (!launched_) mark(to, from.size(), given);
}

void FootprintDevice::launch(const LaunchRequest& request) {
  if (!launched_) so_far_.inputs = contents(given);
  launched_ = true;
  if (request.grid.count() > so_far_.ctas) {
    so_far_.ctas = request.grid.count();
    so_far_.full_ctas = resident_(request);
  }
  textures_.textures = request.textures;
  device_.observe(this);
  DeviceWrapper::launch(request);
  device_.observe(nullptr);
}

Footprint FootprintDevice::footprint() {
  Footprint all = so_far_;
  if (!launched_) all.inputs = contents(given);
  all.memory = contents(given | was_read | written);
  all.warp_instructions = device_.warp_instructions();
  for (const auto& [address, marks] : marks_)
    for (const std::uint8_t line : marks) {
      all.lines_read += (line & was_read) != 0;
      all.lines_written += (line & written) != 0;
      all.lines_touched += (line & (was_read | written)) != 0;
    }
  return all;
}

void FootprintDevice::observe(const ObservedInstruction& seen) {
  const ptx::Instruction& i = seen.kernel.code[seen.pc];
  const ptx::Space space = i.memory.space;
  if (space == ptx::Space::texture) return observe_texture(i, seen);
  if ((space != ptx::Space::global && space != ptx::Space::generic) || seen.lanes == 0) return;
  const std::uint64_t bytes = std::uint64_t{i.memory.width} * i.memory.elements;
  const bool stores = i.memory.store, atomic = i.memory.update != nullptr;
  const auto as = static_cast<std::uint8_t>((stores ? 0 : was_read) | (stores || atomic ? written : 0));
  ptx::LaneAddresses addresses;
  ptx::effective_addresses(i, seen.operands, addresses);
  for (LaneMask left = seen.lanes; left != 0; left &= left - 1)
    mark(addresses[static_cast<unsigned>(std::countr_zero(left))], bytes, as);
}

void FootprintDevice::observe_texture(const ptx::Instruction& i, const ObservedInstruction& seen) {
  for (LaneMask left = seen.lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const ptx::Texture* texture = ptx::texture_of(i, textures_, seen.operands, lane);
    if (texture == nullptr) continue;  // the device says so
    const ptx::TextureSample sample = ptx::texture_sample(i, *texture, seen.operands, lane);
    for (unsigned k = 0; k < sample.count; ++k)
      if (sample.inside[k]) mark(sample.address[k], ptx::texel_bytes(*texture), was_read);
  }
}

/// Marks the lines; an address outside of all buffers is not one of theirs, or an error that the device
/// tells.
void FootprintDevice::mark(DevicePointer address, std::uint64_t bytes, std::uint8_t as) {
  const Allocation* const buffer = bytes == 0 ? nullptr : device_.map().check(address, bytes);
  if (buffer == nullptr) return;
  Marks& marks = marks_[buffer->address];
  if (marks.empty()) marks.resize((buffer->size + line_bytes - 1) / line_bytes);
  const std::uint64_t first = (address - buffer->address) / line_bytes,
                      last = (address - buffer->address + bytes - 1) / line_bytes;
  for (std::uint64_t line = first; line <= last; ++line) marks[line] |= as;
}

/// Looks at the lines with any of these marks. Bytes beyond a buffer's end count as zero.
LineContents FootprintDevice::contents(std::uint8_t marked) {
  LineContents sum;
  for (const Allocation& buffer : device_.map().allocations()) {
    const auto found = marks_.find(buffer.address);
    if (found == marks_.end()) continue;
    for (std::uint64_t line = 0; line < found->second.size(); ++line) {
      if ((found->second[line] & marked) == 0) continue;
      const std::uint64_t at = line * line_bytes,
                          bytes = std::min<std::uint64_t>(line_bytes, buffer.size - at);
      std::array<unsigned char, line_bytes> content{};
      device_.read(std::as_writable_bytes(std::span(content).first(bytes)), buffer.address + at);
      add_line(sum, content);
    }
  }
  return sum;
}

}  // namespace heddle
