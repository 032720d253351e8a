// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

namespace heddle {

/// For a process that was just forked by `parent`: gets `signal` when the parent ends, however that happens.
/// Ends at once when it has ended already.
void end_with_parent(pid_t parent, int signal);

}  // namespace heddle
