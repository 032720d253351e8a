// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tb/cosim/rtl/user_rtl.hpp"

namespace heddle {

/// A file that an option of the command line names.
struct NamedFile {
  std::string option, file;
};

/// Throws Error when an output is the same file as an input, or as another output of the same command,
/// however it is spelled. Those without a name are left out, and so are devices, as /dev/null.
void check_outputs(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs);

/// The files that a user's RTL consists of, as far as the command line names them.
std::vector<NamedFile> files_named_by(const UserRtl& rtl);

}  // namespace heddle
