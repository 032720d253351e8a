#pragma once

#include <set>
#include <string>
#include <vector>

#include "tests/workloads/temporary_folder.hpp"

namespace heddle {

/// What a run of the program said.
struct Ran {
  int status = 0;  ///< its exit status; 128 + n when signal n ended it
  std::string out{}, err{};
};

/// Runs the program that was built, in `folder`.
Ran heddle(const std::vector<std::string>& arguments, const TemporaryFolder& folder);

/// Runs it with bad input: one message that contains all of `said`, this exit status, and nothing left in
/// `folder`.
void expect_refused(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                    const std::vector<std::string>& said, int status = 1);

std::string content_of(const std::filesystem::path& file);

/// Names of what lies in the folder, hidden things too.
std::set<std::string> entries(const TemporaryFolder& folder);

/// Adds k.ptx, a kernel `k` whose thread i writes i to out[i] after `body`, and k.yaml, which launches two
/// warps of it. In `body`, %r1 holds i and %rd2 the address of out[i].
void add_kernel(const TemporaryFolder& folder, const std::string& body, const std::string& declarations = "");

}  // namespace heddle
