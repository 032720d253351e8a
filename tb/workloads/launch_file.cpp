// Reads a launch file: from its text to steps, and to buffers with their bytes.
#include "tb/workloads/launch_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "tb/workloads/launch_content.hpp"
#include "tb/workloads/launch_names.hpp"

namespace heddle {
namespace {

constexpr std::uint64_t max_cta_threads = 1024;
constexpr std::uint64_t max_bytes = std::uint64_t{1} << 30;  // of all buffers and fills together
constexpr std::size_t max_steps = 100000;                    // counting each round of a loop
constexpr std::uint64_t max_grid = 0x7fffffff, max_shared = 1 << 20;

const char* const beyond =
    "kernel, copy, fill, swap, repeat; anything that computes between launches is a host program's business";

ConfigTree tree_of_text(const std::string& text, const std::string& path) {
  ConfigTree tree;
  tree.add_text(text, path);
  return tree;
}

class LaunchReader {
 public:
  LaunchReader(const std::string& path, const std::string& text, const std::vector<std::string>& sizes)
      : path_(path), tree_(tree_of_text(text, path)), names_(tree_, text, sizes) {}

  LaunchFile read() {
    launch_.file = path_;
    know_keys();
    const bool several = tree_.contains("steps");
    for (const std::string& name : tree_.keys("buffers")) {
      const std::string at = join_path("buffers", name);
      ArgumentConfig given = resolve<ArgumentConfig>(tree_, at);
      given.name = name;
      check_named(at);
      index_[name] = position_[name] = add_buffer(given, at);
    }
    if (several) {
      for (const char* key : {"kernel", "grid", "cta", "shared", "arguments"})
        if (tree_.contains(key))
          throw Error({.place = tree_.place_of(key),
                       .what = "a launch stands among the steps when there are any",
                       .value = key});
      steps("steps");
    } else {
      add_launch("");
    }
    for (const auto& [name, memory] : index_) launch_.buffers[position_.at(name)].memory = memory;
    return std::move(launch_);
  }

 private:
  bool has(const std::string& at, const char* key) const { return tree_.contains(join_path(at, key)); }
  std::string place(const std::string& at, const char* key) const {
    return tree_.place_of(join_path(at, key));
  }
  std::string place_of(const std::string& at) const { return at.empty() ? path_ : tree_.place_of(at); }

  /// Reports unknown keys before keys that are missing, since one may be a misspelling of the other.
  void know_keys() {
    resolve<LaunchConfig>(tree_);
    for (const std::string& name : tree_.keys("buffers"))
      resolve<ArgumentConfig>(tree_, join_path("buffers", name));
    know_steps("steps");
    tree_.check_all_used();
  }

  void know_steps(const std::string& steps) {
    const long length = tree_.list_length(steps);
    for (long i = 0; i < length; ++i) {
      const std::string at = fmt::format("{}[{}]", steps, i), again = join_path(at, "repeat");
      resolve<LaunchConfig>(tree_, at);
      resolve<CopyConfig>(tree_, join_path(at, "copy"));
      resolve<ContentConfig>(tree_, join_path(at, "fill"));
      tree_.take(join_path(at, "fill.buffer"));
      tree_.take(join_path(at, "swap"));
      resolve<RepeatConfig>(tree_, again);
      if (tree_.contains(join_path(again, "steps")))
        know_steps(join_path(again, "steps"));
      else
        tree_.list_length(join_path(again, "steps"));
    }
  }

  // Buffers

  void check_named(const std::string& at) const {
    for (const char* key : {"name", "buffer", "value"})
      if (has(at, key))
        throw Error({.place = place(at, key), .what = fmt::format("{} has no such key", at), .value = key});
    for (const char* key : {"type", "count"})
      if (!has(at, key))
        throw Error({.place = tree_.place_of(at), .what = fmt::format("{} lacks a key", at), .value = key});
  }

  std::uint64_t count_of(const ArgumentConfig& given, const std::string& at) {
    const std::string path = join_path(at, "count");
    const std::uint64_t count = names_.integer(given.count, path, 1, max_launch_elements, "elements");
    add_bytes(count * size_of(given.type), place_of_value(tree_, path));
    return count;
  }

