#include "tb/trace/trace_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "models/base/error.hpp"
#include "models/base/text_file.hpp"

namespace heddle {
namespace {

constexpr std::uint32_t most_bytes = 1 << 20, most_sources = 1024;

/// Splits one line into words, and reports errors with their place.
class Line {
 public:
  Line(const std::string& path, unsigned number, std::string_view text)
      : place_(fmt::format("{}:{}", path, number)) {
    text = text.substr(0, text.find('#'));
    for (std::size_t at = 0; (at = text.find_first_not_of(" \t\r", at)) != text.npos;) {
      const std::size_t end = std::min(text.find_first_of(" \t\r", at), text.size());
      words_.push_back(text.substr(at, end - at));
      at = end;
    }
  }
  bool empty() const { return words_.empty(); }
  std::size_t words() const { return words_.size(); }
  std::string_view word(std::size_t i) const { return words_[i]; }

  std::uint64_t number(std::size_t i, std::string_view digits, int base, const char* what,
                       std::uint64_t most) const {
    std::uint64_t value = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (fault == std::errc::invalid_argument || end != digits.data() + digits.size())
      refuse(fmt::format("{} is not a {} number", what, base == 16 ? "hexadecimal" : "decimal"), i, "");
    if (fault != std::errc{} || value > most)
      refuse(fmt::format("{} is too large", what), i, at_most(base, most));
    return value;
  }
  [[noreturn]] void refuse(std::string what, std::size_t word, std::string legal) const {
    throw Error({.place = place_,
                 .what = std::move(what),
                 .value = word < words_.size() ? std::string(words_[word]) : "",
                 .legal = std::move(legal)});
  }

 private:
  static std::string at_most(int base, std::uint64_t most) {
    return base == 16 ? fmt::format("at most {:x}", most) : fmt::format("at most {}", most);
  }
  std::string place_;
  std::vector<std::string_view> words_;
};

TraceAccess parse(const Line& line, std::uint64_t last_cycle) {
  constexpr auto form = "TIME R|W ADDRESS BYTES [SOURCE]";
  if (line.words() < 4 || line.words() > 5)
    line.refuse(fmt::format("an access has 4 or 5 words, not {}", line.words()), line.words(), form);
  TraceAccess access;
  access.relative = line.word(0).starts_with('+');
  access.time = line.number(0, line.word(0).substr(access.relative), 10, "the time", last_cycle);
  const std::string_view kind = line.word(1);
  if (kind != "R" && kind != "W") line.refuse("an access reads or writes", 1, "R or W");
  access.write = kind == "W";
  std::string_view address = line.word(2);
  if (address.starts_with("0x") || address.starts_with("0X")) address.remove_prefix(2);
  access.address = line.number(2, address, 16, "the address", (1ull << 48) - 1);
  access.bytes = static_cast<std::uint32_t>(line.number(3, line.word(3), 10, "the size", most_bytes));
  if (access.bytes == 0) line.refuse("an access has no bytes", 3, fmt::format("1 .. {}", most_bytes));
  if (line.words() == 5)
    access.source =
        static_cast<std::uint32_t>(line.number(4, line.word(4), 10, "the source", most_sources - 1));
  return access;
}

}  // namespace

std::vector<TraceAccess> trace_of(std::string_view text, const std::string& path, std::uint64_t last_cycle) {
  std::vector<TraceAccess> all;
  all.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  std::uint64_t latest = 0, at = 0;  // at: when the access is sent at the earliest
  for (unsigned number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const Line line(path, number, text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    const TraceAccess access = parse(line, last_cycle);
    if (!access.relative) {
      if (access.time < latest)
        line.refuse("an access is earlier than one before it", 0, fmt::format("cycle {}, or later", latest));
      latest = access.time;
    }
    at = access.relative ? at + access.time : std::max(at, access.time);
    if (at > last_cycle)
      line.refuse(fmt::format("the access comes in cycle {}, which is too late", at), 0,
                  fmt::format("at most cycle {}", last_cycle));
    all.push_back(access);
  }
  if (all.empty()) throw Error({.place = path, .what = "the trace has no accesses"});
  return all;
}

std::vector<TraceAccess> read_trace(const std::string& path, std::uint64_t last_cycle) {
  return trace_of(read_text_file(path, "trace"), path, last_cycle);
}

}  // namespace heddle
