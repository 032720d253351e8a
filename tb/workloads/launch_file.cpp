// From the text of a launch file to arguments with bytes.
#include "tb/workloads/launch_file.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "tb/workloads/launch_content.hpp"

namespace heddle {
namespace {

constexpr std::uint64_t max_cta_threads = 1024;
constexpr std::uint64_t max_bytes = std::uint64_t{1} << 30;  // of all buffers together

class LaunchReader {
 public:
  explicit LaunchReader(const std::string& path) : path_(path) {
    tree_.add_file(path);
    config_ = resolve<LaunchConfig>(tree_);
    tree_.check_all_used();
  }

  LaunchFile read() const {
    LaunchFile launch{.file = path_, .kernel = config_.kernel};
    if (!tree_.contains("kernel"))
      throw Error({.place = path_, .what = "the launch file lacks a key", .value = "kernel"});
    launch.kernel_place = tree_.place_of("kernel");
    launch.arguments_place = tree_.contains("arguments[0]") ? tree_.place_of("arguments[0]") : path_;
    launch.grid = dimensions("grid", config_.grid);
    launch.cta = dimensions("cta", config_.cta);
    if (launch.cta.count() > max_cta_threads)
      throw Error({.place = place_of_value(tree_, "cta"),
                   .what = "too many threads in a CTA",
                   .value = fmt::format("{}", launch.cta.count()),
                   .legal = fmt::format("up to {}", max_cta_threads)});
    check_bytes();
    for (std::size_t i = 0; i < config_.arguments.size(); ++i) launch.arguments.push_back(argument(i));
    return launch;
  }

 private:
  void check_bytes() const {
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < config_.arguments.size(); ++i) {
      const ArgumentConfig& given = config_.arguments[i];
      bytes += given.count * size_of(given.type);
      if (bytes > max_bytes)
        throw Error({.place = place_of_value(tree_, fmt::format("arguments[{}].count", i)),
                     .what = "the buffers are too large together",
                     .value = fmt::format("{} bytes or more", bytes),
                     .legal = fmt::format("up to {} bytes", max_bytes)});
    }
  }

  Dim3 dimensions(const std::string& key, const std::vector<std::uint32_t>& given) const {
    if (!tree_.contains(key))
      throw Error({.place = path_, .what = "the launch file lacks a key", .value = key});
    if (given.empty() || given.size() > 3)
      throw Error({.place = place_of_value(tree_, key),
                   .what = fmt::format("{} has {} dimensions", key, given.size()),
                   .legal = "[x], [x, y] or [x, y, z]"});
    return {given[0], given.size() > 1 ? given[1] : 1, given.size() > 2 ? given[2] : 1};
  }

  LaunchArgument argument(std::size_t index) const {
    const ArgumentConfig& given = config_.arguments[index];
    const std::string at = fmt::format("arguments[{}]", index);
    const auto has = [&](const char* key) { return tree_.contains(join_path(at, key)); };
    const auto place = [&](const char* key) { return tree_.place_of(join_path(at, key)); };
    LaunchArgument argument{.name = has("name") ? given.name : fmt::format("arg{}", index),
                            .place = tree_.place_of(at),
                            .type = given.type,
                            .buffer = has("count")};
    if (!has("type"))
      throw Error({.place = argument.place, .what = fmt::format("{} lacks a key", at), .value = "type"});
    if (has("value") == has("count"))
      throw Error({.place = argument.place,
                   .what = fmt::format("{} needs either 'value' (a scalar) or 'count' (a buffer)", at),
                   .value = has("value") ? "both" : "neither"});
    if (!argument.buffer) {
      for (const char* key : {"fill", "expect", "tolerance", "write"})
        if (has(key))
          throw Error({.place = place(key),
                       .what = fmt::format("{} is a scalar and has no such key", at),
                       .value = key});
      argument.content =
          literal_bytes(given.type, given.value, place_of_value(tree_, join_path(at, "value")));
      return argument;
    }
    if (has("tolerance") && !has("expect"))
      throw Error(
          {.place = place("tolerance"), .what = fmt::format("{} has a tolerance but no 'expect'", at)});
    argument.content =
        content_bytes(tree_, join_path(at, "fill"), given.fill, given.type, given.count, path_);
    argument.checked = has("expect");
    argument.tolerance = given.tolerance;
    if (argument.checked)
      argument.expected =
          content_bytes(tree_, join_path(at, "expect"), given.expect, given.type, given.count, path_);
    if (has("write"))
      argument.write = output_file(given.write, place_of_value(tree_, join_path(at, "write")));
    return argument;
  }

  std::filesystem::path output_file(const std::string& name, const std::string& place) const {
    const auto file = std::filesystem::path(path_).parent_path() / name;
    std::error_code none;
    const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    if (name.empty() || std::filesystem::is_directory(file, none) ||
        !std::filesystem::is_directory(folder, none))
      throw Error({.place = place,
                   .what = "no file can be written there",
                   .value = file.string(),
                   .legal = "a file name in an existing folder"});
    return file;
  }

  std::string path_;
  ConfigTree tree_;
  LaunchConfig config_;
};

}  // namespace

LaunchFile load_launch_file(const std::string& path) { return LaunchReader(path).read(); }

}  // namespace heddle
