// SPDX-License-Identifier: Apache-2.0
#include "tb/trace/trace_format.hpp"

#include <gtest/gtest.h>

#include "models/base/error.hpp"
#include "models/base/random.hpp"

namespace heddle::trace_format_test {
namespace {

constexpr std::uint64_t last_cycle = last_cycle_of(1'428'571);  // of 700 MHz

const TraceFormat& format(const std::string& name) { return Registry<TraceFormat>::instance().find(name); }

std::vector<TraceAccess> read(const std::string& text, const std::string& path = "t.trace") {
  return trace_of(text, path, last_cycle);
}

/// Accesses of 32 bytes, which is what formats without sizes write.
std::vector<TraceAccess> accesses(std::uint64_t seed) {
  Random random(seed);
  std::vector<TraceAccess> all;
  std::uint64_t time = 0;
  for (unsigned i = 0; i < 200; ++i)
    all.push_back({.time = time += random.below(5),
                   .write = random.one_in(3),
                   .address = (std::uint64_t{random.below(1u << 9)} << 32) + random.below(1u << 31) / 32 * 32,
                   .bytes = 32});
  return all;
}

TEST(TraceFormats, EachIsReadBackAsItWasWritten) {
  const std::uint64_t seed = 5;
  SCOPED_TRACE(seed);
  for (const std::string& name : Registry<TraceFormat>::instance().names()) {
    SCOPED_TRACE(name);
    std::vector<TraceAccess> written = accesses(seed);
    std::string text;
    for (const TraceAccess& a : written) text += trace_lines(format(name), a, TracePlaces());
    if (name.starts_with("ramulator2"))  // they have no times
      for (TraceAccess& a : written) a.time = 0, a.relative = true;
    EXPECT_EQ(read(text), written) << "as its first line looks";
    EXPECT_EQ(trace_of(text, "t.trace", last_cycle, {.format = name}), written) << "as it is named";
    for (const std::string& other : Registry<TraceFormat>::instance().names()) {
      if (other == name) continue;
      EXPECT_THROW(trace_of(text, "t.trace", last_cycle, {.format = other}), Error) << other;
    }
  }
}

TEST(TraceFormats, SizesAndSourcesAreKeptWhereTheFormatHasThem) {
  const TraceAccess a{.time = 7, .write = true, .address = 0x1234, .bytes = 100, .source = 3};
  EXPECT_EQ(read(trace_lines(format("heddle"), a, TracePlaces())), std::vector{a});
  TraceAccess without = a;
  without.source = 0;
  EXPECT_EQ(read(trace_lines(format("dramsys"), a, TracePlaces())), std::vector{without});
  // 0x1234 to 0x1297 lie in four pieces of 32 bytes.
  EXPECT_EQ(trace_lines(format("dramsim3"), a, TracePlaces()),
            "0x1220 WRITE 7\n0x1240 WRITE 7\n0x1260 WRITE 7\n0x1280 WRITE 7\n");
}

TEST(TraceFormats, FormsOfLinesAreRead) {
  const auto all = read("# DRAMSys\n31: read 0x400140\n33 (64) write 0x20 0xAB01\n34: write 40 # 34\n");
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0], (TraceAccess{.time = 31, .address = 0x400140, .bytes = 32}));
  EXPECT_EQ(all[1], (TraceAccess{.time = 33, .write = true, .address = 0x20, .bytes = 64}));
  EXPECT_EQ(all[2].address, 0x40u);
  EXPECT_TRUE(read("5: read 0x0\n3: read 0x20\n", "t.rstl")[1].relative);
  const auto ramulator = read("LD 0x40\nST 64\nR 96\nW 0x80\n");
  ASSERT_EQ(ramulator.size(), 4u);
  EXPECT_EQ(ramulator[1], (TraceAccess{.relative = true, .write = true, .address = 64, .bytes = 32}));
  EXPECT_TRUE(ramulator[3].write);
  EXPECT_EQ(trace_of("0x40 READ 0\n", "t", last_cycle, {.access_bytes = 64})[0].bytes, 64u);
}

