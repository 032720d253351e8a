// SPDX-License-Identifier: Apache-2.0
#include "models/host/print_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "models/ptx/library/print_format.hpp"

namespace heddle {
namespace {

using ptx::FormatCharacter;
using ptx::PrintBuffer;

constexpr int most_width = 4095;  ///< what C asks of every printf

/// The arguments of one record, taken one after another; behind the last one, zeros and empty strings.
class Values {
 public:
  explicit Values(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::uint64_t next() {
    std::uint64_t value = 0;
    if (bytes_.size() >= sizeof value) std::memcpy(&value, bytes_.data(), sizeof value);
    skip(sizeof value);
    return value;
  }
  std::string_view text() {
    const std::uint64_t length = next();
    if (length == PrintBuffer::null_string) return "(null)";
    const std::string_view text(reinterpret_cast<const char*>(bytes_.data()),
                                std::min<std::uint64_t>(length, bytes_.size()));
    skip(length < bytes_.size() ? PrintBuffer::text_bytes(length) : length);
    return text;
  }

 private:
  void skip(std::uint64_t count) { bytes_ = bytes_.subspan(std::min<std::uint64_t>(count, bytes_.size())); }
  std::span<const std::byte> bytes_;
};

/// A conversion of C's printf: %[flags][width][.precision][length]type.
struct Conversion {
  std::string flags;
  int width = 0, precision = -1;
  std::string_view length;
  char type = 0;
};

/// Parses `spec`, from '%' to the type; a width or precision of '*' takes its number from `stars`.
std::optional<Conversion> conversion_of(std::string_view spec, std::span<const std::int32_t> stars) {
  Conversion c;
  c.type = spec.back();
  spec = spec.substr(1, spec.size() - 2);
  while (!spec.empty() && std::string_view("-+ #0").find(spec.front()) != std::string_view::npos) {
    c.flags += spec.front();
    spec.remove_prefix(1);
  }
  const auto number = [&] {
    int value = 0;
    if (spec.starts_with('*') && !stars.empty()) {
      value = stars.front();
      stars = stars.subspan(1);
      spec.remove_prefix(1);
      return value;
    }
    for (; !spec.empty() && spec.front() >= '0' && spec.front() <= '9'; spec.remove_prefix(1))
      value = std::min(10 * value + (spec.front() - '0'), most_width + 1);
    return value;
  };
  c.width = number();
  if (c.width < 0) c.flags += '-';
  if (c.width < -most_width || c.width > most_width) return std::nullopt;
  c.width = std::abs(c.width);
  if (spec.starts_with('.')) {
    spec.remove_prefix(1);
    c.precision = std::max(number(), -1);
    if (c.precision > most_width) return std::nullopt;
  }
  for (const std::string_view length : {"", "hh", "h", "l", "ll", "j", "z", "t", "L"})
    if (spec == length) {
      c.length = length;
      return c;
    }
  return std::nullopt;
}

/// Calls snprintf with the flags, width and precision of the conversion, and with this type.
template <class T>
std::string formatted(const Conversion& c, std::string_view type, T value) {
  const std::string format = fmt::format("%{}*.*{}", c.flags, type);
  std::string text(most_width + 512, '\0');  // a double has up to 309 digits before the point
  const int length = std::snprintf(text.data(), text.size(), format.c_str(), c.width, c.precision, value);
  text.resize(std::min(static_cast<std::size_t>(std::max(length, 0)), text.size() - 1));
  return text;
}

long long signed_value(std::string_view length, std::uint64_t bits) {
  if (length == "hh") return static_cast<std::int8_t>(bits);
  if (length == "h") return static_cast<std::int16_t>(bits);
  return static_cast<std::int64_t>(bits);
}

unsigned long long unsigned_value(std::string_view length, std::uint64_t bits) {
  if (length == "hh") return static_cast<std::uint8_t>(bits);
  if (length == "h") return static_cast<std::uint16_t>(bits);
  return bits;
}

/// Sign-extends an argument of 4 bytes, which a record holds without its sign.
std::uint64_t extended(std::uint64_t bits, bool wide) {
  return wide ? bits : static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(bits)));
}

std::string padded(const Conversion& c, std::string_view text) {
  const std::size_t width = static_cast<std::size_t>(c.width);
  const std::string blanks(width > text.size() ? width - text.size() : 0, ' ');
  const bool left = c.flags.find('-') != std::string::npos;
  return left ? std::string(text) + blanks : blanks + std::string(text);
}

/// Formats one record as text.
class Record {
 public:
  Record(std::string_view format, Values values, bool long_is_wide)
      : format_(format), values_(values), long_is_wide_(long_is_wide) {}

