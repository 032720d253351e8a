// SPDX-License-Identifier: Apache-2.0
// Files from outside that are damaged, or made to harm: one error message each, and no crash.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "models/base/data_root.hpp"
#include "tb/cosim/process/command.hpp"
#include "tests/cli/program.hpp"

namespace heddle::outside_files_test {
namespace {

TEST(OutsideFile, ARecordingThatIsNestedTooDeeply) {
  const TemporaryFolder folder;
  const std::string open(100'000, '['), close(100'000, ']');
  folder.add("deep.json", "{\"steps\":[" + open + close + "]}");
  folder.add("deep.bin", "");
  folder.add("deep.ptx", "");
  expect_refused(folder, {"run", "deep.json", "--no-out"},
                 {"deep.json", "the recording is nested too deeply", "up to 64"});
  folder.add("deep.yaml", "a: " + open + close);
  expect_refused(folder, {"run", "vectoradd", "--config", "deep.yaml", "--no-out"},
                 {"deep.yaml:1:", "YAML: nested too deeply"});
}

TEST(OutsideFile, ATraceThatGoesOnTooLong) {
  const TemporaryFolder folder;
  folder.add("late.txt", "+281474976710656 R 0 32\n");
  expect_refused(folder, {"trace", "late.txt"},
                 {"late.txt:1", "the time is too large: '+281474976710656'", "at most "});
}

TEST(OutsideFile, RegistersWithoutTheirHeader) {
  const TemporaryFolder folder;
  folder.add("r.bin", std::string(256, '\1'));
  expect_refused(folder, {"registers", "r.bin"}, {"r.bin: this is no file of registers"});
}

std::string layer(const std::string& of_subroutine) {
  return "caba:\n  what: none\n  subroutines:\n    - {name: q, " + of_subroutine + "}\n";
}
const std::vector<std::string> run{"run",  "vectoradd", "--small", "--with",
                                   "caba", "--config",  "q.yaml",  "--no-out"};

TEST(OutsideFile, ASubroutineForAKernelOrALineThatIsNotThere) {
  const TemporaryFolder folder;
  const std::string of = "file: profile/count_misses, event: pc, memory: 1088, ";
  folder.add("q.yaml", layer(of + "kernel: vectorad, line: 20"));
  expect_refused(folder, run,
                 {"q.yaml:4:", "subroutine 'q' is for a kernel that the program does not run: 'vectorad'",
                  "legal: vectoradd", "did you mean 'vectoradd'?"});
  folder.add("q.yaml", layer(of + "kernel: vectoradd, line: 99999"));
  expect_refused(folder, run, {"no instruction stands in its line: 'line 99999'", "did you mean 'line "});
  folder.add("q.yaml", layer(of + "line: 99999"));
  expect_refused(folder, run,
                 {"q.yaml:4:", "subroutine 'q' is for a line that the program does not run: '99999'",
                  "a line with an instruction of vectoradd"});
}

TEST(OutsideFile, ASubroutineWithoutItsCodeOrItsName) {
  const TemporaryFolder folder;
  folder.add("q.yaml", layer("file: profile/count_mises, event: load"));
  expect_refused(folder, run,
                 {"q.yaml:4:", "the code of subroutine 'q' is not there: 'profile/count_mises'",
                  "did you mean 'profile/count_misses'?"});
  for (const std::string& file : {std::string(300, 'x'), std::string("/x/y"), std::string("../e2mc")}) {
    folder.add("q.yaml", layer("file: " + file + ", event: load"));
    expect_refused(folder, run, {"q.yaml:4:", "the code of subroutine 'q' is not there: '" + file + "'"});
  }
  folder.add("q.yaml",
             "caba:\n  what: none\n  subroutines:\n    - {file: profile/count_misses, event: load}\n");
  expect_refused(folder, run, {"q.yaml:4:", "a subroutine has no name"});
}

TEST(OutsideFile, ASubroutineThatDoesNotEnd) {
  const TemporaryFolder folder;
  folder.add("endless.ptx",
             ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry endless()\n{\n.reg .b32 %r<2>;\n"
             "L:\nadd.u32 %r1, %r1, 1;\nbra L;\n}\n");
  for (const char* priority : {"low", "high"}) {
    folder.add("q.yaml", layer(std::string("file: ./endless.ptx, event: load, priority: ") + priority));
    expect_refused(
        folder, run,
        {"endless.ptx:", "an assist warp of subroutine 'endless' does not end", "caba.most_instructions"});
  }
}

TEST(OutsideFile, APlugInThatCannotBeLoaded) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& file, const std::vector<std::string>& said) {
    expect_refused(folder, {"run", "vectoradd", "--no-out", "--plugin", "./" + file}, said);
  };
  const auto compiled = [&](const std::string& name, const std::string& body) {
    folder.add(name + ".cpp",
               "#include <cstdlib>\n#include <stdexcept>\nstruct T { T() { " + body + " } } t;\n");
    const auto made = run_command({"c++", "-shared", "-fPIC", (folder.path() / (name + ".cpp")).string(),
                                   "-o", (folder.path() / (name + ".so")).string()});
    ASSERT_EQ(made.exit_code, 0) << made.output;
  };
  compiled("throws", "throw std::runtime_error(\"boom\");");
  refused("throws.so",
          {"throws.so: the plug-in cannot be loaded", "boom", "legal: a shared object made with"});
  compiled("traps", "__builtin_trap();");
  refused("traps.so", {"traps.so: the plug-in cannot be loaded", "signal 4"});
  compiled("exits", "std::exit(0);");
  refused("exits.so", {"exits.so: the plug-in ends the program while it is loaded"});
  for (const unsigned bytes : {0u, 1000u, 5000u, 12'000u}) {
    std::filesystem::copy_file(folder.path() / "throws.so", folder.path() / "cut.so",
                               std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(folder.path() / "cut.so", bytes);
    refused("cut.so", {"cut.so: the plug-in cannot be loaded"});
  }
}

TEST(OutsideFile, TechniquesThatExcludeEachOtherAreToldHowTheyShareAMachine) {
  expect_refused({}, {"run", "vectoradd", "--no-out", "--with", "line_compression,caba"},
                 {"exclude each other", "together with", "--set caba.what=none"});
}

}  // namespace
}  // namespace heddle::outside_files_test
