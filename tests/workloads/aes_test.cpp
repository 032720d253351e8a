// SPDX-License-Identifier: Apache-2.0
// The reference of the workload aes, compared with the worked examples of FIPS 197.
#include "tb/workloads/aes/aes.hpp"

#include <gtest/gtest.h>

namespace heddle::aes_test {
namespace {

TEST(AesReference, EncryptsTheExampleOfAppendixC) {
  aes::Block plain, key;
  for (int i = 0; i < 16; ++i) {
    plain[i] = static_cast<std::uint8_t>(0x11 * i);
    key[i] = static_cast<std::uint8_t>(i);
  }
  const aes::Block secret{0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30,
                          0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a};
  EXPECT_EQ(aes::encrypt(plain, aes::expand(key)), secret);
}

TEST(AesReference, EncryptsTheExampleOfAppendixB) {
  const aes::Block plain{0x32, 0x43, 0xf6, 0xa8, 0x88, 0x5a, 0x30, 0x8d,
                         0x31, 0x31, 0x98, 0xa2, 0xe0, 0x37, 0x07, 0x34};
  const aes::Block key{0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6,
                       0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c};
  const aes::Block secret{0x39, 0x25, 0x84, 0x1d, 0x02, 0xdc, 0x09, 0xfb,
                          0xdc, 0x11, 0x85, 0x97, 0x19, 0x6a, 0x0b, 0x32};
  EXPECT_EQ(aes::encrypt(plain, aes::expand(key)), secret);
}

TEST(AesReference, TheSubstitutionHasTheStandardsEnds) {
  EXPECT_EQ(aes::substituted(0x00), 0x63);
  EXPECT_EQ(aes::substituted(0x53), 0xed);
  EXPECT_EQ(aes::substituted(0xff), 0x16);
}

}  // namespace
}  // namespace heddle::aes_test
