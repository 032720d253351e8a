// SPDX-License-Identifier: Apache-2.0
#include "tb/workloads/launch_content.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <initializer_list>
#include <limits>

#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "models/base/text_file.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

template <class T>
std::string legal_numbers() {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_floating_point_v<T>)
    return fmt::format("a number up to +-{:.6g}", Limits::max());
  else
    return fmt::format("{} .. {}", +Limits::min(), +Limits::max());
}

template <class T>
T parse_number(ElementType type, const Literal& literal, const std::string& place) {
  T value{};
  Parse result = Parse::ok;
  if constexpr (std::is_floating_point_v<T>) {
    double wide = 0;
    result = parse_real(literal.text, wide);
    if (std::isfinite(wide) && std::abs(wide) > double{std::numeric_limits<T>::max()})
      result = Parse::out_of_range;
    if (result == Parse::ok) value = static_cast<T>(wide);
  } else {
    result = Value<T>::parse(literal.text, value);
  }
  if (result != Parse::ok)
    throw Error({.place = place,
                 .what = fmt::format("is no {}", name_of(type)),
                 .value = literal.text,
                 .legal = legal_numbers<T>()});
  return value;
}

/// A section with the content of a buffer, and the type of its elements.
class ContentMaker {
 public:
  ContentMaker(const ConfigTree& tree, const std::string& path, const ContentConfig& content,
               ElementType type, const std::string& tree_file)
      : tree_(tree), path_(path), content_(content), type_(type), tree_file_(tree_file) {
    check_keys();
  }

  template <class T>
  std::vector<T> make(std::size_t count) const {
    std::vector<T> all(count);
    switch (content_.kind) {
      case ContentKind::zero:
        break;
      case ContentKind::constant:
        all.assign(count, number<T>(content_.value, "value", ""));
        break;
      case ContentKind::iota:
        iota(all);
        break;
      case ContentKind::random:
        random(all);
        break;
      case ContentKind::file:
        read(all);
        break;
    }
    return all;
  }

 private:
  /// Returns the keys that a kind of content uses.
  static std::vector<std::string> keys_of(ContentKind kind) {
    switch (kind) {
      case ContentKind::constant:
        return {"value"};
      case ContentKind::iota:
        return {"start", "step"};
      case ContentKind::random:
        return {"min", "max", "seed"};
      case ContentKind::file:
        return {"file"};
      default:
        return {};
    }
  }

  void check_keys() const {
    const auto used = keys_of(content_.kind);
    for (const std::string key : {"value", "start", "step", "min", "max", "seed", "file"}) {
      if (!tree_.contains(join_path(path_, key)) || std::find(used.begin(), used.end(), key) != used.end())
        continue;
      throw Error({.place = tree_.place_of(join_path(path_, key)),
                   .what = fmt::format("content of kind {} does not use this key", name_of(content_.kind)),
                   .value = key,
                   .legal = used.empty() ? "none" : fmt::format("{}", fmt::join(used, ", "))});
    }
  }

  template <class T>
  T number(const Literal& literal, const char* key, const char* fallback) const {
    const std::string path = join_path(path_, key);
    if (tree_.contains(path)) return parse_number<T>(type_, literal, place_of_value(tree_, path));
    if (*fallback) return parse_number<T>(type_, {fallback}, tree_.place_of(path_));
    throw Error({.place = tree_.place_of(path_),
                 .what = fmt::format("content of kind {} lacks a key", name_of(content_.kind)),
                 .value = key});
  }

  /// Returns start + i * step; integers wrap around as on the machine.
  template <class T>
  void iota(std::vector<T>& all) const {
    const T start = number<T>(content_.start, "start", "0"), step = number<T>(content_.step, "step", "1");
    for (std::size_t i = 0; i < all.size(); ++i) {
      if constexpr (std::is_floating_point_v<T>)
        all[i] = start + static_cast<T>(i) * step;
      else
        all[i] = static_cast<T>(static_cast<std::uint64_t>(start) + i * static_cast<std::uint64_t>(step));
    }
  }

  template <class T>
  void random(std::vector<T>& all) const {
    const T min = number<T>(content_.min, "min", ""), max = number<T>(content_.max, "max", "");
    bool range = min <= max;
    if constexpr (std::is_floating_point_v<T>) range = range && std::isfinite(max - min);
    if (!range)
      throw Error({.place = place_of_value(tree_, join_path(path_, "max")),
                   .what = fmt::format("there is no range from min {} to max", content_.min.text),
                   .value = content_.max.text,
                   .legal = fmt::format("{} or more, and finite", content_.min.text)});
    Random generator(content_.seed);
    for (T& element : all) {
      const std::uint64_t bits = generator();
      if constexpr (std::is_floating_point_v<T>) {
        element = min + (max - min) * (static_cast<T>(bits >> 40) * static_cast<T>(0x1p-24));
      } else {
        const std::uint64_t span = static_cast<std::uint64_t>(max) - static_cast<std::uint64_t>(min);
        const std::uint64_t offset = span == UINT64_MAX ? bits : bits % (span + 1);
        element = static_cast<T>(static_cast<std::uint64_t>(min) + offset);
      }
    }
  }

  template <class T>
  void read(std::vector<T>& all) const {
    const std::string key = join_path(path_, "file");
    if (!tree_.contains(key))
      throw Error(
          {.place = tree_.place_of(path_), .what = "content of kind file lacks a key", .value = "file"});
    const fs::path file = fs::path(tree_file_).parent_path() / content_.file;
    const std::size_t bytes = all.size() * sizeof(T);
    std::error_code none;
    if (!fs::is_regular_file(file, none))
      throw Error({.place = place_of_value(tree_, key), .what = "no such file", .value = file.string()});
    const std::string content = read_text_file(file, "content of a buffer");
    if (content.size() != bytes)
      throw Error({.place = place_of_value(tree_, key),
                   .what = fmt::format("the file has {} bytes", content.size()),
                   .value = file.string(),
                   .legal = fmt::format("{} bytes: {} elements of {}", bytes, all.size(), name_of(type_))});
    std::memcpy(all.data(), content.data(), bytes);
  }

  const ConfigTree& tree_;
  const std::string& path_;
  const ContentConfig& content_;
  ElementType type_;
  const std::string& tree_file_;
};

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

}  // namespace

std::string place_of_value(const ConfigTree& tree, const std::string& path) {
  const ConfigTree::Entry* entry = tree.take(path);
  return entry ? entry->place : tree.place_of(path);
}

std::vector<std::byte> literal_bytes(ElementType type, const Literal& literal, const std::string& place) {
  return with_type(
      type, [&]<class T>(T) { return bytes_of(std::vector<T>{parse_number<T>(type, literal, place)}); });
}

std::vector<std::byte> content_bytes(const ConfigTree& tree, const std::string& path,
                                     const ContentConfig& content, ElementType type, std::uint64_t count,
                                     const std::string& tree_file) {
  const ContentMaker maker(tree, path, content, type, tree_file);
  return with_type(type, [&]<class T>(T) { return bytes_of(maker.make<T>(count)); });
}

}  // namespace heddle
