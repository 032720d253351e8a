// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstring>

#include "hw/memory/l2/l2_slice.hpp"

/// Accesses that take no simulated time: copies of the host, and reads of tests.
namespace heddle {
namespace {

/// Calls `visit(byte of the payload, byte at the other side)` where [address, address + length) meets it.
template <class Visit>
void overlap(tlm::tlm_generic_payload& p, std::uint64_t address, unsigned length, Visit&& visit) {
  const std::uint64_t from = std::max<std::uint64_t>(p.get_address(), address);
  const std::uint64_t to = std::min<std::uint64_t>(p.get_address() + p.get_data_length(), address + length);
  for (std::uint64_t at = from; at < to; ++at)
    visit(p.get_data_ptr()[at - p.get_address()], static_cast<unsigned>(at - address));
}

}  // namespace

/// DRAM's bytes, over them those that are on their way there, over them the valid ones of the lines. A write
/// sets all three.
unsigned L2Slice::debug(Payload& payload) {
  if (codecs_.any()) return debug_lines(payload);
  const unsigned count = out.socket->transport_dbg(payload);
  if (count != payload.get_data_length()) return count;
  const bool write = payload.is_write();
  for (Transaction* t : write_backs_)
    overlap(payload, t->get_address(), t->get_data_length(), [&](unsigned char& outside, unsigned k) {
      if (t->get_byte_enable_ptr() != nullptr && t->enables[k] == TLM_BYTE_DISABLED) return;
      (write ? t->data[k] : outside) = write ? outside : t->data[k];
    });
  const std::uint64_t end = payload.get_address() + count;
  for (std::uint64_t at = payload.get_address() / line_bytes * line_bytes; at < end; at += line_bytes) {
    CacheLine* line = map_.slice_of(at) == index_ ? array_.find(map_.local(at)) : nullptr;
    if (line == nullptr) continue;
    overlap(payload, at, line_bytes, [&](unsigned char& outside, unsigned k) {
      if (write) {
        if (!line->valid.test(k) && !line->reserved) return;
        line->data[k] = outside;
        line->valid.set(k);  // the data that is being fetched is older
      } else if (line->valid.test(k)) {
        outside = line->data[k];
      }
    });
  }
  return count;
}

/// The same where lines are encoded: line by line, each decoded for it, and encoded anew when it is written.
unsigned L2Slice::debug_lines(Payload& payload) {
  const std::uint64_t begin = payload.get_address(), end = begin + payload.get_data_length();
  if (end < begin || !(payload.is_read() || payload.is_write())) return 0;
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t line = at / line_bytes * line_bytes;
    const auto length = static_cast<std::ptrdiff_t>(std::min(end, line + line_bytes) - at);
    std::array<unsigned char, line_bytes> bits{};
    const auto part = bits.begin() + static_cast<std::ptrdiff_t>(at - line);
    unsigned char* const outside = payload.get_data_ptr() + (at - begin);
    if (!read_line(line, bits)) return static_cast<unsigned>(at - begin);
    if (payload.is_read()) {
      std::copy_n(part, length, outside);
    } else {
      std::copy_n(outside, length, part);
      if (!write_line(line, bits)) return static_cast<unsigned>(at - begin);
    }
    at += static_cast<std::uint64_t>(length);
  }
  return payload.get_data_length();
}

bool L2Slice::debug_below(bool write, std::uint64_t line, LineBits bits) {
  Payload payload;
  payload.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  payload.set_address(line);
  payload.set_data_ptr(bits.data());
  payload.set_data_length(line_bytes);
  payload.set_streaming_width(line_bytes);
  return out.socket->transport_dbg(payload) == line_bytes;
}

/// The bytes of a line: those here, else those on their way to DRAM, else DRAM's.
bool L2Slice::read_line(std::uint64_t line, LineBits to) {
  if (map_.slice_of(line) != index_) return false;
  const auto take = [&](const auto& bits, LineFormat format) {
    std::copy(bits.begin(), bits.end(), to.begin());
    codecs_.decode(to, format);
  };
  if (const CacheLine* here = array_.find(map_.local(line)); here != nullptr && here->valid.any()) {
    take(here->data, here->format);
    return true;
  }
  if (!debug_below(false, line, to)) return false;
  for (Transaction* t : write_backs_)
    if (t->get_address() == line && !writes_nothing(*t)) take(t->data, t->format());
  return true;
}

/// Writes a line that is not encoded yet to DRAM, and to its place here; what is on its way is older.
bool L2Slice::write_line(std::uint64_t line, LineBits from) {
  if (!debug_below(true, line, from)) return false;
  for (Transaction* t : write_backs_)
    if (t->get_address() == line) write_nothing(*t);
  const std::uint64_t line_here = map_.local(line);
  refused_versions_.forget(line_here);
  CacheLine* here = array_.find(line_here);
  if (here == nullptr) return true;
  here->format = {};
  codecs_.encode(line, from, here->format, static_cast<unsigned>(EdgePlace::controller));
  if (array_.room_for(line_here) < array_.space_of(*here)) {
    CacheArray::drop(*here);  // DRAM has it; evictions would take time
    return true;
  }
  std::copy(from.begin(), from.end(), here->data.begin());
  here->valid = ByteMask::range(0, line_bytes);
  here->dirty = {};
  changed(*here);
  return true;
}

unsigned char* L2Slice::byte(std::uint64_t address) {
  CacheLine* line = map_.slice_of(address) == index_ ? array_.find(map_.local(address)) : nullptr;
  const auto offset = static_cast<unsigned>(address % line_bytes);
  return line != nullptr && line->valid.test(offset) ? &line->data[offset] : nullptr;
}

}  // namespace heddle
