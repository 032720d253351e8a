// SPDX-License-Identifier: Apache-2.0
// Shared memory of user subroutines: one part for all CTAs of an SM, beside that of the program, which has
// its own; what does not fit, or lies outside, is refused.
#include <gtest/gtest.h>

#include "tests/gpu/in_child.hpp"
#include "tests/gpu/ptx_run.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::subroutine_shared_memory_test {
namespace {

std::string subroutine(const std::string& body) {
  static unsigned number = 0;
  return temporary_file(fmt::format("shared_{}.ptx", number++),
                        ".version 6.0\n.target sm_30\n.address_size 64\n.visible .entry count()\n{\n"
                        ".reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .pred %p<4>;\n" +
                            body + "\n$end:\nret;\n}\n");
}

/// Counts in shared memory, and stores the greatest count that it sees in its device memory.
std::string count(unsigned bytes, const std::string& at = "t+8") {
  return fmt::format(R"(
.shared .align 4 .b8 t[{}];
mov.u32 %r1, %laneid;
setp.ne.u32 %p1, %r1, 0;
@%p1 bra $end;
ld.line.u64 %rd1, [264];
atom.shared.add.u32 %r2, [{}], 1;
add.u32 %r2, %r2, 1;
atom.global.max.u32 %r3, [%rd1], %r2;)",
                     bytes, at);
}

Techniques techniques(const std::string& subroutines) {
  ConfigTree tree;
  tree.add_text("caba:\n  what: none\n  subroutines:\n" + subroutines, "layer");
  return {Registry<TechniqueEntry>::instance().find("caba").make(tree)};
}
std::string counter(const std::string& name, unsigned bytes, const std::string& more,
                    const std::string& at = "t+8") {
  return fmt::format("    - {{name: {}, file: {}, event: warp, {}}}\n", name, subroutine(count(bytes, at)),
                     more);
}

/// Each thread of the program uses all of its CTA's shared memory, too.
const std::string own = R"(
mov.u32 %r2, sh;
mad.lo.u32 %r2, %r0, 4, %r2;
st.shared.u32 [%r2], %r0;
bar.sync 0;
ld.shared.u32 %r3, [%r2];
mul.wide.u32 %rd2, %r0, 4;
add.s64 %rd3, %rd1, %rd2;
st.global.u32 [%rd3], %r3;
)";

double word_of(SimulatedGpu& gpu, const std::string& name) {
  const std::string csv = gpu.files().at(name + ".csv");
  const auto at = csv.find("\n0,");
  return at == std::string::npos ? 0 : std::stod(csv.substr(at + 3));
}

TEST(SubroutineSharedMemory, OutlivesCtasAndIsNotTheirs) {
  PtxRun run(own, techniques(counter("count", 64, "memory: 128")), PtxRun::one_sm());
  const auto words = run.run(128, 128, 40);
  for (unsigned k = 0; k < 128; ++k) ASSERT_EQ(words[k], k);
  EXPECT_EQ(word_of(run.gpu, "count"), 160) << "warps";
}

/// One of two subroutines has the memory of the other; a third one has its own.
TEST(SubroutineSharedMemory, IsSharedByName) {
  PtxRun run(own,
             techniques(counter("first", 64, "memory: 128") + counter("second", 32, "memory_of: first") +
                        counter("third", 64, "memory: 128")),
             PtxRun::one_sm());
  run.run(128, 128, 10);
  EXPECT_EQ(word_of(run.gpu, "first"), 80);
  EXPECT_EQ(word_of(run.gpu, "third"), 40);
}

/// The kernel has 16 KB of shared memory, of 48 KB.
TEST(SubroutineSharedMemory, LeavesRoomForFewerCtas) {
  const auto cycles = [](unsigned bytes) {
    return in_child(1, [&] {
      PtxRun run(own, techniques(counter("count", bytes, "memory: 128")), PtxRun::one_sm());
      run.run(128, 128, 12);
      return std::vector<double>{run.cycles()};
    })[0];
  };
  EXPECT_GT(cycles(32768), cycles(64));
}

std::string error_of(const std::string& subroutines) {
  const auto text = in_child(400, [&] {
    std::string error;
    try {
      PtxRun run(own, techniques(subroutines), PtxRun::one_sm());
      run.run(128, 128);
    } catch (const Error& e) {
      error = e.what();
    }
    std::vector<double> letters(error.begin(), error.end());
    letters.resize(400);
    return letters;
  });
  std::string error;
  for (const double c : text)
    if (c != 0) error += static_cast<char>(c);
  return error;
}

TEST(SubroutineSharedMemory, ThatDoesNotFitIsRefused) {
  const std::string error = error_of(counter("count", 40000, "memory: 128"));
  EXPECT_NE(error.find("kernel k: too much shared memory: 16384 bytes a CTA, and 40064 of a technique"),
            std::string::npos)
      << error;
}
TEST(SubroutineSharedMemory, OfAnotherOneMustBeLargeEnough) {
  const std::string error =
      error_of(counter("first", 32, "memory: 128") + counter("second", 64, "memory_of: first"));
  EXPECT_NE(error.find("subroutine 'second' has more shared memory than the one whose memory it has"),
            std::string::npos)
      << error;
}
/// It would be the next subroutine's.
TEST(SubroutineSharedMemory, AccessesOutsideAreErrors) {
  const std::string error =
      error_of(counter("first", 64, "memory: 128", "t+64") + counter("third", 64, "memory: 128"));
  EXPECT_NE(error.find("shared"), std::string::npos) << error;
  EXPECT_NE(error.find(".ptx:13"), std::string::npos) << error;
}

}  // namespace
}  // namespace heddle::subroutine_shared_memory_test
