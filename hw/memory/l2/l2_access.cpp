// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/l2/l2_access.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "hw/memory/accessed_bytes.hpp"
#include "hw/memory/atomic_request.hpp"

namespace heddle {
namespace {

/// The largest number of operations on one word.
unsigned longest_chain(const AtomicRequest& atomic) {
  std::array<std::uint8_t, 128> count{};
  unsigned longest = 0;
  for (unsigned k = 0; k < atomic.count; ++k)
    longest = std::max<unsigned>(longest, ++count[atomic.operations[k].offset]);
  return longest;
}

/// The bytes that must be valid before `bytes` are written: all of each unit of `size` bytes that is written
/// in part.
ByteMask rest_of(const ByteMask& bytes, unsigned size) {
  ByteMask needs;
  for (unsigned first = 0; first < line_bytes; first += size) {
    const ByteMask unit = ByteMask::range(first, size);
    if (bytes.meets(unit) && !bytes.covers(unit)) needs |= unit;
  }
  return needs;
}

}  // namespace

L2Access L2Access::of(tlm::tlm_generic_payload& payload, std::uint64_t local, const L2Config& config) {
  L2Access a;
  a.payload = &payload;
  a.line = local / 128 * 128;
  a.offset = static_cast<std::uint8_t>(local % 128);
  a.length = static_cast<std::uint8_t>(payload.get_data_length());
  a.kind = payload.is_read() ? Kind::read : payload.is_write() ? Kind::write : Kind::atomic;
  a.bytes = accessed_bytes(payload);
  const unsigned unit = config.fetch == L2Fetch::line ? line_bytes : burst_bytes;
  if (a.kind != Kind::write)
    a.needs = config.fetch == L2Fetch::line ? ByteMask::range(0, line_bytes) : a.bytes;
  else if (config.write_miss == L2WriteMiss::fetch)
    a.needs = rest_of(a.bytes, unit);
  else if (config.write_miss == L2WriteMiss::through)
    a.needs = ByteMask::range(0, line_bytes);
  return a;
}

/// A whole line as it is stored, encoded or not.
unsigned L2Access::move_line(CacheLine& l, LineFormat& format, unsigned port_bytes) const {
  unsigned char* const data = payload->get_data_ptr();
  if (kind == Kind::read) {
    format = l.format;
    payload->get_extension<CarriedFormat>()->version = l.version;
    std::memcpy(data, l.data.data(), line_bytes);
  } else {
    l.format = format;
    std::memcpy(l.data.data(), data, line_bytes);
    l.valid = l.dirty = bytes;
  }
  payload->set_response_status(tlm::TLM_OK_RESPONSE);
  return std::max((format.length() + port_bytes - 1) / port_bytes, 1u);
}

bool L2Access::brings(const CacheLine& l) const {
  const RefusedPart* part = refused_part(*payload);
  return part != nullptr && part->state != RefusedPart::State::none && part->version == l.version;
}

void L2Access::restore(CacheLine& l) const {
  l.data = refused_part(*payload)->bits;
  l.format = {};
}

unsigned L2Access::refuse(const CacheLine& l, unsigned port_bytes) const {
  RefusedPart& part = *refused_part(*payload);
  part.state = RefusedPart::State::refused;
  part.version = l.version;
  part.format = l.format;
  part.bits = l.data;
  payload->set_response_status(tlm::TLM_OK_RESPONSE);
  return std::max((l.format.length() + port_bytes - 1) / port_bytes, 1u);
}

unsigned L2Access::perform(CacheLine& l, unsigned port_bytes, const LineCodecs& codecs) const {
  LineFormat* const format = carried_format(*payload);
  if (format != nullptr && !(format->unencoded() && l.format.unencoded()))
    return move_line(l, *format, port_bytes);
  unsigned char* const data = payload->get_data_ptr();
  unsigned char* const in_line = l.data.data() + offset;
  unsigned cycles = (length + port_bytes - 1) / port_bytes;
  if (decodes(l)) {
    cycles += codecs.l2_decode_cycles;
    if (kind != Kind::read) codecs.decode(l.data, l.format);
  }
  if (replaces_line()) l.format = {};
  switch (kind) {
    case Kind::read:
      if (l.format.unencoded()) {
        std::memcpy(data, in_line, length);
      } else {
        auto copy = l.data;
        LineFormat of_copy = l.format;
        codecs.decode(copy, of_copy);
        std::memcpy(data, copy.data() + offset, length);
      }
      break;
    case Kind::write:
      if (payload->get_byte_enable_ptr() == nullptr)
        std::memcpy(in_line, data, length);
      else
        bytes.for_each([&](unsigned b) { l.data[b] = data[b - offset]; });
      break;
    case Kind::atomic: {
      auto& atomic = *payload->get_extension<AtomicRequest>();
      std::memcpy(data, in_line, length);
      atomic.perform({data, length});
      bytes.for_each([&](unsigned b) { l.data[b] = data[b - offset]; });
      cycles = std::max(cycles, longest_chain(atomic));
      break;
    }
  }
  if (changes()) {
    l.valid |= bytes;
    l.dirty |= bytes;
  }
  payload->set_response_status(tlm::TLM_OK_RESPONSE);
  return cycles;
}

}  // namespace heddle
