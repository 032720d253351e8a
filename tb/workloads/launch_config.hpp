// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "models/base/config.hpp"
#include "models/ptx/program/texture.hpp"

namespace heddle {
namespace ptx {

constexpr auto names_of(TexelType) {
  using enum TexelType;
  return std::array{Named{u8, "u8"},   Named{u16, "u16"}, Named{u32, "u32"}, Named{s8, "s8"},
                    Named{s16, "s16"}, Named{s32, "s32"}, Named{f32, "f32"}};
}

constexpr auto names_of(TextureAddressing) {
  using enum TextureAddressing;
  return std::array{Named{clamp, "clamp"}, Named{wrap, "wrap"}, Named{mirror, "mirror"},
                    Named{border, "border"}};
}

}  // namespace ptx

// What a launch file may say; configs/launches/README.md explains it. Only structure and ranges are here:
// launch_buffers.cpp, launch_arguments.cpp and launch_textures.cpp turn it into bytes.

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

/// One field of a structure that is passed by value.
struct FieldConfig {
  std::string name{};
  Literal at{};
  ElementType type = ElementType::u64;
  Literal value{};
  std::vector<Literal> values{};
  std::string buffer{};
  Literal offset{};
  std::string texture{};
  std::string raw{};

  static constexpr auto parameters() {
    using F = FieldConfig;
    return std::tuple{
        parameter(&F::name, "name", "", "For messages"),
        parameter(&F::at, "at", "",
                  "Bytes from the structure's beginning (default: behind the field before, aligned to the "
                  "field's size, as C++ does)"),
        parameter(&F::type, "type", "", "Type of the field; of an address u64 (the default) or u32"),
        parameter(&F::value, "value", "", "Makes it a number"),
        parameter(&F::values, "values", "", "Makes it an array of numbers"),
        parameter(&F::buffer, "buffer", "", "Makes it the address of this named buffer"),
        parameter(&F::offset, "offset", "", "Added to the buffer's address, in bytes"),
        parameter(&F::texture, "texture", "", "Makes it the handle of this texture"),
        parameter(&F::raw, "raw", "", "Makes it these bytes: two hexadecimal digits each")};
  }
};

/// One kernel argument: a scalar has `value`, a buffer of its own has `count`, a named one `buffer`, a
/// structure `fields` or `raw`, a texture `texture`. A named buffer (section `buffers`) has the same keys,
/// with `count`.
struct ArgumentConfig {
  std::string name{};
  std::string buffer{};
  Literal offset{};
  std::string symbol{};
  ElementType type = ElementType::u32;
  Literal value{};
  Literal count{};
  ContentConfig fill{}, expect{};
  double tolerance = 0;
  unsigned ulp = 0;
  std::string write{};
  bool read = false;
  std::vector<FieldConfig> fields{};
  Literal bytes{};
  std::string raw{};
  std::string texture{};

  static constexpr auto parameters() {
    using A = ArgumentConfig;
    return std::tuple{
        parameter(&A::name, "name", "", "For messages (default: arg0, arg1, ...)"),
        parameter(&A::buffer, "buffer", "", "Makes it the address of one of the named buffers"),
        parameter(&A::offset, "offset", "", "buffer: added to its address, in bytes"),
        parameter(&A::symbol, "symbol", "",
                  "Of a named buffer: it is this .global or .const variable of the module"),
        parameter(&A::type, "type", "", "Type of the scalar or of the buffer's elements"),
        parameter(&A::value, "value", "", "Makes it a scalar: its value"),
        parameter(&A::count, "count", "", "Makes it a buffer: its elements"),
        section(&A::fill, "fill", "What the buffer holds before the launch (default: zero)"),
        section(&A::expect, "expect", "What the buffer should hold after the launch (default: not checked)"),
        parameter(&A::tolerance, "tolerance", "", 0.0, 1.0e9, "",
                  "expect: bounds |got - expected| / max(1, |expected|)"),
        parameter(&A::ulp, "ulp", "ULP", 0u, 1u << 20, "",
                  "expect: also accepts a float so many representable numbers away"),
        parameter(&A::write, "write", "", "File that gets the buffer's bytes; relative to the launch file"),
        parameter(&A::read, "read", "", "Reports the elements after the launch (up to 16) as figures"),
        section(&A::fields, "fields", "Makes it a structure by value: its fields in order"),
        parameter(&A::bytes, "bytes", "",
                  "fields: size of the structure (default: up to its last field, aligned to its largest)"),
        parameter(&A::raw, "raw", "", "Makes it these bytes by value: two hexadecimal digits each"),
        parameter(&A::texture, "texture", "", "Makes it the handle of this texture")};
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

/// `until: {buffer: flag}`: what ends a loop.
struct UntilConfig {
  std::string buffer{};
  Literal element{}, is{};

  static constexpr auto parameters() {
    using U = UntilConfig;
    return std::tuple{
        parameter(&U::buffer, "buffer", "", "The buffer that is looked at after each round"),
        parameter(&U::element, "element", "", "Which of its elements (default: 0)"),
        parameter(&U::is, "is", "", "The loop ends when the element has this value (default: 0)")};
  }
};

/// `repeat: {count: n, variable: i, steps: [...]}`; its steps are read one by one. Instead of `count`:
/// `until`.
struct RepeatConfig {
  Literal count{};
  UntilConfig until{};
  Literal most{};
  std::string variable{};

  static constexpr auto parameters() {
    using R = RepeatConfig;
    return std::tuple{
        parameter(&R::count, "count", "", "How often; 0 is allowed"),
        section(&R::until, "until", "Instead of count: until an element of a buffer has a value"),
        parameter(&R::most, "most", "", "until: more rounds than this are an error (default: 1000)"),
        parameter(&R::variable, "variable", "", "Counts 0, 1, ... inside (may be missing)")};
  }
};

/// A texture over a named buffer.
struct TextureConfig {
  std::string buffer{};
  Literal offset{};
  std::string reference{};
  ptx::TexelType texel = ptx::TexelType::f32;
  unsigned channels = 1;
  Literal width{}, height{}, depth{}, pitch{};
  std::vector<ptx::TextureAddressing> addressing{};
  bool linear = false, normalized_coordinates = false, normalized_values = false;

  static constexpr auto parameters() {
    using T = TextureConfig;
    return std::tuple{
        parameter(&T::buffer, "buffer", "", "The named buffer that holds the texels"),
        parameter(&T::offset, "offset", "", "Bytes from its beginning to texel 0"),
        parameter(&T::reference, "reference", "", "Binds it to this .texref variable of the module"),
        parameter(&T::texel, "texel", "", "Type of a channel of a texel"),
        parameter(&T::channels, "channels", "", 1u, 4u, "", "Channels of a texel: 1, 2 or 4"),
        parameter(&T::width, "width", "", "Texels of a row"),
        parameter(&T::height, "height", "", "Rows (default: 1)"),
        parameter(&T::depth, "depth", "", "Slices of a 3-D texture, or layers (default: 1)"),
        parameter(&T::pitch, "pitch", "", "Bytes from a row to the next (default: a row's own)"),
        parameter(&T::addressing, "addressing", "",
                  "Beyond the edge in x, y and z: clamp (the default), wrap, mirror, border"),
        parameter(&T::linear, "linear", "", "Filter linearly instead of taking the nearest texel"),
        parameter(&T::normalized_coordinates, "normalized_coordinates", "", "[0, 1) covers the texture"),
        parameter(&T::normalized_values, "normalized_values", "",
                  "Integer texels become floats in [0, 1] or [-1, 1]")};
  }
};

}  // namespace heddle
