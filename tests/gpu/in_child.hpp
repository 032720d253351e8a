// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <functional>

#include "tests/gpu/ptx_run.hpp"

namespace heddle {

/// Runs `measure`, which fills `numbers` numbers, in a process of its own: SystemC can simulate only once in
/// a process, and a test compares several runs.
inline std::vector<double> in_child(std::size_t numbers,
                                    const std::function<std::vector<double>()>& measure) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const auto bytes = static_cast<ssize_t>(numbers * sizeof(double));
  if (fork() == 0) {
    const std::vector<double> found = measure();
    _exit(found.size() == numbers && write(ends[1], found.data(), numbers * sizeof(double)) == bytes ? 0 : 1);
  }
  close(ends[1]);
  std::vector<double> found(numbers, -1);
  EXPECT_EQ(read(ends[0], found.data(), numbers * sizeof(double)), bytes);
  close(ends[0]);
  return found;
}

/// Returns the core cycles of a launch of one CTA of a kernel with this body (see PtxRun).
inline double cycles_of(const std::string& body, unsigned threads, const GpuConfig& config,
                        const std::string& technique = "", const std::vector<std::string>& set = {}) {
  return in_child(1, [&] {
    PtxRun run(body, technique, config, set);
    run.run(threads, 4096);
    return std::vector{run.cycles()};
  })[0];
}

/// Repeats `body` `iterations` times in a loop; uses %r31 and %p7.
inline std::string looped(const std::string& body, unsigned iterations) {
  return "mov.u32 %r31, 0;\nLOOP:\n" + body +
         fmt::format("add.u32 %r31, %r31, 1;\nsetp.lt.u32 %p7, %r31, {};\n@%p7 bra LOOP;\n", iterations);
}

/// A launch ends at an edge of the memory's clocks, which adds up to a few cycles to more than a thousand
/// instructions.
inline constexpr double end_effects = 0.02;

/// Returns the cycles of an instruction when each warp executes instruction(0), instruction(1), ... after
/// `prologue`. The instructions stand in a loop that fits into the instruction cache. Two iteration counts
/// separate the loop from the beginning and end of the kernel; the lengths `few` and `many` separate the
/// instructions from the rest of the loop.
inline double cycles_each(const std::string& prologue,
                          const std::function<std::string(unsigned)>& instruction, unsigned threads,
                          const GpuConfig& config, const std::string& technique = "",
                          const std::vector<std::string>& set = {}, unsigned few = 24, unsigned many = 184) {
  const auto per_iteration = [&](unsigned length) {
    std::string body;
    for (unsigned k = 0; k < length; ++k) body += instruction(k) + "\n";
    const auto cycles = [&](unsigned iterations) {
      return cycles_of(prologue + looped(body, iterations), threads, config, technique, set);
    };
    return (cycles(12) - cycles(2)) / 10;
  };
  return (per_iteration(many) - per_iteration(few)) / (many - few);
}

}  // namespace heddle
