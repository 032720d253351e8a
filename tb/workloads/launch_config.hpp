#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "models/base/config.hpp"

namespace heddle {

// What a launch file may say; an example with comments is configs/launches/saxpy.yaml. Only structure and
// ranges are here: launch_file.cpp turns it into bytes.

enum class ElementType { u8, s8, u16, s16, u32, s32, u64, s64, f32, f64 };

constexpr auto names_of(ElementType) {
  using enum ElementType;
  return std::array{Named{u8, "u8"},   Named{s8, "s8"},   Named{u16, "u16"}, Named{s16, "s16"},
                    Named{u32, "u32"}, Named{s32, "s32"}, Named{u64, "u64"}, Named{s64, "s64"},
                    Named{f32, "f32"}, Named{f64, "f64"}};
}

enum class ContentKind { zero, constant, iota, random, file };

constexpr auto names_of(ContentKind) {
  using enum ContentKind;
  return std::array{Named{zero, "zero"}, Named{constant, "constant"}, Named{iota, "iota"},
                    Named{random, "random"}, Named{file, "file"}};
}

/// A number or an expression as it was written: its legal values depend on the key.
struct Literal {
  std::string text{};
};

template <>
struct Value<Literal> {
  static std::string type() { return "expression"; }
  static std::string legal() { return "a number, or an expression of sizes and variables"; }
  static std::string format(const Literal& value) { return value.text; }
  static Parse parse(std::string_view text, Literal& out) {
    out.text = text;
    return Parse::ok;
  }
};

inline constexpr std::uint64_t max_launch_elements = std::uint64_t{1} << 28;

/// The initial or the expected content of a buffer.
struct ContentConfig {
  ContentKind kind = ContentKind::zero;
  Literal value{};
  Literal start{}, step{};
  Literal min{}, max{};
  std::uint64_t seed = 1;
  std::string file{};

  static constexpr auto parameters() {
    using C = ContentConfig;
    return std::tuple{
        parameter(&C::kind, "kind", "", "How the elements are made"),
        parameter(&C::value, "value", "", "constant: the value of every element"),
        parameter(&C::start, "start", "", "iota: element 0 (default 0)"),
        parameter(&C::step, "step", "", "iota: added from one element to the next (default 1)"),
        parameter(&C::min, "min", "", "random: least value"),
        parameter(&C::max, "max", "", "random: largest value (integers: included, floats: not)"),
        parameter(&C::seed, "seed", "", 0, UINT64_MAX, "", "random: the same seed gives the same elements"),
        parameter(&C::file, "file", "", "file: raw little-endian elements; relative to the launch file")};
  }
};

/// One kernel argument: a scalar has `value`, a buffer of its own has `count`, a named one `buffer`. A named
/// buffer (section `buffers`) has the same keys, with `count`.
struct ArgumentConfig {
  std::string name{};
  std::string buffer{};
  ElementType type = ElementType::u32;
  Literal value{};
  Literal count{};
  ContentConfig fill{}, expect{};
  double tolerance = 0;
  std::string write{};

  static constexpr auto parameters() {
    using A = ArgumentConfig;
    return std::tuple{
        parameter(&A::name, "name", "", "For messages (default: arg0, arg1, ...)"),
        parameter(&A::buffer, "buffer", "", "Makes it one of the named buffers, without any other key"),
        parameter(&A::type, "type", "", "Type of the scalar or of the buffer's elements"),
        parameter(&A::value, "value", "", "Makes it a scalar: its value"),
        parameter(&A::count, "count", "", "Makes it a buffer: its elements"),
        section(&A::fill, "fill", "What the buffer holds before the launch (default: zero)"),
        section(&A::expect, "expect", "What the buffer should hold after the launch (default: not checked)"),
        parameter(&A::tolerance, "tolerance", "", 0.0, 1.0e9, "",
                  "expect: bounds |got - expected| / max(1, |expected|)"),
        parameter(&A::write, "write", "", "File that gets the buffer's bytes; relative to the launch file")};
  }
};

/// One launch: the whole of a file with one kernel, or a step. For a step without a kernel, see StepConfig.
struct LaunchConfig {
  std::string kernel{};
  std::vector<Literal> grid{};
  std::vector<Literal> cta{};
  Literal shared{};
  std::vector<ArgumentConfig> arguments{};

  static constexpr auto parameters() {
    using L = LaunchConfig;
    return std::tuple{
        parameter(&L::kernel, "kernel", "",
                  "Entry point in the PTX file, by the compiler's name or by the source's"),
        parameter(&L::grid, "grid", "", "CTAs of the grid: [x], [x, y] or [x, y, z]"),
        parameter(&L::cta, "cta", "", "Threads of a CTA: [x], [x, y] or [x, y, z]"),
        parameter(&L::shared, "shared", "",
                  "Dynamic shared memory of a CTA in bytes: what `.extern .shared` arrays hold"),
        section(&L::arguments, "arguments", "The kernel's arguments in order")};
  }
};

/// `copy: {from: a, to: b}`.
struct CopyConfig {
  std::string from{}, to{};

  static constexpr auto parameters() {
    using C = CopyConfig;
    return std::tuple{parameter(&C::from, "from", "", "The buffer that is read"),
                      parameter(&C::to, "to", "", "The buffer of the same size that is written")};
  }
};

/// `repeat: {count: n, variable: i, steps: [...]}`; its steps are read one by one.
struct RepeatConfig {
  Literal count{};
  std::string variable{};

  static constexpr auto parameters() {
    using R = RepeatConfig;
    return std::tuple{parameter(&R::count, "count", "", "How often; 0 is allowed"),
                      parameter(&R::variable, "variable", "", "Counts 0, 1, ... inside (may be missing)")};
  }
};

}  // namespace heddle