  void add_bytes(std::uint64_t bytes, const std::string& at) {
    bytes_ += bytes;
    if (bytes_ > max_bytes)
      throw Error({.place = at,
                   .what = "the buffers are too large together",
                   .value = fmt::format("{} bytes or more", bytes_),
                   .legal = fmt::format("up to {} bytes", max_bytes)});
  }

  std::vector<std::byte> content(ContentConfig given, const std::string& at, ElementType type,
                                 std::uint64_t count) const {
    const std::pair<Literal*, const char*> numbers[] = {{&given.value, "value"},
                                                        {&given.start, "start"},
                                                        {&given.step, "step"},
                                                        {&given.min, "min"},
                                                        {&given.max, "max"}};
    for (const auto& [number, key] : numbers)
      if (has(at, key)) *number = names_.literal(*number, join_path(at, key));
    return content_bytes(tree_, at, given, type, count, path_);
  }

  std::size_t add_buffer(const ArgumentConfig& given, const std::string& at) {
    const std::uint64_t count = count_of(given, at);
    if (has(at, "tolerance") && !has(at, "expect"))
      throw Error(
          {.place = place(at, "tolerance"), .what = fmt::format("{} has a tolerance but no 'expect'", at)});
    LaunchBuffer buffer{.name = given.name, .place = tree_.place_of(at), .type = given.type};
    buffer.content = content(given.fill, join_path(at, "fill"), given.type, count);
    buffer.checked = has(at, "expect");
    buffer.tolerance = given.tolerance;
    if (buffer.checked) buffer.expected = content(given.expect, join_path(at, "expect"), given.type, count);
    if (has(at, "write"))
      buffer.write = output_file(given.write, place_of_value(tree_, join_path(at, "write")));
    buffer.memory = launch_.buffers.size();
    launch_.buffers.push_back(std::move(buffer));
    return launch_.buffers.back().memory;
  }

