// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/compare/reset_values.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {

ResetValues::ResetValues(RtlModel& rtl, const std::vector<Channel*>& channels) {
  const auto ports = rtl.ports();
  const auto data = [&](const std::string& name) {
    const auto port = ports.find(name);
    return port == ports.end() ? nullptr : static_cast<const std::byte*>(port->second.data);
  };
  rst_n_ = data("rst_ni");
  for (const Channel* channel : channels) {
    if (channel->input() || !channel->has_valid()) continue;
    for (const Field& field : channel->fields()) {
      const std::string name = channel->port_name(field);
      // An RTL that lacks the pin is refused when its ports are bound.
      if (const std::byte* const at = data(name)) pins_.push_back({name, at, field.bits});
    }
  }
}

std::string ResetValues::complaint() const {
  if (!in_reset()) return {};
  for (const Pin& pin : pins_) {
    const std::size_t bytes = rtl_bytes(pin.bits);
    const auto wrong =
        std::find_if(pin.data, pin.data + bytes, [](std::byte b) { return b != std::byte{0}; });
    if (wrong != pin.data + bytes)
      return fmt::format(
          "{} is not zero while rst_ni is low, an asynchronous reset (byte {} of {} is {:#04x})", pin.name,
          wrong - pin.data, bytes, std::to_integer<unsigned>(*wrong));
  }
  return {};
}

}  // namespace heddle
