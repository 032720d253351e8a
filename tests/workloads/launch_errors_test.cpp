// SPDX-License-Identifier: Apache-2.0
// Errors in a launch file: each has one message, with its place and the legal values.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "models/base/error.hpp"
#include "tb/workloads/launch_file.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::launch_errors_test {
namespace {

struct Bad {
  std::string name;
  std::string
      text;  ///< '^' stands where the message must point, and is not part of the file; without: the file
  std::string message;  ///< part of it
};
void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.name; }

const std::string head = "kernel: k\ngrid: [1]\ncta: [32]\n";
std::string argument(const std::string& inside) { return head + "arguments:\n  - {" + inside + "}\n"; }
/// An argument; the message must point to its start.
std::string bad_argument(const std::string& inside) { return head + "arguments:\n  - {^" + inside + "}\n"; }

const Bad bad[] = {
    {"UnknownKey", head + "^argumnts: []\n", "did you mean 'arguments'"},
    {"UnknownArgumentKey", argument("type: u32, ^cont: 1"), "did you mean 'arguments[0].count'"},
    {"UnknownFillKey", argument("type: u32, count: 4, fill: {kind: zero, ^sead: 1}"), "did you mean"},
    {"NotAMap", "^- kernel\n", "map"},
    {"Syntax", "kernel: [k\ngrid^: 1\n", "YAML"},
    {"MissingKernel", "grid: [1]\ncta: [32]\n", "'kernel'"},
    {"MissingGrid", "kernel: k\ncta: [32]\n", "'grid'"},
    {"GridIsText", "kernel: k\ngrid: ^[many]\ncta: [32]\n", "'many'"},
    {"GridZero", "kernel: k\ngrid: ^[0]\ncta: [32]\n", "1 .. 2147483647"},
    {"GridOfFour", "kernel: k\ngrid: ^[1, 1, 1, 1]\ncta: [32]\n", "[x, y, z]"},
    {"CtaOutOfRange", "kernel: k\ngrid: [1]\ncta: ^[2048]\n", "1 .. 1024"},
    {"GridBeyondCudaInY", "kernel: k\ngrid: ^[1, 65536]\ncta: [32]\n", "1 .. 65535 CTAs"},
    {"GridBeyondCudaInZ", "kernel: k\ngrid: ^[1, 1, 65536]\ncta: [32]\n", "1 .. 65535 CTAs"},
    {"GridWhoseProductOverflows", "kernel: k\ngrid: ^[4194304, 4194304, 4194304]\ncta: [32]\n", "65535"},
    {"CtaBeyondCudaInZ", "kernel: k\ngrid: [1]\ncta: ^[1, 1, 65]\n", "1 .. 64"},
    {"CtaProduct", "kernel: k\ngrid: [1]\ncta: ^[64, 32]\n", "up to 1024"},
    {"ArgumentsAreNoMaps", head + "^arguments: [1, 2]\n", "arguments"},
    {"ArgumentsAreText", head + "^arguments: many\n", "arguments"},
    {"UnknownType", argument("type: ^int, value: 1"), "u8, s8"},
    {"MissingType", bad_argument("value: 1"), "'type'"},
    {"NeitherScalarNorBuffer", bad_argument("type: u32"), "neither"},
    {"ScalarAndBuffer", argument("type: u32, value: 1, ^count: 4"), "both"},
    {"ScalarWithFill", argument("type: u32, value: 1, fill: {^kind: iota}"), "'fill'"},
    {"ValueIsNoNumber", argument("type: u32, value: ^one"), "unknown name"},
    {"ValueOutOfRange", argument("type: s8, value: ^128"), "-128 .. 127"},
    {"ValueNegativeUnsigned", argument("type: u16, value: ^-1"), "0 .. 65535"},
    {"ValueFractionInInteger", argument("type: s32, value: ^1.5"), "'1.5'"},
    {"ValueTooLargeForFloat", argument("type: f32, value: ^1e39"), "3.40282e+38"},
    {"ValueIsAList", argument("type: f32, value: ^[1]"), "value"},
    {"CountZero", argument("type: u32, count: ^0"), "1 .. 268435456 elements"},
    {"CountHuge", argument("type: u32, count: ^99999999999"), "268435456"},
    {"BuffersTooLarge", argument("type: f64, count: ^200000000"), "1073741824"},
    {"UnknownKind", argument("type: u32, count: 4, fill: {kind: ^randm}"), "zero, constant, iota"},
    {"FillIsNoMap", argument("type: u32, count: 4, fill: ^zero"), "fill"},
    {"KeyOfAnotherKind", argument("type: u32, count: 4, fill: {kind: iota, ^min: 1}"), "start, step"},
    {"ConstantWithoutValue", argument("type: u32, count: 4, fill: {^kind: constant}"), "'value'"},
    {"RandomWithoutMax", argument("type: u32, count: 4, fill: {^kind: random, min: 0}"), "'max'"},
    {"RandomUpsideDown", argument("type: u32, count: 4, fill: {kind: random, min: 5, max: ^4}"), "5 or more"},
    {"RandomInfinite", argument("type: f32, count: 4, fill: {kind: random, min: -3e38, max: ^3e38}"),
     "finite"},
    {"FillOutOfRange", argument("type: u8, count: 4, fill: {kind: constant, value: ^256}"), "0 .. 255"},
    {"FileMissing", argument("type: u8, count: 4, fill: {kind: file, file: ^none.bin}"), "no such file"},
    {"FileWithoutName", argument("type: u8, count: 4, fill: {^kind: file}"), "'file'"},
    {"FileOfWrongSize", argument("type: u16, count: 4, expect: {kind: file, file: ^three.bin}"),
     "8 bytes: 4 elements of u16"},
    {"FileIsAFolder", argument("type: u8, count: 4, fill: {kind: file, file: ^.}"), "no such file"},
    {"ToleranceNegative", argument("type: f32, count: 4, expect: {kind: zero}, tolerance: ^-1"), "'-1'"},
    {"ToleranceWithoutExpectation", argument("type: f32, count: 4, ^tolerance: 1"), "expect"},
    {"UlpOfIntegers", argument("type: u32, count: 4, expect: {kind: zero}, ^ulp: 1"), "f32, f64"},
    {"UlpWithoutExpectation", argument("type: f32, count: 4, ^ulp: 1"), "expect"},
    {"ReadWithoutAPlainName", argument("name: a-b, type: f32, count: 4, read: ^true"), "letters, digits"},
    {"RawOfOddDigits", argument("raw: ^'123'"), "two hexadecimal digits"},
    {"RawThatIsNoNumber", argument("raw: ^'0x'"), "two hexadecimal digits"},
    {"NoFields", argument("name: n, ^fields: []"), "no field"},
    {"FieldWithoutType", argument("fields: [{^value: 1}]"), "'type'"},
    {"FieldOfTwoKinds", argument("fields: [{^raw: '00', type: u32, value: 1}]"), "one thing"},
    {"FieldThatOverlaps", argument("fields: [{type: u32, value: 1}, {at: ^2, type: u32, value: 1}]"),
     "4 .. 4092"},
    {"StructureTooSmall", argument("fields: [{type: u32, value: 1}], bytes: ^3"), "4 .. 4096"},
    {"FieldOfNoBuffer", argument("fields: [{buffer: ^x}]"), "no section 'buffers'"},
    {"NoSuchTexture", argument("texture: ^t"), "no section 'textures'"},
    {"StructureWithAType", argument("fields: [{type: u32, value: 1}], ^type: u32"), "'type'"},
    {"OffsetBehindTheEnd",
     "buffers: {a: {type: u32, count: 4}}\n" + head + "arguments: [{buffer: a, offset: ^17}]\n", "0 .. 16"},
    {"WriteIntoNoFolder", argument("type: f32, count: 4, write: ^none/x.bin"), "existing folder"},
};

class LaunchErrors : public testing::TestWithParam<Bad> {};

TEST_P(LaunchErrors, SayWhereAndWhatIsLegal) {
  const TemporaryFolder folder;
  folder.add("three.bin", "abc");
  std::string text = GetParam().text, place;
  if (const auto at = text.find('^'); at != std::string::npos) {
    text.erase(at, 1);
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    const auto newline = text.rfind('\n', at);  // ends the line before; none before the first
    place =
        fmt::format(":{}:{}", line, newline == std::string::npos || newline >= at ? at + 1 : at - newline);
  }
  const std::string file = folder.add("k.yaml", text);
  try {
    load_launch_file(file);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().place, file + place) << e.what();
    EXPECT_NE(std::string(e.what()).find(GetParam().message), std::string::npos) << e.what();
  }
}

INSTANTIATE_TEST_SUITE_P(All, LaunchErrors, testing::ValuesIn(bad),
                         [](const auto& info) { return info.param.name; });

TEST(LaunchErrors, TheLaunchFileIsMissing) {
  try {
    load_launch_file("/nonexistent/k.yaml");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().value, "/nonexistent/k.yaml");
  }
}

}  // namespace
}  // namespace heddle::launch_errors_test
