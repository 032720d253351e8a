// SPDX-License-Identifier: Apache-2.0
#include "tb/microbench/core/published_core.hpp"

#include <algorithm>
#include <array>

namespace heddle {
namespace core_published {
namespace {

constexpr std::string_view latency = "CUDA C Programming Guide 4.2, section 5.2.3: about 22 hot clocks";
/// Operations of an SM in a hot clock; there are two in a cycle.
constexpr std::string_view throughput =
    "CUDA C Programming Guide, throughput of compute capability 2.0 (as PCSX2's nvidia_throughput.txt copies "
    "it)";
constexpr std::string_view replays = "GF100's event l1_shared_bank_conflict: N-1 replays (envytools)";
/// Konstantinidis and Cotronis, PDP 2016: a GTX 480 at 1550 MHz, 15 SMs.
constexpr std::string_view gpumembench = "gpumembench, README";
constexpr std::string_view gpumembench_round =
    "gpumembench, README: 48 warps over the lines a cycle, less 11 cycles of the xor";

/// Bytes of a warp's access of `bits` each lane, over the bytes of an SM in a cycle at so many GB/s.
constexpr double accesses(double bits, double gigabytes) {
  return 32 * bits / 8 * 15 * 775e6 / (gigabytes * 1e9);
}
/// Lines of 128 bytes of an SM in a cycle.
constexpr double lines(double gigabytes) { return gigabytes * 1e9 / (128 * 15 * 775e6); }
constexpr double uniform(double a_hot_clock) { return 32 / (2 * a_hot_clock); }

constexpr std::array all{PublishedCore{"int add latency", 11, false, latency},
                         PublishedCore{"int logic latency", 11, false, latency},
                         PublishedCore{"int mad latency", 11, false, latency},
                         PublishedCore{"int mul latency", 11, false, latency},
                         PublishedCore{"fp add latency", 11, false, latency},
                         PublishedCore{"fp mul latency", 11, false, latency},
                         PublishedCore{"fp fma latency", 11, false, latency},
                         PublishedCore{"int add rate", 64, false, throughput},
                         PublishedCore{"int logic rate", 64, false, throughput},
                         PublishedCore{"int shift rate", 32, false, throughput},
                         PublishedCore{"int max rate", 64, false, throughput},
                         PublishedCore{"int mul rate", 32, false, throughput},
                         PublishedCore{"int mad rate", 32, false, throughput},
                         PublishedCore{"int convert rate", 32, false, throughput},
                         PublishedCore{"fp add rate", 64, false, throughput},
                         PublishedCore{"fp mul rate", 64, false, throughput},
                         PublishedCore{"fp fma rate", 64, false, throughput},
                         PublishedCore{"special rate", 8, false, throughput},
                         PublishedCore{"shared 32 bits", accesses(32, 1483), false, gpumembench},
                         PublishedCore{"shared 2-way conflict", 2, false, replays},
                         PublishedCore{"shared 4-way conflict", 4, false, replays},
                         PublishedCore{"shared 8-way conflict", 8, false, replays},
                         PublishedCore{"shared 16-way conflict", 16, false, replays},
                         PublishedCore{"shared 32-way conflict", 32, false, replays},
                         PublishedCore{"shared 64 bits", accesses(64, 1483), false, gpumembench},
                         PublishedCore{"shared 128 bits", accesses(128, 982), false, gpumembench},
                         PublishedCore{"constant 32 bits", uniform(14.98), false, gpumembench},
                         PublishedCore{"constant 64 bits", uniform(11.62), false, gpumembench},
                         PublishedCore{"constant 128 bits", uniform(4.64), false, gpumembench},
                         PublishedCore{"L1 hit latency", 48 / lines(1380) - 11, true, gpumembench_round},
                         PublishedCore{"L1 32 bits, in turn with xor", lines(1380), false, gpumembench},
                         PublishedCore{"L1 64 bits, in turn with xor", lines(1480), false, gpumembench},
                         PublishedCore{"L1 128 bits, in turn with xor", lines(1459), false, gpumembench}};

constexpr std::array<std::string_view, 4> presets{"gtx480_gpgpusim", "gtx480_gpgpusim_3_2_1",
                                                  "gtx480_measured", "gtx480_wong2016"};

}  // namespace
}  // namespace core_published

const PublishedCore* published_core(std::string_view name) {
  const auto& all = core_published::all;
  const auto* at =
      std::find_if(all.begin(), all.end(), [name](const PublishedCore& p) { return p.name == name; });
  return at == all.end() ? nullptr : at;
}

std::size_t published_cores() { return core_published::all.size(); }

bool has_published_core(std::string_view gpu) {
  return std::find(core_published::presets.begin(), core_published::presets.end(), gpu) !=
         core_published::presets.end();
}

}  // namespace heddle
