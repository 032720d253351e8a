// SPDX-License-Identifier: Apache-2.0
#include "models/base/outside_json.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/outside_limits.hpp"

namespace heddle {
namespace {

/// Reads the text without keeping it, and throws the first that is wrong. All that follows may recurse.
class JsonCheck final : public nlohmann::json::json_sax_t {
 public:
  JsonCheck(std::string_view text, const std::string& file, std::string_view kind)
      : text_(text), file_(file), kind_(kind) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(nlohmann::json::number_integer_t) override { return true; }
  bool number_unsigned(nlohmann::json::number_unsigned_t) override { return true; }
  bool number_float(nlohmann::json::number_float_t, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(nlohmann::json::binary_t&) override { return true; }
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

}  // namespace

void check_json(std::string_view text, const std::string& file, std::string_view kind) {
  JsonCheck check(text, file, kind);
  nlohmann::json::sax_parse(text, &check);
}

}  // namespace heddle
