// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/draw/draw_probes.hpp"

#include <algorithm>
#include <set>

#include "hw/caba/caba.hpp"
#include "hw/caba/user/live_code.hpp"
#include "models/ptx/load.hpp"
#include "tb/fuzz/forms/forms.hpp"
#include "tb/fuzz/machine/probe_subroutine.hpp"
#include "tb/fuzz/tree/collectives.hpp"

namespace heddle::fuzz {
namespace {

using K = Statement::Kind;
using List = std::vector<Statement>;

/// A statement behind which a probe may be.
struct Site {
  const List* list;
  std::size_t at;
  const Statement& statement() const { return (*list)[at]; }
};

bool may_be_probed(const Statement& s) {
  return s.kind == K::compute || s.kind == K::special || s.kind == K::load || s.kind == K::store ||
         s.kind == K::atomic || s.kind == K::own || (s.kind == K::collective && !s.collective->barrier);
}

/// Does nothing but write registers, none of them the carry flag.
bool computes(const Statement& s) {
  return (s.kind == K::compute && s.form->family != Family::carry) || s.kind == K::special ||
         s.kind == K::load;
}

/// Registers of a thread on most machines that are drawn.
constexpr std::uint32_t of_fermi = 63;

class ProbeDrawing {
 public:
  ProbeDrawing(Random& random, const KernelTree& kernel, bool shares)
      : random_(random),
        tree_(kernel),
        shares_(shares),
        printed_(printed(kernel)),
        code_(ptx::PtxModule(printed_.text, "fuzzed.ptx")
                  .compile(kernel_name, {.max_registers = std::min(kernel.max_registers, of_fermi)})) {
    visit(kernel.body);
  }

  DrawnProbes draw() {
    DrawnProbes drawn;
    if (sites_.empty()) return drawn;
    std::set<std::uint32_t> used;
    for (unsigned wanted = 1 + random_.below(3), tries = 24; wanted != 0 && tries != 0; --tries) {
      Probe p = draw_one();
      if (used.contains(p.statement) || !is_sound(tree_, p)) continue;
      if (!allowed(p)) {
        ++drawn.refused;
        continue;
      }
      used.insert(p.statement);
      drawn.probes.push_back(std::move(p));
      --wanted;
    }
    return drawn;
  }

 private:
  void visit(const List& list) {
    for (std::size_t k = 0; k < list.size(); ++k) {
      const Statement& s = list[k];
      if (may_be_probed(s)) sites_.push_back({&list, k});
      for (const Reg r : s.results)
        if (r.kind != Kind::pred && std::ranges::find(registers_, r) == registers_.end())
          registers_.push_back(r);
      visit(s.body);
      visit(s.otherwise);
    }
  }

  template <class T>
  const T& any(const std::vector<T>& all) {
    return all[random_.below(static_cast<std::uint32_t>(all.size()))];
  }
  /// Often one that the statement has written, or read.
  Reg any_register(const Statement& s) {
    std::vector<Reg> near;
    for (const Reg r : s.results) near.push_back(r);
    for (const Operand& o : s.sources)
      if (o.is_register) near.push_back(o.reg);
    std::erase_if(near, [](Reg r) { return r.kind == Kind::pred; });
    return near.empty() || random_.one_in(2) ? any(registers_) : any(near);
  }

  Probe draw_one() {
    const Site& site = any(sites_);
    const Statement& s = site.statement();
    Probe p{.statement = s.id};
    p.constant = random_.one_in(3) ? 1 : random_();
    // Those that are refused more often are drawn more often. What reads nothing could write while the
    // parent's instructions are still under way.
    using enum Probe::Does;
    static constexpr Probe::Does kinds[] = {observe, keep, change, change, jump, jump};
    // With a guard, no instruction shares registers.
    p.does = !shares_ || s.guarded ? observe : kinds[random_.below(6)];
    p.through = static_cast<Probe::Through>(random_.below(3));
    const bool registers = shares_ && !s.guarded && !registers_.empty();
    switch (p.does) {
      case Probe::Does::observe:
        if (registers)
          for (unsigned n = random_.below(4); n != 0; --n) p.in.push_back(any_register(s));
        p.low = p.in.empty() && random_.one_in(2);
        break;
      case Probe::Does::keep:
      case Probe::Does::change:
        p.in = p.out = {any_register(s)};
        if (p.does == change && random_.one_in(3)) p.in.clear();
        break;
      case Probe::Does::jump:
        draw_jump(site, p);
        break;
    }
    return p;
  }

