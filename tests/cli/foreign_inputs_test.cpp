// SPDX-License-Identifier: Apache-2.0
// Files of other tools, given as a program, are told what to do with.
#include <gtest/gtest.h>

#include "tests/cli/program.hpp"

namespace heddle::foreign_inputs_test {
namespace {

struct Foreign {
  const char *file, *content;
  std::vector<std::string> said;
};

TEST(ForeignInputs, GetOneSentenceEach) {
  const TemporaryFolder folder;
  const std::string elf =
      "\x7f"
      "ELF\x02\x01";
  for (const Foreign& f :
       {Foreign{"k.cu", "__global__ void k() {}", {"compiled to PTX first", "heddle compile", "k.cu"}},
        Foreign{"k.cubin", elf.c_str(), {"a cubin holds machine code", "cuobjdump -ptx"}},
        Foreign{"k.fatbin", "\x50\xed\x55\xba", {"fatbin", "cuobjdump -ptx"}},
        Foreign{"renamed", "\x50\xed\x55\xba", {"fatbin", "cuobjdump -ptx"}},
        Foreign{"a.out", elf.c_str(), {"ELF", "cuobjdump -ptx", "heddle exec", "tb/exec"}},
        Foreign{"k.ptx", elf.c_str(), {"ELF", "k.ptx"}},
        Foreign{"kernel-1.traceg", "-kernel name = k\n", {"Accel-Sim", "without values"}},
        Foreign{
            "gpgpusim.config", "-gpgpu_n_clusters 15\n", {"configuration of GPGPU-Sim", "heddle import"}}}) {
    folder.add(f.file, f.content);
    for (const char* command : {"run", "kernel"}) expect_refused(folder, {command, f.file}, f.said);
  }
  expect_refused(folder, {"run", "absent.cu"}, {"compiled to PTX first"});
}

}  // namespace
}  // namespace heddle::foreign_inputs_test
