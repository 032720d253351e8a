// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace heddle::ptx {

/// The source's name of a kernel, as the compiler's name for it says: "saxpy(int, float, float const*)" for
/// "_Z5saxpyifPKf". A name that is not mangled comes back as it is.
std::string demangled(std::string_view name);

/// Which of a file's kernels `name` means: one called so, the only one whose demangled name is `name`, or the
/// only one whose demangled name without parameters and result ("saxpy", "ns::saxpy<float>", or with the
/// template arguments left out too, "ns::saxpy") is; blanks do not count. An empty name means the file's only
/// kernel. Throws Error at `file` when it means none, or several.
const std::string& find_kernel(std::span<const std::string> kernels, std::string_view name,
                               const std::string& file);

}  // namespace heddle::ptx
