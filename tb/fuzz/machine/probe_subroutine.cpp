// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/machine/probe_subroutine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/caba/event_record.hpp"
#include "tb/fuzz/tree/buffer_files.hpp"

namespace heddle::fuzz {
namespace {

constexpr unsigned most_warps = 48;  // of an SM

class SubroutineWriter {
 public:
  explicit SubroutineWriter(const Probe& probe) : p_(probe) {}

  std::string body() {
    for (std::size_t k = 0; k < p_.in.size(); ++k) read(k);
    switch (p_.does) {
      case Probe::Does::observe:
        observe();
        break;
      case Probe::Does::keep:
        move_out(0, p_.in[0].kind, bits_of(p_.in[0].kind) == 64 ? "%w0" : "%v0");
        break;
      case Probe::Does::change:
        change();
        break;
      case Probe::Does::jump:
        jump();
        break;
    }
    return shared_ + text_;
  }

 private:
  template <class... A>
  void line(fmt::format_string<A...> format, A&&... a) {
    text_ += "\t" + fmt::format(format, std::forward<A>(a)...) + ";\n";
  }

  void read(std::size_t k) {
    const Kind kind = p_.in[k].kind;
    if (bits_of(kind) == 64)
      line("mov.live_in.b64 %w{0}, {0}", k);
    else
      line("mov.live_in.b32 %v{0}, {0}", k);
    if (p_.does == Probe::Does::keep) return;
    if (bits_of(kind) == 16) line("and.b32 %v{0}, %v{0}, 0xffff", k);
    // A NaN becomes the canonical one.
    if (kind == Kind::f32) {
      line("and.b32 %t, %v{}, 0x7fffffff", k);
      line("setp.gt.u32 %p, %t, 0x7f800000");
      line("selp.b32 %v{0}, 0x7fffffff, %v{0}, %p", k);
    } else if (kind == Kind::f64) {
      line("and.b64 %x, %w{}, 0x7fffffffffffffff", k);
      line("setp.gt.u64 %p, %x, 0x7ff0000000000000");
      line("mov.b64 %x, 0x7ff8000000000000");
      line("selp.b64 %w{0}, %x, %w{0}, %p", k);
    }
  }

  void mix(const std::string& word) {
    line("xor.b32 %h, %h, {}", word);
    line("mul.lo.u32 %h, %h, 0x9e3779b1");
  }
  /// Leaves the hash of what has been read in %h.
  void hash() {
    line("mov.u32 %h, {}", static_cast<std::uint32_t>(p_.constant));
    for (std::size_t k = 0; k < p_.in.size(); ++k) {
      if (bits_of(p_.in[k].kind) != 64) {
        mix(fmt::format("%v{}", k));
        continue;
      }
      line("cvt.u32.u64 %t, %w{}", k);
      mix("%t");
      line("shr.u64 %x, %w{}, 32", k);
      line("cvt.u32.u64 %t, %x");
      mix("%t");
    }
  }

  void add_to_sum(const char* share) {
    line("ld.line.u64 %m, [{}]", EventRecord::memory_at);
    line("cvt.u64.u32 %x, {}", share);
    line("red.global.add.u64 [%m], %x");
  }
  void observe() {
    hash();
    line("shr.u32 %h, %h, 16");
    line("mov.u32 %l, %laneid");
    line("ld.line.u32 %t, [{}]", EventRecord::lanes_at);
    line("shr.u32 %t, %t, %l");
    line("and.b32 %t, %t, 1");
    line("setp.eq.u32 %p, %t, 0");  // the lane has not executed the line
    switch (p_.through) {
      case Probe::Through::global:
        line("@%p bra $end");
        return add_to_sum("%h");
      case Probe::Through::atomics:
        shared_ = "\t.shared .align 4 .b8 some[4];\n";
        line("@%p bra $end");
        line("atom.shared.add.u32 %t, [some], %h");
        line("atom.shared.exch.b32 %t, [some], 0");
        return add_to_sum("%t");
      case Probe::Through::words:
        shared_ = fmt::format("\t.shared .align 4 .b8 words[{}];\n", 128 * most_warps);
        line("selp.b32 %h, 0, %h, %p");
        line("mov.u32 %a, words");
        line("ld.line.u32 %t, [{}]", EventRecord::warp_at);
        line("mad.lo.u32 %a, %t, 128, %a");
        line("mad.lo.u32 %t, %l, 4, %a");
        line("st.shared.u32 [%t], %h");
        line("xor.b32 %l, %l, 1");
        line("mad.lo.u32 %t, %l, 4, %a");
        line("ld.shared.u32 %h, [%t]");
        return add_to_sum("%h");
    }
  }

