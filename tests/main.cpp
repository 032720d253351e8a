// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

// gtest_main is not used: libsystemc exports a main, too, and the linker would choose that one.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
