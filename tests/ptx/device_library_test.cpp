// SPDX-License-Identifier: Apache-2.0
// printf, malloc and free in kernels (device_library.cu), in PTX of clang 14 and nvcc 13; their output is
// compared with the host's printf. The PTX is made as tb/workloads/compile_ptx makes a workload's, but
// without cuda.hpp.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <sstream>

#include "models/base/data_root.hpp"
#include "models/base/random.hpp"
#include "models/host/context.hpp"
#include "models/host/functional_device.hpp"
#include "models/host/print_records.hpp"

namespace heddle::test::device_library_test {
namespace {

/// Returns what the host's printf prints.
template <class... A>
std::string printed(const char* format, A... arguments) {
  std::string text(10000, '\0');
  const int length = std::snprintf(text.data(), text.size(), format, arguments...);
  text.resize(static_cast<std::size_t>(length));
  return text;
}

class DeviceLibrary : public testing::TestWithParam<const char*> {
 protected:
  bool wide() const { return !std::string_view(GetParam()).ends_with("-32"); }
  std::string output() {
    std::string text = out_.str();
    out_.str("");
    return text;
  }

  std::ostringstream out_;
  FunctionalDevice device;
  Context context{device, {.output = &out_}};
  Module module = context.load(data_file(fmt::format("tests/ptx/device_library.{}.ptx", GetParam())));
};

TEST_P(DeviceLibrary, PrintsEachTypeAsTheHostDoes) {
  const DevicePointer results = context.allocate(6 * 4);
  module.function("all_types").launch({.cta = {6}}, results);
  const char* const names[] = {"zero", "one", "two or more"};
  std::string expected;
  for (int i = 0; i < 6; ++i) {
    const unsigned u = static_cast<unsigned>(i);
    const char* name = names[i < 2 ? i : 2];
    expected +=
        printed("%d|%5i|%-6u|%#x|%X|%o|%c|%s|%%|%+.3f|%e|%g|%a|%ld|%lld|%lu|%llu|%hd|%hhu|%*d|%.*f|%10.4s|\n",
                i - 2, i * 1000, u, u + 255, u + 0xabcd, u + 8, 'a' + i, name,
                static_cast<double>(i * 0.5f - 1), i * 1e10, i * 1e-7, i + 0.75, -5L - i, -5000000000LL * i,
                7ul + u, 18000000000000000000ull + u, static_cast<short>(i * 20000),
                static_cast<unsigned char>(250 + i), 8 - 4 * i, i, i % 4, i / 3.0, name);
  }
  EXPECT_EQ(output(), expected);
  EXPECT_EQ(context.download<int>(results, 6), std::vector<int>(6, 23));
}

TEST_P(DeviceLibrary, LanesOfAWarpPrintInAscendingOrder) {
  module.function("some_lanes").launch({.grid = {2}, .cta = {40}}, 70);
  // The functional device executes one warp after another; the lanes of a warp loop together.
  std::string expected;
  for (int cta = 0; cta < 2; ++cta)
    for (int first = 0; first < 40; first += 32)
      for (int k = 0; k < 2; ++k)
        for (int lane = first; lane < std::min(first + 32, 40); ++lane)
          if (k < lane % 3 && cta * 40 + lane < 70) expected += fmt::format("{}:{} ", cta * 40 + lane, k);
  EXPECT_EQ(output(), expected);
  module.function("some_lanes").launch({.cta = {3}}, 70);  // the buffer was emptied after the last launch
  EXPECT_EQ(output(), "1:0 2:0 2:1 ");
}

TEST_P(DeviceLibrary, WithoutArgumentsOrFormatReturnsZeroOrMinusOne) {
  const DevicePointer results = context.allocate(12);
  const auto launch = [&](std::uint64_t format) {
    if (wide())
      module.function("nothing_to_say").launch({}, results, format);
    else
      module.function("nothing_to_say").launch({}, results, static_cast<std::uint32_t>(format));
  };
  launch(0);
  EXPECT_EQ(output(), "plain\n");
  EXPECT_EQ(context.download<int>(results, 3), (std::vector<int>{0, 0, -1}));
  launch(context.upload(std::vector<char>{'<', '%', 'd', '>', '\0'}));
  EXPECT_EQ(output(), "plain\n<1>");
  EXPECT_EQ(context.get<int>(results + 8), 1);
}

TEST_P(DeviceLibrary, CallsThatFindNoRoomAreCounted) {
  constexpr int count = 300, threads = 64;
  const DevicePointer results = context.allocate(count * threads * 4);
  module.function("too_much").launch({.cta = {threads}}, results, count);
  const auto returned = context.download<int>(results, count * threads);
  const auto lost = std::count(returned.begin(), returned.end(), -2);
  EXPECT_GT(lost, 0);
  EXPECT_EQ(std::count(returned.begin(), returned.end(), 2) + lost, count * threads);
  const std::string text = output();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), count * threads - lost + 1);
  EXPECT_TRUE(text.starts_with("thread 0, round 0: 0123456789 0123456789\nthread 1, round 0: "));
  EXPECT_TRUE(text.ends_with(
      fmt::format("\n[{} calls of printf found no room: a launch's output has up to 1048576 bytes]\n", lost)))
      << text.substr(text.size() - 200);
}

