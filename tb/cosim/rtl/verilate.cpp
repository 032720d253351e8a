// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/rtl/verilate.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <regex>

#include "models/base/content_hash.hpp"
#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cosim/process/command.hpp"
#include "tb/cosim/rtl/rtl_files.hpp"
#include "tb/cosim/rtl/rtl_reading.hpp"
#include "tb/cosim/rtl/verilator.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

/// Options for all RTL: two shared objects that are loaded together must not share any symbols.
const std::vector<std::string> compile_flags{"-std=c++17", "-fPIC", "-fvisibility=hidden", "-fno-gnu-unique",
                                             "-w"};
const std::vector<std::string> link_flags{"-shared", "-Wl,--wrap=fopen"};
/// One optimisation is switched off: Verilator 5.006 takes a & ~(a & b) for zero when these are bits of a
/// wide word (issues 4059 and 4832 of Verilator are similar faults).
const std::vector<std::string> verilate_flags{"--cc",     "-O3",      "-fno-const-bit-op-tree",
                                              "--assert", "--prefix", "Vrtl"};

/// Of a user's RTL all warnings are told at once, and delays are ignored. What it leaves unknown must not
/// agree by being 0: x is ones (drawn at random, Verilator 5.006 fails at some constant functions), and
/// registers without a reset and signals that nothing drives are drawn. Where signals are to be read, none is
/// optimised away.
std::vector<std::string> flags_of(const RtlSource& source) {
  std::vector<std::string> flags = verilate_flags;
  if (source.users) flags.insert(flags.end(), {"--no-timing", "--x-assign", "1", "--x-initial", "unique"});
  if (source.signals) flags.insert(flags.end(), {"--vpi", "--public-flat-rw"});
  return flags;
}

/// Verilator's code is compiled with -O3; a netlist has so much of it that this would take longer than the
/// simulation.
std::string optimisation(const RtlSource& source) { return source.netlist ? "-O0" : "-O3"; }

/// The same, or what HEDDLE_RTL_OPTIMISATION says: tests simulate too little for -O3 to be worth its time.
std::string chosen_optimisation(const RtlSource& source) {
  const char* chosen = std::getenv("HEDDLE_RTL_OPTIMISATION");
  return chosen && *chosen && !source.netlist ? chosen : optimisation(source);
}

constexpr const char* glue = "tb/cosim/runtime/rtl_model.cpp";
constexpr const char* headers = "tb/cosim/runtime/rtl_headers.hpp";

/// The compiler with what is the same for all RTL. It takes the precompiled header, of which the first folder
/// has one for each optimisation, where that was made by the same compiler with the same flags.
std::vector<std::string> compiler(const std::string& optimisation) {
  const char* chosen = std::getenv("CXX");
  std::vector<std::string> command{chosen && *chosen ? chosen : "c++"};
  command.insert(command.end(), compile_flags.begin(), compile_flags.end());
  const std::string include = HEDDLE_VERILATOR_ROOT "/include";
  command.insert(command.end(),
                 {optimisation, "-I" + (prebuilt_rtl() / "headers").string(), "-I" + data_root().string(),
                  "-isystem" + include, "-isystem" + include + "/vltstd"});
  return command;
}

/// A working folder beside `target`, so that a finished result can be renamed to it in one step.
class WorkFolder {
 public:
  explicit WorkFolder(const fs::path& target) {
    std::error_code problem;
    fs::create_directories(target.parent_path(), problem);
    std::string name = target.string() + ".XXXXXX";
    if (problem || mkdtemp(name.data()) == nullptr)
      throw Error({.place = target.parent_path().string(), .what = "cannot write to the folder"});
    path_ = name;
  }
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Returns the number of elements that "[4][2]" declares.
unsigned long elements_of(const std::string& dimensions) {
  unsigned long elements = 1;
  for (std::size_t at = dimensions.find('['); at != std::string::npos; at = dimensions.find('[', at + 1))
    elements *= std::stoul(dimensions.substr(at + 1));
  return elements;
}

/// Returns the table of ports, read from the header of the Verilated class. An unpacked array whose elements
/// fill the bytes in which they are stored is as good as a flat port: element 0 is its lowest bits.
std::string port_table(const std::string& header) {
  static const std::regex port(
      "VL_(IN|OUT|INOUT)(?:8|16|64|W)?\\((?:&(\\w+)|\\(&(\\w+)\\)((?:\\[\\d+\\])+)),(\\d+),(\\d+)");
  std::string table;
  for (std::sregex_iterator it(header.begin(), header.end(), port), end; it != end; ++it) {
    const std::smatch& m = *it;
    const unsigned long bits = std::stoul(m[5]) - std::stoul(m[6]) + 1, elements = elements_of(m[4]);
    const bool flat = elements == 1 || bits == 8 || bits == 16 || bits % 32 == 0;
    const std::string name = m[2].str() + m[3].str();
    table += fmt::format("{{\"{}\", {{&top.{}, {}, {}, {}}}}},\n", name, name, bits * elements, m[1] == "IN",
                         flat ? 0 : elements);
  }
  return table;
}

/// Returns everything that Verilator has written, as one translation unit.
std::string module_text(const fs::path& folder) {
  std::string text;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".cpp")
      text += fmt::format("#include \"{}\"\n", entry.path().filename().string());
  return text;
}

