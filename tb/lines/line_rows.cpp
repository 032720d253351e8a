// SPDX-License-Identifier: Apache-2.0
#include "tb/lines/line_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/e2mc/value_counts.hpp"
#include "tb/lines/codec_rows.hpp"
#include "tb/lines/lz4_sizes.hpp"
#include "tb/lines/zstd_sizes.hpp"

namespace heddle::memory_lines {
namespace {

/// A row of the sizes of all lines.
LineRow row(std::string name, const std::vector<unsigned>& sizes, const LineSet& set) {
  std::vector<unsigned> of_written;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (set.written[i]) of_written.push_back(sizes[i]);
  return {std::move(name), ratios_of(sizes), ratios_of(of_written)};
}

/// A row of a bound, which is made once of all lines and once of the written ones.
template <class Bound>
LineRow row_of_bound(std::string name, const LineSet& all, const LineSet& written, Bound bound) {
  const auto raw = [&](const LineSet& set) {
    return set.lines.empty() ? std::nullopt : std::optional(bound(std::span(set.lines)));
  };
  return {std::move(name), {.raw = raw(all)}, {.raw = raw(written)}};
}

template <class StreamSize>
LineRow row_of_stream(std::string name, const LineSet& all, const LineSet& written, StreamSize size) {
  return row_of_bound(std::move(name), all, written, [&](std::span<const MemoryLine> lines) {
    return static_cast<double>(lines.size_bytes()) / static_cast<double>(size(lines));
  });
}

void add_zstd(std::vector<LineRow>& rows, int level, const std::string& dictionary, const LineSet& set,
              const LineSet& written) {
  const std::string name = fmt::format("zstd {}, ", level);
  rows.push_back(row(name + "each line alone", zstd_sizes(set.lines, level), set));
  const std::string trained =
      name + fmt::format("each line, dictionary of {} KB trained on all", zstd_dictionary_bytes / 1024);
  if (dictionary.empty())
    rows.push_back({trained});
  else
    rows.push_back(row(trained, zstd_sizes(set.lines, level, dictionary), set));
  rows.push_back(row_of_stream(name + "all lines as one stream", set, written,
                               [&](auto lines) { return zstd_stream_size(lines, level); }));
}

void add_lz4(std::vector<LineRow>& rows, const std::string& name, int level, const LineSet& set,
             const LineSet& written) {
  rows.push_back(row(name + ", each line alone", lz4_sizes(set.lines, level), set));
  rows.push_back(row_of_stream(name + ", all lines as one stream", set, written,
                               [&](auto lines) { return lz4_stream_size(lines, level); }));
}

}  // namespace

LineRatios ratios_of(std::span<const unsigned> sizes) {
  if (sizes.empty()) return {};
  double raw = 0, in_bursts = 0;
  for (const unsigned size : sizes) {
    raw += size;
    in_bursts += std::clamp((size + 31) / 32 * 32, 32u, 128u);
  }
  const double bytes = 128.0 * static_cast<double>(sizes.size());
  return {bytes / raw, bytes / in_bursts};
}

std::vector<LineRow> line_rows(const LineSet& set) {
  const std::vector<LineDesign> designs = line_designs();
  std::vector<LineRow> rows;
  for (const LineDesign& design : designs) rows.push_back(row(design.name, encoded_sizes(design, set), set));
  const LineDesign& e2mc =
      *std::find_if(designs.begin(), designs.end(), [](const LineDesign& d) { return d.name == "E2MC16"; });
  for (const auto& [name, code_for] : {std::pair{"buffer", CodeFor::buffer},
                                       {"launch", CodeFor::launch},
                                       {"buffer and launch", CodeFor::buffer_and_launch}})
    rows.push_back(
        row(fmt::format("{}, a code for each {}", e2mc.name, name), encoded_sizes(e2mc, set, code_for), set));
  const LineSet written = set.written_lines();
  for (const unsigned bits : {4, 8, 16, 32})
    rows.push_back(row_of_bound(fmt::format("Shannon's bound, {} bits", bits), set, written, [&](auto lines) {
      e2mc::ValueCounts counts(bits);
      for (const MemoryLine& line : lines) counts.add(line);
      return e2mc::shannon_bound(counts);
    }));
  const std::string dictionary = zstd_dictionary(set.lines);
  for (const int level : {3, 19}) add_zstd(rows, level, dictionary, set, written);
  add_lz4(rows, "lz4", 0, set, written);
  add_lz4(rows, fmt::format("lz4 HC {}", lz4_high), lz4_high, set, written);
  return rows;
}

}  // namespace heddle::memory_lines
