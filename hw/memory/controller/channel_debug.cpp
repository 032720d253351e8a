// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/controller/channel_controller.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "hw/memory/transaction.hpp"
#include "hw/memory/write_under_way.hpp"

// What a channel's controller answers to transport_dbg.

namespace heddle {

unsigned ChannelController::debug(Payload& payload) {
  const std::uint64_t address = payload.get_address();
  const unsigned length = payload.get_data_length();
  if (address + length < address || !(payload.is_read() || payload.is_write())) return 0;
  for (unsigned done = 0; done < length;) {
    const std::uint64_t at = address + done;
    const unsigned piece =
        std::min<std::uint64_t>(length - done, line_bytes - at % line_bytes);  // lies in one row
    if (mapping_.channel_of(at) != channel_ ||
        debug_piece(payload.is_read(), at, payload.get_data_ptr() + done, piece) != piece)
      return done;
    done += piece;
  }
  return length;
}

unsigned ChannelController::debug_piece(bool read, std::uint64_t address, unsigned char* data,
                                        unsigned length) {
  if (!read) edge_.copied(address / line_bytes * line_bytes);
  if (edge_.keeps_formats()) return debug_line(read, address, data, length);
  const unsigned done = device_debug(read, address, data, length);
  if (requests_.lent() != 0 || !port.empty()) overlay(read, address, data, length);
  return done;
}

unsigned ChannelController::device_debug(bool read, std::uint64_t address, unsigned char* data,
                                         unsigned length) {
  const DramAddress place = mapping_.place_of(address);
  tlm::tlm_generic_payload payload;
  payload.set_command(read ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
  payload.set_address((place.row * device_config_.banks + place.bank) * device_config_.row_bytes +
                      place.column);
  payload.set_data_ptr(data);
  payload.set_data_length(length);
  payload.set_streaming_width(length);
  return device->transport_dbg(payload);
}

/// Writes that are on their way, the oldest first.
std::vector<ChannelController::Payload*> ChannelController::writes_under_way() {
  std::vector<Payload*> writes;
  std::vector<const DramRequest*> records;
  for (const DramRequest& r : requests_.all())
    if (r.payload != nullptr && r.write && r.payload->is_response_ok() && r.sent < std::max(r.bursts, 1u))
      records.push_back(&r);
  std::sort(records.begin(), records.end(), [](auto* a, auto* b) { return a->age < b->age; });
  for (const DramRequest* r : records) writes.push_back(r->payload);
  port.for_each_waiting([&](Payload& p) {
    if (p.is_write()) writes.push_back(&p);
  });
  return writes;
}

/// Writes that are on their way are newer than the device's bytes, and older than those of the debugger.
void ChannelController::overlay(bool read, std::uint64_t address, unsigned char* data, unsigned length) {
  for (Payload* w : writes_under_way()) access_write_under_way(*w, read, address, {data, length});
}

/// A part of a line whose bits may be encoded. A write encodes the line anew, with the tables of now, and
/// takes the place of all that is on the way to it.
unsigned ChannelController::debug_line(bool read, std::uint64_t address, unsigned char* data,
                                       unsigned length) {
  const std::uint64_t line = address / line_bytes * line_bytes;
  std::array<unsigned char, line_bytes> bits{};
  LineFormat format = stored_.of(line);
  if (device_debug(true, line, bits.data(), line_bytes) != line_bytes) return 0;
  codecs_.decode(bits, format);
  for (Payload* w : writes_under_way()) {
    if (w->get_address() != line || writes_nothing(*w)) continue;
    if (read || length != line_bytes) {
      std::copy_n(w->get_data_ptr(), line_bytes, bits.begin());
      if (const LineFormat* theirs = carried_format(*w)) format = *theirs;
      codecs_.decode(bits, format);
    }
    if (!read) write_nothing(*w);
  }
  const auto part = bits.begin() + static_cast<std::ptrdiff_t>(address - line);
  if (read) {
    std::copy_n(part, length, data);
    return length;
  }
  std::copy_n(data, length, part);
  codecs_.encode(line, bits, format, edge_places);
  edge_.record_copy(line, format);
  stored_.set(line, format);
  return device_debug(false, line, bits.data(), line_bytes) == line_bytes ? length : 0;
}

}  // namespace heddle
