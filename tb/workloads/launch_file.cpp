// SPDX-License-Identifier: Apache-2.0
// Reads a launch file: from its text to steps, and to buffers with their bytes.
#include "tb/workloads/launch_file.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "models/host/launch.hpp"
#include "tb/workloads/launch_arguments.hpp"
#include "tb/workloads/launch_buffers.hpp"
#include "tb/workloads/launch_content.hpp"
#include "tb/workloads/launch_names.hpp"
#include "tb/workloads/launch_textures.hpp"

namespace heddle {
namespace {

constexpr std::size_t max_steps = 100000;  // counting each round of a loop
constexpr std::uint64_t max_shared = 1 << 20;
constexpr std::uint64_t usual_rounds = 1000;  // of a loop that waits for a value

const char* const beyond =
    "kernel, copy, fill, swap, repeat; anything that computes between launches is a host program's business";

ConfigTree tree_of_text(const std::string& text, const std::string& path) {
  ConfigTree tree;
  tree.add_text(text, path);
  return tree;
}

/// Reports unknown keys before keys that are missing, since one may be a misspelling of the other.
class LaunchKeys {
 public:
  explicit LaunchKeys(const ConfigTree& tree) : tree_(tree) {
    resolve<LaunchConfig>(tree_);
    for (const std::string& name : tree_.keys("buffers"))
      resolve<ArgumentConfig>(tree_, join_path("buffers", name));
    for (const std::string& name : tree_.keys("textures"))
      resolve<TextureConfig>(tree_, join_path("textures", name));
    know_steps("steps");
    tree_.check_all_used();
  }

 private:
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

  const ConfigTree& tree_;
};

/// Lives as long as the steps that it has read: those of a loop that waits for a value are read round by
/// round.
class LaunchReader : public std::enable_shared_from_this<LaunchReader> {
 public:
  LaunchReader(const std::string& path, const std::string& text, const std::vector<std::string>& sizes)
      : path_(path),
        tree_(tree_of_text(text, path)),
        names_(tree_, text, sizes),
        buffers_(tree_, names_, path) {}

  LaunchFile read() {
    const LaunchKeys known(tree_);
    buffers_.read_named();
    textures_.emplace(tree_, names_, buffers_);
    arguments_.emplace(tree_, names_, buffers_, *textures_);
    if (tree_.contains("steps")) {
      for (const char* key : {"kernel", "grid", "cta", "shared", "arguments"})
        if (tree_.contains(key))
          throw Error({.place = tree_.place_of(key),
                       .what = "a launch stands among the steps when there are any",
                       .value = key});
      steps("steps");
    } else {
      add_launch("");
    }
    return {
        .file = path_, .buffers = buffers_.take(), .textures = textures_->all(), .steps = std::move(steps_)};
  }

  void forget() { steps_.clear(); }

 private:
  bool has(const std::string& at, const char* key) const { return tree_.contains(join_path(at, key)); }
  std::string place(const std::string& at, const char* key) const {
    return tree_.place_of(join_path(at, key));
  }
  std::string place_of(const std::string& at) const { return at.empty() ? path_ : tree_.place_of(at); }

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
    if (kinds[0] == "swap") return add_swap(join_path(at, "swap"));
    has(join_path(at, "repeat"), "until") ? add_until(join_path(at, "repeat"))
                                          : repeat(join_path(at, "repeat"));
  }

  void add_swap(const std::string& at) {
    const ConfigTree::Entry* entry = tree_.take(at);
    const std::string where = place_of_value(tree_, at);
    if (entry == nullptr || entry->values.size() != 2)
      throw Error({.place = where, .what = "swap takes two buffers", .legal = "[a, b]"});
    LaunchStep step{.kind = LaunchStep::Kind::swap};
    step.from = buffers_.named(entry->values[0], where);
    step.to = buffers_.named(entry->values[1], where);
    same_size(step, where, true);
    for (const std::size_t buffer : {step.from, step.to})
      if (buffers_.shape(buffer).symbol)
        throw Error({.place = where,
                     .what = "a variable of the module keeps its name",
                     .value = fmt::format("{}", fmt::join(entry->values, ", ")),
                     .legal = "copy"});
    steps_.push_back(std::move(step));
  }

