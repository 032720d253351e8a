// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "tests/workloads/temporary_folder.hpp"

namespace heddle {

/// The exit status and output of a run of the program.
struct Ran {
  int status = 0;  ///< its exit status; 128 + n when signal n ended it
  std::string out{}, err{};
};

/// Runs the built program in `folder`.
Ran heddle(const std::vector<std::string>& arguments, const TemporaryFolder& folder);

/// Runs it with bad input, and expects one message that contains all of `said`, this exit status, and no new
/// file in `folder`.
void expect_refused(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                    const std::vector<std::string>& said, int status = 1);

std::string content_of(const std::filesystem::path& file);

/// Returns the names of the folder's entries, hidden ones included.
std::set<std::string> entries(const TemporaryFolder& folder);

/// Writes k.ptx, a kernel `k` in which thread i stores i to out[i] after `body`, and k.yaml, which launches
/// two warps of it. In `body`, %r1 holds i and %rd2 the address of out[i].
void add_kernel(const TemporaryFolder& folder, const std::string& body, const std::string& declarations = "");

}  // namespace heddle
