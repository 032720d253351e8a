// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/lines/line_profile.hpp"

#include <fmt/format.h>

namespace heddle {

EdgeUnits LineProfiler::edge() {
  EdgeUnits units;
  units.observe = [this](const SeenLine& seen) {
    const std::uint64_t whole = line_bytes / granularity_;
    bursts_ += whole;
    // What nobody has written is in DRAM as it is.
    compressed_ +=
        seen.ever_written ? codec_->encode_at(seen.address, seen.bytes).length / granularity_ : whole;
  };
  return units;
}

std::string LineProfiler::layer() const {
  double stalls = 0, slots = 0;
  for (const StatGroup* sm : sms_)
    for (const char* use : {"active", "memory_stall", "compute_stall", "data_dependence", "idle"}) {
      const double count = sm->number(fmt::format("issue_slots.{}", use));
      slots += count;
      if (use == std::string_view("memory_stall") || use == std::string_view("data_dependence"))
        stalls += count;
    }
  const auto percent = [](double part, double whole) { return whole == 0 ? 0 : 100 * part / whole; };
  return fmt::format(
      "# Of a run with caba.enable=profile.\ncaba:\n  profile: {{measured: true, stalls: {:.1f}, "
      "saving: {:.1f}}}\n",
      percent(stalls, slots),
      percent(static_cast<double>(bursts_ - compressed_), static_cast<double>(bursts_)));
}

}  // namespace heddle
