// SPDX-License-Identifier: Apache-2.0
#include "tb/verify/mutants.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "tb/cosim/rtl/rtl_files.hpp"
#include "tb/estimate/tools.hpp"
#include "tb/estimate/yosys_script.hpp"

namespace heddle::verify {

namespace fs = std::filesystem;
using namespace estimate;

namespace {

/// Copies the files into `folder` and returns their names there: yosys chooses mutations by names that
/// contain the path, so the path must not depend on where Heddle is installed.
std::vector<std::string> copy_into(const RtlSource& source, const fs::path& folder) {
  std::vector<std::string> modules;
  for (const fs::path& file : files_of(source)) {
    fs::path name = fs::absolute(file).lexically_normal().lexically_relative(data_root());
    if (name.empty() || *name.begin() == "..") name = file.filename();
    fs::create_directories((folder / name).parent_path());
    fs::copy_file(file, folder / name, fs::copy_options::overwrite_existing);
    if (name.extension() == ".sv" || name.extension() == ".v") modules.push_back(name.string());
  }
  return modules;
}

/// Returns the part of a cell's name that tells its kind: "eq" of $eq$FILE:64$187, "u_read.procmux" of
/// $flatten\u_read.$procmux$6132.
std::string kind_of(std::string name) {
  std::string instance;
  constexpr std::string_view flat = "$flatten\\";
  if (const std::size_t dot = name.find(".$"); name.starts_with(flat) && dot != std::string::npos) {
    instance = name.substr(flat.size(), dot + 1 - flat.size());
    name.erase(0, dot + 1);
  }
  return instance + (name.starts_with("$") ? name.substr(1, name.find('$', 1) - 1) : name);
}

/// A memory that is read asynchronously still has an enable and a clock pin, both constant. yosys 0.23 also
/// mutates these, and then fails an assertion of its own.
bool breaks_yosys(const std::string& line) {
  static const std::regex pin("\\$memrd\\S* -port (EN|CLK|ARST|SRST) ");
  return std::regex_search(line, pin);
}

/// Replaces the number of the mutant in the line; the selector takes that value for it.
std::string numbered(const std::string& line, std::size_t number) {
  static const std::regex control("-ctrl (\\S+ \\S+) \\d+");
  return std::regex_replace(line, control, fmt::format("-ctrl $1 {}", number));
}

/// Parses a line of yosys' list: "mutate -ctrl ... -mode inv -module ... -cell $eq$... -port A -portbit 3
/// -src F:1.2-3".
Mutant read_mutant(const std::string& line) {
  std::istringstream words(line);
  std::multimap<std::string, std::string> options;
  Mutant mutant;
  for (std::string word, value; words >> word;) {
    if (word == "-ctrl")
      words >> value >> value >> mutant.number;
    else if (word.starts_with("-") && words >> value)
      options.emplace(word, value);
  }
  const auto option = [&](const char* name) {
    const auto it = options.find(name);
    return it == options.end() ? std::string() : it->second;
  };
  mutant.mode = option("-mode");
  mutant.cell = fmt::format("{} {}[{}]", kind_of(option("-cell")), option("-port"), option("-portbit"));
  if (const std::string control = option("-ctrlbit"); !control.empty())
    mutant.cell += fmt::format(" by [{}]", control);
  std::set<std::string> places;
  for (auto [it, end] = options.equal_range("-src"); it != end; ++it)
    places.insert(it->second.substr(0, it->second.find('.', it->second.rfind(':'))));
  mutant.place = fmt::format("{}", fmt::join(places, ", "));
  return mutant;
}

/// Hides the selector pin and holds it at the number of the mutant.
class Chosen final : public RtlModel {
 public:
  Chosen(std::unique_ptr<RtlModel> rtl, unsigned number) : rtl_(std::move(rtl)) {
    const auto ports = rtl_->ports();
    const RtlPort& selector = ports.at(MutatedRtl::selector);
    static_assert(std::endian::native == std::endian::little);
    std::memcpy(selector.data, &number, selector.bits <= 8 ? 1 : selector.bits <= 16 ? 2 : 4);
  }
  std::map<std::string, RtlPort, std::less<>> ports() override {
    auto all = rtl_->ports();
    all.erase(MutatedRtl::selector);
    return all;
  }
  void edge() override { rtl_->edge(); }
  void settle() override { rtl_->settle(); }

 private:
  std::unique_ptr<RtlModel> rtl_;
};

std::string defines_of(const RtlSource& source) {
  std::string text;
  for (const std::string& define : source.defines) text += fmt::format("-D{} ", define);
  return text;
}

}  // namespace

MutatedRtl mutate(const RtlSource& source, unsigned count, std::uint64_t seed, const fs::path& folder) {
  MutatedRtl result{folder / "mutated.v", folder / "mutated.il", std::bit_width(count), {}};
  std::string script = fmt::format("read_verilog -sv -I. {} {}\n", defines_of(source),
                                   fmt::join(copy_into(source, folder), " "));
  script += estimate::parameter_command(source) + "\n";
  script += fmt::format(
      "hierarchy -check -top {}\nproc\nflatten\nopt -full\nwreduce\nopt_clean -purge\nwrite_rtlil flat.il\n"
      // yosys wants constants where a memory gets its first contents.
      "mutate -list {} -seed {} -none -o listed.ys -ctrl {} {} 0 t:$meminit* %n\n",
      source.block, count + 1, seed & 0x7fffffff, MutatedRtl::selector, result.selector_bits);
  const auto run = [&](const std::string& text) {
    write_file(folder / "mutation.ys", text);
    run_tool(yosys, {"-q", "-s", "mutation.ys"}, folder, fmt::format("mutation of {}", source.block));
  };
  run(script);

  std::istringstream lines(read_text_file(folder / "listed.ys", "file"));
  std::string chosen;
  for (std::string line; std::getline(lines, line);) {
    if (breaks_yosys(line)) continue;
    if (line.find("-mode none") == std::string::npos) {
      line = numbered(line, result.mutants.size() + 1);
      result.mutants.push_back(read_mutant(line));
    }
    chosen += line + "\n";
  }
  write_file(folder / "mutants.ys", chosen);
  // Verilator would take a word that is driven in parts for a combinational loop.
  run("read_rtlil flat.il\nscript mutants.ys\nopt_clean\nwrite_rtlil mutated.il\n"
      "splitnets -driver\nopt_clean\nwrite_verilog -noattr plain.v\n");
  if (result.mutants.empty())
    throw Error({.place = source.file.string(), .what = "there is nothing in the RTL to mutate"});
  // Lint warnings are off for yosys' output; and a fault that mixes two bits of one word looks like a loop.
  write_file(result.verilog, "/* verilator lint_off WIDTH */\n/* verilator lint_off UNOPTFLAT */\n" +
                                 read_text_file(folder / "plain.v", "file"));
  return result;
}

std::unique_ptr<RtlModel> choose_mutant(std::unique_ptr<RtlModel> rtl, unsigned number) {
  return std::make_unique<Chosen>(std::move(rtl), number);
}

}  // namespace heddle::verify
