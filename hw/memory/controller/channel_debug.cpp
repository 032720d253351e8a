#include "hw/memory/controller/channel_controller.hpp"

#include <algorithm>
#include <vector>

#include "hw/memory/transaction.hpp"

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
  const DramAddress place = mapping_.place_of(address);
  tlm::tlm_generic_payload payload;
  payload.set_command(read ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
  payload.set_address((place.row * device_config_.banks + place.bank) * device_config_.row_bytes +
                      place.column);
  payload.set_data_ptr(data);
  payload.set_data_length(length);
  payload.set_streaming_width(length);
  const unsigned done = device->transport_dbg(payload);
  if (requests_.lent() != 0 || !port.empty()) overlay(read, address, data, length);
  return done;
}

/// Writes that are on their way are newer than the device's bytes, and older than those of the debugger.
void ChannelController::overlay(bool read, std::uint64_t address, unsigned char* data, unsigned length) {
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
  for (Payload* w : writes) {
    const unsigned char* enables = w->get_byte_enable_ptr();
    const std::uint64_t from = std::max(address, std::uint64_t{w->get_address()});
    const std::uint64_t to =
        std::min<std::uint64_t>(address + length, w->get_address() + w->get_data_length());
    for (std::uint64_t at = from; at < to; ++at) {
      const std::uint64_t offset = at - w->get_address();
      if (enables != nullptr && enables[offset % w->get_byte_enable_length()] == 0) continue;
      if (read)
        data[at - address] = w->get_data_ptr()[offset];
      else
        w->get_data_ptr()[offset] = data[at - address];
    }
  }
}

}  // namespace heddle
