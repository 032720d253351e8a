// SPDX-License-Identifier: Apache-2.0
#include "tb/run/coverage/coverage_lines.hpp"

#include <fmt/format.h>

#include "tb/run/report.hpp"

namespace heddle {
namespace {

std::string activity_text(const BlockReached& block) {
  std::vector<std::string> texts;
  for (const ChannelActivity& a : block.activity)
    texts.push_back(
        fmt::format("{} {} {}", a.channel, grouped(a.payloads), a.beats ? "payloads" : "changes"));
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

std::vector<std::string> in_families(const std::vector<Coverage::Point>& points) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < points.size();) {
    const Coverage::Point& first = points[i];
    std::size_t end = i + 1;
    while (!first.family.empty() && end < points.size() && points[end].family == first.family &&
           points[end].number == points[end - 1].number + 1)
      ++end;
    names.push_back(end == i + 1 ? first.name
                                 : fmt::format(fmt::runtime(first.family),
                                               fmt::format("{}..{}", first.number, points[end - 1].number)));
    i = end;
  }
  return names;
}

ReachedPoints count_points(const BlockReached& block) {
  ReachedPoints n;
  std::vector<Coverage::Point> missing, wrong;
  for (const Coverage::Point& p : block.points) {
    switch (p.arises.where) {
      case Arises::Where::anywhere:
        ++n.demanded;
        n.reached += p.hits != 0;
        if (p.hits == 0) missing.push_back(p);
        break;
      case Arises::Where::bench_only:
        ++n.bench_only;
        if (p.hits != 0) wrong.push_back(p);
        break;
      case Arises::Where::never_in_system:
        ++n.never_in_system;
        if (p.hits != 0) wrong.push_back(p);
        break;
      case Arises::Where::by_chance:
        ++n.by_chance;
        break;
    }
  }
  n.missing = in_families(missing);
  n.wrong = in_families(wrong);
  return n;
}

std::string coverage_lines(const ReachedByBlock& reached) {
  std::string out = "  coverage on the blocks' pins\n";
  for (const auto& [name, block] : reached) {
    const ReachedPoints n = count_points(block);
    out += report_line("  " + name, fmt::format("{} instance{}: {}", block.instances,
                                                block.instances == 1 ? "" : "s", activity_text(block)));
    out += report_line(
        "", fmt::format("{} of {} points; not asked for: {} of benches, {} that no system has, {} of chance",
                        n.reached, n.demanded, n.bench_only, n.never_in_system, n.by_chance));
    for (const std::string& each : n.missing) out += report_line("", "not reached: " + each);
    for (const std::string& each : n.wrong) out += report_line("", "REACHED, THOUGH IT CANNOT BE: " + each);
  }
  return out;
}

}  // namespace heddle
