// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::estimate {

/// A netlist in yosys' RTLIL with the cells of module `top` in another order, drawn by `seed`. It is the same
/// netlist; abc decides between equals by order, so that area and delay differ by some percent from order to
/// order.
std::string reordered(std::string_view rtlil, std::string_view top, std::uint64_t seed);

}  // namespace heddle::estimate
