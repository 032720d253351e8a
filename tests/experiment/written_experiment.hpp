#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tests/cli/program.hpp"

namespace heddle {

/// `text` with one piece of it replaced.
inline std::string replaced(std::string text, const std::string& piece, const std::string& by) {
  const std::size_t at = text.find(piece);
  EXPECT_NE(at, std::string::npos) << piece;
  return text.replace(at, piece.size(), by);
}

inline bool charts_can_be_drawn() {
  return std::system("/usr/bin/python3 -c 'import matplotlib' 2>/dev/null") == 0;
}

/// Runs the experiment `text`, e.yaml, whose workloads are w.yaml: a short vectoradd, "Vec".
inline Ran run_experiment(const TemporaryFolder& folder, const std::string& text, bool chart = false) {
  folder.add("e.yaml", text);
  folder.add("w.yaml", "workloads:\n  - {workload: vectoradd, sizes: n=1000, label: Vec}\n");
  std::vector<std::string> words{"experiment", "./e.yaml"};
  if (!chart) words.push_back("--no-chart");
  return heddle(words, folder);
}

}  // namespace heddle
