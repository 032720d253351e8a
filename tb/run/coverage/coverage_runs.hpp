// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/cosim/watch/system_coverage.hpp"
#include "tb/run/platform.hpp"

namespace heddle {

/// A machine that differs from another one in some values.
struct CoverageVariant {
  std::string name{};  ///< as it was asked for
  std::vector<std::string> files{}, assignments{};
};

/// "merging" or "wide.yaml,sm.schedulers=1": assignments, and files by path or by their name in
/// configs/coverage.
CoverageVariant parse_variant(const std::string& text);

/// Workloads to be run on a machine and on variants of it.
struct CoverageRuns {
  std::vector<std::string> workloads{};
  PlatformOptions platform{};
  std::vector<CoverageVariant> variants{};  ///< layers over those of `platform`
  bool full = false;                        ///< not the small sizes

  /// Throws Error for a machine that cannot be made.
  void check() const;
};

/// What all runs together reached, block by block.
class CoverageTable {
 public:
  /// Adds a run, after those that were added before.
  void add(const std::string& run, const ReachedByBlock& reached);

  /// No point is missing, and none was reached that cannot be.
  bool complete() const;
  std::string text() const;
  /// By block: instances of one run, payloads of all, and each point with the run that reached it first.
  nlohmann::ordered_json json() const;
  std::string csv() const;

 private:
  ReachedByBlock reached_;
  std::map<std::string, std::map<std::string, std::string>> first_;  ///< run, by block and point
};

/// Runs them, each in a process of its own and at most `jobs` at a time. Throws Error for the first run that
/// fails, and for one whose result differs from its reference.
CoverageTable run_coverage(const CoverageRuns& runs, unsigned jobs);

}  // namespace heddle
