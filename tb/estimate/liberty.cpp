// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/liberty.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "models/base/error.hpp"
#include "tb/estimate/liberty_files.hpp"
#include "tb/estimate/liberty_merge.hpp"
#include "tb/estimate/liberty_tables.hpp"
#include "tb/estimate/liberty_units.hpp"

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

/// Turns the groups of one file into cells.
class Reader {
 public:
  explicit Reader(const std::string& file) : place_(file) {}

  void read_into(Liberty& result, const LibertyGroup& library) {
    check_units(library, place_);
    farads_per_unit_ = capacitance_unit(library, place_);
    for (const char* name : {"default_cell_leakage_power", "default_input_pin_cap", "default_output_pin_cap",
                             "default_inout_pin_cap", "default_max_transition", "nom_process", "nom_voltage"})
      not_negative(library, name);
    number(library, "nom_temperature", 0);
    for (const LibertyGroup& group : library.groups) {
      if (group.kind != "cell" || group.names.empty()) continue;
      if (!result.cells.emplace(group.names[0], cell(group)).second)
        fail(group.line, "the cell is there twice", group.names[0], "one cell of a name in all files");
    }
  }

 private:
  [[noreturn]] void fail(int line, const std::string& what, std::string_view value,
                         const std::string& legal = "") const {
    throw Error({.place = fmt::format("{}:{}", place_, line),
                 .what = cell_.empty() ? what : fmt::format("cell {}: {}", cell_, what),
                 .value = std::string(value),
                 .legal = legal});
  }
  /// `called`: its name in messages, when that is another one.
  double number(const LibertyGroup& group, std::string_view name, double otherwise,
                std::string_view called = "") const {
    const std::string_view text = group.attribute(name);
    if (text.empty()) return otherwise;
    const std::optional<double> value = liberty_number(text);
    if (!value || !std::isfinite(*value))
      fail(group.line_of(name), fmt::format("{} is no number", called.empty() ? name : called), text,
           "a number");
    return *value;
  }
  double not_negative(const LibertyGroup& group, std::string_view name, std::string_view called = "") const {
    const double value = number(group, name, 0, called);
    if (value < 0)
      fail(group.line_of(name), fmt::format("{} is negative", called.empty() ? name : called),
           group.attribute(name), "0 or more");
    return value;
  }

  /// Names go into scripts of tools and into Verilog.
  void require_name(const LibertyGroup& group, const std::string& name, std::string_view more) const {
    const auto plain = [&](unsigned char c) {
      return std::isalnum(c) != 0 || more.find(static_cast<char>(c)) != more.npos;
    };
    if (name.empty() || !std::all_of(name.begin(), name.end(), plain))
      fail(group.line, "the name has a character that tools do not take", name,
           fmt::format("letters, digits and {}", more));
  }

  BooleanFunction function(const LibertyGroup& group, std::string_view name) const {
    try {
      return BooleanFunction(group.attribute(name));
    } catch (const Error& error) {
      fail(group.line_of(name), error.problem().what, error.problem().value);
    }
  }
  std::optional<BooleanFunction> optional_function(const LibertyGroup& group, std::string_view name) const {
    if (group.attribute(name).empty()) return std::nullopt;
    return function(group, name);
  }

  LibertyCell cell(const LibertyGroup& group) {
    cell_ = group.names[0];
    require_name(group, cell_, "_.-");
    LibertyCell cell{.name = group.names[0], .area_um2 = not_negative(group, "area")};
    not_negative(group, "cell_leakage_power");
    cell.usable = group.attribute("dont_use") != "true";
    for (const LibertyGroup& g : group.groups) {
      if (g.kind == "pin")
        for (const std::string& name : g.names) cell.pins.push_back(pin(g, name));
      if (g.kind == "leakage_power") not_negative(g, "value", "leakage_power");
      if (g.kind == "ff") cell.flip_flop = flip_flop(g);
      cell.latch = cell.latch || g.kind == "latch" || g.kind == "statetable" || g.kind == "latch_bank" ||
                   g.kind == "ff_bank";
    }
    cell_.clear();
    return cell;
  }

  LibertyPin pin(const LibertyGroup& group, const std::string& name) const {
    require_name(group, name, "_.[]");
    for (const char* more : {"rise_capacitance", "fall_capacitance", "max_capacitance", "min_capacitance",
                             "max_transition", "min_transition"})
      not_negative(group, more);
    return {.name = name,
            .input = group.attribute("direction") == "input",
            .output = group.attribute("direction") == "output",
            .capacitance_ff = not_negative(group, "capacitance") * farads_per_unit_ * 1e15,
            .function =
                group.attribute("three_state").empty() ? optional_function(group, "function") : std::nullopt};
  }

  LibertyFlipFlop flip_flop(const LibertyGroup& group) const {
    if (group.names.size() != 2) fail(group.line, "a flip-flop names its state and its inverted state", "");
    for (const std::string& name : group.names) require_name(group, name, "_");
    return {.state = group.names[0],
            .inverted_state = group.names[1],
            .next_state = function(group, "next_state"),
            .clocked_on = function(group, "clocked_on"),
            .clear = optional_function(group, "clear"),
            .preset = optional_function(group, "preset")};
  }

  const std::string& place_;
  std::string cell_;  ///< that is being read
  double farads_per_unit_ = 1e-12;
};

void check_complete(const Liberty& liberty) {
  const auto missing = [&](const char* what, const char* legal) {
    throw Error({.place = liberty.files, .what = fmt::format("the liberty has no {}", what), .legal = legal});
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

Liberty read_liberty(std::span<const std::filesystem::path> files) {
  const std::vector<LibertyFile> read = read_liberty_files(files);
  Liberty liberty;
  for (const LibertyFile& file : read) {
    Reader(file.name).read_into(liberty, file.library);
    liberty.files += (liberty.files.empty() ? "" : ", ") + file.name;
  }
  liberty.name = read[0].library.names.empty() ? "" : read[0].library.names[0];
  check_complete(liberty);
  if (read.size() == 1 && !read[0].packed) {
    liberty.text = files[0];
    return liberty;
  }
  const auto folder = std::make_shared<const ScratchFolder>();
  liberty.text = folder->path() / "cells.lib";
  write_file(liberty.text, merged(read));
  liberty.folder = folder;
  return liberty;
}

Liberty read_liberty(const std::filesystem::path& file) { return read_liberty({&file, 1}); }

}  // namespace heddle::estimate
