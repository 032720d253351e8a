#include <gtest/gtest.h>

// Not gtest_main: libsystemc exports a main too, and the linker would take that one.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
