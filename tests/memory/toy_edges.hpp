// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>
#include <string>

#include "hw/memory/l2/l2_config.hpp"
#include "hw/memory/line/line_edges.hpp"
#include "models/base/config_tree.hpp"
#include "models/base/registry.hpp"

namespace heddle {

/// The errors that the toy codec makes in the controls.
enum class CodecFault { none, flips_a_bit, forgets_its_tables };

/// A toy codec that scrambles and shortens lines. A line of zeros has no bits; a line whose words fit in 16
/// bits has half of its bits; one in four of the others stays as it is, and the rest are scrambled. The
/// result depends on the codec's tables, which are a single number here: a stored line is decoded with the
/// tables of its epoch.
class ScramblingCodec final : public LineCodec {
 public:
  explicit ScramblingCodec(unsigned salt = 1, CodecFault fault = CodecFault::none)
      : salt_(salt), fault_(fault) {}

  StoredLine encode(std::span<const unsigned char> line) const override {
    StoredLine s{.epoch = epoch_};
    std::array<std::uint32_t, 32> words{};
    std::memcpy(words.data(), line.data(), line.size());
    const auto all = [&](auto holds) { return std::all_of(words.begin(), words.end(), holds); };
    if (all([](std::uint32_t w) { return w == 0; })) {
      s.encoding = 1;
      s.length = 0;
    } else if (all([](std::uint32_t w) { return w < 0x10000; })) {
      s.encoding = 2;
      s.length = static_cast<std::uint8_t>(line.size() / 2);
      for (unsigned i = 0; i < s.length; ++i) s.bits[i] = line[i / 2 * 4 + i % 2];
    } else if (words[0] % 4 == 0) {
      std::copy(line.begin(), line.end(), s.bits.begin());
      s.length = static_cast<std::uint8_t>(line.size());
      return s;
    } else {
      s.encoding = 3;
      s.length = static_cast<std::uint8_t>(line.size());
      std::copy(line.begin(), line.end(), s.bits.begin());
    }
    scramble(s);
    return s;
  }

  void decode(const StoredLine& stored, std::span<unsigned char> line) const override {
    StoredLine s = stored;
    if (fault_ == CodecFault::forgets_its_tables) s.epoch = epoch_;
    scramble(s);
    std::fill(line.begin(), line.end(), static_cast<unsigned char>(0));
    if (s.encoding == 2)
      for (unsigned i = 0; i < s.length; ++i) line[i / 2 * 4 + i % 2] = s.bits[i];
    else
      std::copy_n(s.bits.begin(), s.length, line.begin());
    if (fault_ == CodecFault::flips_a_bit) line[18] ^= 0x20;
  }

  /// Makes new tables; lines that were stored with older tables can still be read.
  void renew() { ++epoch_; }

 private:
  void scramble(StoredLine& s) const {
    for (unsigned i = 0; i < s.length; ++i)
      s.bits[i] ^= static_cast<unsigned char>(37 * i + 11 * s.epoch + 5 * salt_);
  }
  const unsigned salt_;
  const CodecFault fault_;
  std::uint16_t epoch_ = 3;
};

/// The errors that the toy directory makes in the controls.
enum class DirectoryFault { none, forgets_copies };

/// A toy directory that reads metadata from memory for each access to a line: 32 bytes at the line's own
/// address. It uses what it has recorded, not what it has read.
class ReadingDirectory final : public LineDirectory {
 public:
  explicit ReadingDirectory(EdgeRequests& requests, DirectoryFault fault = DirectoryFault::none)
      : requests_(requests), fault_(fault) {}
  LineLookup look_up(std::uint64_t line) override {
    return may_record(line) ? LineLookup::known : LineLookup::waits;
  }
  bool may_record(std::uint64_t line) override {
    if (known_.erase(line) != 0) return true;
    if (!asked_.insert(line).second) return false;
    Transaction& t = requests_.acquire();
    t.set_up_read(line, 32);
    requests_.send(t);
    return false;
  }
  void answered(const Transaction& t) override {
    asked_.erase(t.get_address());
    known_.insert(t.get_address());
    announce();
  }
  LineFormat format(std::uint64_t line) override { return formats_.of(line); }
  void record(std::uint64_t line, const LineFormat& f) override { formats_.set(line, f); }
  void record_copy(std::uint64_t line, const LineFormat& f) override {
    if (fault_ != DirectoryFault::forgets_copies) formats_.set(line, f);
  }

 private:
  EdgeRequests& requests_;
  const DirectoryFault fault_;
  FormatMap formats_;
  std::set<std::uint64_t> asked_, known_;
};

/// Makes the units of an edge: an executor by name, and a directory that reads metadata if wanted.
inline LineEdges::Make toy_units(const char* executor, bool reads_metadata,
                                 DirectoryFault fault = DirectoryFault::none) {
  return [=](const EdgeParts& parts) {
    ConfigTree tree;
    tree.set("timed_units.encode_latency=9");
    tree.set("timed_units.decode_latency=5");
    EdgeUnits units;
    units.executor = Registry<LineExecutorEntry>::instance().find(executor).make(tree, parts);
    if (reads_metadata) units.directory = std::make_unique<ReadingDirectory>(*parts.requests, fault);
    units.buffer = 6;
    return units;
  };
}

/// Returns edges at these places, each with its own codec.
inline LineEdges toy_edges(std::initializer_list<EdgePlace> places, const char* executor = "timed_units",
                           bool reads_metadata = false) {
  LineEdges edges;
  for (const EdgePlace place : places)
    edges.put(place, std::make_shared<ScramblingCodec>(static_cast<unsigned>(place) + 1),
              toy_units(executor, reads_metadata));
  return edges;
}

/// Returns an L2 that keeps whole lines.
inline L2Config whole_lines(L2Config config = {}) {
  config.fetch = L2Fetch::line;
  config.write_miss = L2WriteMiss::fetch;
  return config;
}

}  // namespace heddle
