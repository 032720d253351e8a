// SPDX-License-Identifier: Apache-2.0
#include "tb/workloads/launch_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/base/error.hpp"
#include "tb/workloads/launch_content.hpp"

namespace heddle {
namespace {

constexpr std::uint64_t max_argument_bytes = 4096;  // a kernel's parameters together, before CUDA 12.1

constexpr std::array argument_keys{"name",  "buffer", "offset", "symbol",    "type",   "value",
                                   "count", "fill",   "expect", "tolerance", "ulp",    "write",
                                   "read",  "fields", "bytes",  "raw",       "texture"};
constexpr std::array argument_kinds{"value", "count", "buffer", "fields", "raw", "texture"};
constexpr std::array field_kinds{"value", "values", "buffer", "texture", "raw"};

std::size_t rounded_up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

void append(std::vector<std::byte>& to, const std::vector<std::byte>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

std::string LaunchArguments::kind_of(const std::string& at) const {
  std::vector<std::string> kinds;
  for (const char* key : argument_kinds)
    if (has(at, key)) kinds.emplace_back(key);
  if (kinds.size() == 1) return kinds[0];
  const bool both = kinds == std::vector<std::string>{"value", "count"};
  throw Error(
      {.place = tree_.place_of(at),
       .what = fmt::format("{} needs one of 'value' (a scalar), 'count' (a buffer), 'buffer' (a named "
                           "one), 'fields' or 'raw' (a structure), 'texture'",
                           at),
       .value = both            ? "both"
                : kinds.empty() ? "neither"
                                : fmt::format("{}", fmt::join(kinds, ", "))});
}

/// Throws Error for a key that an argument of this kind does not have.
void LaunchArguments::only(const std::string& at, const std::string& what,
                           const std::vector<std::string>& legal) const {
  for (const std::string key : argument_keys)
    if (tree_.contains(join_path(at, key)) && std::ranges::find(legal, key) == legal.end())
      throw Error({.place = tree_.place_of(join_path(at, key)),
                   .what = fmt::format("{} is {} and has no such key", at, what),
                   .value = key,
                   .legal = fmt::format("{}", fmt::join(legal, ", "))});
}

LaunchArgument LaunchArguments::read(ArgumentConfig given, const std::string& at, std::size_t number,
                                     bool own_buffers) {
  if (!has(at, "type") && !has(at, "buffer") && (has(at, "value") || has(at, "count")))
    throw Error({.place = tree_.place_of(at), .what = fmt::format("{} lacks a key", at), .value = "type"});
  const std::string kind = kind_of(at);
  if (!has(at, "name")) given.name = kind == "buffer" ? given.buffer : fmt::format("arg{}", number);
  LaunchArgument argument;
  if (kind == "fields") {
    only(at, "a structure", {"name", "fields", "bytes"});
    argument = structure(given, at);
  } else if (kind == "raw") {
    only(at, "raw bytes", {"name", "raw"});
    argument.what = "raw bytes";
    argument.bytes = raw_bytes(given.raw, join_path(at, "raw"));
  } else if (kind == "texture") {
    only(at, "a texture", {"name", "texture"});
    const std::string path = join_path(at, "texture");
    argument.what = "a texture's handle";
    argument.bytes.resize(8);
    argument.addresses = {
        {.texture = true, .of = textures_.named(given.texture, place_of_value(tree_, path))}};
  } else if (kind == "value") {
    only(at, "a scalar", {"name", "type", "value"});
    const std::string path = join_path(at, "value");
    argument.what = name_of(given.type);
    argument.bytes =
        literal_bytes(given.type, names_.literal(given.value, path), place_of_value(tree_, path));
  } else {
    pointer(argument, given, at, own_buffers);
  }
  argument.name = given.name;
  argument.place = tree_.place_of(at);
  return argument;
}

void LaunchArguments::pointer(LaunchArgument& argument, const ArgumentConfig& given, const std::string& at,
                              bool own_buffers) {
  argument.what = "a buffer's address";
  argument.pointer = true;
  if (has(at, "buffer")) {
    only(at, "a named buffer", {"name", "buffer", "offset"});
    const std::size_t buffer = buffers_.named(given.buffer, place_of_value(tree_, join_path(at, "buffer")));
    argument.addresses = {{.of = buffer, .offset = buffers_.offset(given.offset, at, buffer)}};
    return;
  }
  only(at, "a buffer of its own",
       {"name", "type", "count", "fill", "expect", "tolerance", "ulp", "write", "read"});
  if (!own_buffers)
    throw Error({.place = tree_.place_of(join_path(at, "count")),
                 .what = "a step's buffer stands in the section 'buffers'",
                 .value = given.name,
                 .legal = "buffer: NAME"});
  argument.addresses = {{.of = buffers_.add(given, at)}};
}

LaunchArgument LaunchArguments::structure(const ArgumentConfig& given, const std::string& at) const {
  LaunchArgument argument{.what = "a structure"};
  std::size_t alignment = 1;
  if (given.fields.empty())
    throw Error({.place = tree_.place_of(at), .what = fmt::format("{} has no field", at)});
  for (std::size_t i = 0; i < given.fields.size(); ++i)
    field(argument, given.fields[i], join_path(at, fmt::format("fields[{}]", i)), alignment);
  const std::uint64_t size =
      names_.integer_or(given.bytes, at, "bytes", rounded_up(argument.bytes.size(), alignment),
                        argument.bytes.size(), max_argument_bytes, "bytes");
  argument.bytes.resize(size);
  return argument;
}

/// Adds one field behind those before, or at its place.
void LaunchArguments::field(LaunchArgument& argument, const FieldConfig& given, const std::string& at,
                            std::size_t& alignment) const {
  std::vector<LaunchAddress> addresses;
  std::size_t own = 1;
  const std::vector<std::byte> bytes = field_bytes(given, at, addresses, own);
  alignment = std::max(alignment, own);
  const std::size_t end = argument.bytes.size();
  const std::uint64_t begin = names_.integer_or(given.at, at, "at", rounded_up(end, own), end,
                                                max_argument_bytes - bytes.size(), "bytes");
  argument.bytes.resize(begin);
  append(argument.bytes, bytes);
  for (LaunchAddress& address : addresses) {
    address.at += begin;
    argument.addresses.push_back(address);
  }
}

std::vector<std::byte> LaunchArguments::field_bytes(const FieldConfig& given, const std::string& at,
                                                    std::vector<LaunchAddress>& addresses,
                                                    std::size_t& alignment) const {
  std::vector<std::string> kinds;
  for (const char* key : field_kinds)
    if (has(at, key)) kinds.emplace_back(key);
  if (kinds.size() != 1)
    throw Error({.place = tree_.place_of(at),
                 .what = fmt::format("{} is one thing", at),
                 .value = kinds.empty() ? "none" : fmt::format("{}", fmt::join(kinds, ", ")),
                 .legal = fmt::format("{}", fmt::join(field_kinds, ", "))});
  const std::string path = join_path(at, kinds[0]), place = place_of_value(tree_, path);
  for (const auto& [key, belongs] :
       {std::pair{"offset", kinds[0] == "buffer"}, {"type", kinds[0] != "raw" && kinds[0] != "texture"}})
    if (has(at, key) && !belongs)
      throw Error({.place = tree_.place_of(join_path(at, key)),
                   .what = fmt::format("a field with '{}' has no such key", kinds[0]),
                   .value = key});
  if (kinds[0] == "raw") return raw_bytes(given.raw, path);
  if (kinds[0] == "texture") {
    addresses.push_back({.texture = true, .of = textures_.named(given.texture, place)});
    return std::vector<std::byte>(alignment = 8);
  }
  if (kinds[0] == "buffer") {
    if (given.type != ElementType::u64 && given.type != ElementType::u32)
      throw Error({.place = place_of_value(tree_, join_path(at, "type")),
                   .what = "an address is a whole number",
                   .value = std::string(name_of(given.type)),
                   .legal = "u64, u32"});
    const std::size_t buffer = buffers_.named(given.buffer, place);
    alignment = size_of(given.type);
    addresses.push_back(
        {.bytes = alignment, .of = buffer, .offset = buffers_.offset(given.offset, at, buffer)});
    return std::vector<std::byte>(alignment);
  }
  if (!has(at, "type"))
    throw Error({.place = tree_.place_of(at), .what = fmt::format("{} lacks a key", at), .value = "type"});
  alignment = size_of(given.type);
  std::vector<std::byte> bytes;
  const std::vector<Literal> numbers = kinds[0] == "value" ? std::vector{given.value} : given.values;
  for (const Literal& number : numbers)
    append(bytes, literal_bytes(given.type, names_.literal(number, path), place));
  return bytes;
}

std::vector<std::byte> LaunchArguments::raw_bytes(const std::string& text, const std::string& path) const {
  std::string digits;
  for (const char c : text)
    if (c != ' ') digits += c;
  const bool hexadecimal = digits.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
  if (digits.empty() || digits.size() % 2 != 0 || !hexadecimal || digits.size() > 2 * max_argument_bytes)
    throw Error(
        {.place = place_of_value(tree_, path),
         .what = "these are no bytes",
         .value = text,
         .legal = fmt::format("two hexadecimal digits a byte, up to {} bytes; blanks between them, in quotes",
                              max_argument_bytes)});
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2)
    bytes.push_back(static_cast<std::byte>(std::stoul(digits.substr(i, 2), nullptr, 16)));
  return bytes;
}

}  // namespace heddle
