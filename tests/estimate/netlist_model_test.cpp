// SPDX-License-Identifier: Apache-2.0
// The synthesized netlist equals the model: every output, in 64 streams in parallel.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "models/base/random.hpp"
#include "models/register_file/bank_arbitration.hpp"
#include "models/warped_compression/bdi.hpp"
#include "tb/cosim/rtl/rtl_source.hpp"
#include "tb/estimate/gate_simulation.hpp"
#include "tb/estimate/stimulus.hpp"
#include "tb/estimate/synthesis.hpp"
#include "tb/estimate/technology.hpp"
#include "tb/estimate/tools.hpp"
#include "tests/estimate/tools_present.hpp"

namespace heddle::estimate::netlist_model_test {
namespace {

constexpr unsigned streams = GateSimulation::streams;
constexpr std::uint64_t seed = 11;

/// A block's netlist whose pins are set and read as numbers.
class Device {
 public:
  explicit Device(const std::string& block) : Device(block, default_parameters(block)) {}
  Device(const std::string& block, const RtlParameters& parameters)
      : liberty_(read_liberty(choose_technology().liberty)),
        netlist_(
            synthesize(rtl_source(block, {}, parameters), liberty_, output_load_ff(liberty_), folder_.path())
                .json,
            block, liberty_),
        simulation_(netlist_) {
    simulation_.settle();
    simulation_.set(netlist_.port("rst_ni"), 0, ~std::uint64_t{0});
    simulation_.settle();
  }

  void set(std::string_view pin, unsigned stream, std::span<const std::uint32_t> words) {
    const Netlist::Port& port = netlist_.port(pin);
    auto& bits = pins_[std::string(pin)];
    bits.resize(port.nets.size());
    for (std::size_t bit = 0; bit < bits.size(); ++bit) {
      const std::uint64_t value = words[bit / 32] >> bit % 32 & 1u;
      bits[bit] = (bits[bit] & ~(std::uint64_t{1} << stream)) | value << stream;
      simulation_.set(port, bit, bits[bit]);
    }
  }
  void set(std::string_view pin, unsigned stream, std::uint32_t word) {
    set(pin, stream, std::span(&word, 1));
  }

  std::vector<std::uint32_t> get(std::string_view pin, unsigned stream) const {
    const Netlist::Port& port = netlist_.port(pin);
    std::vector<std::uint32_t> words((port.nets.size() + 31) / 32, 0);
    for (std::size_t bit = 0; bit < port.nets.size(); ++bit)
      words[bit / 32] |= static_cast<std::uint32_t>(simulation_.get(port, bit) >> stream & 1u) << bit % 32;
    return words;
  }

  void cycle() { simulation_.cycle(); }

