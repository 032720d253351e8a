// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "hw/memory/line/line_executor.hpp"
#include "models/base/config.hpp"
#include "models/base/registry.hpp"

namespace heddle {
namespace {

/// Encoders and decoders with a clock of their own.
struct TimedUnitsConfig {
  std::uint64_t mhz = 1000;
  unsigned encoders = 1, decoders = 1;
  unsigned encode_latency = 2, decode_latency = 2;
  unsigned encode_interval = 1, decode_interval = 1;

  static constexpr auto parameters() {
    using C = TimedUnitsConfig;
    constexpr auto free = "modelling choice";
    return std::tuple{
        parameter(&C::mhz, "mhz", "MHz", 1u, 10'000u, free, "Clock of the units"),
        parameter(&C::encoders, "encoders", "", 1u, 64u, free, "Units that encode"),
        parameter(&C::decoders, "decoders", "", 1u, 64u, free, "Units that decode"),
        parameter(&C::encode_latency, "encode_latency", "cycles", 1u, 10'000u, free, "To encode a line"),
        parameter(&C::decode_latency, "decode_latency", "cycles", 1u, 10'000u, free, "To decode a line"),
        parameter(&C::encode_interval, "encode_interval", "cycles", 1u, 10'000u, free,
                  "From one line of an encoder to its next"),
        parameter(&C::decode_interval, "decode_interval", "cycles", 1u, 10'000u, free,
                  "From one line of a decoder to its next")};
  }
};

/// Dedicated units. All times follow from when jobs come, so that they need no ticks: a job begins at
/// the first edge of their clock behind its start, and counts for the owner behind the edge of its end.
class TimedUnits final : public LineExecutor {
 public:
  TimedUnits(const TimedUnitsConfig& config, const EdgeParts& parts)
      : owner_fs_(parts.clock.period_fs()),
        period_((1'000'000'000 + config.mhz / 2) / config.mhz),
        encoders_{config.encode_latency, config.encode_interval, std::vector<std::uint64_t>(config.encoders)},
        decoders_{config.decode_latency, config.decode_interval,
                  std::vector<std::uint64_t>(config.decoders)} {}

  bool start(LineJob& job) override {
    Units& units = job.encodes ? encoders_ : decoders_;
    const std::uint64_t edge = now() / period_ + 1;
    const auto unit = std::min_element(units.free_from.begin(), units.free_from.end());
    if (*unit > edge) return false;
    *unit = edge + units.interval;
    job.perform();
    job.end_fs = (edge + units.latency) * period_;
    return true;
  }
  bool done(LineJob& job) override { return job.end_fs < now(); }
  Cycle done_at(const LineJob& job) const override { return job.end_fs / owner_fs_ + 1; }
  /// A unit that is free from edge e on may be given a line from edge e - 1 on.
  Cycle start_at(bool encodes) const override {
    const Units& units = encodes ? encoders_ : decoders_;
    const std::uint64_t edge = *std::min_element(units.free_from.begin(), units.free_from.end());
    return edge == 0 ? 0 : ((edge - 1) * period_ + owner_fs_ - 1) / owner_fs_;
  }

 private:
  struct Units {
    unsigned latency, interval;
    std::vector<std::uint64_t> free_from;  ///< of each unit: the edge of their clock
  };
  static std::uint64_t now() { return sc_core::sc_time_stamp().value(); }

  const std::uint64_t owner_fs_, period_;
  Units encoders_, decoders_;
};

const Registration<LineExecutorEntry> timed_units_registration{LineExecutorEntry{
    .name = "timed_units",
    .description = "dedicated encoders and decoders with a clock of their own",
    .parameters = describe<TimedUnitsConfig>("timed_units"),
    .make = [](const ConfigTree& tree, const EdgeParts& parts) {
      return std::make_unique<TimedUnits>(resolve<TimedUnitsConfig>(tree, "timed_units"), parts);
    }}};

}  // namespace
}  // namespace heddle