  std::filesystem::path output_file(const std::string& name, const std::string& where) const {
    const auto file = std::filesystem::path(path_).parent_path() / name;
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

  /// Returns the memory to which `name` refers at this step.
  std::size_t& named(const std::string& name, const std::string& where) {
    const auto found = index_.find(name);
    if (found != index_.end()) return found->second;
    std::vector<std::string> known;
    for (const auto& [other, memory] : index_) known.push_back(other);
    throw Error({.place = where,
                 .what = "there is no such buffer",
                 .value = name,
                 .legal = known.empty() ? "the file has no section 'buffers'"
                                        : fmt::format("{}", fmt::join(known, ", ")),
                 .nearest = nearest_name(name, known)});
  }

  // Steps

  void steps(const std::string& at) {
    const long length = tree_.list_length(at);
    if (length <= 0)
      throw Error(
          {.place = tree_.place_of(at), .what = fmt::format("{} has no element", at), .legal = beyond});
    for (long i = 0; i < length; ++i) step(fmt::format("{}[{}]", at, i));
  }

  void step(const std::string& at) {
    if (++done_ > max_steps)
      throw Error({.place = tree_.place_of(at),
                   .what = "too many steps, each round of a loop counted",
                   .legal = fmt::format("up to {}", max_steps)});
    std::vector<std::string> kinds;
    for (const char* key : {"kernel", "copy", "fill", "swap", "repeat"})
      if (has(at, key)) kinds.push_back(key);
    if (kinds.size() != 1) {
      const std::vector<std::string> keys = tree_.keys(at);
      throw Error({.place = tree_.place_of(at),
                   .what = "a step does one thing",
                   .value = fmt::format("{}", fmt::join(keys, ", ")),
                   .legal = beyond});
    }
    tree_.enter(at);
    if (kinds[0] == "kernel") return add_launch(at);
    if (kinds[0] == "copy") return add_copy(join_path(at, "copy"));
    if (kinds[0] == "fill") return add_fill(join_path(at, "fill"));
    kinds[0] == "swap" ? swap(join_path(at, "swap")) : repeat(join_path(at, "repeat"));
  }

  void swap(const std::string& at) {
    const ConfigTree::Entry* entry = tree_.take(at);
    const std::string where = place_of_value(tree_, at);
    if (entry == nullptr || entry->values.size() != 2)
      throw Error({.place = where, .what = "swap takes two buffers", .legal = "[a, b]"});
    std::size_t &a = named(entry->values[0], where), &b = named(entry->values[1], where);
    same_size(a, b, where, true);
    std::swap(a, b);
  }

  void same_size(std::size_t a, std::size_t b, const std::string& where, bool same_type) const {
    const LaunchBuffer &x = launch_.buffers[a], &y = launch_.buffers[b];
    if (x.content.size() != y.content.size() || (same_type && x.type != y.type))
      throw Error({.place = where,
                   .what = "the buffers are not alike",
                   .value = fmt::format("{} bytes of {}, {} bytes of {}", x.content.size(), name_of(x.type),
                                        y.content.size(), name_of(y.type)),
                   .legal = same_type ? "the same type and size" : "the same size"});
  }

  void add_copy(const std::string& at) {
    const auto given = resolve<CopyConfig>(tree_, at);
    LaunchStep step{.kind = LaunchStep::Kind::copy};
    step.from = named(given.from, place_of_value(tree_, join_path(at, "from")));
    step.to = named(given.to, place_of_value(tree_, join_path(at, "to")));
    same_size(step.from, step.to, tree_.place_of(at), false);
    launch_.steps.push_back(std::move(step));
  }

  void add_fill(const std::string& at) {
    const std::string buffer = join_path(at, "buffer");
    const ConfigTree::Entry* entry = tree_.take(buffer);
    const std::string name = entry == nullptr || entry->values.empty() ? "" : entry->values.front();
    LaunchStep step{.kind = LaunchStep::Kind::fill};
    step.to = named(name, entry == nullptr ? tree_.place_of(at) : entry->place);
    const LaunchBuffer& filled = launch_.buffers[step.to];
    add_bytes(filled.content.size(), tree_.place_of(at));
    step.content = content(resolve<ContentConfig>(tree_, at), at, filled.type,
                           filled.content.size() / size_of(filled.type));
    launch_.steps.push_back(std::move(step));
  }

  void repeat(const std::string& at) {
    const auto given = resolve<RepeatConfig>(tree_, at);
    if (!has(at, "count") || !has(at, "steps"))
      throw Error({.place = tree_.place_of(at),
                   .what = "repeat lacks a key",
                   .value = has(at, "count") ? "steps" : "count"});
    const std::uint64_t count = names_.integer(given.count, join_path(at, "count"), 0, max_steps, "times");
    if (has(at, "variable")) names_.add(given.variable, place_of_value(tree_, join_path(at, "variable")));
    if (count == 0) skip(join_path(at, "steps"));
    for (std::uint64_t i = 0; i < count; ++i) {
      if (has(at, "variable")) names_.set(given.variable, static_cast<std::int64_t>(i));
      steps(join_path(at, "steps"));
    }
    if (has(at, "variable")) names_.remove(given.variable);
  }

  /// Reads steps that no round reaches, so that they are checked, and discards their effects.
  void skip(const std::string& at) {
    const auto index = index_;
    const auto size = launch_.steps.size();
    steps(at);
    launch_.steps.resize(size);
    index_ = index;
  }

  // Launches

  void add_launch(const std::string& at) {
    const auto given = resolve<LaunchConfig>(tree_, at);
    LaunchStep step{.kernel = given.kernel};
    if (!has(at, "kernel"))
      throw Error({.place = place_of(at), .what = "the launch file lacks a key", .value = "kernel"});
    step.kernel_place = place(at, "kernel");
    step.arguments_place = has(at, "arguments[0]") ? place(at, "arguments[0]") : place_of(at);
    step.grid = dimensions(at, "grid", given.grid, max_grid, "CTAs");
    step.cta = dimensions(at, "cta", given.cta, max_cta_threads, "threads");
    if (step.cta.count() > max_cta_threads)
      throw Error({.place = place_of_value(tree_, join_path(at, "cta")),
                   .what = "too many threads in a CTA",
                   .value = fmt::format("{}", step.cta.count()),
                   .legal = fmt::format("up to {}", max_cta_threads)});
    if (has(at, "shared"))
      step.shared_bytes = static_cast<std::uint32_t>(
          names_.integer(given.shared, join_path(at, "shared"), 0, max_shared, "bytes"));
    for (std::size_t i = 0; i < given.arguments.size(); ++i)
      step.arguments.push_back(
          argument(given.arguments[i], join_path(at, fmt::format("arguments[{}]", i)), i, at.empty()));
    launch_.steps.push_back(std::move(step));
  }

  Dim3 dimensions(const std::string& at, const std::string& key, const std::vector<Literal>& given,
                  std::uint64_t most, const char* unit) const {
    const std::string path = join_path(at, key);
    if (!tree_.contains(path))
      throw Error({.place = place_of(at), .what = "the launch file lacks a key", .value = key});
    if (given.empty() || given.size() > 3)
      throw Error({.place = place_of_value(tree_, path),
                   .what = fmt::format("{} has {} dimensions", key, given.size()),
                   .legal = "[x], [x, y] or [x, y, z]; an expression with a comma stands in quotes"});
    std::uint32_t extent[3] = {1, 1, 1};
    for (std::size_t d = 0; d < given.size(); ++d)
      extent[d] = static_cast<std::uint32_t>(names_.integer(given[d], path, 1, most, unit));
    return {extent[0], extent[1], extent[2]};
  }

  LaunchArgument argument(ArgumentConfig given, const std::string& at, std::size_t index, bool own_buffers) {
    if (!has(at, "name")) given.name = has(at, "buffer") ? given.buffer : fmt::format("arg{}", index);
    LaunchArgument argument{.name = given.name, .place = tree_.place_of(at), .type = given.type};
    if (has(at, "buffer")) {
      for (const char* key : {"type", "value", "count", "fill", "expect", "tolerance", "write"})
        if (has(at, key))
          throw Error({.place = place(at, key),
                       .what = fmt::format("{} is a named buffer and has no such key", at),
                       .value = key});
      argument.buffer = true;
      argument.memory = named(given.buffer, place_of_value(tree_, join_path(at, "buffer")));
      argument.type = launch_.buffers[argument.memory].type;
      return argument;
    }
    if (!has(at, "type"))
      throw Error({.place = argument.place, .what = fmt::format("{} lacks a key", at), .value = "type"});
    if (has(at, "value") == has(at, "count"))
      throw Error({.place = argument.place,
                   .what = fmt::format("{} needs either 'value' (a scalar) or 'count' (a buffer)", at),
                   .value = has(at, "value") ? "both" : "neither"});
    argument.buffer = has(at, "count");
    if (argument.buffer && !own_buffers)
      throw Error({.place = place(at, "count"),
                   .what = "a step's buffer stands in the section 'buffers'",
                   .value = given.name,
                   .legal = "buffer: NAME"});
    if (argument.buffer) {
      given.name = argument.name;
      argument.memory = add_buffer(given, at);
      return argument;
    }
    for (const char* key : {"fill", "expect", "tolerance", "write"})
      if (has(at, key))
        throw Error({.place = place(at, key),
                     .what = fmt::format("{} is a scalar and has no such key", at),
                     .value = key});
    const std::string value = join_path(at, "value");
    argument.scalar =
        literal_bytes(given.type, names_.literal(given.value, value), place_of_value(tree_, value));
    return argument;
  }

  std::string path_;
  ConfigTree tree_;
  LaunchNames names_;
  LaunchFile launch_;
  std::map<std::string, std::size_t> index_;     ///< name -> memory, now
  std::map<std::string, std::size_t> position_;  ///< name -> element of LaunchFile::buffers
  std::uint64_t bytes_ = 0;
  std::size_t done_ = 0;
};

}  // namespace

LaunchFile load_launch_file(const std::string& path, const std::vector<std::string>& sizes) {
  return LaunchReader(path, read_text_file(path, "launch file"), sizes).read();
}

}  // namespace heddle
