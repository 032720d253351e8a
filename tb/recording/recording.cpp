// SPDX-License-Identifier: Apache-2.0
// Reads a recording.
#include "tb/recording/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>

#include "models/base/error.hpp"
#include "models/base/outside_limits.hpp"
#include "models/base/text_file.hpp"

namespace heddle {
namespace {

using Json = nlohmann::json;
using Kind = RecordedStep::Kind;

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;

std::string beside(const std::string& file, const char* extension) {
  return std::filesystem::path(file).replace_extension(extension).string();
}

/// Nests the value no deeper than that?
bool is_shallow(const Json& value, unsigned depth) {
  if (!value.is_structured()) return true;
  return depth != 0 &&
         std::ranges::all_of(value, [&](const Json& part) { return is_shallow(part, depth - 1); });
}

/// Prints a value for a message.
std::string shown(const Json& value) {
  constexpr unsigned deepest = 4;
  if (!is_shallow(value, deepest)) return "a value that is nested deeply";
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Reads the text without keeping it, and throws the first that is wrong. All that follows may recurse.
class JsonCheck final : public Json::json_sax_t {
 public:
  JsonCheck(std::string_view text, const std::string& file, std::string_view kind)
      : text_(text), file_(file), kind_(kind) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(Json::number_integer_t) override { return true; }
  bool number_unsigned(Json::number_unsigned_t) override { return true; }
  bool number_float(Json::number_float_t, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(Json::binary_t&) override { return true; }
  bool key(std::string&) override { return true; }
  bool start_object(std::size_t) override { return enter(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& error) override {
    constexpr int number_overflow = 406;
    throw Error({.place = place(position),
                 .what = error.id == number_overflow
                             ? fmt::format("the {} has a number that is out of range", kind_)
                             : fmt::format("the {} is no JSON", kind_),
                 .value = token});
  }

 private:
  bool enter() {
    if (++depth_ <= most_json_nesting) return true;
    throw Error({.place = file_,
                 .what = fmt::format("the {} is nested too deeply", kind_),
                 .legal = fmt::format("up to {} lists and objects inside one another", most_json_nesting)});
  }
  bool leave() {
    --depth_;
    return true;
  }
  /// Of the byte that was read last, counted from 1.
  std::string place(std::size_t position) const {
    const std::string_view before = text_.substr(0, position == 0 ? 0 : position - 1);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n');
    const std::size_t column = before.size() - (start == before.npos ? 0 : start + 1) + 1;
    return fmt::format("{}:{}:{}", file_, line, column);
  }

  const std::string_view text_;
  const std::string& file_;
  const std::string_view kind_;
  unsigned depth_ = 0;
};

/// JSON from outside; `kind` names it in messages. Throws Error with file, line and column for text that is
/// no JSON, a number that no double holds, and what is nested deeper than `most_json_nesting`.
Json parse_json(std::string_view text, const std::string& file, std::string_view kind) {
  JsonCheck check(text, file, kind);
  Json::sax_parse(text, &check);
  return Json::parse(text);
}

/// One step, which says where it stands when it is wrong.
class StepReader {
 public:
  StepReader(const std::string& file, std::size_t index, const Json& step, std::string_view data)
      : place_(fmt::format("{}: step {}", file, index)), step_(step), data_(data) {}

  RecordedStep read() const {
    if (!step_.is_object()) fail("a step is not an object", shown(step_), "{...}");
    for (const auto& [key, kind] : keys)
      if (step_.contains(key)) return of(key, kind);
    fail("a step does not say what it is", shown(step_), "allocate, free, variable, write, launch or expect");
  }

 private:
  static constexpr std::pair<const char*, Kind> keys[] = {
      {"allocate", Kind::allocate}, {"free", Kind::release},  {"variable", Kind::variable},
      {"write", Kind::write},       {"launch", Kind::launch}, {"expect", Kind::expect}};

  [[noreturn]] void fail(const std::string& what, const std::string& value, const std::string& legal) const {
    throw Error({.place = place_, .what = what, .value = value, .legal = legal});
  }

  std::uint64_t number(const Json& value, std::uint64_t most = UINT64_MAX) const {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most)
      fail("a number is out of range", shown(value), fmt::format("0 to {}", most));
    return value.get<std::uint64_t>();
  }

  const Json& member(const char* key) const {
    if (!step_.contains(key)) fail("a key is missing", shown(step_), key);
    return step_.at(key);
  }

  std::string text(const Json& value) const {
    if (!value.is_string()) fail("a text is expected", shown(value), "\"...\"");
    return value.get<std::string>();
  }

  std::span<const Json> list(const char* key) const {
    const Json& value = member(key);
    if (!value.is_array()) fail("a list is expected", shown(value), "[...]");
    return *value.get_ptr<const Json::array_t*>();
  }

  Dim3 extent(const char* key) const {
    const auto three = list(key);
    if (three.size() != 3)
      fail(fmt::format("{} has not three dimensions", key), shown(member(key)), "[x, y, z]");
    const auto one = [&](std::size_t i) { return static_cast<std::uint32_t>(number(three[i], UINT32_MAX)); };
    return {one(0), one(1), one(2)};
  }

  std::vector<std::byte> content() const {
    const auto range = list("data");
    if (range.size() != 2) fail("data is no range", shown(member("data")), "[offset, bytes]");
    const std::uint64_t offset = number(range[0]), bytes = number(range[1]);
    if (offset > data_.size() || bytes > data_.size() - offset)
      fail("data reaches beyond the recording's file of data", shown(member("data")),
           fmt::format("[offset, bytes] within its {} bytes", data_.size()));
    const auto part = std::as_bytes(std::span(data_)).subspan(offset, bytes);
    return {part.begin(), part.end()};
  }

  std::vector<std::byte> parameter(const Json& value) const {
    const std::string digits = text(value);
    std::vector<std::byte> bytes;
    if (digits.size() % 2 != 0 || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
      fail("a parameter's bytes are not hexadecimal", digits, "two digits a byte");
    for (std::size_t i = 0; i < digits.size(); i += 2)
      bytes.push_back(static_cast<std::byte>(std::stoul(digits.substr(i, 2), nullptr, 16)));
    return bytes;
  }

  RecordedStep of(const char* key, Kind kind) const {
    RecordedStep step{.kind = kind};
    if (kind == Kind::launch) {
      step.name = text(member(key));
      step.grid = extent("grid");
      step.cta = extent("cta");
      step.shared_bytes = static_cast<std::uint32_t>(number(member("shared"), UINT32_MAX));
      for (const Json& value : list("parameters")) step.parameters.push_back(parameter(value));
      return step;
    }
    if (kind == Kind::variable) step.name = text(member(key));
    step.address = number(member(kind == Kind::variable ? "address" : key), UINT64_MAX - most_bytes);
    if (kind == Kind::allocate || kind == Kind::variable) step.bytes = number(member("bytes"), most_bytes);
    if (kind == Kind::write || kind == Kind::expect) {
      step.content = content();
      step.bytes = step.content.size();
    }
    return step;
  }

  std::string place_;
  const Json& step_;
  std::string_view data_;
};

}  // namespace

std::string Recording::ptx() const { return beside(file, ".ptx"); }

Recording recording_of(std::string_view text, std::string_view data, const std::string& file) {
  const Json all = parse_json(text, file, "recording");
  if (!all.is_object() || !all.contains("steps") || !all.at("steps").is_array())
    throw Error({.place = file,
                 .what = "the file is no recording: it has no list of steps",
                 .legal = "what tb/recording/recorder.cu writes"});
  Recording recording{.file = file};
  if (all.contains("device") && all.at("device").is_string())
    recording.device = all.at("device").get<std::string>();
  if (all.contains("tolerance")) {
    const Json& tolerance = all.at("tolerance");
    if (!tolerance.is_number() || !(tolerance >= 0 && tolerance < 1))
      throw Error({.place = file,
                   .what = "the tolerance is out of range",
                   .value = shown(tolerance),
                   .legal = "0 to 1"});
    recording.tolerance = tolerance;
  }
  for (const Json& step : all.at("steps"))
    recording.steps.push_back(StepReader(file, recording.steps.size(), step, data).read());
  return recording;
}

Recording load_recording(const std::string& file) {
  const std::string text = read_text_file(file, "recording");
  return recording_of(text, read_text_file(beside(file, ".bin"), "recording's data"), file);
}

}  // namespace heddle
