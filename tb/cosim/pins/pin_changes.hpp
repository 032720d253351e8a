// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/sim/block.hpp"
#include "tb/cosim/pins/pin_layout.hpp"

namespace heddle {

/// What one channel of a block carried.
struct ChannelActivity {
  std::string channel;
  bool input = false, beats = false;
  /// Of a beat: cycles in which it is valid. Of a level: how often it changed.
  std::uint64_t payloads = 0;
};

/// Detects in each cycle whether a block's pins moved, for observers that change nothing.
class PinChanges {
 public:
  struct Watched {
    PinLayout layout;
    Channel* channel;
    std::vector<std::byte> shown{};  ///< what it carried last
    std::uint64_t payloads = 0;
  };

  /// No block remembers its pins for longer: one whose pins have stood still for so many cycles is at rest.
  static constexpr unsigned patience = 128;

  explicit PinChanges(Block& block);

  /// At the end of elaboration: wakes `watcher`, in the block's clock domain, when a pin moves. Throws Error
  /// when the block is in no ClockDomain.
  void attach(Clocked& watcher);

  /// To be called once a cycle: has any pin changed, or does it carry a valid beat?
  bool moved();
  /// For `patience` cycles it has not, as of the last call.
  bool at_rest() const { return still_ >= patience; }
  /// In reset, in the cycle of the last call.
  bool in_reset() const { return was_reset_; }
  const std::vector<Watched>& channels() const { return channels_; }
  std::vector<ChannelActivity> activity() const;

 private:
  Block& block_;
  std::vector<Watched> channels_;
  bool was_reset_ = false;
  unsigned still_ = 0;  ///< cycles without a change
};

}  // namespace heddle
