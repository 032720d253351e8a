#include "hw/register_virtualization/renaming_table/renaming_table.hpp"

#include <gtest/gtest.h>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"

namespace heddle::renaming_table_test {
namespace {

/// A table with its wires, in a domain; `step` advances one edge and takes the requests off the pins behind
/// it.
struct Bench {
  explicit Bench(RenamingTableConfig config = {}) : block("table", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.access.port(access);
    block.io.map.port(map);
    block.io.answer.port(answer);
    block.io.mapped.port(mapped);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  TableAnswers step() {
    access.write({accesses});
    map.write({mappings});
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    accesses = {};
    mappings = {};
    return answer.read().payload;
  }
  void ask(unsigned bank, unsigned row, bool release = false) {
    accesses.valid.value = static_cast<std::uint8_t>(accesses.valid.value | 1u << bank);
    if (release) accesses.release.value = static_cast<std::uint8_t>(accesses.release.value | 1u << bank);
    accesses.rows[bank] = static_cast<std::uint16_t>(row);
  }
  void put(unsigned bank, unsigned row, RegisterId reg) {
    mappings.valid.value = static_cast<std::uint8_t>(mappings.valid.value | 1u << bank);
    mappings.rows[bank] = static_cast<std::uint16_t>(row);
    mappings.registers[bank] = reg;
  }
  unsigned held() const {
    unsigned n = 0;
    for (const std::uint64_t word : mapped.read().payload.entries)
      n += static_cast<unsigned>(std::popcount(word));
    return n;
  }

  TableAccesses accesses{};
  TableMappings mappings{};

  ClockDomain domain{"core", 1000};
  Wire<Level<TableAccesses>> access{"access"};
  Wire<Level<TableMappings>> map{"map"};
  Wire<Level<TableAnswers>> answer{"answer"};
  Wire<Level<TableState>> mapped{"mapped"};
  Wire<bool> rst_n{"rst_n"};
  RenamingTable block;
};

TEST(RenamingTableBlock, AMappingShowsBehindTheFirstEdgeAndNotBeforeIt) {
  Bench bench;
  bench.put(2, 51, 700);
  bench.map.write({bench.mappings});
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before the edge
  EXPECT_EQ(bench.held(), 0u);
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.held(), 1u);
  const unsigned e = 4 * 51 + 2;
  EXPECT_EQ(bench.mapped.read().payload.entries[e / 64], std::uint64_t{1} << e % 64);
}

TEST(RenamingTableBlock, AnAccessIsAnsweredBehindTheFirstEdgeAndNotBeforeIt) {
  Bench bench;
  bench.put(1, 9, 1023);
  bench.step();
  bench.ask(1, 9);
  bench.access.write({bench.accesses});
  bench.map.write({});
  sc_core::sc_start(sc_core::sc_time::from_value(400));
  EXPECT_EQ(bench.answer.read().payload, TableAnswers{});
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.answer.read().payload, (TableAnswers{{2}, {2}, {0, 1023, 0, 0}}));
}

// Jeon2015, Fig. 2: a register is mapped when it is written, read through the mapping, given back with its
// last read, and mapped to another one when it is written again.
TEST(RenamingTableBlock, ALifeOfARegister) {
  Bench bench;
  bench.ask(3, 7);
  EXPECT_EQ(bench.step(), (TableAnswers{{8}, {0}, {}}));
  bench.put(3, 7, 5);
  EXPECT_EQ(bench.step(), TableAnswers{});
  bench.ask(3, 7);
  EXPECT_EQ(bench.step(), (TableAnswers{{8}, {8}, {0, 0, 0, 5}}));
  bench.ask(3, 7, true);
  EXPECT_EQ(bench.step(), (TableAnswers{{8}, {8}, {0, 0, 0, 5}})) << "the last read still finds it";
  EXPECT_EQ(bench.held(), 0u);
  bench.ask(3, 7);
  EXPECT_EQ(bench.step(), (TableAnswers{{8}, {0}, {}}));
  bench.put(3, 7, 6);
  bench.step();
  bench.ask(3, 7);
  EXPECT_EQ(bench.step(), (TableAnswers{{8}, {8}, {0, 0, 0, 6}}));
}

TEST(RenamingTableBlock, TheBanksAnswerAtOnceAndKnowNothingOfEachOther) {
  Bench bench;
  for (unsigned b = 0; b < table_banks; ++b) bench.put(b, 10 + b, static_cast<RegisterId>(100 * b + 1));
  bench.step();
  for (unsigned b = 0; b < table_banks; ++b) bench.ask(b, 10 + b);
  EXPECT_EQ(bench.step(), (TableAnswers{{15}, {15}, {1, 101, 201, 301}}));
  for (unsigned b = 0; b < table_banks; ++b) bench.ask(b, 10 + (b + 1) % table_banks);
  EXPECT_EQ(bench.step(), (TableAnswers{{15}, {0}, {}}));
}

TEST(RenamingTableBlock, AMappingActsBehindTheReleaseOfItsCycleAndIsNotSeenByTheAccess) {
  Bench bench;
  bench.put(0, 3, 40);
  bench.step();
  bench.ask(0, 3, true);
  bench.put(0, 3, 41);
  EXPECT_EQ(bench.step(), (TableAnswers{{1}, {1}, {40}}));
  EXPECT_EQ(bench.held(), 1u);
  bench.ask(0, 3);
  EXPECT_EQ(bench.step(), (TableAnswers{{1}, {1}, {41}}));
}

TEST(RenamingTableBlock, AReleaseWithoutAnAccessAndOneOfWhatIsNotMappedChangeNothing) {
  Bench bench;
  bench.put(0, 0, 1);
  bench.step();
  bench.accesses.release.value = 15;
  bench.step();
  bench.ask(1, 0, true);
  bench.step();
  EXPECT_EQ(bench.held(), 1u);
}

TEST(RenamingTableBlock, RowsThatItDoesNotHaveAreNotMapped) {
  Bench bench;
  for (const unsigned row : {205u, 255u, 256u, 0x8000u}) bench.put(row % table_banks, row, 1), bench.step();
  EXPECT_EQ(bench.held(), 0u);
  bench.put(0, 0, 9);
  bench.step();
  bench.ask(0, 256, true);  // does not wrap around to row 0
  EXPECT_EQ(bench.step(), (TableAnswers{{1}, {0}, {}}));
  EXPECT_EQ(bench.held(), 1u);
}

TEST(RenamingTableBlock, TenBitsOfANumberAreKept) {
  Bench bench;
  bench.put(0, 1, 0xfc02);
  bench.step();
  bench.ask(0, 1);
  EXPECT_EQ(bench.step().registers[0], 2);
}

class RenamingTableSize : public testing::TestWithParam<unsigned> {};

TEST_P(RenamingTableSize, HoldsAsManyAsItHasEntries) {
  const unsigned entries = GetParam(), rows = entries / table_banks;
  Bench bench({.entries = entries});
  for (unsigned row = 0; row < rows + 2; ++row) {
    for (unsigned b = 0; b < table_banks; ++b) bench.put(b, row, static_cast<RegisterId>(row + 256 * b));
    bench.step();
  }
  EXPECT_EQ(bench.held(), entries);
  for (unsigned b = 0; b < table_banks; ++b) bench.ask(b, rows - 1);
  const TableAnswers last = bench.step();
  EXPECT_EQ(last.mapped.value, 15);
  for (unsigned b = 0; b < table_banks; ++b) EXPECT_EQ(last.registers[b], (rows - 1 + 256 * b) % 1024);
}
INSTANTIATE_TEST_SUITE_P(Sizes, RenamingTableSize, testing::Values(4u, 820u, 3024u, 3072u));

TEST(RenamingTableBlock, ResetForgetsAll) {
  Bench bench;
  bench.put(0, 12, 3);
  bench.step();
  bench.rst_n.write(false);
  bench.ask(0, 12);
  bench.put(0, 13, 3);
  EXPECT_EQ(bench.step(), TableAnswers{});
  EXPECT_EQ(bench.held(), 0u);
  bench.rst_n.write(true);
  bench.ask(0, 12);
  EXPECT_EQ(bench.step(), (TableAnswers{{1}, {0}, {}}));
}

TEST(RenamingTableBlock, SleepsOverAnAccessThatChangesNothing) {
  Bench bench;
  bench.ask(0, 1);
  bench.access.write({bench.accesses});
  bench.map.write({});
  sc_core::sc_start(sc_core::sc_time::from_value(2000));
  const std::uint64_t before = bench.domain.ticks();
  sc_core::sc_start(sc_core::sc_time::from_value(100'000));
  EXPECT_EQ(bench.domain.ticks(), before);
}

class RenamingTableEntries : public testing::TestWithParam<const char*> {};

TEST_P(RenamingTableEntries, ThatItCannotHaveAreAnErrorThatNamesThem) {
  ConfigTree tree;
  tree.set("entries=" + std::string(GetParam()));
  try {
    resolve<RenamingTableConfig>(tree);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().value, GetParam());
  }
}
INSTANTIATE_TEST_SUITE_P(Bad, RenamingTableEntries, testing::Values("0", "821", "3076"));

}  // namespace
}  // namespace heddle::renaming_table_test
