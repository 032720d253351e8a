// SPDX-License-Identifier: Apache-2.0
// User subroutines behind random statements of random kernels: machines and the scalar interpreter agree
// about each kind, and a subroutine that does something else is found.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "tb/fuzz/draw/draw_probes.hpp"
#include "tb/fuzz/forms/forms.hpp"
#include "tb/fuzz/run/case_files.hpp"
#include "tb/fuzz/run/draw_case.hpp"
#include "tb/fuzz/run/machine_run.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::fuzz::probes_test {
namespace {

constexpr std::uint64_t seed = 300001;

/// Kernels that take little time.
constexpr GeneratorLimits small{.threads = 256, .statements = 40, .warp_statements = 4000};
const Machine with_caba{.techniques = {"caba"}, .assignments = {"caba.what=none"}};

/// A case whose only machine has one probe that `wanted` likes; its number is from `from` on, and then there.
template <class Wanted>
Case case_with(std::uint64_t& from, Wanted&& wanted, const Machine& fixed = with_caba) {
  for (;; ++from) {
    Case c = draw_case(seed, from, {.pinned = true, .fixed = fixed}, small);
    auto& probes = c.machines.at(0).probes;
    const auto found = std::ranges::find_if(probes, wanted);
    if (found == probes.end()) continue;
    probes = {Probe(*found)};
    return c;
  }
}

CaseResult run(const Case& c) {
  return check(c, [](const KernelTree& kernel, const std::string& ptx, const Machine& machine) {
    return run_machine_apart(kernel, ptx, machine, 120);
  });
}
/// The machine executes `other`, the interpreter what the case says.
CaseResult run_with(const Case& c, const Probe& other) {
  return check(c, [&](const KernelTree& kernel, const std::string& ptx, const Machine& machine) {
    Machine wrong = machine;
    wrong.probes = {other};
    return run_machine_apart(kernel, ptx, wrong, 120);
  });
}

class Probes : public testing::TestWithParam<Probe::Does> {};

TEST_P(Probes, DoWhatTheInterpreterSays) {
  for (const char* other : {"", "warped_compression"}) {
    Machine m = with_caba;
    if (*other != 0) m.techniques.push_back(other);
    std::uint64_t n = 0, executed = 0;
    for (unsigned k = 0; k < 3; ++k, ++n) {
      const CaseResult r = run(case_with(
          n, [](const Probe& p) { return p.does == GetParam() && !p.in.empty(); }, m));
      EXPECT_EQ(r.verdict, Verdict::passed) << "seed " << seed << ", kernel " << n << ": " << r.text;
      EXPECT_EQ(r.refused, 0u) << n;
      executed += r.probes.assist_warps;
    }
    EXPECT_GT(executed, 3u);
  }
}

/// One that keeps a register now adds to it; the others have another constant. Not each value counts in the
/// end, so that some of them change nothing.
TEST_P(Probes, ThatAreOthersAreFound) {
  unsigned found = 0;
  std::uint64_t n = 0;
  for (unsigned k = 0; k < 5; ++k, ++n) {
    const Case c = case_with(n, [](const Probe& p) { return p.does == GetParam() && !p.in.empty(); });
    Probe other = c.machines[0].probes[0];
    if (other.does == Probe::Does::keep) other.does = Probe::Does::change;
    other.constant += 3;
    const CaseResult r = run_with(c, other);
    EXPECT_TRUE(r.verdict == Verdict::passed || r.verdict == Verdict::differs) << r.text;
    found += r.verdict == Verdict::differs;
    EXPECT_EQ(run(c).verdict, Verdict::passed);
  }
  EXPECT_GE(found, 1u);
}
std::string kind_name(const testing::TestParamInfo<Probe::Does>& info) {
  static constexpr const char* names[] = {"observe", "keep", "change", "jump"};
  return names[static_cast<unsigned>(info.param)];
}
INSTANTIATE_TEST_SUITE_P(Kinds, Probes,
                         testing::Values(Probe::Does::observe, Probe::Does::keep, Probe::Does::change,
                                         Probe::Does::jump),
                         kind_name);

/// A sum that goes through shared memory is the same; where the interpreter expects another one, it is told.
TEST(ProbesThatObserve, AddUpThroughSharedMemory) {
  for (const auto through : {Probe::Through::global, Probe::Through::atomics, Probe::Through::words}) {
    std::uint64_t n = 0;
    const Case c = case_with(n, [&](const Probe& p) {
      return p.does == Probe::Does::observe && !p.in.empty() && p.through == through;
    });
    const CaseResult right = run(c);
    EXPECT_EQ(right.verdict, Verdict::passed) << right.text;
    EXPECT_GT(run_scalar(c.kernel, c.machines[0].probes).observed.at(0), 0u);
    Probe other = c.machines[0].probes[0];
    other.constant ^= 0x55555;
    const CaseResult wrong = run_with(c, other);
    EXPECT_EQ(wrong.verdict, Verdict::differs);
    EXPECT_NE(wrong.text.find("the sum of subroutine p0"), std::string::npos) << wrong.text;
  }
}

TEST(DrawnProbes, AreSoundAndOfAllKinds) {
  std::array<unsigned, kinds_of_probes> of_kind{};
  unsigned low = 0, refused = 0;
  for (std::uint64_t n = 0; n < 80; ++n) {
    const Case c = draw_case(seed, n, {.pinned = true, .fixed = with_caba}, small);
    refused += c.refused_probes;
    for (const Probe& p : c.machines[0].probes) {
      EXPECT_TRUE(is_sound(c.kernel, p)) << n;
      ++of_kind[static_cast<unsigned>(p.does)];
      low += p.low;
    }
  }
  for (const unsigned count : of_kind) EXPECT_GT(count, 5u);
  EXPECT_GT(low, 2u);
  EXPECT_GT(refused, 20u);
  EXPECT_FALSE(is_refusal(Error({.what = "register %r1 of kernel fuzzed has other bits"})));
}

/// A loop counts in a register that nothing else may change.
TEST(DrawnProbes, LeaveWhatTheKernelReliesOn) {
  KernelTree k;
  Statement loop{.kind = Statement::Kind::loop, .id = 1};
  loop.results = {{Kind::b32, 0}};
  loop.sources = {{.is_register = false, .bits = 2}};
  loop.body = {{.kind = Statement::Kind::special, .id = 2, .results = {{Kind::b32, 1}}}};
  k.body = {loop};
  Probe p{.does = Probe::Does::change, .statement = 2, .in = {{Kind::b32, 1}}, .out = {{Kind::b32, 1}}};
  EXPECT_TRUE(is_sound(k, p));
  p.in = p.out = {{Kind::b32, 0}};
  EXPECT_FALSE(is_sound(k, p));
  p.does = Probe::Does::keep;
  EXPECT_TRUE(is_sound(k, p));
}

void expect_lines(const PrintedKernel& p, const std::vector<std::string>& lines,
                  const std::vector<Statement>& body, unsigned& compared) {
  for (const Statement& s : body) {
    expect_lines(p, lines, s.body, compared);
    expect_lines(p, lines, s.otherwise, compared);
    if (s.kind != Statement::Kind::compute) continue;
    std::string_view opcode = s.form->text;
    if (opcode.ends_with('|')) opcode.remove_suffix(1);
    const unsigned line = p.lines.at(s.id).last;
    EXPECT_EQ(line, p.lines.at(s.id).first);
    EXPECT_NE(lines.at(line - 1).find(opcode), std::string::npos) << line << ": " << lines[line - 1];
    ++compared;
  }
}

TEST(PrintedKernels, SayInWhichLinesStatementsStand) {
  unsigned compared = 0;
  for (std::uint64_t n = 0; n < 20; ++n) {
    const KernelTree k = generate(seed, n);
    const PrintedKernel p = printed(k);
    EXPECT_EQ(p.text, ptx_of(k));
    std::vector<std::string> lines;
    std::istringstream text(p.text);
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    expect_lines(p, lines, k.body, compared);
  }
  EXPECT_GT(compared, 300u);
}

/// The launch file expects what the kernel computes with them, and the command has them and compares the
/// sums.
TEST(CaseFiles, HaveTheProbes) {
  const TemporaryFolder folder;
  std::uint64_t n = 0;
  const Case c = case_with(n, [](const Probe& p) { return p.does == Probe::Does::observe && !p.in.empty(); });
  const std::string command = write_case(c, folder.path(), "case");
  for (const char* file : {"case.p0.ptx", "case.p0.csv"}) {
    EXPECT_TRUE(std::filesystem::exists(folder.path() / file)) << file;
    EXPECT_NE(command.find(file), std::string::npos) << command;
  }
}

}  // namespace
}  // namespace heddle::fuzz::probes_test
