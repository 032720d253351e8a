// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::ptx {

/// The number by which OperandRef::index and read_special know the special register `name` ("%tid.x").
std::optional<unsigned> special_register(std::string_view name);

/// Whether the lanes of a warp read different values of it: %tid, %laneid, %lanemask_*.
bool varies_by_lane(unsigned number);

/// Whether it keeps its value while its thread lives. Clocks and timers do not.
bool is_fixed_special(unsigned number);

/// The names of all of them, for messages.
std::vector<std::string> special_register_names();

}  // namespace heddle::ptx
