// SPDX-License-Identifier: Apache-2.0
// Reads a recording.
#include "tb/recording/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>

#include "models/base/error.hpp"
#include "models/base/outside_json.hpp"
#include "models/base/text_file.hpp"

namespace heddle {
namespace {

using StepJson = nlohmann::json;
using Kind = RecordedStep::Kind;

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;

std::string beside(const std::string& file, const char* extension) {
  return std::filesystem::path(file).replace_extension(extension).string();
}

/// Nests the value no deeper than that?
bool is_shallow(const StepJson& value, unsigned depth) {
  if (!value.is_structured()) return true;
  return depth != 0 &&
         std::ranges::all_of(value, [&](const StepJson& part) { return is_shallow(part, depth - 1); });
}

/// Prints a value for a message.
std::string shown(const StepJson& value) {
  constexpr unsigned deepest = 4;
  if (!is_shallow(value, deepest)) return "a value that is nested deeply";
  return value.dump(-1, ' ', false, StepJson::error_handler_t::replace);
}

/// One step, which says where it stands when it is wrong.
class StepReader {
 public:
  StepReader(const std::string& file, std::size_t index, const StepJson& step, std::string_view data)
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

  std::uint64_t number(const StepJson& value, std::uint64_t most = UINT64_MAX) const {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most)
      fail("a number is out of range", shown(value), fmt::format("0 to {}", most));
    return value.get<std::uint64_t>();
  }

  const StepJson& member(const char* key) const {
    if (!step_.contains(key)) fail("a key is missing", shown(step_), key);
    return step_.at(key);
  }

  std::string text(const StepJson& value) const {
    if (!value.is_string()) fail("a text is expected", shown(value), "\"...\"");
    return value.get<std::string>();
  }

  std::span<const StepJson> list(const char* key) const {
    const StepJson& value = member(key);
    if (!value.is_array()) fail("a list is expected", shown(value), "[...]");
    return *value.get_ptr<const StepJson::array_t*>();
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

  std::vector<std::byte> parameter(const StepJson& value) const {
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
      for (const StepJson& value : list("parameters")) step.parameters.push_back(parameter(value));
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
  const StepJson& step_;
  std::string_view data_;
};

}  // namespace

std::string Recording::ptx() const { return beside(file, ".ptx"); }

Recording recording_of(std::string_view text, std::string_view data, const std::string& file) {
  const StepJson all = parse_json(text, file, "recording");
  if (!all.is_object() || !all.contains("steps") || !all.at("steps").is_array())
    throw Error({.place = file,
                 .what = "the file is no recording: it has no list of steps",
                 .legal = "what tb/recording/recorder.cu writes"});
  Recording recording{.file = file};
  if (all.contains("device") && all.at("device").is_string())
    recording.device = all.at("device").get<std::string>();
  if (all.contains("tolerance")) {
    const StepJson& tolerance = all.at("tolerance");
    if (!tolerance.is_number() || !(tolerance >= 0 && tolerance < 1))
      throw Error({.place = file,
                   .what = "the tolerance is out of range",
                   .value = shown(tolerance),
                   .legal = "0 to 1"});
    recording.tolerance = tolerance;
  }
  for (const StepJson& step : all.at("steps"))
    recording.steps.push_back(StepReader(file, recording.steps.size(), step, data).read());
  return recording;
}

Recording load_recording(const std::string& file) {
  const std::string text = read_text_file(file, "recording");
  return recording_of(text, read_text_file(beside(file, ".bin"), "recording's data"), file);
}

}  // namespace heddle