  void move_out(std::size_t place, Kind kind, const std::string& from) {
    line("mov.live_out.b{} {}, {}", bits_of(kind) == 64 ? 64 : 32, place, from);
  }
  void change() {
    if (p_.in.empty()) return write_hashes();
    const Kind kind = p_.in[0].kind;
    if (bits_of(kind) == 64) {
      line("add.s64 %w0, %w0, {}", static_cast<std::int64_t>(p_.constant));
      return move_out(0, kind, "%w0");
    }
    line("add.u32 %v0, %v0, {}", static_cast<std::uint32_t>(p_.constant));
    if (bits_of(kind) == 16) line("and.b32 %v0, %v0, 0xffff");
    move_out(0, kind, "%v0");
  }
  void write_hashes() {
    hash();
    for (std::size_t k = 0; k < p_.out.size(); ++k) {
      const Kind kind = p_.out[k].kind;
      line("add.u32 %t, %h, {}", k);
      if (bits_of(kind) == 16) line("and.b32 %t, %t, 0xffff");
      if (bits_of(kind) == 64) {
        line("not.b32 %l, %t");
        line("mov.b64 %x, {{%t, %l}}");
      }
      move_out(p_.in.size() + k, kind, bits_of(kind) == 64 ? "%x" : "%t");
    }
  }
  void jump() {
    write_hashes();
    line("mov.u32 %t, 1");
    line("mov.live_out.pc.u32 %t");
  }

  const Probe& p_;
  std::string text_, shared_;
};

/// The registers that it names, by their places.
std::vector<Reg> live_of(const Probe& p) {
  std::vector<Reg> live = p.in;
  if (p.does == Probe::Does::jump || live.empty()) live.insert(live.end(), p.out.begin(), p.out.end());
  return live;
}

}  // namespace

std::string subroutine_text(const Probe& probe, const std::string& name) {
  return fmt::format(
      ".version 6.0\n.target sm_30\n.address_size 64\n\n.visible .entry {}()\n{{\n"
      "\t.reg .pred %p;\n\t.reg .b32 %v<3>, %h, %t, %l, %a;\n\t.reg .b64 %w<3>, %x, "
      "%m;\n{}$end:\n\tret;\n}}\n",
      name, SubroutineWriter(probe).body());
}

std::string subroutine_element(const Probe& probe, const std::string& name, const std::string& file,
                               const PrintedKernel& kernel) {
  const auto lines_of = [&](std::uint32_t statement) {
    const auto at = kernel.lines.find(statement);
    if (at == kernel.lines.end())
      throw Error({.place = "the random kernel", .what = "a subroutine's statement is not there"});
    return at->second;
  };
  std::string text =
      fmt::format("{{name: {}, file: \"{}\", event: pc, kernel: {}, line: {}, priority: {}", name, file,
                  kernel_name, lines_of(probe.statement).last, probe.low ? "low" : "high");
  if (probe.does == Probe::Does::observe) text += ", memory: 8";
  std::string registers;
  PtxWriter names;
  for (const Reg r : live_of(probe))
    registers += fmt::format("{}{{register: \"{}\"}}", registers.empty() ? "" : ", ", names.reg(r));
  if (!registers.empty()) text += fmt::format(", live: [{}]", registers);
  if (probe.does == Probe::Does::jump) text += fmt::format(", jump_to: {}", lines_of(probe.target).first);
  return text + "}";
}

Machine with_subroutines(const Machine& machine, const PrintedKernel& kernel,
                         const std::filesystem::path& folder, const std::string& prefix) {
  Machine m = machine;
  m.probes.clear();
  std::string elements;
  for (std::size_t n = 0; n < machine.probes.size(); ++n) {
    const std::string name = name_of_probe(n);
    const auto file = folder / (prefix + name + ".ptx");
    write_file(file, subroutine_text(machine.probes[n], name));
    elements += (n == 0 ? "" : ", ") + subroutine_element(machine.probes[n], name, file.string(), kernel);
  }
  if (elements.empty()) return m;
  const std::string key = "caba.subroutines=[";
  const auto drawn = std::ranges::find_if(m.assignments, [&](const auto& a) { return a.starts_with(key); });
  if (drawn == m.assignments.end())
    m.assignments.push_back(key + elements + "]");
  else  // they go ahead of the machine's own
    drawn->insert(key.size(), elements + ", ");
  return m;
}

}  // namespace heddle::fuzz
