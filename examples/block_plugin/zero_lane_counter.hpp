// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>

#include "hw/sim/feed_forward.hpp"
#include "models/base/parameter.hpp"
#include "models/base/warp_register.hpp"

// A block of a user's own, outside of Heddle's tree: how many lanes of a warp register are zero. Pins are the
// members of the structs below; the RTL's ports are named after them (req_data_i, rsp_zeros_o).
namespace mine {

struct Register {
  std::array<std::uint32_t, heddle::warp_size> data;
  bool operator==(const Register&) const = default;
};

struct ZeroLanes {
  heddle::Bits<6> zeros;  ///< 0 to 32
  bool operator==(const ZeroLanes&) const = default;
};

struct ZeroLaneCounterConfig {
  unsigned latency = 1;

  static constexpr auto parameters() {
    return std::tuple{heddle::parameter(&ZeroLaneCounterConfig::latency, "latency", "cycles", 1u, 4u,
                                        "a user's choice", "from a register to its count")};
  }
};

/// The cycle-exact model, as a SystemC module.
class ZeroLaneCounter final : public heddle::FeedForward<Register, ZeroLanes> {
 public:
  using Config = ZeroLaneCounterConfig;
  using PinsType = heddle::FeedForwardPins<Register, ZeroLanes>;
  static constexpr const char* block_name = "zero_lane_counter";
  static unsigned settle(const Config& c) { return c.latency + 1; }

  ZeroLaneCounter(sc_core::sc_module_name name, const Config& c) : FeedForward(name, c.latency) {}

 private:
  ZeroLanes compute(const Register& request) override {
    return {{static_cast<std::uint8_t>(std::ranges::count(request.data, 0u))}};
  }
};

}  // namespace mine