TEST_P(DeviceLibrary, AllocatesFromAHeapThatAllThreadsShare) {
  constexpr int threads = 96, count = 12, rounds = 3;
  const DevicePointer sums = context.allocate(2 * threads * 4);
  for (int launch = 0; launch < 2; ++launch)
    module.function("lists").launch({.grid = {2}, .cta = {threads}}, sums, count, rounds);
  const auto found = context.download<int>(sums, 2 * threads);
  for (int t = 0; t < 2 * threads; ++t)
    EXPECT_EQ(found[static_cast<std::size_t>(t)], rounds * (count * t * 100 + count * (count - 1) / 2)) << t;
}

TEST_P(DeviceLibrary, AnEmptyHeapGivesNull) {
  const DevicePointer given = context.allocate(4);
  module.function("exhaust").launch({}, given, 100000);  // blocks of 128 KB from a heap of 8 MB
  EXPECT_EQ(context.get<int>(given), 64);
  module.function("exhaust").launch({}, given, 1);
  EXPECT_EQ(context.get<int>(given), 0);
}

TEST_P(DeviceLibrary, FreeOfWhatIsNotAllocatedTraps) {
  try {
    module.function("free_twice").launch({});
    ADD_FAILURE();
  } catch (const ApiError& e) {
    EXPECT_EQ(e.status(), Status::assertion);
    EXPECT_EQ(e.problem().what, "kernel 'free_twice' trapped");
    EXPECT_TRUE(e.problem().place.ends_with(": free, of the device library: trap;")) << e.problem().place;
  }
}

INSTANTIATE_TEST_SUITE_P(Compiler, DeviceLibrary, testing::Values("clang14", "clang14-32", "nvcc13"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

/// A call of vprintf(format, arguments) in a kernel; both are bytes in device memory.
struct Call {
  std::string text;
  int result = 0;
};
Call print(const std::string& format, const std::vector<std::uint64_t>& arguments) {
  FunctionalDevice device;
  std::ostringstream out;
  Context context(device, {.output = &out});
  const Module module = context.load_text(R"(.version 6.0
.target sm_50
.address_size 64
.extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 arguments);
.visible .entry k(.param .u64 format, .param .u64 arguments, .param .u64 result) {
  .reg .b32 %r; .reg .b64 %f, %a, %out;
  ld.param.u64 %f, [format];
  ld.param.u64 %a, [arguments];
  ld.param.u64 %out, [result];
  call (%r), vprintf, (%f, %a);
  st.global.u32 [%out], %r;
  ret;
})",
                                          "k.ptx");
  std::vector<char> bytes(format.begin(), format.end());
  bytes.push_back('\0');
  const DevicePointer result = context.allocate(4), values = context.upload(arguments);
  module.function("k").launch({}, context.upload(bytes), values, result);
  return {out.str(), context.get<int>(result)};
}

TEST(DevicePrint, FormatsThatCDoesNotHaveStandAsTheyAre) {
  EXPECT_EQ(print("a %y b %d", {1}).text, "a %y b %d");
  EXPECT_EQ(print("a %y b %d", {1}).result, 0);
  EXPECT_EQ(print("%d then %5", {7}).text, "7 then %5");
  EXPECT_EQ(print("%d then %", {7}).text, "7 then %");
  EXPECT_EQ(print("%5-d, %d", {0x0000000200000001}).text, "%5-d, 2");  // it has taken its argument
  EXPECT_EQ(print("%99999d|%d", {0x0000000200000001}).text, "%99999d|2");
  EXPECT_EQ(print("%.99999f|", {0}).text, "%.99999f|");
  EXPECT_EQ(print("%*d|", {0x0000000100000000 | 2147483647}).text, "%*d|");
  EXPECT_EQ(print("%lllld|", {5}).text, "%lllld|");
  EXPECT_EQ(print("%n|", {5}).text, "%n|");
  EXPECT_EQ(print("%5%|", {}).text, "%5%|");
  EXPECT_EQ(print("\x80\xff%\xff", {}).text, "\x80\xff%\xff");
}

