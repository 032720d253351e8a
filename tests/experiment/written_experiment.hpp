// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/cli/program.hpp"

namespace heddle {

/// Returns `text` with one piece of it replaced.
inline std::string replaced(std::string text, const std::string& piece, const std::string& by) {
  const std::size_t at = text.find(piece);
  EXPECT_NE(at, std::string::npos) << piece;
  return text.replace(at, piece.size(), by);
}

inline bool charts_can_be_drawn() {
  return std::system("/usr/bin/python3 -c 'import matplotlib' 2>/dev/null") == 0;
}

/// Runs the experiment `text` as e.yaml; its workload in w.yaml is a short vectoradd, "Vec".
inline Ran run_experiment(const TemporaryFolder& folder, const std::string& text, bool chart = false) {
  folder.add("e.yaml", text);
  folder.add("w.yaml", "workloads:\n  - {workload: vectoradd, sizes: n=1000, label: Vec}\n");
  std::vector<std::string> words{"experiment", "./e.yaml"};
  if (!chart) words.push_back("--no-chart");
  return heddle(words, folder);
}

/// An experiment that is refused, with the place and the words of the message.
struct RefusedExperiment {
  std::string text, place, said;
};

inline void expect_refused(const std::vector<RefusedExperiment>& all) {
  for (const RefusedExperiment& bad : all) {
    const TemporaryFolder folder;
    const Ran ran = run_experiment(folder, bad.text);
    EXPECT_EQ(ran.status, 1) << bad.text;
    EXPECT_NE(ran.err.find(bad.place), std::string::npos) << bad.place << "\n" << ran.err;
    EXPECT_NE(ran.err.find(bad.said), std::string::npos) << bad.said << "\n" << ran.err;
    EXPECT_EQ(entries(folder), (std::set<std::string>{"e.yaml", "w.yaml"}));
  }
}

}  // namespace heddle
