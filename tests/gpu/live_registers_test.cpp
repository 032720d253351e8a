// SPDX-License-Identifier: Apache-2.0
// User subroutines that read and write registers of their parents, and let them go on elsewhere: the values
// are right in each lane, tandem execution follows them, memoization changes no result, what cannot be right
// is refused.
#include <gtest/gtest.h>

#include <map>

#include "models/base/data_root.hpp"
#include "models/base/random.hpp"
#include "models/base/text_file.hpp"
#include "models/ptx/register_table.hpp"
#include "tests/gpu/checked_workload.hpp"
#include "tests/gpu/ptx_run.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::live_registers_test {
namespace {

/// The path of a subroutine with this body.
std::string subroutine(const std::string& body) {
  static unsigned number = 0;
  return temporary_file(fmt::format("live_{}.ptx", number++),
                        ".version 6.0\n.target sm_30\n.address_size 64\n.visible .entry live()\n{\n"
                        ".reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .pred %p<4>;\n" +
                            body + "\nret;\n}\n");
}

/// A layer with that subroutine, triggered by a line of kernel k.
std::string layer(const std::string& body, const std::string& keys) {
  return fmt::format(
      "caba:\n  what: none\n  subroutines:\n    - {{name: live, file: {}, event: pc, kernel: k, priority: "
      "high, {}}}\n",
      subroutine(body), keys);
}

Techniques techniques(const std::string& yaml, bool compressed = false) {
  ConfigTree tree;
  tree.add_text(yaml, "layer");
  Techniques all;
  if (compressed) all = techniques_of("warped_compression");
  all.push_back(Registry<TechniqueEntry>::instance().find("caba").make(tree));
  return all;
}

/// The address of the thread's word is in %rd3; the next line is the file's twelfth.
const std::string address = "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\n";

/// What the kernel leaves in its words, under tandem execution; the error where there is one.
struct Outcome {
  std::vector<std::uint32_t> words;
  std::string error;
};
Outcome run(const std::string& body, const std::string& yaml, bool compressed = false, unsigned threads = 32,
            unsigned optimize = PtxRun::one_sm().sm.optimize) {
  constexpr unsigned words = 64, letters = 600;
  const auto found = in_child(words + letters, [&] {
    std::vector<double> all;
    std::string error;
    try {
      GpuConfig config = PtxRun::one_sm();
      config.sm.optimize = optimize;
      PtxRun run(body, techniques(yaml, compressed), config);
      TandemCheck check(run.gpu, config, nullptr);
      const DevicePointer out = check.upload(std::vector<std::uint32_t>(words));
      check.launch_with(run.kernel, {1}, {threads}, out);
      for (const std::uint32_t word : check.download<std::uint32_t>(out, words)) all.push_back(word);
    } catch (const Error& e) {
      error = e.what();
    }
    all.resize(words);
    for (const char c : error) all.push_back(c);
    all.resize(words + letters);
    return all;
  });
  Outcome o;
  for (unsigned k = 0; k < words; ++k) o.words.push_back(static_cast<std::uint32_t>(found[k]));
  for (unsigned k = words; k < found.size() && found[k] > 0; ++k) o.error += static_cast<char>(found[k]);
  return o;
}

/// Lanes that do not execute the line keep what they have.
TEST(LiveRegisters, AreReadAndWrittenInTheLanesThatWork) {
  const std::string body = address +
                           "setp.lt.u32 %p1, %r0, 20;\nmov.u32 %r1, 7;\n@!%p1 bra behind;\n"
                           "add.u32 %r1, %r0, 100;\nxor.b32 %r2, %r1, 1;\nxor.b32 %r1, %r2, 1;\n"
                           "behind:\nst.global.u32 [%rd3], %r1;";
  const std::string doubles = "mov.live_in.u32 %r1, 0;\nadd.u32 %r2, %r1, %r1;\nmov.live_out.u32 0, %r2;";
  for (const bool compressed : {false, true}) {
    const Outcome o = run(body, layer(doubles, "line: 15, live: [{register: \"%r1\"}]"), compressed);
    EXPECT_EQ(o.error, "");
    for (unsigned k = 0; k < 32; ++k) EXPECT_EQ(o.words[k], k < 20 ? 2 * (k + 100) : 7) << k;
  }
}

TEST(LiveRegisters, MayHave64Bits) {
  const std::string moves = "mov.live_in.u64 %rd1, 0;\nadd.s64 %rd2, %rd1, 128;\nmov.live_out.u64 0, %rd2;";
  const Outcome o =
      run(address + "st.global.u32 [%rd3], %r0;", layer(moves, "line: 11, live: [{register: \"%rd3\"}]"));
  EXPECT_EQ(o.error, "");
  for (unsigned k = 0; k < 64; ++k) EXPECT_EQ(o.words[k], k < 32 ? 0 : k - 32) << k;
}

const std::string computes = address +
                             "add.u32 %r1, %r0, 1;\nmul.lo.u32 %r2, %r1, 3;\nadd.u32 %r3, %r2, 5;\n"
                             "st.global.u32 [%rd3], %r3;";
const std::string goes_on = "line: 12, jump_to: 15, live: [{register: \"%r1\"}, {register: \"%r3\"}]";

TEST(LiveRegisters, ReplaceWhatTheParentWouldCompute) {
  const std::string tenfold =
      "mov.live_in.u32 %r1, 0;\nmul.lo.u32 %r2, %r1, 10;\nmov.live_out.u32 1, %r2;\nmov.live_out.pc.u32 %r1;";
  for (const bool compressed : {false, true}) {
    const Outcome o = run(computes, layer(tenfold, goes_on), compressed);
    EXPECT_EQ(o.error, "");
    for (unsigned k = 0; k < 32; ++k) EXPECT_EQ(o.words[k], 10 * (k + 1)) << k;
  }
  const std::string never =
      "mov.u32 %r1, 0;\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra end;\nmov.live_out.u32 1, %r1;\n"
      "mov.live_out.pc.u32 %r1;\nend:";
  const Outcome stays = run(computes, layer(never, goes_on));
  EXPECT_EQ(stays.error, "");
  for (unsigned k = 0; k < 32; ++k) EXPECT_EQ(stays.words[k], 3 * (k + 1) + 5) << k;
}

/// Where the trigger is the last instruction of a line, the next line is fetched, and comes later than the
/// assist warp ends.
TEST(LiveRegisters, LetTheirParentsGoOnWhileItsNextInstructionsAreFetched) {
  const std::string tenfold =
      "mov.live_in.u32 %r1, 0;\nmul.lo.u32 %r2, %r1, 10;\nmov.live_out.u32 1, %r2;\nmov.live_out.pc.u32 %r1;";
  for (unsigned ahead = 0; ahead < 16; ++ahead) {
    std::string body = address;
    for (unsigned k = 0; k < ahead; ++k) body += "add.s64 %rd3, %rd3, 0;\n";
    body += computes.substr(address.size());
    const std::string keys =
        fmt::format("line: {}, jump_to: {}, live: [{{register: \"%r1\"}}, {{register: \"%r3\"}}]", 12 + ahead,
                    15 + ahead);
    const Outcome o = run(body, layer(tenfold, keys));
    EXPECT_EQ(o.error, "") << ahead;
    for (unsigned k = 0; k < 32; ++k) EXPECT_EQ(o.words[k], 10 * (k + 1)) << ahead;
  }
}

/// The warps of one kernel wait for subroutines while assist warps restore lines for them: what they add up
/// behind the line where they go on is right, and none has gone on alone.
TEST(LiveRegisters, HaveParentsThatWaitWhileTheirLinesAreRestored) {
  constexpr unsigned threads = 512, trips = 40;
  const std::string body = address +
                           "mov.u32 %r1, 0;\nmov.u32 %r4, 0;\nmov.u32 %r5, 0;\nmov.u64 %rd4, %rd3;\nloop:\n"
                           "add.s64 %rd4, %rd4, 2048;\nadd.u32 %r4, %r4, %r5;\nld.global.u32 %r5, [%rd4];\n"
                           "add.u32 %r1, %r1, 1;\nmul.lo.u32 %r3, %r1, 3;\nadd.u32 %r4, %r4, %r3;\n"
                           "setp.lt.u32 %p1, %r1, 40;\n@%p1 bra loop;\nst.global.u32 [%rd3], %r4;";
  const std::string tenfold =
      "mov.live_in.u32 %r1, 0;\nmul.lo.u32 %r2, %r1, 10;\nmov.live_out.u32 1, %r2;\nmov.live_out.pc.u32 %r1;";
  std::string yaml =
      layer(tenfold, "line: 20, jump_to: 22, live: [{register: \"%r1\"}, {register: \"%r3\"}]");
  yaml.replace(yaml.find("what: none"), 10, "what: bdi\n  controller: {entries: 2}");
  const auto sums = in_child(threads, [&] {
    GpuConfig config = PtxRun::one_sm();
    config.l2.fetch = L2Fetch::line;
    config.l2.write_miss = L2WriteMiss::fetch;
    PtxRun run(body, techniques(yaml), config);
    const DevicePointer out = run.gpu.upload(std::vector<std::uint32_t>(threads * (trips + 1)));
    run.gpu.launch_with(run.kernel, {1}, {threads}, out);
    const auto words = run.gpu.download<std::uint32_t>(out, threads);
    return std::vector<double>(words.begin(), words.end());
  });
  for (unsigned k = 0; k < threads; ++k) EXPECT_EQ(sums[k], 10 * trips * (trips + 1) / 2) << k;
}

TEST(LiveRegisters, OfBadInputAreRefused) {
  const std::string in = "mov.live_in.u32 %r1, 0;",
                    out = in + "\nmov.live_out.u32 1, %r1;\nmov.live_out.pc.u32 %r1;";
  for (const auto& [body, keys, said] : std::vector<std::array<std::string, 3>>{
           {in, "line: 12, live: [{register: \"%r9x\"}]", "no such register"},
           {in, "line: 12", "no such live register"},
           {in, "line: 12, live: [{register: \"%rd3\"}]", "has other bits"},
           {in, "line: 12, live: [{register: \"%r3\"}]", "nobody reads any more"},
           {in, "line: 7, live: [{register: \"%rd1\"}]", "has other bits"},
           {in + "\n@%p1 mov.live_out.u32 0, %r1;", "line: 12, live: [{register: \"%r1\"}]", "under a guard"},
           {"mov.live_out.u32 0, 5;", "line: 12, live: [{register: \"%r1\"}]", "no register"},
           {"mov.live_out.pc.u32 1;", goes_on, "no register"},
           {in, "line: 12, lossy: true, live: [{register: \"%r1\"}]", "rely on each of its events"},
           {"mov.live_out.u32 0, %r1;\n" + in, "line: 12, live: [{register: \"%r1\"}]",
            "behind one that was written"},
           {out, "line: 12, live: [{register: \"%r1\"}, {register: \"%r3\"}]",
            "no line where its parent could go on"},
           {out, "line: 12, jump_to: 14, live: [{register: \"%r1\"}, {register: \"%r3\"}]", "nobody reads"},
           {in + "\nmov.live_out.pc.u32 %r1;", "line: 12, jump_to: 15, live: [{register: \"%r1\"}]",
            "without a value"},
           {in + "\nmov.live_out.pc.u32 %r1;", "line: 12, jump_to: 16, live: [{register: \"%r1\"}]",
            "let its parent pass"},
           {in + "\nmov.live_out.pc.u32 %r1;", "line: 12, jump_to: 10, live: [{register: \"%r1\"}]",
            "not behind"},
           {in + "\nmov.live_out.u32 1, %r1;", goes_on, "unless it goes on at jump_to"},
           {in, "line: 12, jump_to: 99, live: [{register: \"%r1\"}]", "no instruction stands in its line"},
           {"mov.u32 %r1, 0;", "line: 12, memory_of: other", "not ahead of it"}}) {
    const std::string error = run(computes, layer(body, keys)).error;
    EXPECT_NE(error.find(said), std::string::npos) << body << "\n" << keys << "\n" << error;
  }
}

/// Both paths end with the same instructions, which then have one line of the two.
TEST(LiveRegisters, AreRefusedInALineThatStandsForOthers) {
  const std::string end =
      "mul.lo.u32 %r4, %r3, %r0;\nmul.lo.u32 %r3, %r4, %r4;\nmul.lo.u32 %r4, %r3, %r4;\n"
      "mul.lo.u32 %r3, %r4, %r4;\nmul.lo.u32 %r5, %r3, %r0;\nmul.lo.u32 %r4, %r5, %r0;\n"
      "xor.b32 %r2, %r4, 3;\n";
  const std::string body = address +
                           "mov.u32 %r2, 100;\nsetp.ge.u32 %p1, %r0, 7;\n@%p1 bra OTHER;\n"
                           "add.u32 %r3, %r0, 1;\n" +
                           end + "bra.uni JOIN;\nOTHER:\nsub.u32 %r3, %r0, 2;\n" + end +
                           "JOIN:\nst.global.u32 [%rd3], %r2;";
  // The last xor, in the path that falls through.
  const std::string yaml = layer("mov.live_in.u32 %r1, 0;", "line: 32, live: [{register: \"%r2\"}]");
  EXPECT_EQ(run(body, yaml, false, 32, 1).error, "");
  const std::string error = run(body, yaml, false, 32, 2).error;
  EXPECT_NE(error.find("stands for those of other lines"), std::string::npos) << error;
}

/// Each thread adds its two neighbours. The first one lacks one, for which a subroutine gives back a value.
TEST(LiveRegisters, RepairLoadsThatFault) {
  const std::string body = address +
                           "st.global.u32 [%rd3], %r0;\nbar.sync 0;\nld.global.u32 %r2, [%rd3+-4];\n"
                           "ld.global.u32 %r3, [%rd3+4];\nadd.u32 %r4, %r2, %r3;\nst.global.u32 [%rd3], %r4;";
  const auto fault = [&](const std::string& code, const std::string& reg) {
    std::string yaml = layer(code, fmt::format("line: 14, live: [{{register: \"{}\"}}]", reg));
    yaml.replace(yaml.find("event: pc"), 9, "event: fault");
    return run(body, yaml);
  };
  const std::string mends =
      "caba:\n  what: none\n  subroutines:\n    - {name: mends, file: exceptions/give_back, event: fault, "
      "kernel: k, line: 14, priority: high, live: [{register: \"%r2\"}]}\n";
  const Outcome o = run(body, mends);
  EXPECT_EQ(o.error, "");
  for (unsigned k = 0; k < 32; ++k) {
    const unsigned before = k - 1, behind = k == 31 ? 0 : k + 1;  // -1 is given back to the first one
    EXPECT_EQ(o.words[k], before + behind) << k;
  }
  for (const char* code : {"mov.live_in.u32 %r1, 0;", "mov.live_out.u64 0, %rd1;"})
    EXPECT_NE(fault(code, "%rd3").error.find("does not write"), std::string::npos) << code;
}

/// A subroutine may keep in its memory what it needs at its next event.
TEST(LiveRegisters, LoseNoEvent) {
  std::string yaml = layer("mov.live_in.u32 %r1, 0;", "line: 10, live: [{register: \"%r0\"}]");
  yaml.replace(yaml.find("what: none"), 10, "what: none\n  records: 2");
  const std::string body = "add.u32 %r0, %r0, 1;\nst.global.u32 [%rd1], %r0;";
  EXPECT_NE(run(body, yaml, false, 1024).error.find("found no record"), std::string::npos);
}

/// A layer in which random registers of a kernel, behind random lines, become what they are; empty: it has
/// none.
std::string written_back(const ptx::Kernel& kernel, Random& random) {
  std::vector<std::pair<std::uint32_t, std::string>> places[2];  // lines and registers, of 32 and of 64 bits
  const ptx::RegisterTable table = ptx::register_table(kernel);
  std::map<std::uint32_t, unsigned> in_line;
  for (const ptx::Instruction& i : kernel.code) ++in_line[i.line];
  for (std::uint32_t k = 0; k < kernel.code.size() && !table.empty() && k < table.front().live.size(); ++k) {
    const ptx::Instruction& i = kernel.code[k];
    if (i.control != ptx::Control::none || i.guard >= 0 || in_line[i.line] != 1) continue;
    for (const ptx::NamedRegister& r : table)
      if (r.live[k] && r.bits >= 32 && r.name != "_") places[r.bits == 64].emplace_back(i.line, r.name);
  }
  std::string yaml;
  for (unsigned k = 0; k < 6; ++k) {
    const auto& some = places[k % 2];
    if (some.empty()) continue;
    const auto& [line, name] = some[random.below(static_cast<unsigned>(some.size()))];
    const std::string path = k % 2 == 0 ? subroutine("mov.live_in.b32 %r1, 0;\nmov.live_out.b32 0, %r1;")
                                        : subroutine("mov.live_in.b64 %rd1, 0;\nmov.live_out.b64 0, %rd1;");
    yaml += fmt::format(
        "    - {{name: s{}, file: {}, event: pc, kernel: {}, line: {}, priority: high, live: [{{register: "
        "\"{}\"}}]}}\n",
        k, path, kernel.name, line, name);
  }
  return yaml.empty() ? yaml : "caba:\n  what: none\n  records: 256\n  subroutines:\n" + yaml;
}

/// The workloads' own checks say whether they compute the same: the tandem executor takes over what is
/// written.
TEST(LiveRegisters, ThatAreWrittenBackChangeNoResult) {
  constexpr std::uint64_t seed = 20261128;
  Random random(seed);
  unsigned kernels = 0;
  for (const char* workload :
       {"bfs", "matmul", "reduction", "laplace3d", "scan", "hotspot", "spmv", "black_scholes"}) {
    const std::string file = data_file(fmt::format("tb/workloads/{}/kernel.clang19.ptx", workload)).string();
    for (const std::string& name : ptx::PtxModule(read_text_file(file, "kernel"), file).kernels()) {
      const std::string yaml = written_back(ptx::load_kernel(file, name), random);
      if (yaml.empty()) continue;
      for (const bool compressed : {false, true}) {
        const CheckedWorkload found =
            checked_workload(workload, PtxRun::one_sm(), techniques(yaml, compressed));
        EXPECT_EQ(found.mismatches, 0) << workload << ", seed " << seed << "\n" << yaml;
      }
      ++kernels;
    }
  }
  EXPECT_GE(kernels, 8u);
}

struct Prices {
  double mismatches = -1, jumped = 0, looked_up = 0, instructions = 0;
};
Prices prices(const std::string& yaml, bool compressed = false) {
  const auto found = in_child(4, [&] {
    StatGroup stats;
    GpuConfig config;
    config.sms = 2;
    SimulatedGpu gpu(config, yaml.empty() ? Techniques{} : techniques(yaml, compressed), nullptr, stats);
    TandemCheck check(gpu, config, nullptr);
    try {
      WorkloadOptions options{.small = true};
      options.sizes = {"options=16000", "ctas=2", "distinct=100"};
      const WorkloadResult result = Registry<Workload>::instance().find("black_scholes").run(check, options);
      const auto count = [&](const char* what) {
        return yaml.empty() ? 0 : stats.number(fmt::format("sm_total.caba.look_up.{}", what));
      };
      return std::vector<double>{static_cast<double>(result.mismatches), count("jumped"), count("ended"),
                                 stats.number("sm_total.warp_instructions")};
    } catch (const std::exception& e) {
      std::fprintf(stderr, "%s\n", e.what());
      return std::vector<double>{-1, 0, 0, 0};
    }
  });
  return {found[0], found[1], found[2], found[3]};
}

std::string memoize() { return read_text_file(data_file("configs/assist/memoize.yaml").string(), "layer"); }

/// Of 4,000 options 100 are different: nearly all prices are found, and are those that would be computed.
TEST(LiveRegisters, MemoizeThePricesOfOptions) {
  const Prices without = prices("");
  for (const bool compressed : {false, true}) {
    const Prices with = prices(memoize(), compressed);
    EXPECT_EQ(with.mismatches, 0);
    EXPECT_GT(with.jumped, with.looked_up / 2);
    EXPECT_EQ(with.instructions, without.instructions - 37 * with.jumped);
  }
}

/// What the first words of subroutines hold behind a small black_scholes, which must fail when there are
/// faults.
std::vector<double> words_behind(const std::string& yaml, const std::vector<std::string>& subroutines) {
  return in_child(1 + static_cast<unsigned>(subroutines.size()), [&] {
    StatGroup stats;
    SimulatedGpu gpu(PtxRun::one_sm(), techniques(yaml), nullptr, stats);
    WorkloadOptions options{.small = true};
    options.sizes = {"options=4000"};
    std::vector<double> all{static_cast<double>(
        Registry<Workload>::instance().find("black_scholes").run(gpu, options).mismatches)};
    for (const std::string& name : subroutines) {
      const std::string csv = gpu.files().at(name + ".csv");
      const auto at = csv.find("\n0,");
      all.push_back(at == std::string::npos ? 0 : std::stod(csv.substr(at + 3)));
    }
    return all;
  });
}

/// Faults in what is computed of the registers are found, faults in registers that both use are not.
TEST(LiveRegisters, RepeatWhatTheProgramComputes) {
  const auto text = [](const char* name) {
    return read_text_file(data_file(fmt::format("configs/assist/{}.yaml", name)).string(), "layer");
  };
  EXPECT_EQ(words_behind(text("redundant"), {"repeat"}), (std::vector<double>{0, 0}));
  std::string yaml = text("redundant_faults");
  const auto found = words_behind(yaml, {"flip", "repeat"});
  EXPECT_GT(found[0], 0);
  EXPECT_GT(found[1], 0);
  EXPECT_EQ(found[1], found[2]);
  yaml.replace(yaml.find("%f58"), 4, "%f57");
  const auto both = words_behind(yaml, {"flip", "repeat"});
  EXPECT_GT(both[1], 0);
  EXPECT_EQ(both[2], 0);
}

/// One changed instruction of the subroutine spoils them.
TEST(LiveRegisters, ThatAreWrongSpoilTheResult) {
  std::string code =
      read_text_file(data_file("configs/subroutines/memo/black_scholes_look_up.ptx").string(), "code");
  code.replace(code.find("mov.live_out.b32 2, %r7"), 23, "mov.live_out.b32 2, %r8");
  const std::string path = temporary_file("wrong.ptx", code);
  std::string yaml = memoize();
  const std::string file = "memo/black_scholes_look_up";
  yaml.replace(yaml.find(file), file.size(), path);
  const Prices wrong = prices(yaml);
  EXPECT_GT(wrong.mismatches, 0);
}

}  // namespace
}  // namespace heddle::live_registers_test
