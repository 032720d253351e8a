#include "tb/estimate/liberty.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <array>
#include <charconv>

#include "models/base/error.hpp"
#include "tb/estimate/liberty_groups.hpp"

namespace heddle::estimate {

const LibertyPin* LibertyCell::pin(std::string_view name) const {
  for (const LibertyPin& p : pins)
    if (p.name == name) return &p;
  return nullptr;
}

const LibertyCell* Liberty::smallest(unsigned inputs, std::uint64_t truth_table) const {
  const LibertyCell* best = nullptr;
  for (const auto& [name, cell] : cells) {
    if (!cell.usable || cell.flip_flop || cell.latch || cell.area_um2 <= 0 || cell.pins.size() != inputs + 1)
      continue;
    if (best && best->area_um2 <= cell.area_um2) continue;
    for (const LibertyPin& pin : cell.pins)
      if (pin.function && pin.function->inputs().size() == inputs &&
          pin.function->truth_table() == truth_table)
        best = &cell;
  }
  return best;
}

namespace {

class Reader {
 public:
  explicit Reader(const std::filesystem::path& file) : place_(file.string()) {}

  Liberty read(const LibertyGroup& library) {
    Liberty result;
    result.name = library.names.empty() ? "" : library.names[0];
    farads_per_unit_ = capacitance_unit(library);
    for (const LibertyGroup& group : library.groups)
      if (group.kind == "cell" && !group.names.empty()) result.cells.emplace(group.names[0], cell(group));
    return result;
  }

 private:
  [[noreturn]] void fail(const LibertyGroup& group, const std::string& what, std::string_view value) const {
    throw Error(
        {.place = fmt::format("{}:{}", place_, group.line), .what = what, .value = std::string(value)});
  }

  double number(const LibertyGroup& group, std::string_view name, double otherwise) const {
    const std::string_view text = group.attribute(name);
    if (text.empty()) return otherwise;
    double value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc{} || end != text.data() + text.size())
      fail(group, fmt::format("{} is no number", name), text);
    return value;
  }

  double capacitance_unit(const LibertyGroup& library) const {
    const auto it = library.lists.find("capacitive_load_unit");
    if (it == library.lists.end() || it->second.size() != 2) return 1e-12;
    const double scale = std::strtod(it->second[0].c_str(), nullptr);
    const bool femto = it->second[1] == "ff" || it->second[1] == "fF";
    return scale * (femto ? 1e-15 : 1e-12);
  }

  BooleanFunction function(const LibertyGroup& group, std::string_view name) const {
    try {
      return BooleanFunction(group.attribute(name));
    } catch (const Error& error) {
      fail(group, error.problem().what, error.problem().value);
    }
  }
  std::optional<BooleanFunction> optional_function(const LibertyGroup& group, std::string_view name) const {
    if (group.attribute(name).empty()) return std::nullopt;
    return function(group, name);
  }

  LibertyCell cell(const LibertyGroup& group) const {
    LibertyCell cell{.name = group.names[0], .area_um2 = number(group, "area", 0)};
    cell.usable = group.attribute("dont_use") != "true";
    for (const LibertyGroup& g : group.groups) {
      if (g.kind == "pin")
        for (const std::string& name : g.names) cell.pins.push_back(pin(g, name));
      if (g.kind == "ff") cell.flip_flop = flip_flop(g);
      cell.latch = cell.latch || g.kind == "latch" || g.kind == "statetable" || g.kind == "latch_bank" ||
                   g.kind == "ff_bank";
    }
    return cell;
  }

  LibertyPin pin(const LibertyGroup& group, const std::string& name) const {
    return {.name = name,
            .output = group.attribute("direction") == "output",
            .capacitance_ff = number(group, "capacitance", 0) * farads_per_unit_ * 1e15,
            .function =
                group.attribute("three_state").empty() ? optional_function(group, "function") : std::nullopt};
  }

  LibertyFlipFlop flip_flop(const LibertyGroup& group) const {
    if (group.names.size() != 2) fail(group, "a flip-flop names its state and its inverted state", "");
    return {.state = group.names[0],
            .inverted_state = group.names[1],
            .next_state = function(group, "next_state"),
            .clocked_on = function(group, "clocked_on"),
            .clear = optional_function(group, "clear"),
            .preset = optional_function(group, "preset")};
  }

  std::string place_;
  double farads_per_unit_ = 1e-12;
};

void check_complete(const Liberty& liberty) {
  const std::string place = liberty.file.string();
  const auto missing = [&](const char* what, const char* legal) {
    throw Error({.place = place, .what = fmt::format("the liberty has no {}", what), .legal = legal});
  };
  if (liberty.cells.empty()) missing("cell", "a library of standard cells");
  bool flip_flop = false, resettable = false;
  for (const auto& [name, cell] : liberty.cells) {
    if (!cell.flip_flop || !cell.usable) continue;
    flip_flop = true;
    resettable = resettable || cell.flip_flop->clear || cell.flip_flop->preset;
  }
  if (!flip_flop) missing("flip-flop", "a library with at least one cell that has an ff group");
  if (!resettable)
    missing("flip-flop with asynchronous reset", "a library with an ff group that has clear or preset");
  if (!liberty.smallest(2, 0b0111))
    missing("NAND of two inputs", "one with an area: it is the unit of gate equivalents");
  if (!liberty.smallest(1, 0b10)) missing("buffer", "one with an area: it drives the inputs");
}

}  // namespace

namespace {

/// Reads the file; zlib also reads uncompressed files. Returns nothing when it cannot be read.
std::optional<std::string> unpacked(const std::filesystem::path& file, bool& compressed) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return std::nullopt;
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> in(gzopen(file.c_str(), "rb"), gzclose);
  if (in == nullptr) return std::nullopt;
  std::string text;
  std::array<char, 1 << 16> buffer;
  int n;
  while ((n = gzread(in.get(), buffer.data(), buffer.size())) > 0)
    text.append(buffer.data(), static_cast<std::size_t>(n));
  compressed = gzdirect(in.get()) == 0;
  if (n < 0) return std::nullopt;
  return text;
}

}  // namespace

Liberty read_liberty(const std::filesystem::path& file) {
  bool compressed = false;
  const std::optional<std::string> text = unpacked(file, compressed);
  if (!text)
    throw Error({.place = file.string(),
                 .what = "cannot read the liberty",
                 .legal = "a file in liberty format (.lib, or .lib.gz)"});
  Liberty liberty = Reader(file).read(parse_liberty(*text, file.string()));
  liberty.file = liberty.text = file;
  if (compressed) {
    const auto folder = std::make_shared<const ScratchFolder>();
    liberty.text = folder->path() / "cells.lib";
    write_file(liberty.text, *text);
    liberty.folder = folder;
  }
  check_complete(liberty);
  return liberty;
}

}  // namespace heddle::estimate
