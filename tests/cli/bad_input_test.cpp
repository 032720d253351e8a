// SPDX-License-Identifier: Apache-2.0
// Every bad input ends with one error message that names the place, the problem, the value and the legal
// values; with an exit status other than 0; and without leaving files behind.
#include <gtest/gtest.h>

#include "tb/cosim/process/command.hpp"
#include "tests/cli/program.hpp"

namespace heddle::bad_input_test {
namespace {

using Words = std::vector<std::string>;

Words run_k(const Words& more = {}) {
  Words all{"run", "k.ptx", "--launch", "k.yaml"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(BadCommandLine, UnknownCommand) {
  expect_refused({}, {"demoo"}, {"command line", "unknown command", "'demoo'", "did you mean 'demo'?"}, 2);
}
TEST(BadCommandLine, UnknownOption) {
  expect_refused({}, {"run", "vectoradd", "--seeds", "4"},
                 {"unknown option", "'--seeds'", "did you mean '--seed'?"}, 2);
}
TEST(BadCommandLine, SurplusWord) {
  expect_refused({}, {"run", "vectoradd", "matmul"},
                 {"further PTX files are linked with a PTX file", "'vectoradd' is none", "'matmul'"});
  expect_refused({}, {"tune", "sobel", "matmul"}, {"unknown command or argument", "'matmul'"}, 2);
}
TEST(BadCommandLine, ErrorThatIsNoShare) {
  for (const char* error : {"2x", "-1%", "101%", "nan"})
    expect_refused({}, {"tune", "sobel", "--small", "--error", error},
                   {"command line", "--error is no share", "0% to 100%, or 0 to 1"});
}
TEST(BadCommandLine, TunedWorkloadIsNotThere) {
  expect_refused({}, {"tune", "sobell"}, {"command line", "'sobell'", "did you mean 'sobel'?"});
}
TEST(BadCommandLine, LevelOutOfRange) {
  expect_refused({}, {"run", "sobel", "--with", "warp_approximation", "--approx-level", "32"},
                 {"warp_approximation.level", "'32'", "0 .. 31"});
}
TEST(BadCommandLine, MissingTarget) {
  expect_refused({}, {"run"}, {"command line", "target is required"}, 2);
}
TEST(BadCommandLine, NoNumber) {
  expect_refused({}, {"run", "vectoradd", "--seed", "x"}, {"command line", "--seed", "x"}, 2);
}
TEST(BadCommandLine, AnEmptyValue) {
  for (const Words& words :
       {Words{"run", "vectoradd", "--small", "--out", ""}, Words{"run", "vectoradd", "--seed", ""},
        Words{"run", "vectoradd", "--timeline", ""}, Words{"run", "vectoradd", "--with", ""},
        Words{"run", ""}, Words{"tune", "sobel", "--error", ""}, Words{"trace", "t", "--format", ""},
        Words{"config", "show", "--gpu", ""}, Words{"estimate", "mov_injector", "--set", ""}})
    expect_refused({}, words, {"command line", "has an empty value", "legal: "}, 2);
}
TEST(BadCommandLine, ANumberThatIsTooLarge) {
  const std::string large = "18446744073709551616";
  for (const Words& words :
       {Words{"run", "vectoradd", "--seed"}, Words{"tune", "sobel", "--seed"}, Words{"pairs", "--seed"},
        Words{"cosim", "mov_injector", "--seed"}, Words{"fuzz", "--kernels", "1", "--first"},
        Words{"run", "vectoradd", "--samples", "s", "--sample", "cycles", "--sample-until"}}) {
    Words all = words;
    all.push_back(large);
    expect_refused({}, all, {"command line", words.back(), large}, 2);
  }
  expect_refused({}, {"fuzz", "--kernels", "1", "--first", "18446744073709551615"}, {"--first"}, 2);
}
TEST(BadCommandLine, InputForBlocksThatTakeNone) {
  expect_refused({}, {"estimate", "mov_injector", "--vectors", "r.bin"},
                 {"command line", "--vectors", "none of these blocks", "'mov_injector'"});
  expect_refused({}, {"estimate", "mov_injector", "--workload", "pathfindr"},
                 {"command line", "unknown workload", "'pathfindr'", "mean 'pathfinder'?"});
}
TEST(BadCommandLine, NoRegisters) {
  expect_refused({}, {"registers", "r.bin"}, {"r.bin", "cannot read the file of registers"});
}
TEST(BadCommandLine, LaunchFileForAWorkload) {
  expect_refused({}, {"run", "vectoradd", "--launch", "k.yaml"},
                 {"command line", "launches itself", "'vectoradd'"});
}
TEST(BadCommandLine, NoLaunchFileForPtx) {
  expect_refused({}, {"run", "k.ptx"}, {"command line", "needs a launch file", "'k.ptx'", "--launch FILE"});
}

TEST(BadCommandLine, OptionsThatNeedTimeInAFunctionalRun) {
  for (const Words& option : {Words{"--with", "warped_compression"}, Words{"--rtl", "bdi_compressor"},
                              Words{"--compare"}, Words{"--out", "r"}, Words{"--record-registers", "r"}}) {
    Words all{"run", "vectoradd", "--functional"};
    all.insert(all.end(), option.begin(), option.end());
    expect_refused({}, all,
                   {"command line", "--functional", "without time", "'" + option[0] + "'", "--small"});
  }
}

TEST(BadCommandLine, ReleasesInARunWithTime) {
  expect_refused({}, {"run", "vectoradd", "--releases"}, {"command line", "--releases needs --functional"});
}

TEST(BadFile, AFolderOrADevice) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "x.ptx");
  expect_refused(folder, {"kernel", "x.ptx"}, {"cannot read the PTX file: it is a folder", "'x.ptx'"});
  expect_refused(folder, {"run", "vectoradd", "--gpu", "/dev/zero"},
                 {"cannot read the configuration file: it is a device", "'/dev/zero'"});
  expect_refused(folder, {"run", "vectoradd", "--gpu", "/proc/self/mem"},
                 {"cannot read the configuration file: Input/output error"});
}
TEST(BadFile, PtxWithoutAKernel) {
  const TemporaryFolder folder;
  for (const char* ptx : {"", "\n", ".version 7.0\n.target sm_70\n.address_size 64\n"}) {
    folder.add("k.ptx", ptx);
    expect_refused(folder, {"kernel", "k.ptx"}, {"k.ptx: there is no kernel to analyse", ".entry"});
  }
}
TEST(BadFile, ATechnologyThatStatesNothing) {
  const TemporaryFolder folder;
  folder.add("t.yaml", "# Nothing.\n");
  expect_refused(folder, {"config", "check", "--technology", "./t.yaml"},
                 {"./t.yaml: the technology does not state gpu_costs.core.control_pj"});
}
TEST(BadFile, ADiskThatIsFull) {
  expect_refused({}, {"cosim", "mov_injector", "--vectors", "100", "--no-rates", "--wave", "/dev/full"},
                 {"the file cannot be written", "'/dev/full'"});
  const CommandResult r = run_command({"sh", "-c", HEDDLE_BINARY_DIR "/heddle config show > /dev/full"});
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_NE(r.output.find("the output cannot be written: 'No space left on device'"), std::string::npos)
      << r.output;
}

TEST(BadName, Workload) {
  expect_refused({}, {"run", "vectorad"},
                 {"unknown workload", "'vectorad'", "pathfinder", "mean 'vectoradd'?"});
  expect_refused({}, {"workloads", "vectorad"}, {"unknown workload", "mean 'vectoradd'?"});
}
TEST(BadName, BlockAndLevelOfItsVerification) {
  expect_refused({}, {"verify", "bdi_compresor"},
                 {"command line", "unknown block", "mean 'bdi_compressor'?"});
  expect_refused({}, {"verify", "bdi_compressor", "--levels", "mutations"},
                 {"command line", "unknown level", "'mutations'", "proofs", "mean 'mutation'?"});
}
TEST(BadName, Technique) {
  expect_refused({}, {"run", "vectoradd", "--with", "warp_compression"},
                 {"command line", "unknown technique", "'warp_compression'", "mean 'warped_compression'?"});
}
TEST(BadName, TechniqueTwice) {
  expect_refused({}, {"run", "vectoradd", "--with", "warped_compression,warped_compression"},
                 {"command line", "named twice", "'warped_compression'"});
}
TEST(BadName, Block) {
  expect_refused({}, {"run", "vectoradd", "--rtl", "bdi_compresor"},
                 {"command line", "unknown block", "'bdi_compresor'", "mean 'bdi_compressor'?"});
  for (const char* command : {"cosim", "blocks"})
    expect_refused({}, {command, "bdi_compresor"},
                   {"unknown block", "'bdi_compresor'", "mean 'bdi_compressor'?"});
  expect_refused({}, {"estimate", "bdi_compresor"},
                 {"command line", "neither a block nor a GPU", "gtx480_lee2015", "mean 'bdi_compressor'?"});
  expect_refused({}, {"estimate", "gtx480_lee2016"}, {"neither a block nor a GPU", "mean 'gtx480_lee2015'?"});
}
TEST(BadName, Gpu) {
  expect_refused({}, {"run", "vectoradd", "--gpu", "gtx480_lee2105"},
                 {"command line", "unknown GPU", "'gtx480_lee2105'", "mean 'gtx480_lee2015'?"});
}
TEST(BadName, PtxVariant) {
  expect_refused({}, {"run", "vectoradd", "--ptx", "clang18"},
                 {"command line", "unknown PTX variant", "'clang18'", "clang14, clang14-32, clang19"});
}
TEST(BadName, Scheduler) {
  expect_refused({}, {"run", "vectoradd", "--small", "--set", "sm.scheduler=gtoo"},
                 {"command line", "unknown warp scheduler", "'gtoo'", "gto, lrr"});
}
TEST(BadName, SizeOfAWorkload) {
  expect_refused({}, {"run", "vectoradd", "--size", "m=3"},
                 {"command line", "unknown key", "'m'", "legal: n"});
  expect_refused({}, {"run", "vectoradd", "--size", "n=0"},
                 {"command line", "n is out of range", "'0'", "1 .. 64"});
}

TEST(BadName, SizeByName) {
  expect_refused({}, {"run", "vectoradd", "--size", "papr"},
                 {"command line", "no size of the workload vectoradd", "'papr'", "did you mean 'paper'",
                  "small, default or paper, or NAME=VALUE with one of n"});
  expect_refused({}, {"run", "vectoradd", "--small", "--size", "paper"},
                 {"command line", "two sizes", "small and paper", "one of small, default or paper"});
  expect_refused({}, {"run", "micro_issue", "--functional", "--size", "paper"},
                 {"command line", "micro_issue has no size of a paper", "'paper'", "small or default"});
  expect_refused({}, {"run", "transpose", "--size", "values=noise"},
                 {"command line", "values", "'noise'", "ramp, picture"});
}

TEST(MissingFile, OfEveryKind) {
  const TemporaryFolder folder;
  add_kernel(folder, "");
  expect_refused(folder, {"run", "none.ptx", "--launch", "k.yaml"}, {"none.ptx"});
  expect_refused(folder, {"run", "k.ptx", "--launch", "none.yaml"}, {"none.yaml"});
  expect_refused(folder, run_k({"--config", "none.yaml"}), {"none.yaml"});
  expect_refused(folder, run_k({"--gpu", "./none.yaml"}), {"none.yaml"});
  expect_refused(folder, run_k({"--technology", "./none.yaml"}), {"none.yaml"});
  expect_refused(folder, run_k({"--rtl", "bank_arbiter=none.sv"}), {"none.sv"});
}

struct YamlCase {
  std::string name, yaml;
  Words said;
};
void PrintTo(const YamlCase& c, std::ostream* out) { *out << c.name; }

class BadConfiguration : public testing::TestWithParam<YamlCase> {};

TEST_P(BadConfiguration, IsToldWithItsPlace) {
  const TemporaryFolder folder;
  folder.add("c.yaml", GetParam().yaml);
  expect_refused(folder,
                 {"run", "vectoradd", "--small", "--with", "warped_compression", "--config", "c.yaml"},
                 GetParam().said);
  expect_refused(folder, {"config", "check", "--with", "warped_compression", "--config", "c.yaml"},
                 GetParam().said);
}
INSTANTIATE_TEST_SUITE_P(
    Yaml, BadConfiguration,
    testing::Values(YamlCase{"UnknownKey",
                             "sm:\n  warsp: 3\n",
                             {"c.yaml:2:3", "unknown key", "'sm.warsp'", "mean 'sm.warps'?"}},
                    YamlCase{
                        "UnknownSection", "ms: {warps: 3}\n", {"c.yaml:1:6", "unknown key", "'ms.warps'"}},
                    YamlCase{"WrongType",
                             "sm:\n  warps: many\n",
                             {"c.yaml:2:10", "sm.warps", "type", "'many'", "1 .. 64 warps"}},
                    YamlCase{"SectionForAValue", "sm:\n  warps: {a: 1}\n", {"c.yaml:2", "sm.warps"}},
                    YamlCase{"ValueForASection", "sm: 3\n", {"c.yaml:1", "sm"}},
                    YamlCase{"OutOfRange",
                             "sm:\n  warps: 65\n",
                             {"c.yaml:2:10", "sm.warps is out of range", "'65'", "1 .. 64"}},
                    YamlCase{"Negative", "sms: -1\n", {"c.yaml:1:6", "sms", "'-1'", "1 .. 512 SMs"}},
                    YamlCase{"OfATechnique",
                             "warped_compression: {choices: 128}\n",
                             {"c.yaml:1:31", "warped_compression.choices", "'128'", "1 .. 127"}},
                    YamlCase{"OfTheEnergies",
                             "register_file_costs: {voltage: -1}\n",
                             {"c.yaml:1:32", "register_file_costs.voltage", "'-1'", "0 .. 10 V"}},
                    YamlCase{"NoPowerOfTwo",
                             "dram: {address: {interleave: 300}}\n",
                             {"interleave must be a power of two", "'300'"}},
                    YamlCase{"Syntax", "sm: {warps: 3\n", {"c.yaml:"}},
                    YamlCase{"Twice", "sms: 3\nsms: 4\n", {"c.yaml:2", "sms"}}),
    [](const auto& info) { return info.param.name; });

struct LaunchCase {
  std::string name, from, to;  ///< replaced in k.yaml
  Words said;
};
void PrintTo(const LaunchCase& c, std::ostream* out) { *out << c.name; }

class BadLaunchFile : public testing::TestWithParam<LaunchCase> {};

TEST_P(BadLaunchFile, IsToldWithItsPlace) {
  const TemporaryFolder folder;
  add_kernel(folder, "");
  std::string yaml = content_of(folder.path() / "k.yaml");
  yaml.replace(yaml.find(GetParam().from), GetParam().from.size(), GetParam().to);
  folder.add("k.yaml", yaml);
  expect_refused(folder, run_k(), GetParam().said);
}
INSTANTIATE_TEST_SUITE_P(
    Yaml, BadLaunchFile,
    testing::Values(
        LaunchCase{"UnknownKey", "grid", "gird", {"k.yaml:2:1", "unknown key", "'gird'", "mean 'grid'?"}},
        LaunchCase{"WrongType", "[1]", "[one]", {"k.yaml:2:7", "unknown name", "'one'"}},
        LaunchCase{
            "OutOfRange", "[64]", "[2048]", {"k.yaml:3:6", "cta is out of range", "'2048'", "1 .. 1024"}},
        LaunchCase{"KernelNotFound", "kernel: k", "kernel: kk", {"no such kernel", "'kk'", "mean 'k'?"}},
        LaunchCase{"Arguments",
                   "name: out",
                   "name: out, value: 3",
                   {"k.yaml:5:38", "arguments[0]", "needs one of 'value'", "'count'"}},
        LaunchCase{
            "MissingFill", "count: 64,", "count: 64, fill: {kind: file, file: none.bin},", {"none.bin"}},
        LaunchCase{"UnknownFill", "iota", "itoa", {"k.yaml:5", "kind", "'itoa'", "iota"}}),
    [](const auto& info) { return info.param.name; });

struct PtxCase {
  std::string name, body;
  Words said, options{};
  std::string declarations{};
};
void PrintTo(const PtxCase& c, std::ostream* out) { *out << c.name; }

class BadKernel : public testing::TestWithParam<PtxCase> {};

TEST_P(BadKernel, IsToldWithItsLine) {
  const TemporaryFolder folder;
  add_kernel(folder, GetParam().body, GetParam().declarations);
  expect_refused(folder, run_k(GetParam().options), GetParam().said);
}
TEST_P(BadKernel, IsToldWithCompressedRegistersToo) {
  const TemporaryFolder folder;
  add_kernel(folder, GetParam().body, GetParam().declarations);
  Words options = GetParam().options;
  options.insert(options.end(), {"--with", "warped_compression"});
  expect_refused(folder, run_k(options), GetParam().said);
}
INSTANTIATE_TEST_SUITE_P(
    Ptx, BadKernel,
    testing::Values(
        PtxCase{"Syntax", "mov.u32 %r2 5;", {"k.ptx:15:13", "syntax error", "'5'"}},
        PtxCase{"UnknownOpcode",
                "addd.u32 %r2, %r1, %r1;",
                {"k.ptx:15:1", "unknown opcode", "'addd'", "mean 'add'?"}},
        PtxCase{"UndefinedLabel", "bra NOWHERE;", {"k.ptx:15:5", "undefined label", "'NOWHERE'"}},
        PtxCase{
            "UndefinedRegister", "mov.u32 %x9, 5;", {"k.ptx:15:9", "undefined register", "'%x9'", "%r<90>"}},
        PtxCase{"TooFewRegistersForAnInstruction",
                "",
                {"k.ptx", "an instruction needs more registers than the limit", "up to 1"},
                {"--max-registers", "1"}},
        PtxCase{"TooMuchSharedMemory",
                "mov.u32 %r2, s;",
                {"launch of 'k'", "too much shared memory", "'60000 bytes'", "up to 49152 bytes"},
                {},
                ".shared .align 4 .b8 s[60000];"},
        PtxCase{
            "OutOfBounds",
            "add.s64 %rd2, %rd2, 4096;",
            {"k.ptx:16", "st.global.u32", "out-of-bounds", "warp 0", "lane 0", "0x", "nearest allocation"}},
        PtxCase{
            "Misaligned", "add.s64 %rd2, %rd2, 1;", {"k.ptx:16", "misaligned", "warp 0", "a multiple of 4"}},
        PtxCase{"BarrierDeadlock",
                "setp.lt.u32 %p1, %r1, 7;\n@%p1 bra SKIP;\nbar.sync 0;\nSKIP:",
                {"k.ptx:17", "barrier deadlock", "warp 0", "without lanes 0 1 2 3 4 5 6"}},
        PtxCase{"EndlessLoop",
                "LOOP: bra LOOP;",
                {"k.ptx", "longer than max_cycles", "'5000 cycles'", "line 15"},
                {"--set", "max_cycles=5000"}},
        // The first instructions do not arrive from memory before the limit.
        PtxCase{"NoProgress",
                "ld.global.u32 %r2, [%rd2];\nadd.u32 %r1, %r1, %r2;",
                {"k.ptx", "no progress in 1000 cycles", "no_progress_cycles", "line 10"},
                {"--set", "no_progress_cycles=1000", "--set", "dram.controller.latency=10000"}}),
    [](const auto& info) { return info.param.name; });

TEST(BadKernelLaunch, WithMoreRegistersThanTheFileHolds) {
  const TemporaryFolder folder;
  add_kernel(folder, "");
  folder.add("k.yaml",
             "kernel: k\ngrid: [1]\ncta: [1024]\narguments:\n  - {name: out, type: u32, count: 1024}\n");
  expect_refused(folder, run_k({"--set", "sm.registers=64"}),
                 {"k", "too many registers", "32 warps", "at most 64"});
}

TEST(BadResultFolder, InTheWay) {
  const TemporaryFolder folder;
  folder.add("notes.txt", "mine");
  expect_refused(folder, {"run", "vectoradd", "--small", "--out", "notes.txt"}, {"in the way", "notes.txt"});
  std::filesystem::create_directory(folder.path() / "mine");
  std::ofstream(folder.path() / "mine/notes.txt") << "mine";
  expect_refused(folder, {"run", "vectoradd", "--small", "--out", "mine"}, {"in the way", "mine"});
  EXPECT_EQ(content_of(folder.path() / "mine/notes.txt"), "mine");
}

TEST(BadInput, InAComparedRunIsToldOnce) {
  const TemporaryFolder folder;
  add_kernel(folder, "add.s64 %rd2, %rd2, 1;");
  expect_refused(folder, run_k({"--with", "warped_compression", "--compare"}), {"k.ptx:16", "misaligned"});
}

}  // namespace
}  // namespace heddle::bad_input_test