TEST(TraceFormats, PlacesAreThoseOfTheMachine) {
  const DramConfig usual{};
  DramConfig other{};
  other.address.controllers = 4;
  other.address.channels_per_controller = 1;
  other.gddr5.banks = 8;
  other.gddr5.bank_groups = 2;
  other.address.bits = "RRRRRRRRRRRRR.BBCCCB.CCCCCCCC";
  for (const DramConfig& dram : {usual, other}) {
    const auto all = trace_of("R 0,0,0,0,0\nW 3,1,2,100,4\nR 2,0,1,7,63\n", "t", last_cycle, {.dram = dram});
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0], (TraceAccess{.relative = true, .address = 0, .bytes = 32}));
    EXPECT_TRUE(all[1].write);
    const AddressMapping mapping(dram.address, dram.gddr5, 0);
    const unsigned bank = 2 * dram.gddr5.bank_groups + 1;
    EXPECT_EQ(dram.gddr5.group_of(bank), 1u);
    EXPECT_EQ(mapping.place_of(all[1].address),
              (DramAddress{.channel = 3, .bank = bank, .row = 100, .column = 128}));
    EXPECT_EQ(mapping.place_of(all[2].address),
              (DramAddress{.channel = 2, .bank = dram.gddr5.bank_groups, .row = 7, .column = 2016}));
    EXPECT_EQ(trace_lines(format("ramulator2_vectors"), all[1], TracePlaces(dram)), "W 3,1,2,100,4\n");
  }
}

TEST(TraceFormats, BadLinesAreToldWithTheirPlace) {
  const auto expect = [](const std::string& text, const std::vector<std::string>& said) {
    try {
      read(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      for (const std::string& part : said)
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
            << "'" << part << "' is not in: " << error.what();
    }
  };
  expect("LD 0x40\nLOAD 0x40\n", {"t.trace:2", "loads or stores", "'LOAD'", "LD|ST ADDRESS"});
  expect("LD 0x40\nLD\n", {"t.trace:2", "2 words, not 1"});
  expect("LD 4x\n", {"t.trace:1", "not a decimal number", "'4x'"});
  expect("LD 0x40\nR 0,0,1,2,4\n", {"t.trace:2", "a place in a DRAM", "LD|ST ADDRESS", "ramulator2_vectors"});
  expect("R 0,0,1,2,100,4\n", {"t.trace:1", "5 levels, not 6", "CHANNEL,BANK_GROUP,BANK,ROW,COLUMN"});
  expect("R 0,0,1,2\n", {"t.trace:1", "5 levels, not 4"});
  expect("R 0,0,1,2,3\nR 12,0,1,2,3\n", {"t.trace:2", "the channel is too large", "at most 11"});
  expect("R 0,4,1,2,3\n", {"t.trace:1", "the bank group is too large", "at most 3"});
  expect("R 0,0,4,2,3\n", {"t.trace:1", "the bank is too large", "at most 3"});
  expect("W 0,0,1,2,64\n", {"t.trace:1", "the column is too large", "at most 63"});
  expect("W 0,0,1,281474976710000,3\n", {"t.trace:1", "the row lies beyond"});
  expect("W 0,0,1,9999999999999999999999,3\n", {"t.trace:1", "the row is too large"});
  expect("W 0,0,-1,2,3\n", {"t.trace:1", "the bank is not a decimal number"});
  expect("W 0,,1,2,3\n", {"t.trace:1", "the bank group is not a decimal number"});
  expect("R 0,0,1,2,3\nX 0,0,1,2,3\n", {"t.trace:2", "reads or writes", "'X'"});
  expect("R 0,0,1,2,3 4\n", {"t.trace:1", "2 words, not 3"});
  expect("0x40 READ 1\n0x40 read 2\n", {"t.trace:2", "'read'", "READ or WRITE"});
  expect("0x40 READ 9\n0x40 WRITE 3\n", {"t.trace:2", "earlier", "'3'", "cycle 9, or later"});
  expect("0x40 READ\n", {"t.trace:1", "3 words, not 2"});
  expect("0xgg READ 1\n", {"t.trace:1", "hexadecimal", "'0xgg'"});
  expect("1: read 0x40\n2: load 0x40\n", {"t.trace:2", "'load'", "CYCLE: [(BYTES)]"});
  expect("1: read\n", {"t.trace:1", "no address"});
  expect("1: (0) read 0x0\n", {"t.trace:1", "no bytes"});
  expect("1: (8 read 0x0\n", {"t.trace:1", "'(8'"});
  expect("1: read 0x0 0xFF\n", {"t.trace:1", "only a write", "'0xFF'"});
  expect("1: write 0x0 0xFF more\n", {"t.trace:1", "goes on", "'more'"});
  expect("x: read 0x0\n", {"t.trace:1", "the cycle is not a decimal number"});
}

}  // namespace
}  // namespace heddle::trace_format_test
