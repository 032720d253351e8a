// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/row_program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/text_file.hpp"
#include "tb/run/named.hpp"
#include "tb/run/program.hpp"

namespace heddle {
namespace {

/// Checks the names of the sizes; the run itself checks their values.
void check_sizes(const Workload& workload, const std::vector<std::string>& sizes) {
  workload.size_tree({.sizes = sizes});
  std::vector<std::string> known;
  for (const ParameterInfo& size : workload.sizes) known.push_back(size.path);
  for (const std::string& assignment : chosen_size(sizes, false).assignments) {
    const std::string name = assignment.substr(0, assignment.find('='));
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw Error({.what = fmt::format("no size of the workload {}", workload.name),
                   .value = assignment,
                   .legal = fmt::format("NAME=VALUE with one of {}", fmt::join(known, ", ")),
                   .nearest = nearest_name(name, known)});
  }
}

}  // namespace

RunRequest program_request(const ExperimentWorkload& row, const std::string& ptx) {
  RunRequest request{.launch = row.launch, .workload = {.sizes = row.all_sizes()}};
  if (row.program.empty()) {
    request.target = row.workload;
    request.workload.variant = ptx.empty() ? default_variant : ptx;
    return request;
  }
  request.target = row.program.front();
  request.linked.assign(row.program.begin() + 1, row.program.end());
  request.writes.nothing = true;
  return request;
}

std::set<ReadFile> check_program(const RunRequest& request, const GpuConfig& gpu) {
  const ReadScope of_the_program;
  if (is_workload(request)) {
    const Workload& workload = named<Workload>(request.target);
    check_sizes(workload, request.workload.sizes);
    if (!workload.write_ptx) read_text_file(workload.ptx_file(request.workload.variant), "PTX file");
  }
  program_of(request, gpu);
  return read_files();
}

std::vector<std::string> program_words(const RunRequest& request) {
  std::vector<std::string> words{request.target};
  words.insert(words.end(), request.linked.begin(), request.linked.end());
  if (!request.launch.empty()) words.insert(words.end(), {"--launch", request.launch});
  if (request.writes.nothing) words.emplace_back("--no-write");
  for (const std::string& size : request.workload.sizes) words.insert(words.end(), {"--size", size});
  if (!request.workload.variant.empty()) words.insert(words.end(), {"--ptx", request.workload.variant});
  if (const unsigned most = request.workload.build.max_registers;
      most != WorkloadOptions{}.build.max_registers)
    words.insert(words.end(), {"--max-registers", std::to_string(most)});
  return words;
}

}  // namespace heddle
