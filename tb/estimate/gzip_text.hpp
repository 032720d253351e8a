// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace heddle::estimate {

/// Is this the content of a file that gzip has compressed?
bool is_gzip(std::string_view content);

/// What gzip has compressed. `kind` and `file` name it in messages. Throws Error when it is truncated or
/// corrupt, and when it would be larger than is taken of its kind (outside_limits.hpp), before it takes
/// memory.
std::string gunzip(std::string_view content, std::string_view kind, const std::string& file);

}  // namespace heddle::estimate