  void same_size(const LaunchStep& step, const std::string& where, bool same_type) const {
    const LaunchBuffers::Shape &x = buffers_.shape(step.from), &y = buffers_.shape(step.to);
    if (x.bytes != y.bytes || (same_type && x.type != y.type))
      throw Error({.place = where,
                   .what = "the buffers are not alike",
                   .value = fmt::format("{} bytes of {}, {} bytes of {}", x.bytes, name_of(x.type), y.bytes,
                                        name_of(y.type)),
                   .legal = same_type ? "the same type and size" : "the same size"});
  }

  void add_copy(const std::string& at) {
    const auto given = resolve<CopyConfig>(tree_, at);
    LaunchStep step{.kind = LaunchStep::Kind::copy};
    step.from = buffers_.named(given.from, place_of_value(tree_, join_path(at, "from")));
    step.to = buffers_.named(given.to, place_of_value(tree_, join_path(at, "to")));
    same_size(step, tree_.place_of(at), false);
    steps_.push_back(std::move(step));
  }

  void add_fill(const std::string& at) {
    const std::string buffer = join_path(at, "buffer");
    const ConfigTree::Entry* entry = tree_.take(buffer);
    const std::string name = entry == nullptr || entry->values.empty() ? "" : entry->values.front();
    LaunchStep step{.kind = LaunchStep::Kind::fill};
    step.to = buffers_.named(name, entry == nullptr ? tree_.place_of(at) : entry->place);
    const LaunchBuffers::Shape& filled = buffers_.shape(step.to);
    buffers_.add_bytes(filled.bytes, tree_.place_of(at));
    step.content = buffers_.content(resolve<ContentConfig>(tree_, at), at, filled.type,
                                    filled.bytes / size_of(filled.type));
    steps_.push_back(std::move(step));
  }

  // Loops

  void check_loop(const std::string& at) const {
    for (const char* key : {"count", "most"})
      if (has(at, key) && has(at, "until") == (std::string_view(key) == "count"))
        throw Error(
            {.place = place(at, key),
             .what = has(at, "until") ? "repeat has either a count, or 'until'" : "'most' needs 'until'",
             .value = key});
    const char* missing = !has(at, "steps")                        ? "steps"
                          : !has(at, "until") && !has(at, "count") ? "count"
                                                                   : nullptr;
    if (missing != nullptr)
      throw Error({.place = tree_.place_of(at), .what = "repeat lacks a key", .value = missing});
  }

  void repeat(const std::string& at) {
    const auto given = resolve<RepeatConfig>(tree_, at);
    check_loop(at);
    const std::uint64_t count = names_.integer(given.count, join_path(at, "count"), 0, max_steps, "times");
    open(given, at);
    if (count == 0) static_cast<void>(steps_of_body(at));  // they are checked all the same
    for (std::uint64_t i = 0; i < count; ++i) {
      if (has(at, "variable")) names_.set(given.variable, static_cast<std::int64_t>(i));
      steps(join_path(at, "steps"));
    }
    if (has(at, "variable")) names_.remove(given.variable);
  }

  void open(const RepeatConfig& given, const std::string& at) {
    if (has(at, "variable")) names_.add(given.variable, place_of_value(tree_, join_path(at, "variable")));
  }

  /// Reads the loop's steps aside, with the variables as they are.
  std::vector<LaunchStep> steps_of_body(const std::string& at) {
    std::vector<LaunchStep> before = std::move(steps_);
    steps_.clear();
    steps(join_path(at, "steps"));
    std::swap(before, steps_);
    return before;
  }

