// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "hw/memory/l2/l2_slice.hpp"

// What a slice sends to DRAM: lines that it misses, lines that it writes back, and writes that go around it.

namespace heddle {
namespace {

/// The 32-byte sectors from the first to the last set byte: offset and length.
std::pair<unsigned, unsigned> sectors_of(const ByteMask& mask) {
  unsigned first = line_bytes, last = 0;
  for (unsigned s = 0; s < line_bytes; s += burst_bytes)
    if (mask.meets(ByteMask::range(s, burst_bytes))) {
      first = std::min(first, s);
      last = s + burst_bytes;
    }
  return {first, last - first};
}

}  // namespace

void L2Slice::fetch(std::uint64_t line, const ByteMask& missing, Mshrs::Entry& entry) {
  const auto [offset, length] =
      config_.fetch == L2Fetch::line ? std::pair(0u, line_bytes) : sectors_of(missing);
  entry.wanted |= ByteMask::range(offset, length);
  to_dram(Kind::fetch).set_up_read(map_.global(line + offset, index_), length);
}

Transaction& L2Slice::to_dram(Kind kind) {
  Transaction& t = pool_.acquire();
  t.origin().source = index_;
  t.origin().tag = static_cast<std::uint64_t>(kind);
  to_dram_.push(&t);
  if (kind == Kind::write_back) write_backs_.push_back(&t);
  return t;
}

/// A write that misses is forwarded to DRAM, and occupies the port as the write-back of a line does.
CacheOutcome L2Slice::write_around(const L2Access& a, Cycle now) {
  if (to_dram_.size() >= config_.cache.queue) return CacheOutcome::reservation_fail;
  Payload& p = *a.payload;
  Transaction& t = to_dram(Kind::write_back);
  if (p.get_byte_enable_ptr() == nullptr) {
    t.set_up_write(p.get_address(), a.length);
  } else {
    t.set_up_partial_write(p.get_address(), a.length);
    for (unsigned b = 0; b < a.length; ++b)
      t.enables[b] = a.bytes.test(a.offset + b) ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
  }
  std::memcpy(t.data.data(), p.get_data_ptr(), a.length);
  p.set_response_status(tlm::TLM_OK_RESPONSE);
  access_port_.take(access_port_.cycles_for(a.length), now);
  respond_later(p, now);
  return CacheOutcome::miss;
}

/// Sends the dirty bytes of a line that is evicted or written through, with byte enables where they are not
/// whole sectors; where lines are encoded, all of it in its format.
unsigned L2Slice::send_line(const CacheLine& line) {
  const bool whole = codecs_.any();
  const auto [offset, length] = whole ? std::pair(0u, line_bytes) : sectors_of(line.dirty);
  Transaction& t = to_dram(Kind::write_back);
  const std::uint64_t address = map_.global(line.address + offset, index_);
  if (whole || line.dirty.count() == length) {
    t.set_up_write(address, length);
    t.format() = line.format;
  } else {
    t.set_up_partial_write(address, length);
    for (unsigned b = 0; b < length; ++b)
      t.enables[b] = line.dirty.test(offset + b) ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
  }
  std::memcpy(t.data.data(), line.data.data() + offset, length);
  return access_port_.cycles_for(std::max(wire_bytes(t), 1u));
}

void L2Slice::write_back(const CacheLine& line, Cycle now) {
  statistics_.see_write_back();
  access_port_.take(send_line(line), now);
}

void L2Slice::send() {
  if (to_dram_.empty() || !out.free()) return;
  Transaction& t = *to_dram_.front();
  to_dram_.pop();
  out.send(t);
}

void L2Slice::flush() {
  array_.for_each([&](CacheLine& line) {
    if (line.dirty.any()) flushing_.push(&line);
  });
  wake();
}

/// Writes back the line that is in this place now, if it is dirty.
void L2Slice::flush_line(Cycle now) {
  if (flushing_.empty() || !access_port_.free(now) || to_dram_.size() >= config_.cache.queue) return;
  CacheLine& line = *flushing_.front();
  flushing_.pop();
  if (!line.dirty.any()) return;
  write_back(line, now);
  line.dirty = {};
}

}  // namespace heddle
