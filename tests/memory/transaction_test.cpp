// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/transaction.hpp"

#include <gtest/gtest.h>

#include "hw/memory/sparse_memory.hpp"
#include "models/base/ring.hpp"

namespace heddle::transaction_test {
namespace {

TEST(TransactionPool, LendsAgainOnlyWhatItsLastHolderReleased) {
  TransactionPool pool;
  Transaction& first = pool.acquire();
  first.acquire();
  first.release();
  EXPECT_EQ(pool.lent(), 1u);
  Transaction& second = pool.acquire();
  EXPECT_NE(&first, &second);
  first.release();
  EXPECT_EQ(pool.lent(), 1u);
  EXPECT_EQ(&pool.acquire(), &first);
  for (int i = 0; i < 1000; ++i) pool.acquire().release();
  EXPECT_EQ(pool.size(), 3u);
}

TEST(TransactionPool, ATransactionOwnsItsBytesAndItsOrigin) {
  TransactionPool pool;
  Transaction& a = pool.acquire();
  Transaction& b = pool.acquire();
  a.set_up_partial_write(0x1000, 64);
  EXPECT_EQ(a.get_data_ptr(), a.data.data());
  EXPECT_EQ(a.get_byte_enable_ptr(), a.enables.data());
  EXPECT_EQ(a.get_byte_enable_length(), 64u);
  EXPECT_NE(a.get_data_ptr(), b.get_data_ptr());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.get_data_ptr()) % 64, 0u);
  a.origin().tag = 7;
  EXPECT_EQ(a.get_extension<Origin>()->tag, 7u);
  a.set_up_read(0x2000, 128);
  EXPECT_EQ(a.get_byte_enable_ptr(), nullptr);
  EXPECT_TRUE(a.is_read());
}

TEST(Ring, KeepsItsOrderWhileItGrowsAndWraps) {
  Ring<int> ring;
  int in = 0, out = 0;
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < 3; ++i) ring.push(in++);
    for (int i = 0; i < 2; ++i, ring.pop()) EXPECT_EQ(ring.front(), out++);
  }
  EXPECT_EQ(ring.size(), 50u);
  for (; !ring.empty(); ring.pop()) EXPECT_EQ(ring.front(), out++);
  EXPECT_EQ(out, in);
}

TEST(SparseMemory, IsZeroUntilWrittenAndCrossesPages) {
  SparseMemory memory;
  std::vector<unsigned char> bytes(256, 0xff);
  const std::uint64_t edge = 5 * SparseMemory::page_bytes - 100;
  memory.read(edge, bytes);
  EXPECT_EQ(bytes, std::vector<unsigned char>(256, 0));
  EXPECT_EQ(memory.pages(), 0u);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(i + 1);
  memory.write(edge, bytes);
  EXPECT_EQ(memory.pages(), 2u);
  std::vector<unsigned char> back(256);
  memory.read(edge, back);
  EXPECT_EQ(back, bytes);
}

TEST(SparseMemory, ShortEnablesRepeat) {
  SparseMemory memory;
  const std::vector<unsigned char> bytes{1, 2, 3, 4, 5, 6}, enables{0xff, 0, 0xff};
  memory.write(SparseMemory::page_bytes - 2, bytes, enables);
  std::vector<unsigned char> back(6);
  memory.read(SparseMemory::page_bytes - 2, back);
  EXPECT_EQ(back, (std::vector<unsigned char>{1, 0, 3, 4, 0, 6}));
}

}  // namespace
}  // namespace heddle::transaction_test
