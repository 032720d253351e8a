// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "tb/lower/process.hpp"
#include "tb/lower/source_text.hpp"

// Contents of memories, which $readmemh and $readmemb read from files, become assignments.

namespace heddle::lower {
namespace fs = std::filesystem;
namespace {

/// The words of a file, with the comments left out.
class Words {
 public:
  Words(const fs::path& file, unsigned bits_a_digit)
      : file_(file), text_(read_text_file(file, "file of a memory's contents")), bits_(bits_a_digit) {}

  /// The next word, or "" at the end of the file.
  std::string next() {
    std::string word;
    for (; at_ < text_.size(); ++at_) {
      const bool space = std::isspace(static_cast<unsigned char>(text_[at_])) != 0;
      const bool comment = text_.compare(at_, 2, "//") == 0 || text_.compare(at_, 2, "/*") == 0;
      if ((space || comment) && !word.empty()) break;
      if (comment) {
        const bool line = text_[at_ + 1] == '/';
        const std::size_t end = std::min(text_.find(line ? "\n" : "*/", at_ + 2), text_.size());
        count_lines(at_, end);
        at_ = line ? end - 1 : end + 1;
      } else if (!space) {
        word += text_[at_];
      } else if (text_[at_] == '\n') {
        ++line_;
      }
    }
    return word;
  }

  unsigned long address(const std::string& word) const {
    constexpr std::size_t most_digits = 8;
    if (word.size() < 2 || word.size() > most_digits + 1 ||
        word.find_first_not_of("0123456789abcdefABCDEF", 1) != std::string::npos)
      fail("no address of a memory", word, "@ and up to 8 hexadecimal digits");
    return std::stoul(word.substr(1), nullptr, 16);
  }

  Bits value(const std::string& word, unsigned width) const {
    std::string digits;
    for (const char given : word) {
      const char c = static_cast<char>(std::tolower(static_cast<unsigned char>(given)));
      const bool unknown = c == 'x' || c == 'z';
      if (c == '_') continue;
      const auto digit = std::string_view("0123456789abcdef").find(c);
      if (!unknown && digit >= (std::size_t{1} << bits_))
        fail("no word of a memory", word, bits_ == 4 ? "hexadecimal digits, x, z and _" : "0, 1, x, z and _");
      for (unsigned i = bits_; i-- > 0;) digits += unknown ? c : (digit >> i & 1) != 0 ? '1' : '0';
    }
    if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
    return Bits(digits.substr(digits.size() - width));
  }

  [[noreturn]] void fail(const std::string& what, const std::string& value, const std::string& legal) const {
    throw Error(
        {.place = fmt::format("{}:{}", file_.string(), line_), .what = what, .value = value, .legal = legal});
  }

 private:
  void count_lines(std::size_t from, std::size_t to) {
    line_ += static_cast<unsigned>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(from),
                                              text_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
  }

  fs::path file_;
  std::string text_;
  unsigned bits_, line_ = 1;
  std::size_t at_ = 0;
};

/// A text that Verilator holds as a string, or as the bits of its letters.
std::string text_of(const Node& constant) {
  if (!constant.is("const")) refuse(constant, "the name of a file is no constant");
  const std::string& name = constant.name();
  if (name.size() >= 2 && name.front() == '"') return name.substr(1, name.size() - 2);
  const auto bits = Bits::parse(name);
  std::string text;
  for (unsigned lsb = bits ? bits->width() : 0; lsb >= 8; lsb -= 8)
    if (const auto letter = bits->slice(lsb - 8, 8).value(); letter && *letter != 0)
      text += static_cast<char>(*letter);
  return text;
}

/// Beside the RTL, as for the co-simulation (runtime/memory_files.cpp).
fs::path find_file(const std::string& name, const std::vector<fs::path>& folders, const Node& node) {
  std::error_code none;
  if (!fs::path(name).is_absolute())
    for (const fs::path& folder : folders)
      if (fs::is_regular_file(folder / name, none)) return folder / name;
  if (fs::is_regular_file(name, none)) return name;
  throw Error({.place = node.place.text(),
               .what = "there is no such file of a memory's contents",
               .value = name,
               .legal = "a file beside the RTL, or in the working folder"});
}

}  // namespace

void Process::read_contents(const Node& node) {
  if (trigger_ != Trigger::initial)
    refuse(node, "a memory's contents are read by a process that is not initial");
  Place behind_dollar = node.place;
  ++behind_dollar.column;
  const std::string called = word_at(behind_dollar);
  if (called != "readmemh" && called != "readmemb")
    refuse(node, "Verilator does not tell $readmemh from $readmemb, and neither stands here, as in a macro");
  const Node& target = node.child(1);
  if (!target.is("varref") && !target.is("varxref"))
    refuse(target, "what is filled from a file is no variable");
  Variable& v = variable(target);
  if (v.shape.dimensions.size() != 1) refuse(target, "what is filled from a file has not one dimension");
  const Range& range = v.shape.dimensions[0];
  long address = range.low(), end = address + static_cast<long>(range.size()) - 1;
  const auto bound = [&](std::size_t i, long otherwise) {
    if (node.children.size() <= i) return otherwise;
    const Value given = evaluate(node.children[i]);
    if (!given.bits() || !given.bits()->signed_value()) refuse(node.children[i], "an address is no constant");
    return static_cast<long>(*given.bits()->signed_value());
  };
  address = bound(2, address);
  end = bound(3, end);
  const long low = std::min(address, end), high = std::max(address, end), step = address <= end ? 1 : -1;
  Words words(find_file(text_of(node.child(0)), design_.folders(), node), called == "readmemh" ? 4 : 1);
  Spot at{.variable = &v, .indices = {Value::constant(Bits(32, 0))}, .width = v.shape.width};
  for (std::string word; !(word = words.next()).empty();) {
    if (word[0] == '@') {
      address = static_cast<long>(words.address(word));
      continue;
    }
    if (address < low || address > high || address < range.low() ||
        address >= range.low() + static_cast<long>(range.size()))
      words.fail("a word beyond the end of the memory", fmt::format("address {:x}", address),
                 fmt::format("addresses from {:x} to {:x}", low, high));
    at.indices = {Value::constant(Bits(32, static_cast<std::uint64_t>(address - range.low())))};
    write(at, Value::constant(words.value(word, v.shape.width)), false);
    address += step;
  }
}

}  // namespace heddle::lower
