// SPDX-License-Identifier: Apache-2.0
#include "tb/lines/line_bench.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/base/registry.hpp"
#include "tb/lines/line_kinds.hpp"

namespace heddle::memory_lines {
namespace {

constexpr unsigned made_lines = 2048;
constexpr std::size_t most_recorded_lines = 8192;  // 1 MB: more are no other work, but leave the caches

/// Lines, what a codec makes of them, and room for what it restores.
struct Bench {
  std::shared_ptr<const LineCodec> codec;
  std::vector<MemoryLine> lines;
  std::vector<StoredLine> stored{};
  std::vector<StoredLine> compressed{};  ///< those that do not stay as they are
  MemoryLine restored{};

  void compress() {
    for (std::size_t i = 0; i < lines.size(); ++i) stored[i] = codec->encode(lines[i]);
  }
  void decompress() {
    for (const StoredLine& line : compressed) codec->decode(line, restored);
  }
  void check(const std::string& design) const {
    for (std::size_t i = 0; i < lines.size(); ++i) encoded_size(*codec, lines[i], design, i);
  }
};

/// Not all that a run has recorded, but lines from everywhere in it.
std::vector<MemoryLine> some_of(const std::vector<MemoryLine>& all) {
  if (all.size() <= most_recorded_lines) return all;
  std::vector<MemoryLine> some;
  for (std::size_t k = 0; k < most_recorded_lines; ++k)
    some.push_back(all[k * all.size() / most_recorded_lines]);
  return some;
}

/// The goals are those of the project: symbols that are coded one by one take longer.
double goal_of(const LineDesign& design) { return design.what == "e2mc" ? 0.3 : 1; }

const Registration<CodecBench> registration{CodecBench{"memory lines", line_works}};

}  // namespace

std::vector<LineDesign> benched_designs() {
  std::vector<LineDesign> all = line_designs();
  for (const unsigned words : {2, 4, 16})
    all.push_back({fmt::format("FPC, segments of {} words", words),
                   "fpc",
                   {fmt::format("line_compression.fpc.segment_words={}", words)}});
  return all;
}

CodecWork line_work(const LineDesign& design, std::shared_ptr<const LineCodec> codec, const std::string& data,
                    const std::vector<MemoryLine>& lines) {
  const auto bench = std::make_shared<Bench>(Bench{std::move(codec), lines});
  bench->stored.resize(lines.size());
  bench->compress();
  for (const StoredLine& line : bench->stored)
    if (line.encoding != 0) bench->compressed.push_back(line);
  return {.codec = design.name,
          .data = data,
          .goal = goal_of(design),
          .check = [bench, name = design.name] { bench->check(name); },
          .compress = [bench] { bench->compress(); },
          .decompress = [bench] { bench->decompress(); },
          .compressed_bytes = lines.size() * sizeof(MemoryLine),
          .decompressed_bytes = bench->compressed.size() * sizeof(MemoryLine)};
}

std::vector<CodecBench::Make> line_works(const std::vector<std::filesystem::path>& files) {
  std::vector<LineKind> kinds = line_kinds(made_lines);
  if (!files.empty()) kinds.push_back({"files", some_of(line_set_of(files).lines)});
  std::vector<CodecBench::Make> works;
  for (const LineDesign& design : benched_designs())
    for (const LineKind& kind : kinds)
      works.push_back([design, kind] {
        LineSet set;
        set.lines = kind.lines;
        return line_work(design, codec_of(design, set), kind.name, kind.lines);
      });
  return works;
}

}  // namespace heddle::memory_lines
