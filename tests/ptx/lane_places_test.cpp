// SPDX-License-Identifier: Apache-2.0
// Accesses with all lanes at once: they move the same bytes as lane by lane, or are refused.
#include "models/host/lane_places.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "models/base/random.hpp"
#include "models/ptx/opcodes/pack.hpp"

namespace heddle::lane_places_test {
namespace {

constexpr std::uint64_t base = 0x7'ffff'f000;  // further addresses exceed 32 bits of the low word
constexpr unsigned memory_bytes = 4096;

ptx::Instruction random_access(Random& random, bool store) {
  ptx::Instruction i;
  i.memory.space = ptx::Space::global;
  i.memory.store = store;
  i.memory.width = static_cast<std::uint8_t>(1u << random.below(4));
  i.memory.elements = static_cast<std::uint8_t>(1u << random.below(i.memory.width == 8 ? 2 : 3));
  i.memory.sign_extend = !store && random.below(2) != 0;
  i.memory.address_bits = random.below(2) != 0 ? 64 : 32;
  i.operand[0] = {.kind = ptx::OperandRef::Kind::slot};
  i.offset = static_cast<std::int64_t>(random.below(33)) - 16;
  const unsigned words = i.memory.width == 8 || (i.memory.elements == 1 && random.below(2) != 0) ? 2 : 1;
  const unsigned data = words * i.memory.elements, address = i.memory.address_bits / 32u;
  i.source_count = static_cast<std::uint8_t>(address + (store ? data : 0));
  i.destination_count = static_cast<std::uint8_t>(store ? 0 : data);
  return i;
}

/// Draws addresses in one of the patterns that kernels have.
std::uint64_t offset_of(Random& random, unsigned pattern, unsigned lane, unsigned bytes) {
  switch (pattern) {
    case 0:
      return lane * bytes;
    case 1:
      return 64;
    case 2:
      return lane / 16 * 256 + lane % 16 * bytes;
    case 3:
      return (31 - lane) * 2 * bytes;
    default:
      return random.below((memory_bytes - 256) / bytes) * bytes;
  }
}

void fill(Random& random, WarpRegister& r) {
  for (std::uint32_t& word : r.lane) word = static_cast<std::uint32_t>(random());
}

TEST(LanePlaces, GiveWhatLaneByLaneGives) {
  const std::uint64_t seed = testing::UnitTest::GetInstance()->random_seed();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  Random random(seed);
  unsigned dense = 0;
  for (unsigned n = 0; n < 20'000; ++n) {
    const bool store = random.below(2) != 0;
    const ptx::Instruction i = random_access(random, store);
    const unsigned bytes = unsigned{i.memory.width} * i.memory.elements;
    const LaneMask lanes = random.below(2) != 0 ? all_lanes : static_cast<LaneMask>(random()) | 1u << 7;
    std::vector<std::byte> memory(memory_bytes);
    for (std::byte& b : memory) b = static_cast<std::byte>(random());
    ptx::OwnOperands together, single;
    const std::uint64_t first = (i.memory.address_bits == 32 ? 0x2000 : base) + 64;
    const auto pattern = static_cast<unsigned>(random.below(5));
    for (unsigned k = 0; k < ptx::max_sources; ++k) fill(random, together.source[k]);
    for (unsigned k = 0; k < ptx::max_destinations; ++k) fill(random, together.destination[k]);
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      const std::uint64_t at =
          first + offset_of(random, pattern, lane, bytes) - static_cast<std::uint64_t>(i.offset);
      together.source[0][lane] = static_cast<std::uint32_t>(at);
      if (i.memory.address_bits == 64) together.source[1][lane] = static_cast<std::uint32_t>(at >> 32);
    }
    for (unsigned k = 0; k < ptx::max_sources; ++k) single.source[k] = together.source[k];
    for (unsigned k = 0; k < ptx::max_destinations; ++k) single.destination[k] = together.destination[k];

    LanePlaces places;
    if (!find_places(i, together, lanes, places)) continue;
    ASSERT_GE(places.first, first);
    ASSERT_LE(places.first - first + places.last + bytes, memory_bytes);
    std::vector<std::byte> expected = memory;
    ptx::LaneAddresses addresses;
    ptx::effective_addresses(i, single, addresses);
    bool aligned = true;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      aligned &= addresses[lane] % bytes == 0;
      std::byte* const at = expected.data() + (addresses[lane] - first);
      store ? ptx::store_value(i, single, lane, at) : ptx::load_value(i, single, lane, at);
    }
    ASSERT_TRUE(aligned || !places.aligned);
    dense += places.dense;
    std::byte* const at = memory.data() + (places.first - first);
    store ? store_lanes(i, together, lanes, places, at) : load_lanes(i, together, lanes, places, at);
    ASSERT_EQ(memory, expected) << n;
    for (unsigned k = 0; k < ptx::max_destinations; ++k)
      ASSERT_EQ(together.destination[k], single.destination[k]) << n << ", destination " << k;
  }
  EXPECT_GT(dense, 100u);
}

ptx::Instruction load32() {
  ptx::Instruction i;
  i.memory = {.space = ptx::Space::global, .width = 4};
  i.operand[0] = {.kind = ptx::OperandRef::Kind::slot};
  i.source_count = 2;
  i.destination_count = 1;
  return i;
}

TEST(LanePlaces, RefuseLanesThatDifferInTheUpperWord) {
  const ptx::Instruction i = load32();
  ptx::OwnOperands o;
  LanePlaces places;
  EXPECT_TRUE(find_places(i, o, all_lanes, places));
  o.source[1][9] = 1;
  EXPECT_FALSE(find_places(i, o, all_lanes, places));
  EXPECT_TRUE(find_places(i, o, all_lanes & ~(1u << 9), places));
}

TEST(LanePlaces, TellMisalignment) {
  const ptx::Instruction i = load32();
  ptx::OwnOperands o;
  LanePlaces places;
  o.source[0][31] = 6;
  ASSERT_TRUE(find_places(i, o, all_lanes, places));
  EXPECT_FALSE(places.aligned);
  ASSERT_TRUE(find_places(i, o, all_lanes >> 1, places));
  EXPECT_TRUE(places.aligned);
}

// A destination may be the same register as a source.
TEST(SharedRegisters, PackAndUnpackReadAllBeforeTheyWrite) {
  WarpRegister a, b;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    a[lane] = lane;
    b[lane] = 100 + lane;
  }
  ptx::Operands swapped;  // mov.b64 {b, a}, {a, b}
  swapped.source.bind(0, a);
  swapped.source.bind(1, b);
  swapped.destination.bind(0, b);
  swapped.destination.bind(1, a);
  ptx::Instruction i;
  i.source_count = i.destination_count = 2;
  i.operand[0] = {.kind = ptx::OperandRef::Kind::slot};
  i.operand[1] = {.kind = ptx::OperandRef::Kind::slot, .index = 1};
  ptx::pack(32)(i, {}, all_lanes, swapped);
  for (unsigned lane = 0; lane < warp_size; ++lane) ASSERT_EQ(a[lane], 100 + lane);
  for (unsigned lane = 0; lane < warp_size; ++lane) ASSERT_EQ(b[lane], lane);
  ptx::unpack(32)(i, {}, all_lanes, swapped);
  for (unsigned lane = 0; lane < warp_size; ++lane) ASSERT_EQ(a[lane], lane);
  for (unsigned lane = 0; lane < warp_size; ++lane) ASSERT_EQ(b[lane], 100 + lane);
}

}  // namespace
}  // namespace heddle::lane_places_test
