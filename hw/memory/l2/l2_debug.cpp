#include <algorithm>
#include <cstring>

#include "hw/memory/l2/l2_slice.hpp"

/// What happens beside simulated time: the host's copies, and what tests look at.
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
        line->valid.set(k);  // what is being fetched is older
      } else if (line->valid.test(k)) {
        outside = line->data[k];
      }
    });
  }
  return count;
}

unsigned char* L2Slice::byte(std::uint64_t address) {
  CacheLine* line = map_.slice_of(address) == index_ ? array_.find(map_.local(address)) : nullptr;
  const auto offset = static_cast<unsigned>(address % line_bytes);
  return line != nullptr && line->valid.test(offset) ? &line->data[offset] : nullptr;
}

}  // namespace heddle