 private:
  ScratchFolder folder_;
  Liberty liberty_;
  Netlist netlist_;
  GateSimulation simulation_;
  std::map<std::string, std::vector<std::uint64_t>> pins_;
};

std::vector<std::uint32_t> words(const WarpRegister& r) { return {r.lane.begin(), r.lane.end()}; }

/// Draws a register with small differences of both signs, so that the boundaries of all encodings occur.
WarpRegister signed_register(Random& random) {
  constexpr std::array<std::uint32_t, 7> limits{0, 1, 128, 129, 32768, 32769, 0x7fffffff};
  const std::uint32_t limit = limits[random.below(limits.size())];
  WarpRegister r;
  r[0] = static_cast<std::uint32_t>(random());
  for (unsigned i = 1; i < warp_size; ++i)
    r[i] = random.one_in(8) ? r[0] - limit : r[0] + random.below(2 * limit + 1) - limit;
  return r;
}

TEST(Netlist, CompressorIsTheModel) {
  SKIP_WITHOUT_TOOLS();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  Device device("bdi_compressor");
  std::array<unsigned, 4> seen{};
  for (int n = 0; n < 30; ++n) {
    std::array<WarpRegister, streams> registers;
    for (unsigned k = 0; k < streams; ++k) {
      registers[k] = signed_register(random);
      device.set("req_data_i", k, registers[k].lane);
      device.set("req_valid_i", k, 1);
    }
    for (int edge = 0; edge < 3; ++edge) device.cycle();  // the first edge samples older inputs
    for (unsigned k = 0; k < streams; ++k) {
      const BdiCompressed expected = bdi_compress(registers[k]);
      ASSERT_EQ(device.get("rsp_encoding_o", k)[0], static_cast<unsigned>(expected.encoding))
          << n << '.' << k;
      ASSERT_EQ(device.get("rsp_data_o", k), words(expected.data)) << n << '.' << k;
      ASSERT_EQ(device.get("rsp_valid_o", k)[0], 1u);
      ++seen[static_cast<unsigned>(expected.encoding)];
    }
  }
  for (const unsigned count : seen) EXPECT_GT(count, 50u);
}

TEST(Netlist, DecompressorIsTheModel) {
  SKIP_WITHOUT_TOOLS();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  Device device("bdi_decompressor");
  for (int n = 0; n < 30; ++n) {
    std::array<WarpRegister, streams> registers;
    for (unsigned k = 0; k < streams; ++k) {
      registers[k] = signed_register(random);
      const BdiCompressed stored = bdi_compress(registers[k]);
      device.set("req_data_i", k, stored.data.lane);
      device.set("req_encoding_i", k, static_cast<unsigned>(stored.encoding));
    }
    for (int edge = 0; edge < 2; ++edge) device.cycle();
    for (unsigned k = 0; k < streams; ++k)
      ASSERT_EQ(device.get("rsp_data_o", k), words(registers[k])) << n << '.' << k;
  }
}

TEST(Netlist, ArbiterIsTheModel) {
  SKIP_WITHOUT_TOOLS();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  // There are fewer requesters than in the SM, for which synthesis takes long; the rule is the same.
  constexpr unsigned read_requesters = 7, write_requesters = 3;
  Device device("bank_arbiter", {{"ReadRequesters", "7"}, {"WriteRequesters", "3"}});
  std::vector<BankArbitration> reads(streams, BankArbitration(read_requesters)),
      writes(streams, BankArbitration(write_requesters));
  std::vector<std::array<BankGrants, 2>> expected(streams);
  std::uint64_t granted = 0, conflicted = 0;
  for (int n = 0; n < 300; ++n) {
    std::vector<std::array<BankGrants, 2>> next(streams);
    for (unsigned k = 0; k < streams; ++k) {
      std::array<std::uint32_t, read_requesters> read_banks;
      std::array<std::uint32_t, write_requesters> write_banks;
      for (auto& b : read_banks) b = ((1u << random.below(9)) - 1) << 8 * random.below(4);
      for (auto& b : write_banks) b = ((1u << random.below(9)) - 1) << 8 * random.below(4);
      const std::uint32_t read_pending = random.below(1u << read_requesters);
      const std::uint32_t write_pending = random.below(1u << write_requesters);
      device.set("req_read_pending_i", k, read_pending);
      device.set("req_read_banks_i", k, read_banks);
      device.set("req_write_pending_i", k, write_pending);
      device.set("req_write_banks_i", k, write_banks);
      next[k] = {reads[k].grant(read_pending, read_banks), writes[k].grant(write_pending, write_banks)};
      granted += static_cast<unsigned>(std::popcount(next[k][0].granted));
      conflicted += static_cast<unsigned>(std::popcount(next[k][0].conflicted));
    }
    device.cycle();  // the edge samples older inputs
    for (unsigned k = 0; k < streams; ++k) {
      ASSERT_EQ(device.get("grant_reads_o", k)[0], expected[k][0].granted) << n << '.' << k;
      ASSERT_EQ(device.get("grant_read_conflicts_o", k)[0], expected[k][0].conflicted) << n << '.' << k;
      ASSERT_EQ(device.get("grant_writes_o", k)[0], expected[k][1].granted) << n << '.' << k;
      ASSERT_EQ(device.get("grant_write_conflicts_o", k)[0], expected[k][1].conflicted) << n << '.' << k;
    }
    expected = std::move(next);
  }
  EXPECT_GT(granted, 1000u);
  EXPECT_GT(conflicted, 1000u);
}

}  // namespace
}  // namespace heddle::estimate::netlist_model_test
