// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/base/registry.hpp"
#include "tb/run/run.hpp"
#include "tests/gpu/ptx_run.hpp"

namespace heddle {

/// A small run of a workload with several offline codes of E2MC, on a machine from whose L2 lines are
/// evicted.
inline RunRequest run_with_codes(const std::string& workload, const std::string& codes,
                                 const std::vector<std::string>& more = {}) {
  RunRequest request{.target = workload};
  request.workload.small = true;
  // A small grid of roads has too few values for codes of its own.
  if (workload == "sssp") request.workload.sizes = {"graph=grown"};
  request.platform.techniques = {"line_compression"};
  request.platform.assignments = {"sms=4", "l2.cache.bytes=2048", "line_compression.what=e2mc",
                                  "line_compression.e2mc.code=offline",
                                  "line_compression.e2mc.codes=" + codes};
  request.platform.assignments.insert(request.platform.assignments.end(), more.begin(), more.end());
  return request;
}

/// The technique with such codes, of a run of scan.
inline Techniques with_codes_of_scan(const std::string& codes, const std::vector<std::string>& set) {
  ConfigTree tree;
  tree.add_text(run_apart(run_with_codes("scan", codes, set)).files.at("code.yaml"), "code.yaml");
  for (const std::string& s : set) tree.set(s);
  tree.set("line_compression.what=e2mc");
  return {Registry<TechniqueEntry>::instance().find("line_compression").make(tree)};
}

}  // namespace heddle