void compile(const RtlSource& source, const fs::path& folder, const fs::path& object) {
  WholeFile(folder / "ports.inc")
      .write(port_table(read_text_file(folder / "Vrtl.h", "file", FileRole::made)));
  WholeFile(folder / "module.inc").write(module_text(folder));
  std::vector<std::string> command = compiler(chosen_optimisation(source));
  command.insert(command.end(), link_flags.begin(), link_flags.end());
  for (const std::string& word :
       {"-I" + folder.string(), std::string("-DHEDDLE_RTL_MODULE=\"module.inc\""),
        std::string("-DHEDDLE_RTL_PORTS=\"ports.inc\""),
        fmt::format("-DHEDDLE_RTL_SIGNALS={:d}", source.signals),
        fmt::format("-DHEDDLE_RTL_USERS={:d}", source.users),
        fmt::format("-DHEDDLE_RTL_KEY=\"{}\"", rtl_key(source)), data_file(glue).string(),
        (prebuilt_rtl() / "libheddle_verilated.a").string(), std::string("-o"), object.string()})
    command.push_back(word);
  if (const CommandResult r = run_command(command); r.exit_code != 0)
    throw Error({.place = source.file.string(),
                 .what = "the compiler rejects what Verilator made of the RTL: " + first_line(r.output)});
}

}  // namespace

std::string text_key(const RtlSource& source) {
  ContentHash hash;
  hash.add(source.block);
  for (const auto& [name, value] : source.parameters) {
    hash.add(name);
    hash.add(value);
  }
  for (const std::string& define : source.defines) hash.add("-D" + define);
  for (const std::string& warning : source.allowed) hash.add("-Wno-" + warning);
  for (const fs::path& file : files_of(source)) {
    // The name of the user's own file does not matter; the names of the others decide which of them are
    // found.
    hash.add(file == source.file ? "" : file.filename().string());
    hash.add(read_text_file(file, "file"));
  }
  return hash.text();
}

std::string rtl_key(const RtlSource& source) {
  ContentHash hash;
  hash.add(text_key(source));
  for (const char* file : {glue, headers, "hw/sim/rtl_model.hpp", "tb/cosim/runtime/hooks.cpp",
                           "tb/cosim/runtime/memory_files.cpp"})
    hash.add(read_text_file(data_file(file), "file"));
  for (const auto& flags : {compile_flags, link_flags})
    for (const std::string& flag : flags) hash.add(flag);
  hash.add(optimisation(source));
  for (const std::string& flag : flags_of(source)) hash.add(flag);
  hash.add("files by absolute paths");  // objects in caches that were made otherwise may be of other RTL
  return hash.text();
}

void verilate(const RtlSource& source, const fs::path& target) {
  read_text_file(source.file, "RTL");  // report a missing file here, not in Verilator
  const WorkFolder work(target);
  std::vector<std::string> mode = flags_of(source);
  mode.insert(mode.end(), {"--Mdir", work.path().string()});
  run_verilator(source, mode);
  const fs::path object = work.path() / "rtl.so";
  compile(source, work.path(), object);
  fs::rename(object, target);
}

void precompile_headers(const std::string& optimisation, const fs::path& target) {
  const WorkFolder work(target);
  std::vector<std::string> command = compiler(optimisation);
  const fs::path made = work.path() / "header.gch";
  command.insert(command.end(), {"-x", "c++-header", data_file(headers).string(), "-o", made.string()});
  if (const CommandResult r = run_command(command); r.exit_code != 0)
    throw Error(
        {.place = headers, .what = "the compiler rejects the headers of RTL: " + first_line(r.output)});
  fs::rename(made, target);
}

std::string verilator_version() {
  static const std::string version = [] {
    try {
      const std::string text = call_verilator({"--version"}).output;  // "Verilator 5.006 2023-01-22 ..."
      const std::size_t from = text.find(' ');
      if (from == std::string::npos) throw Error({.what = "verilator --version says nothing"});
      return text.substr(from + 1, text.find(' ', from + 1) - from - 1);
    } catch (const Error&) {
      throw Error({.place = "RTL",
                   .what = "Verilator is needed and not installed",
                   .legal = "install Debian's package verilator"});
    }
  }();
  return version;
}

RtlSettings settings_of(const RtlSource& source) {
  RtlSettings settings{.loop_limit = source.loop_limit};
  if (!source.users) return settings;
  settings.loops = read_rtl(source).loops;
  for (const fs::path& folder : source.folders) settings.folders.push_back(fs::absolute(folder).string());
  settings.outside = allows_outside(source);
  return settings;
}

RtlObject::RtlObject(const fs::path& file, RtlSettings settings) : settings_(std::move(settings)) {
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  const char* problem = handle == nullptr ? dlerror() : nullptr;
  const char* (*key)() = nullptr;
  if (handle != nullptr) {
    make_ = reinterpret_cast<RtlModel* (*)(const RtlSettings&)>(dlsym(handle, "heddle_rtl_make"));
    look_ = reinterpret_cast<void (*)(RtlModel&)>(dlsym(handle, "heddle_rtl_look"));
    key = reinterpret_cast<const char* (*)()>(dlsym(handle, "heddle_rtl_key"));
  }
  if (make_ == nullptr || key == nullptr)
    throw Error({.place = file.string(),
                 .what = "the file is no RTL that Heddle has built",
                 .value = problem != nullptr ? problem : ""});
  key_ = key();
}

std::unique_ptr<RtlModel> RtlObject::make() const {
  try {
    return std::unique_ptr<RtlModel>(make_(settings_));
  } catch (const std::runtime_error& problem) {
    throw Error({.place = "RTL", .what = fmt::format("its initial processes fail: {}", problem.what())});
  }
}

fs::path prebuilt_rtl() {
  std::error_code none;
  const fs::path installed = data_root().parent_path().parent_path() / "lib" / "heddle";  // share/heddle
  return fs::exists(installed / "libheddle_verilated.a", none) ? installed : fs::path(HEDDLE_RTL_FOLDER);
}

}  // namespace heddle