  /// Over one to four statements.
  void draw_jump(const Site& site, Probe& p) {
    const List& list = *site.list;
    if (random_.one_in(2)) p.in = {any_register(site.statement())};
    std::size_t at = site.at + 1;
    for (unsigned n = 1 + random_.below(4); n != 0 && at < list.size() && computes(list[at]); --n, ++at)
      for (const Reg r : list[at].results)
        if (r.kind != Kind::pred && std::ranges::find(p.out, r) == p.out.end()) p.out.push_back(r);
    if (at < list.size() && site.statement().kind != K::collective) p.target = list[at].id;
  }

  /// Asks the compiler of subroutines. A jump does without values that nobody reads behind it.
  bool allowed(Probe& p) const {
    for (;;) {
      try {
        check(p);
        return true;
      } catch (const Error& e) {
        if (!is_refusal(e)) throw;
        const auto unread = [&](Reg r) { return PtxWriter().reg(r) == e.problem().value; };
        if (p.does != Probe::Does::jump || std::erase_if(p.out, unread) == 0) return false;
      }
    }
  }
  void check(const Probe& p) const {
    const std::string name = name_of_probe(0);
    ConfigTree tree;
    tree.add_text("caba:\n  subroutines:\n    - " + subroutine_element(p, name, name, printed_), "probe");
    const UserSubroutineConfig config = resolve<CabaConfig>(tree, "caba").subroutines.at(0);
    const Subroutine subroutine =
        subroutine_of(subroutine_text(p, name), name, SubroutineMemory::with_global_and_shared);
    check_live_moves(config, subroutine);
    if (config.shares_registers())
      live_code(config, subroutine, code_);
    else  // each of several instructions in the line would be an event
      instruction_alone(config.line);
  }
  void instruction_alone(std::uint32_t line) const {
    if (std::ranges::count(code_.code, line, &ptx::Instruction::line) != 1)
      throw Error({.what = several_instructions});
  }

  static constexpr const char* several_instructions = "several instructions stand in the line of a probe";
  friend bool heddle::fuzz::is_refusal(const Error&);

  Random& random_;
  const KernelTree& tree_;
  const bool shares_;
  const PrintedKernel printed_;
  const ptx::Kernel code_;
  std::vector<Site> sites_;
  std::vector<Reg> registers_;
};

bool has(const Machine& m, std::string_view technique) {
  return std::ranges::find(m.techniques, technique) != m.techniques.end();
}

}  // namespace

DrawnProbes draw_probes(Random& random, const KernelTree& kernel, const Machine& machine) {
  const bool shares = !has(machine, "register_virtualization") && !has(machine, "warp_approximation");
  return ProbeDrawing(random, kernel, shares).draw();
}

bool is_refusal(const Error& e) {
  static constexpr const char* documented[] = {
      "no instruction stands in its line",  // nothing gets there
      "stands for those of other lines",
      "a register that nobody reads",
      "an assist warp that shares registers cannot be triggered by this line",
      "an assist warp cannot let its parent",
      "lets its parent go on without a value that is needed here",
      "registers cannot be named, because some of them live in memory",
      "a technique reads and writes registers of the program, and another one maps them",
      ProbeDrawing::several_instructions};
  return std::ranges::any_of(
      documented, [&](const char* what) { return e.problem().what.find(what) != std::string::npos; });
}

void make_room_for_probes(Random& random, Machine& machine) {
  const auto of = [](const char* key) { return [key](const std::string& a) { return a.starts_with(key); }; };
  // Subroutines that share registers must not lose an event, and those of the machine have others.
  const bool others = std::ranges::any_of(machine.assignments, of("caba.subroutines="));
  std::erase_if(machine.assignments, of("caba.records="));
  static constexpr const char* sizes[] = {"16", "64", "256"};
  machine.assignments.push_back(std::string("caba.records=") + sizes[others ? 2 : random.below(3)]);
}

}  // namespace heddle::fuzz