  void add_until(const std::string& at) {
    const auto given = resolve<RepeatConfig>(tree_, at);
    check_loop(at);
    const std::string until = join_path(at, "until");
    LaunchStep step{.kind = LaunchStep::Kind::until, .place = tree_.place_of(until)};
    step.from = buffers_.named(given.until.buffer, place_of_value(tree_, join_path(until, "buffer")));
    const LaunchBuffers::Shape& looked_at = buffers_.shape(step.from);
    const std::size_t size = size_of(looked_at.type);
    step.at =
        size * names_.integer_or(given.until.element, until, "element", 0, 0, looked_at.bytes / size - 1, "");
    const std::string is = join_path(until, "is");
    step.content =
        literal_bytes(looked_at.type, has(until, "is") ? names_.literal(given.until.is, is) : Literal{"0"},
                      place_of_value(tree_, is));
    step.most = names_.integer_or(given.most, at, "most", usual_rounds, 1, max_steps, "rounds");
    open(given, at);
    step.body = [self = shared_from_this(), at, given, outside = names_.values()](std::uint64_t round) {
      return self->round_of(at, given, outside, round);
    };
    static_cast<void>(steps_of_body(at));  // checks them
    if (has(at, "variable")) names_.remove(given.variable);
    steps_.push_back(std::move(step));
  }

  /// Reads the steps of one round, which keep nothing.
  std::vector<LaunchStep> round_of(const std::string& at, const RepeatConfig& given,
                                   const LaunchNames::Values& outside, std::uint64_t round) {
    const LaunchNames::Values now = names_.values();
    const std::uint64_t bytes = buffers_.bytes();
    const std::size_t done = done_;
    names_.restore(outside);
    if (has(at, "variable")) names_.set(given.variable, static_cast<std::int64_t>(round));
    std::vector<LaunchStep> body = steps_of_body(at);
    names_.restore(now);
    buffers_.forget_bytes_from(bytes);
    done_ = done;
    return body;
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
    step.cta = dimensions(at, "cta", given.cta, max_cta, "threads");
    if (step.cta.count() > max_threads_per_cta)
      throw Error({.place = place_of_value(tree_, join_path(at, "cta")),
                   .what = "too many threads in a CTA",
                   .value = fmt::format("{}", step.cta.count()),
                   .legal = fmt::format("up to {}", max_threads_per_cta)});
    step.shared_bytes =
        static_cast<std::uint32_t>(names_.integer_or(given.shared, at, "shared", 0, 0, max_shared, "bytes"));
    for (std::size_t i = 0; i < given.arguments.size(); ++i)
      step.arguments.push_back(arguments_->read(
          given.arguments[i], join_path(at, fmt::format("arguments[{}]", i)), i, at.empty()));
    steps_.push_back(std::move(step));
  }

  Dim3 dimensions(const std::string& at, const std::string& key, const std::vector<Literal>& given, Dim3 most,
                  const char* unit) const {
    const std::string path = join_path(at, key);
    if (!tree_.contains(path))
      throw Error({.place = place_of(at), .what = "the launch file lacks a key", .value = key});
    if (given.empty() || given.size() > 3)
      throw Error({.place = place_of_value(tree_, path),
                   .what = fmt::format("{} has {} dimensions", key, given.size()),
                   .legal = "[x], [x, y] or [x, y, z]; an expression with a comma stands in quotes"});
    const std::uint32_t limits[3] = {most.x, most.y, most.z};
    std::uint32_t extent[3] = {1, 1, 1};
    for (std::size_t d = 0; d < given.size(); ++d)
      extent[d] = static_cast<std::uint32_t>(names_.integer(given[d], path, 1, limits[d], unit));
    return {extent[0], extent[1], extent[2]};
  }

  std::string path_;
  ConfigTree tree_;
  LaunchNames names_;
  LaunchBuffers buffers_;
  std::optional<LaunchTextures> textures_{};
  std::optional<LaunchArguments> arguments_{};
  std::vector<LaunchStep> steps_{};
  std::size_t done_ = 0;
};

}  // namespace

LaunchFile load_launch_file(const std::string& path, const std::vector<std::string>& sizes) {
  const auto reader = std::make_shared<LaunchReader>(path, read_text_file(path, "launch file"), sizes);
  try {
    return reader->read();
  } catch (...) {
    reader->forget();  // steps that hold the reader
    throw;
  }
}

}  // namespace heddle
