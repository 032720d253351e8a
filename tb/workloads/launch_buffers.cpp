// SPDX-License-Identifier: Apache-2.0
#include "tb/workloads/launch_buffers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "models/base/error.hpp"
#include "tb/workloads/launch_content.hpp"

namespace heddle {
namespace {

constexpr std::uint64_t max_buffer_bytes = std::uint64_t{1} << 30;  // of all buffers and fills together

/// Can the name be one of a statistic?
bool is_plain_word(const std::string& name) {
  return !name.empty() &&
         std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

}  // namespace

void LaunchBuffers::read_named() {
  for (const std::string& name : tree_.keys("buffers")) {
    const std::string at = join_path("buffers", name);
    ArgumentConfig given = resolve<ArgumentConfig>(tree_, at);
    given.name = name;
    check_named(at);
    index_[name] = add(given, at);
  }
}

void LaunchBuffers::check_named(const std::string& at) const {
  for (const char* key : {"name", "buffer", "value", "offset", "fields", "bytes", "raw", "texture"})
    if (has(at, key))
      throw Error({.place = tree_.place_of(join_path(at, key)),
                   .what = fmt::format("{} has no such key", at),
                   .value = key});
  for (const char* key : {"type", "count"})
    if (!has(at, key))
      throw Error({.place = tree_.place_of(at), .what = fmt::format("{} lacks a key", at), .value = key});
}

std::size_t LaunchBuffers::add(const ArgumentConfig& given, const std::string& at) {
  const std::string path = join_path(at, "count");
  const std::uint64_t count = names_.integer(given.count, path, 1, max_launch_elements, "elements");
  const std::uint64_t bytes = count * size_of(given.type);
  add_bytes(bytes, place_of_value(tree_, path));
  check_expectation(given, at);
  LaunchBuffer buffer{
      .name = given.name, .place = tree_.place_of(at), .symbol = given.symbol, .type = given.type};
  buffer.filled = has(at, "fill");
  buffer.content = content(given.fill, join_path(at, "fill"), given.type, count);
  read_outputs(buffer, given, at, count);
  buffers_.push_back(std::move(buffer));
  shapes_.push_back({given.type, bytes, !given.symbol.empty()});
  return shapes_.size() - 1;
}

void LaunchBuffers::check_expectation(const ArgumentConfig& given, const std::string& at) const {
  for (const char* key : {"tolerance", "ulp"})
    if (has(at, key) && !has(at, "expect"))
      throw Error({.place = tree_.place_of(join_path(at, key)),
                   .what = fmt::format("{} has a tolerance but no 'expect'", at),
                   .value = key});
  if (has(at, "ulp") && given.type != ElementType::f32 && given.type != ElementType::f64)
    throw Error({.place = tree_.place_of(join_path(at, "ulp")),
                 .what = "ulp counts floating-point numbers",
                 .value = std::string(name_of(given.type)),
                 .legal = "f32, f64"});
}

void LaunchBuffers::read_outputs(LaunchBuffer& buffer, const ArgumentConfig& given, const std::string& at,
                                 std::uint64_t count) const {
  buffer.checked = has(at, "expect");
  buffer.tolerance = given.tolerance;
  buffer.ulp = given.ulp;
  if (buffer.checked) buffer.expected = content(given.expect, join_path(at, "expect"), given.type, count);
  buffer.read = given.read;
  if (given.read && !is_plain_word(given.name))
    throw Error({.place = place_of_value(tree_, join_path(at, "read")),
                 .what = "what is read back becomes statistics, which need a plain name",
                 .value = given.name,
                 .legal = "letters, digits and _"});
  if (!has(at, "write")) return;
  buffer.write_name = given.write;
  buffer.write_place = place_of_value(tree_, join_path(at, "write"));
  buffer.write = output_file(given.write, buffer.write_place);
}

std::filesystem::path LaunchBuffers::output_file(const std::string& name, const std::string& where) const {
  const auto file = std::filesystem::path(file_).parent_path() / name;
  std::error_code none;
  const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  if (name.empty() || std::filesystem::is_directory(file, none) ||
      !std::filesystem::is_directory(folder, none))
    throw Error({.place = where,
                 .what = "no file can be written there",
                 .value = file.string(),
                 .legal = "a file name in an existing folder"});
  return file;
}

std::vector<std::byte> LaunchBuffers::content(ContentConfig given, const std::string& at, ElementType type,
                                              std::uint64_t count) const {
  const std::pair<Literal*, const char*> numbers[] = {{&given.value, "value"},
                                                      {&given.start, "start"},
                                                      {&given.step, "step"},
                                                      {&given.min, "min"},
                                                      {&given.max, "max"}};
  for (const auto& [number, key] : numbers)
    if (has(at, key)) *number = names_.literal(*number, join_path(at, key));
  return content_bytes(tree_, at, given, type, count, file_);
}

void LaunchBuffers::add_bytes(std::uint64_t bytes, const std::string& place) {
  bytes_ += bytes;
  if (bytes_ > max_buffer_bytes)
    throw Error({.place = place,
                 .what = "the buffers are too large together",
                 .value = fmt::format("{} bytes or more", bytes_),
                 .legal = fmt::format("up to {} bytes", max_buffer_bytes)});
}

std::size_t LaunchBuffers::named(const std::string& name, const std::string& where) const {
  const auto found = index_.find(name);
  if (found != index_.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [other, buffer] : index_) known.push_back(other);
  throw Error({.place = where,
               .what = "there is no such buffer",
               .value = name,
               .legal = known.empty() ? "the file has no section 'buffers'"
                                      : fmt::format("{}", fmt::join(known, ", ")),
               .nearest = nearest_name(name, known)});
}

std::uint64_t LaunchBuffers::offset(const Literal& given, const std::string& at, std::size_t buffer) const {
  return names_.integer_or(given, at, "offset", 0, 0, shapes_[buffer].bytes, "bytes");
}

}  // namespace heddle
