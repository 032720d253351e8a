// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "tb/workloads/launch_config.hpp"

namespace heddle {

/// Calls `f` with a value of the C++ type of `type`.
template <class F>
decltype(auto) with_type(ElementType type, F&& f) {
  switch (type) {
    case ElementType::u8:
      return f(std::uint8_t{});
    case ElementType::s8:
      return f(std::int8_t{});
    case ElementType::u16:
      return f(std::uint16_t{});
    case ElementType::s16:
      return f(std::int16_t{});
    case ElementType::u32:
      return f(std::uint32_t{});
    case ElementType::s32:
      return f(std::int32_t{});
    case ElementType::u64:
      return f(std::uint64_t{});
    case ElementType::s64:
      return f(std::int64_t{});
    case ElementType::f32:
      return f(float{});
    default:
      return f(double{});
  }
}

inline std::size_t size_of(ElementType type) {
  return with_type(type, [](auto zero) { return sizeof zero; });
}

/// Where the value at `path` stands (ConfigTree::place_of gives the place of its key).
std::string place_of_value(const ConfigTree& tree, const std::string& path);

/// The bytes of one number. Throws Error at `place` when the text is no number of the type.
std::vector<std::byte> literal_bytes(ElementType type, const Literal& literal, const std::string& place);

/// The bytes of `count` elements as the section `path` of `tree` describes. Throws Error for a key that the
/// kind does not use or lacks, for numbers that do not fit the type, and for a file (relative to the folder
/// of `tree_file`) that is missing or not of count * size bytes.
std::vector<std::byte> content_bytes(const ConfigTree& tree, const std::string& path,
                                     const ContentConfig& content, ElementType type, std::uint64_t count,
                                     const std::string& tree_file);

}  // namespace heddle