  std::string text() {
    while (true) {
      const std::size_t percent = format_.find('%');
      text_ += format_.substr(0, percent);
      if (percent == format_.npos) return std::move(text_);
      format_.remove_prefix(percent);
      if (!conversion()) {  // the device library stopped at the same place
        text_ += format_;
        return std::move(text_);
      }
    }
  }

 private:
  /// Formats the conversion at the beginning of the format; returns false when C has no such conversion.
  bool conversion() {
    std::vector<std::int32_t> stars;
    unsigned longs = 0;
    for (std::size_t at = 1; at < format_.size(); ++at) {
      const FormatCharacter character = ptx::format_character(static_cast<unsigned char>(format_[at]));
      if (character == FormatCharacter::none) return false;
      if (character == FormatCharacter::longer) ++longs;
      if (character == FormatCharacter::longest) longs = 2;
      if (character == FormatCharacter::star) stars.push_back(static_cast<std::int32_t>(values_.next()));
      if (character < FormatCharacter::integer) continue;
      const std::string_view spec = format_.substr(0, at + 1);
      format_.remove_prefix(at + 1);
      const std::optional<Conversion> c = conversion_of(spec, stars);
      text_ += converted(character, c.value_or(Conversion{}), longs >= (long_is_wide_ ? 1u : 2u), spec, !c);
      return true;
    }
    return false;
  }

  std::string converted(FormatCharacter character, const Conversion& c, bool wide, std::string_view spec,
                        bool verbatim) {
    switch (character) {
      case FormatCharacter::percent:
        return verbatim || spec.size() != 2 ? std::string(spec) : "%";
      case FormatCharacter::string: {
        std::string_view text = values_.text();
        if (c.precision >= 0) text = text.substr(0, static_cast<std::size_t>(c.precision));
        return verbatim ? std::string(spec) : padded(c, text);
      }
      default:
        break;
    }
    const std::uint64_t bits = values_.next();
    if (verbatim) return std::string(spec);
    switch (character) {
      case FormatCharacter::real:
        return formatted(c, std::string_view(&c.type, 1), std::bit_cast<double>(bits));
      case FormatCharacter::pointer:
        return padded(c, bits == 0 ? "(nil)" : fmt::format("{:#x}", bits));
      default:
        break;
    }
    if (c.type == 'c') {
      const char character_of = static_cast<char>(bits);
      return padded(c, std::string_view(&character_of, 1));
    }
    const std::string type = fmt::format("ll{}", c.type);
    if (c.type == 'd' || c.type == 'i')
      return formatted(c, type, signed_value(c.length, extended(bits, wide)));
    return formatted(c, type, unsigned_value(c.length, bits));
  }

  std::string_view format_;
  Values values_;
  const bool long_is_wide_;
  std::string text_;
};

}  // namespace

void print_records(std::span<const std::byte> records, unsigned address_bits, std::ostream& out) {
  while (records.size() >= 8) {
    std::array<std::uint32_t, 2> header;  // bytes of the record, length of the format
    std::memcpy(header.data(), records.data(), sizeof header);
    const std::size_t size = header[0], text = PrintBuffer::text_bytes(header[1]);
    if (size < 8 || size > records.size() || text > size - 8) return;
    const std::string_view format(reinterpret_cast<const char*>(records.data() + 8), header[1]);
    out << Record(format, Values(records.subspan(8 + text, size - 8 - text)),
                  ptx::long_words(address_bits) == 1)
               .text();
    records = records.subspan(size);
  }
}

}  // namespace heddle
