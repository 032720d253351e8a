// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/caba_report.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <span>
#include <vector>

#include "hw/line_compression/line_compressor.hpp"

namespace heddle {

Technique::ReportLine report_of_profile(const CabaConfig& config) {
  return {"profile",
          fmt::format("lines are {}compressed: memory and data stall {:.1f} % of the issue slots (at least "
                      "{:.1f}), compression saves {:.1f} % of the bursts (at least {:.1f})",
                      config.compresses() ? "" : "not ", config.profile.stalls, config.least_stalls,
                      config.profile.saving, config.least_saving)};
}

std::vector<Technique::ReportLine> report_of_lines(const CabaConfig& config, const std::string& registers,
                                                   const Technique::Statistic& of) {
  const auto edge = [&](const char* counter) { return of(fmt::format("sm_total.memory.edge.{}", counter)); };
  const auto warps = [&](const char* counter) { return of(fmt::format("sm_total.caba.{}", counter)); };
  const auto pending = [&](const char* counter) { return warps(fmt::format("pending.{}", counter).c_str()); };
  const double encoded = edge("encoded_lines"), all = encoded + edge("unencoded_lines");
  const auto mean = [](double sum, double count) {
    return count == 0 ? std::string("-") : fmt::format("{:.0f}", sum / count);
  };
  const double loads = warps("high.ended"), stores = warps("low.ended");
  return {{"compressed lines", fmt::format("{:.0f} of {:.0f} stored lines; {:.0f} loaded lines were "
                                           "decompressed",
                                           encoded, all, edge("decoded_lines"))},
          {"assist warps",
           fmt::format("{:.0f} decompressed a line, in {} instructions and {} cycles each; {:.0f} compressed "
                       "one, in {} and {}; {:.0f} were killed",
                       loads, mean(warps("high.instructions"), loads), mean(warps("high.cycles"), loads),
                       stores, mean(warps("low.instructions"), stores), mean(warps("low.cycles"), stores),
                       warps("high.killed") + warps("low.killed"))},
          {"assist registers", registers},
          {"pending stores",
           fmt::format(
               "{:.0f} stores in {:.0f} lines, of which {:.0f} were never complete; {:.0f} loads were "
               "served by them",
               pending("stores"), pending("lines"), pending("incomplete_lines"), pending("served_loads"))},
          {"parts of lines",
           fmt::format("{:.0f} requests, of which the L2 refused {:.0f}, whose lines were decompressed",
                       warps("parts.sent"), warps("parts.refused"))},
          {"left uncompressed",
           fmt::format("{:.0f} whole lines as too many waited, {:.0f} within {} cycles, {:.0f} for a fence, "
                       "{:.0f} without a warp, {:.0f} displaced",
                       pending("crowded_stores"), pending("late_stores"), config.patience,
                       pending("fenced_stores"), pending("orphaned_stores"), pending("displaced_stores"))}};
}

Technique::ReportLine report_of_controllers(const Technique::Statistic& of) {
  const auto edge = [&](const char* counter) {
    return of(fmt::format("{}.{}", edge_statistics(EdgePlace::controller), counter));
  };
  const double unencoded = edge("unencoded_lines"), encoded = edge("encoded_lines");
  return {"controllers", fmt::format("{:.0f} of {:.0f} lines that came to them uncompressed were compressed",
                                     encoded, encoded + unencoded)};
}

Technique::ReportLine report_of(const UserSubroutineConfig& user, const Technique::Statistic& of) {
  const auto count = [&](const char* counter) {
    return of(fmt::format("sm_total.caba.{}.{}", user.name, counter));
  };
  const double ended = count("ended");
  return {user.name,
          fmt::format("{:.0f} assist warps, {:.1f} instructions and {:.0f} cycles each; {:.0f} events were "
                      "lost{}",
                      ended, ended == 0 ? 0 : count("instructions") / ended,
                      ended == 0 ? 0 : count("cycles") / ended, count("lost"),
                      user.jump_to == 0 ? "" : fmt::format("; {:.0f} parents jumped", count("jumped")))};
}

std::string words_of(const Technique::DeviceReader& read, std::uint64_t address, unsigned bytes) {
  std::vector<std::uint64_t> words((bytes + 7) / 8);
  read(address, std::as_writable_bytes(std::span(words)));
  std::string csv = "word,value\n";
  for (std::size_t k = 0; k < words.size(); ++k)
    if (words[k] != 0) csv += fmt::format("{},{}\n", k, words[k]);
  return csv;
}

}  // namespace heddle
