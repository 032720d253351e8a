// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <ostream>
#include <vector>

#include "hw/sm/hooks/technique.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle {

/// A technique that only encodes memory lines.
class EncodedLines final : public Technique {
 public:
  struct Choice {
    const char* name;
    std::vector<EdgePlace> places;
    bool reads_metadata = false;
    CodecFault fault = CodecFault::none;
  };
  explicit EncodedLines(Choice choice) : choice_(std::move(choice)) {}
  std::vector<Hook> hooks() const override {
    std::vector<Hook> hooks;
    for (const EdgePlace place : choice_.places) hooks.push_back(edge_hook(place));
    return hooks;
  }
  void put_edges(LineEdges& edges) const override {
    for (const EdgePlace place : choice_.places)
      edges.put(place, std::make_shared<ScramblingCodec>(static_cast<unsigned>(place) + 1, choice_.fault),
                toy_units("timed_units", choice_.reads_metadata));
  }

 private:
  const Choice choice_;
};

inline void PrintTo(const EncodedLines::Choice& choice, std::ostream* out) { *out << choice.name; }

}  // namespace heddle
