// SPDX-License-Identifier: Apache-2.0
#include "tb/lower/elaborate.hpp"

#include "models/base/scratch_folder.hpp"
#include "tb/cosim/rtl/verilator.hpp"

namespace heddle::lower {
namespace fs = std::filesystem;

Node elaborate(const RtlSource& source) {
  const ScratchFolder folder;
  const fs::path xml = folder.path() / "elaborated.xml";
  // Hardware knows no delays. What the option -fno-dfg switches off moves expressions out of their scopes.
  run_verilator(source,
                {"--xml-only", "--xml-output", xml.string(), "-fno-dfg", "--no-timing", "--Mdir",
                 folder.path().string()},
                true);
  return read_xml_tree(xml);
}

}  // namespace heddle::lower
