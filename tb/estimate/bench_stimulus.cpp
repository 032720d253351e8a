// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/bench_stimulus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "tb/run/child_process.hpp"
#include "tb/serve/served_block.hpp"

namespace heddle::estimate {
namespace {

constexpr unsigned most_edges_a_request = 100;

std::size_t words_of(const ServedPort& p) { return (p.bits + 31) / 32; }

}  // namespace

PinSequence bench_requests(const std::string& block, const std::string& set,
                           const std::vector<std::string>& overrides, unsigned count, std::uint64_t seed) {
  // The model answers, since a bench may wait for answers; SystemC simulates once in a process.
  const std::string found = in_child_process("the stimulus of " + block, [&] {
    ServedBlock served(block, set, overrides, seed);
    std::vector<std::byte> values(served.bytes());
    for (unsigned edge = 0; edge < 2; ++edge) served.edge(false, values);
    std::string all;
    unsigned requests = 0;
    for (unsigned edge = 0; requests < count && edge < most_edges_a_request * count; ++edge) {
      if (served.drive(values)) {
        ++requests;
        for (const ServedPort& p : served.ports())
          if (p.input) all.append(reinterpret_cast<const char*>(&values[p.at]), 4 * words_of(p));
      }
      served.edge(true, values);
    }
    std::string ports;
    for (const ServedPort& p : served.ports())
      if (p.input) ports += fmt::format("{} {}\n", p.name, p.bits);
    return fmt::format("{}\n{}\n{}{}", requests, std::count(ports.begin(), ports.end(), '\n'), ports, all);
  });
  std::istringstream in(found);
  std::size_t requests = 0, ports = 0;
  in >> requests >> ports;
  std::vector<PinSequence::Pin> pins(ports);
  for (PinSequence::Pin& p : pins) in >> p.name >> p.bits;
  in.get();
  if (requests < count)
    throw Error({.place = block,
                 .what = fmt::format("its bench makes {} requests in {} edges", requests,
                                     most_edges_a_request * count),
                 .legal = fmt::format("{} requests", count)});
  PinSequence sequence(pins);
  for (std::size_t r = 0; r < requests; ++r)
    for (std::size_t k = 0; k < pins.size(); ++k) {
      std::vector<std::uint32_t> words((pins[k].bits + 31) / 32);
      in.read(reinterpret_cast<char*>(words.data()), static_cast<std::streamsize>(4 * words.size()));
      sequence.append(k, words);
    }
  return sequence;
}

}  // namespace heddle::estimate
