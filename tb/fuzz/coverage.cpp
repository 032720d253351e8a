// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/coverage.hpp"

#include <fmt/format.h>

#include <set>

#include "models/ptx/opcodes/opcode.hpp"
#include "tb/fuzz/forms/forms.hpp"

namespace heddle::fuzz {
namespace {

/// Returns the spelling in a line of PTX: "setp.lt.and.f64" of "\t@!%p0 setp.lt.and.f64 %p1, ...;".
std::string spelling_in(const std::string& line) {
  std::size_t at = line.find_first_not_of(" \t");
  if (at != std::string::npos && line[at] == '@') at = line.find_first_not_of(' ', line.find(' ', at));
  if (at == std::string::npos) return "?";
  return line.substr(at, line.find_first_of(" ;(", at) - at);
}

/// Lists the opcode forms of the front end that no kernel had, by mnemonic.
std::string skipped_opcodes(const Coverage& c) {
  std::set<std::string> executed;
  for (const auto& [spelling, ways] : c.forms) executed.insert(ptx::opcode_form_of(spelling));
  std::map<std::string, unsigned> skipped;
  unsigned all = 0, missing = 0;
  for (const std::string& form : ptx::opcode_forms()) {
    ++all;
    if (executed.contains(form)) continue;
    ++missing;
    ++skipped[form.substr(0, form.find('.'))];
  }
  std::vector<std::string> names;
  for (const auto& [name, count] : skipped) names.push_back(fmt::format("{} {}", name, count));
  return fmt::format("opcode forms of the front end: {}, of which no kernel had {}{}{}\n", all, missing,
                     missing == 0 ? "" : ": ", fmt::join(names, ", "));
}

}  // namespace

void Coverage::add(const Coverage& other) {
  for (const auto& [name, ways] : other.forms) {
    Ways& mine = forms[name];
    mine.whole += ways.whole;
    mine.divergent += ways.divergent;
    mine.guarded += ways.guarded;
  }
  for (unsigned h = 0; h < 3; ++h)
    for (unsigned f = 0; f < 2; ++f)
      for (unsigned u = 0; u < ptx::units; ++u) hazards[h][f][u] += other.hazards[h][f][u];
}

nlohmann::json json_of(const Coverage& c) {
  nlohmann::json forms = nlohmann::json::object();
  for (const auto& [name, w] : c.forms) forms[name] = {w.whole, w.divergent, w.guarded};
  return {{"forms", forms}, {"hazards", c.hazards}};
}

Coverage coverage_of(const nlohmann::json& json) {
  Coverage c;
  for (const auto& [name, w] : json.at("forms").items()) c.forms[name] = {w[0], w[1], w[2]};
  c.hazards = json.at("hazards").get<decltype(c.hazards)>();
  return c;
}

std::string text_of(const Coverage& c) {
  std::array<std::size_t, 3> reached{};
  std::vector<std::string> never, shared;
  for (const Form* f : all_forms()) {
    std::string name(f->text);
    if (name.ends_with('|')) name.pop_back();
    const auto found = c.forms.find(name);
    const Coverage::Ways w = found == c.forms.end() ? Coverage::Ways{} : found->second;
    reached[0] += w.whole != 0;
    reached[1] += w.divergent != 0;
    reached[2] += w.guarded != 0;
    if (w.whole + w.divergent + w.guarded == 0) never.push_back(name);
    if (f->shared_definition) shared.push_back(name);
  }
  std::string text = fmt::format(
      "forms of instructions: {} drawn from; executed in all lanes {}, divergent {}, guarded {}; {} "
      "spellings with "
      "accesses and control\n",
      all_forms().size(), reached[0], reached[1], reached[2], c.forms.size());
  if (!never.empty()) {
    const std::size_t shown = std::min<std::size_t>(never.size(), 12);
    text += fmt::format("never executed: {}: {}{}\n", never.size(),
                        fmt::join(never.begin(), never.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                        shown < never.size() ? ", ..." : "");
  }
  text += skipped_opcodes(c);
  text += fmt::format("with rounding as the front end documents it, in both oracles: {}\n",
                      fmt::join(shared, ", "));
  static constexpr const char* kinds[] = {"read after write", "write after read", "write after write"};
  // Programs have no instruction of the unit behind these.
  static constexpr std::array units{"SP", "SFU", "DP", "memory", "control"};
  static_assert(units.size() == static_cast<unsigned>(ptx::Unit::line));
  text +=
      fmt::format("dependencies within {} instructions, by the unit of the earlier one:\n", Coverage::window);
  for (unsigned h = 0; h < 3; ++h)
    for (unsigned f = 0; f < 2; ++f) {
      text += fmt::format("  {:<18} {:<10}", kinds[h], f == 0 ? "registers" : "predicates");
      for (unsigned u = 0; u < units.size(); ++u)
        text += fmt::format("  {} {}", units[u], c.hazards[h][f][u]);
      text += "\n";
    }
  return text;
}

void CoverageObserver::begin_cta(unsigned cta, unsigned warps) {
  if (cta >= ctas_.size()) ctas_.resize(cta + 1);
  ctas_[cta].assign(warps, {});
}

const std::string& CoverageObserver::form(const ObservedInstruction& i) {
  if (forms_.empty())
    for (const ptx::Instruction& each : i.kernel.code)
      forms_.push_back(each.line == 0 || each.line > i.kernel.text->size()
                           ? "?"
                           : spelling_in((*i.kernel.text)[each.line - 1]));
  return forms_[i.pc];
}

void CoverageObserver::read(Warp& w, unsigned file, unsigned number, ptx::Unit unit) {
  Use& use = w.uses[file][number];
  if (w.count - use.written <= Coverage::window) ++to_.hazards[0][file][static_cast<unsigned>(use.writer)];
  use.read = w.count;
  use.reader = unit;
}

void CoverageObserver::write(Warp& w, unsigned file, unsigned number, ptx::Unit unit) {
  Use& use = w.uses[file][number];
  if (w.count - use.read <= Coverage::window && use.read != w.count)
    ++to_.hazards[1][file][static_cast<unsigned>(use.reader)];
  if (w.count - use.written <= Coverage::window) ++to_.hazards[2][file][static_cast<unsigned>(use.writer)];
  use.written = w.count;
  use.writer = unit;
}

void CoverageObserver::observe(const ObservedInstruction& o) {
  const ptx::Instruction& i = o.kernel.code[o.pc];
  Coverage::Ways& ways = to_.forms[form(o)];
  const std::uint32_t first = o.warp * warp_size, there = std::min(threads_ - first, warp_size);
  const LaneMask launched = there == warp_size ? all_lanes : (LaneMask{1} << there) - 1;
  ++(i.guard >= 0 ? ways.guarded : o.lanes == launched ? ways.whole : ways.divergent);

  Warp& w = ctas_[o.cta][o.warp];
  ++w.count;
  for (unsigned s = 0; s < i.source_count; ++s) read(w, 0, i.sources[s], i.unit);
  for (unsigned p = 0; p < ptx::max_predicates; ++p)
    if ((i.predicate_reads >> p & 1) != 0) read(w, 1, p, i.unit);
  for (unsigned d = 0; d < i.destination_count; ++d) write(w, 0, i.destinations[d], i.unit);
  for (unsigned p = 0; p < i.predicate_count; ++p) write(w, 1, i.predicate_destinations[p], i.unit);
}

}  // namespace heddle::fuzz