TEST(DevicePrint, NullAndWidths) {
  EXPECT_EQ(print("%s|%10s|%p|%p", {0, 0, 0, 0xabc}).text, "(null)|    (null)|(nil)|0xabc");
  EXPECT_EQ(print("%4000d|", {5}).text, std::string(3999, ' ') + "5|");
  EXPECT_EQ(print("%-*d|", {0x0000000500000004}).text, "5   |");
  EXPECT_EQ(print("%*d|", {0x00000005fffffffc}).text, "5   |");  // the width is -4
  EXPECT_EQ(print("%.0f %.300f", {0x3ff8000000000000, 0x7fefffffffffffff}).text,
            printed("%.0f %.300f", 1.5, 0x1.fffffffffffffp1023));
}

TEST(DevicePrint, AStringWithoutEndIsAnErrorOfTheKernel) {
  try {
    print("%s", {MemoryMap::first_address - 1});
    ADD_FAILURE();
  } catch (const ApiError& e) {
    EXPECT_EQ(e.status(), Status::illegal_address);
    EXPECT_EQ(e.problem().place, "k.ptx: __heddle_text, of the device library: ld.u8 %c, [%from];");
  }
}

TEST(DevicePrint, RandomFormatsNeverReadOutsideAndAgreeOnTheArguments) {
  constexpr std::uint64_t seed = 31;
  SCOPED_TRACE(fmt::format("seed {}", seed));
  Random rng(seed);
  const std::string letters = "%%%%%dduxcsfgplhjz*.0123- +#q \x7f";
  for (unsigned n = 0; n < 300; ++n) {
    std::string format;
    for (std::uint64_t k = rng.below(24); k-- > 0;) format += letters[rng.below(letters.size())];
    std::erase(format, 's');  // these would get no strings
    const Call call = print(format + "%n", std::vector<std::uint64_t>(32, 0x3ff0000000000041));
    EXPECT_TRUE(call.text.ends_with("%n")) << format;  // both sides have found the same end of the format
    EXPECT_GE(call.result, 0) << format;
  }
}

TEST(DevicePrint, BytesThatAreNoRecordsAreHarmless) {
  constexpr std::uint64_t seed = 32;
  SCOPED_TRACE(fmt::format("seed {}", seed));
  Random rng(seed);
  const std::string format = "%s %d %s %f %*d %p %s";
  for (unsigned n = 0; n < 2000; ++n) {
    std::vector<std::byte> bytes(8 * (1 + rng.below(16)));
    for (std::byte& b : bytes) b = static_cast<std::byte>(rng());
    const auto put = [&](std::size_t at, std::uint32_t word) { std::memcpy(bytes.data() + at, &word, 4); };
    if (rng.below(8) != 0)
      put(0, static_cast<std::uint32_t>(rng.below(2) != 0 ? bytes.size() : rng.below(200)));
    if (rng.below(8) != 0) put(4, static_cast<std::uint32_t>(rng.below(32)));
    if (rng.below(2) != 0 && bytes.size() >= 8 + format.size())
      std::memcpy(bytes.data() + 8, format.data(), format.size());
    std::ostringstream out;
    print_records(bytes, 64, out);
    EXPECT_LT(out.str().size(), 7 * 4096u);
  }
}

TEST(DevicePrint, AModuleThatDefinesItsOwnKeepsIt) {
  FunctionalDevice device;
  std::ostringstream out;
  Context context(device, {.output = &out});
  const Module module = context.load_text(R"(.version 6.0
.target sm_50
.address_size 64
.func (.param .b32 result) vprintf(.param .b64 format) { st.param.b32 [result], 42; ret; }
.visible .entry k(.param .u64 result) {
  .reg .b32 %r; .reg .b64 %out;
  ld.param.u64 %out, [result];
  call (%r), vprintf, (%out);
  st.global.u32 [%out], %r;
  ret;
})",
                                          "k.ptx");
  const DevicePointer result = context.allocate(4);
  module.function("k").launch({}, result);
  EXPECT_EQ(context.get<int>(result), 42);
  EXPECT_EQ(out.str(), "");
}

TEST(DevicePrint, WhatWasPrintedBeforeAFailureComesOut) {
  FunctionalDevice device;
  std::ostringstream out;
  Context context(device, {.output = &out});
  const Module module = context.load_text(R"(.version 6.0
.target sm_50
.address_size 64
.extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 arguments);
.global .align 1 .b8 text[4] = {104, 105, 10};
.global .b32 format; .global .b32 arguments; .global .b32 result; .global .b32 to;  // the library has these too
.visible .entry k() {
  .reg .b32 %r; .reg .b64 %f;
  mov.u64 %f, text;
  call (%r), vprintf, (%f, 0);
  trap;
})",
                                          "k.ptx");
  EXPECT_THROW(module.function("k").launch({}), ApiError);
  EXPECT_EQ(out.str(), "hi\n");
}

}  // namespace
}  // namespace heddle::test::device_library_test
