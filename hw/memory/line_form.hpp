#pragma once

#include <array>
#include <tlm>

#include "models/base/ring.hpp"

namespace heddle {

/// The seam "in what form does a memory line travel". One stands at each of three places: between an SM's
/// caches and the crossbar, between the crossbar and an L2 slice, between a memory controller and its DRAM.
/// Payloads go through in both directions, in order in each; a technique encodes or decodes their bytes on
/// the way and sets their LineFormat. The default leaves every line plain and takes no time.
class LineForm {
 public:
  using Payload = tlm::tlm_generic_payload;
  enum class Way { down, up };  ///< towards DRAM, towards the SM

  virtual ~LineForm() = default;
  /// Takes a payload; false when there is no room in this cycle.
  virtual bool take(Payload& payload, Way way) = 0;
  /// The next payload that is done in that direction, or null; taken when not null.
  virtual Payload* give(Way way) = 0;
  /// True when it must be asked again in the next cycle.
  virtual bool busy() const = 0;
};

/// Lines stay as they are.
class PlainLines final : public LineForm {
 public:
  bool take(Payload& payload, Way way) override {
    queue(way).push(&payload);
    return true;
  }
  Payload* give(Way way) override {
    Ring<Payload*>& q = queue(way);
    if (q.empty()) return nullptr;
    Payload* payload = q.front();
    q.pop();
    return payload;
  }
  bool busy() const override { return !queues_[0].empty() || !queues_[1].empty(); }

 private:
  Ring<Payload*>& queue(Way way) { return queues_[static_cast<unsigned>(way)]; }
  std::array<Ring<Payload*>, 2> queues_;
};

}  // namespace heddle
