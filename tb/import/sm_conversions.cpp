// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tb/import/conversions.hpp"

namespace heddle::conversions {
namespace {

constexpr unsigned warp_lanes = 32;

}  // namespace

void same(Conversion& c) { c.set(std::string(c.key()), c.number(c.value())); }

void sms(Conversion& c) {
  const std::uint64_t clusters = c.other_number("-gpgpu_n_clusters", 10);
  c.set("sms", bounded_product({clusters, c.other_number("-gpgpu_n_cores_per_cluster", 3)}));
}

void threads_and_warps(Conversion& c) {
  const auto parts = c.parts(":", 2, 2, "THREADS:WARP_SIZE, as 1536:32");
  const std::uint64_t threads = c.number(parts[0]), lanes = c.number(parts[1]);
  if (lanes != warp_lanes) {
    c.note(fmt::format("a warp has 32 threads here, not {}", lanes));
    return;
  }
  c.set({{"sm.threads", std::to_string(threads)}, {"sm.warps", std::to_string(threads / warp_lanes)}});
}

void warp_registers(Conversion& c) {
  const std::uint64_t registers = c.number(c.value());
  if (registers % warp_lanes != 0)
    c.note(fmt::format("{} registers are no whole number of warp registers: rounded down", registers));
  c.set("sm.registers", registers / warp_lanes);
}

void scheduler(Conversion& c) {
  const std::string value = c.value();
  constexpr std::string_view two_level = "two_level_active:";
  if (value == "gto" || value == "lrr") {
    c.set("sm.scheduler", value);
  } else if (value.starts_with(two_level)) {
    const auto parts = c.parts(":", 2, 4, "two_level_active:WARPS:INNER:OUTER");
    c.set({{"sm.scheduler", "two_level"}, {"sm.active_warps", std::to_string(c.number(parts[1]))}});
    if (parts.size() > 2) c.note("both levels go round here, whatever its two priorities say");
  } else {
    c.note("no such scheduler here (gto, lrr, two_level)");
  }
}

void result_buses(Conversion& c) {
  const auto parts = c.parts(",", 7, 13, "7, 11 or 13 widths");
  for (const std::string& part : parts) c.number(part);
  // Seven have no pipelines of their own for doubles and integers; EX_WB ends both lists.
  c.set("sm.result_buses", c.number(parts.size() < 11 ? parts[6] : parts[10]));
}

void collectors(Conversion& c) {
  const auto units = [&](const char* kind, std::uint64_t fallback) {
    return c.other_number(fmt::format("-gpgpu_operand_collector_num_units_{}", kind), fallback);
  };
  // Without units for kinds of instructions, only those for all of them are there.
  const bool specialised = c.other("-gpgpu_enable_specialized_operand_collector", "1") != "0";
  const std::uint64_t sp = specialised ? units("sp", 4) : 0, sfu = specialised ? units("sfu", 4) : 0,
                      memory = specialised ? units("mem", 2) : 0, integer = specialised ? units("int", 0) : 0,
                      doubles = specialised ? units("dp", 0) : 0, all = units("gen", 0);
  const std::uint64_t total = sp + sfu + memory + integer + doubles + all;
  // An operand takes four cycles here and two there, so kinds that are short of units may hold twice as many.
  const auto at_most_all = [&](std::uint64_t n) { return std::to_string(std::min(n, total)); };
  c.set({{"sm.collectors.units", std::to_string(total)},
         {"sm.collectors.sp", at_most_all(2 * (sp + integer) + all)},
         {"sm.collectors.sfu", at_most_all(sfu + doubles + all)},
         {"sm.collectors.memory", at_most_all(2 * memory + all)}});
}

void class_times(Conversion& c) {
  constexpr std::array classes{"add", "max", "mul", "mad", "div"};
  const auto parts = c.parts(",", classes.size(), classes.size() + 1, "ADD,MAX,MUL,MAD,DIV[,SHFL] in cycles");
  for (std::size_t k = 0; k < classes.size(); ++k)
    c.set(fmt::format(fmt::runtime(c.key()), classes[k]), c.number(parts[k]));
  if (parts.size() > classes.size()) {
    c.number(parts.back());
    c.note("shuffles take the time of special functions here");
  }
}

void skips_l1(Conversion& c) { c.set("sm.load_store.global_in_l1", c.flag() ? "false" : "true"); }

void expects_zero(Conversion& c) {
  if (c.number(c.value()) != 0) c.note(std::string(c.why()));
}

void expects_one(Conversion& c) {
  if (c.number(c.value()) != 1) c.note(std::string(c.why()));
}

void expects_two(Conversion& c) {
  if (c.number(c.value()) != 2) c.note(std::string(c.why()));
}

}  // namespace heddle::conversions
